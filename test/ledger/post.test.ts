/** The ledger: double entry, append-only, never below nothing (design §5). */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, openDatabase } from '../../src/base/database.ts';
import { type Account, accounts } from '../../src/ledger/accounts.ts';
import { type Posting, post } from '../../src/ledger/post.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { aPartner } from '../world/payments.ts';

let world: TestDatabase;
let database: Database;
let partnerId: bigint;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());
beforeEach(async () => {
  partnerId = await aPartner(database);
});

let causes = 0;
const posting = (debit: Account, credit: Account, amountCents: bigint, more: Partial<Posting> = {}): Posting => ({
  partnerId,
  debit,
  credit,
  amountCents,
  cause: `test ${++causes}`,
  ...more,
});
const postAll = (...postings: Posting[]) => database.transaction((tx) => post(tx, postings));

async function totals(): Promise<Record<string, string>> {
  const { rows } = await database.query('select * from ledger_accounts where partner_id = $1 order by code', [
    partnerId,
  ]);
  return Object.fromEntries(rows.map((row) => [row.code, `${row.debits_cents} ${row.credits_cents}`]));
}

test('a list of postings moves the totals of every account it names, and keeps each transfer', async () => {
  await postAll(
    posting('collected_interac', 'owed_to_billers', 100n),
    posting('collected_interac', 'owed_to_billers', 20n),
    posting('owed_to_billers', 'in_settlement', 110n),
  );
  await postAll(posting('in_settlement', 'paid_out', 30n), posting('collected_eft', 'owed_to_billers', 7n));
  assert.deepEqual(await totals(), {
    collected_eft: '7 0',
    collected_interac: '120 0',
    in_settlement: '30 110',
    owed_to_billers: '110 127',
    paid_out: '0 30',
  });
  const { rows } = await database.query(
    `select count(*) as transfers, sum(amount_cents)::bigint as cents from ledger_transfers where partner_id = $1`,
    [partnerId],
  );
  assert.deepEqual(rows, [{ transfers: 5n, cents: 267n }]);
});

test('an account can be debited and credited again and again: only its total is held to the CHECK', async () => {
  await postAll(posting('collected_interac', 'held_funds', 100n));
  await postAll(posting('held_funds', 'collected_interac', 60n));
  await postAll(posting('held_funds', 'collected_interac', 40n));
  assert.deepEqual(await totals(), { collected_interac: '100 100', held_funds: '100 100' });
});

test('an empty list posts nothing', async () => {
  await postAll();
  assert.deepEqual(await totals(), {});
});

test('no account falls below nothing: PostgreSQL refuses, and the whole list is undone', async () => {
  await postAll(posting('collected_interac', 'owed_to_billers', 100n));
  const before = await totals();
  // On both sides an account that may move this way freely, so that only the account in question can refuse.
  for (const account of Object.keys(accounts) as Account[]) {
    const down =
      accounts[account] === 'debit'
        ? posting(account === 'receivable' ? 'collected_card' : 'receivable', account, 1_000n)
        : posting(account, account === 'paid_out' ? 'in_settlement' : 'paid_out', 1_000n);
    await assert.rejects(
      postAll(posting('collected_interac', 'owed_to_landlords', 5n), down),
      /ledger_accounts_side/,
      `${account} fell below nothing`,
    );
  }
  assert.deepEqual(await totals(), before);
});

test('every account of the chart has its side in the database, and there is no other account', async () => {
  for (const [code, side] of Object.entries(accounts)) {
    const [good, bad] = side === 'debit' ? ['(2, 1)', '(1, 2)'] : ['(1, 2)', '(2, 1)'];
    const insert = (pair: string) =>
      database.query(`insert into ledger_accounts select $1, $2, d, c from (values ${pair}) t (d, c)`, [
        partnerId,
        code,
      ]);
    await assert.rejects(insert(bad), /ledger_accounts_side/, code);
    await insert(good);
  }
  await assert.rejects(
    database.query(`insert into ledger_accounts values ($1, 'petty_cash', 0, 0)`, [partnerId]),
    /ledger_accounts_side/,
  );
});

test('one cause posts once', async () => {
  const first = posting('collected_eft', 'owed_to_billers', 5n);
  await postAll(first);
  await assert.rejects(postAll(first), /ledger_transfers_partner_id_cause/);
  assert.deepEqual(await totals(), { collected_eft: '5 0', owed_to_billers: '0 5' });
});

test('amounts of nothing or less, and transfers from an account to itself, are refused', async () => {
  await assert.rejects(postAll(posting('collected_eft', 'owed_to_billers', 0n)), /amount_cents/);
  await assert.rejects(postAll(posting('collected_eft', 'owed_to_billers', -5n)), /check constraint/);
  await assert.rejects(postAll(posting('collected_eft', 'collected_eft', 5n)), /check constraint/);
  assert.deepEqual(await totals(), {});
});

test('transfers and history are append-only: neither update nor delete is possible', async () => {
  await postAll(posting('collected_eft', 'owed_to_billers', 5n));
  for (const table of ['ledger_transfers', 'payment_history']) {
    await assert.rejects(
      database.query(`update ${table} set cause = ''`),
      new RegExp(`rows of ${table} are only ever added`),
    );
    await assert.rejects(database.query(`delete from ${table}`), new RegExp(`rows of ${table} are only ever added`));
  }
});

test('a transaction that fails after posting leaves no trace of it', async () => {
  await assert.rejects(
    database.transaction(async (tx) => {
      await post(tx, [posting('collected_eft', 'owed_to_billers', 5n)]);
      throw new Error('crash');
    }),
    /crash/,
  );
  assert.deepEqual(await totals(), {});
});

test('posters on the same accounts in opposite order do not deadlock, and no cent is lost', async () => {
  const other = await aPartner(database);
  const processes = [1, 2].map(() => openDatabase({ url: world.url, schema: 'sandbox', connectionsMax: 4 }));
  const both = (index: number): Posting[] => {
    const list = [
      posting('collected_interac', 'owed_to_billers', 3n),
      posting('collected_eft', 'owed_to_billers', 2n),
      posting('collected_card', 'owed_to_landlords', 1n, { partnerId: other }),
      posting('owed_to_billers', 'in_settlement', 4n),
    ];
    return index % 2 === 0 ? list : list.toReversed();
  };
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => processes[index % 2]?.transaction((tx) => post(tx, both(index >> 1)))),
  );
  await Promise.all(processes.map((each) => each.close()));
  assert.deepEqual(await totals(), {
    collected_eft: '120 0',
    collected_interac: '180 0',
    in_settlement: '0 240',
    owed_to_billers: '240 300',
  });
});

test('two spends of 80 from 100 at the same time: one of them is refused', async () => {
  await postAll(posting('collected_interac', 'owed_to_billers', 100n));
  const spends = await Promise.allSettled([1, 2].map(() => postAll(posting('owed_to_billers', 'in_settlement', 80n))));
  assert.deepEqual(spends.map((spend) => spend.status).toSorted(), ['fulfilled', 'rejected']);
  assert.equal((await totals()).owed_to_billers, '80 100');
});
