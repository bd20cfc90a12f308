/** The audit proves the money: it holds on what the doors wrote, and each of its checks can fail (design §5). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../src/base/database.ts';
import { allChecks, audit } from '../../src/console/audit.ts';
import { create } from '../../src/payments/create.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { allEvents, aNewPayment, aPartner, aPayment } from '../world/payments.ts';
import { cardCentsHeld, cardPayments } from './a-card-history.ts';
import { aHistory, move, transfer } from './a-history.ts';
import { cardCorruptions } from './card-corruptions.ts';
import { eftCorruptions } from './eft-corruptions.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
  for (let partners = 0; partners < 2; partners += 1) await aHistory(database, await aPartner(database, allEvents));
});
after(() => world.close());

test('it holds on everything that the doors wrote, and its totals add up', async () => {
  const result = await audit(database);
  assert.deepEqual(
    result.checks.filter((check) => !check.holds),
    [],
  );
  assert.equal(result.balanced, true);
  assert.equal(result.checks.length, allChecks.length);
  assert.equal(result.totals.debitsCents, result.totals.creditsCents);
  assert.equal(result.totals.payments, 42 + 2 * cardPayments);
  assert.equal(result.totals.accounts.held_funds, 8_400 + 2 * cardCentsHeld);
});

test('it holds on an empty database', async () => {
  const empty = await createTestDatabase();
  try {
    const result = await audit(empty.database);
    assert.equal(result.balanced, true);
    assert.deepEqual(result.totals, { payments: 0, transfers: 0, debitsCents: 0, creditsCents: 0, accounts: {} });
  } finally {
    await empty.close();
  }
});

/** For every check, by the beginning of its sentence: what breaks it. */
const corruptions: Record<string, string[]> = {
  ...eftCorruptions,
  ...cardCorruptions,
  'the debits of every partner equal': [
    `update ledger_accounts set debits_cents = debits_cents + 1 where partner_id = 1 and code = 'collected_eft'`,
  ],
  'the totals of every account are the sums': [
    `update ledger_accounts set debits_cents = debits_cents + 1, credits_cents = credits_cents + 1 where partner_id = 1 and code = 'paid_out'`,
    `delete from ledger_transfers where id = (select min(id) from ledger_transfers)`,
    `update ledger_transfers set amount_cents = amount_cents + 1 where id = (select max(id) from ledger_transfers)`,
    `insert into ledger_accounts values (3, 'held_funds', 0, 5)`,
  ],
  'no account is below nothing': [
    `alter table ledger_accounts drop constraint ledger_accounts_side;
     update ledger_accounts set credits_cents = debits_cents + 1 where partner_id = 1 and code = 'collected_eft'`,
  ],
  'owed_to_billers is what': [
    `update payments set state = 'settled' where state = 'collected' and kind = 'bill_interac'`,
    `update ledger_accounts set credits_cents = credits_cents + 1 where partner_id = 1 and code = 'owed_to_billers'`,
  ],
  'given_back is what': [
    `delete from payment_refunds where payment_id = (select min(payment_id) from payment_refunds)`,
    `update ledger_accounts set credits_cents = credits_cents - 1 where partner_id = 1 and code = 'given_back'`,
  ],
  'what was given back is all': [
    `update payment_refunds set amount_cents = amount_cents - 1`,
    `update payments set state = 'resettling' where id = (select min(payment_id) from payment_refunds)`,
    `delete from ledger_transfers where cause like 'payment % refund'`,
  ],
  'nothing is posted as given back': [
    `delete from payment_refunds`,
    `insert into ledger_transfers (partner_id, debit_account, credit_account, amount_cents, cause, at)
     values (1, 'owed_to_billers', 'given_back', 5, 'payment 1 refund', now())`,
  ],
  'in_settlement is what': [`update payments set received_cents = received_cents + 1 where state = 'resettling'`],
  'paid_out is what': [`delete from ledger_accounts where code = 'paid_out' and partner_id = 2`],
  'owed_to_landlords is what': [
    `update payments set received_cents = 1 where kind = 'rent_card' and state = 'collected'`,
  ],
  'collected_interac is what': [
    `update payments set kind = 'bill_eft' where kind = 'bill_interac' and state = 'settled'`,
  ],
  'collected_eft is what': [
    `update payments set received_cents = null where kind = 'bill_eft'`,
    `insert into ledger_transfers (partner_id, debit_account, credit_account, amount_cents, cause, at)
     values (1, 'receivable', 'collected_eft', 7, 'a late return without its totals', now())`,
  ],
  'collected_card is what': [
    `update ledger_accounts set debits_cents = debits_cents - 1 where partner_id = 1 and code = 'collected_card'`,
  ],
  'the history of every payment is without a gap': [
    `delete from payment_history where sequence = 2 and partner_id = 1`,
    `delete from payment_history where payment_id = (select min(id) from payments)`,
    `update payments set version = version + 1 where id = (select min(id) from payments)`,
  ],
  'every move begins where the one before it ended': [
    `update payment_history set from_state = 'collected', event = 'rejected', to_state = 'rejected' where sequence = 4 and from_state = 'settling'`,
    `update payment_history set from_state = 'settling', event = 'rejected', to_state = 'rejected' where sequence = 1 and kind = 'bill_eft'`,
    `update payments set kind = 'rent_interac', payee_name = null, bill_type = null, account_number = null
     where kind = 'bill_interac' and state = 'awaiting_funds'`,
  ],
  'every payment is where its last move led': [`update payments set state = 'collected' where state = 'settled'`],
  'a payment has received money exactly when': [
    `update payments set received_cents = null where state = 'settling'`,
    `update payments set received_cents = 5 where state = 'uncollected'`,
    `update payments set completed_at = null where state = 'rejected'`,
    `update payments set completed_at = now() where state = 'awaiting_funds'`,
  ],
  'every move that moves money has exactly its posting': [
    `delete from ledger_transfers where id = (select max(id) from ledger_transfers where cause like 'payment %')`,
    `update ledger_transfers set amount_cents = 1 where id = (select max(id) from ledger_transfers where cause like 'payment %')`,
    `insert into ledger_transfers (partner_id, debit_account, credit_account, amount_cents, cause, at)
     values (1, 'owed_to_billers', 'in_settlement', 5, 'payment 1 move 99', now())`,
    `insert into payment_history values (1, (select min(id) from payments), 99, 'bill_eft', 'settling', 'accepted', 'settled', '', now())`,
  ],
  'every idempotency key leads to a payment': [
    `update idempotency_keys set payment_id = 999999`,
    `update idempotency_keys set partner_id = case partner_id when 1 then 2 else 1 end, token_id = token_id + 10`,
    `update idempotency_keys set answer = replace(answer, '"id":', '"id":1')`,
  ],
  'no payment is told of more often': [
    `insert into webhook_events (partner_id, payment_id, event, record, created_at)
     select partner_id, payment_id, event, record, now() from webhook_events limit 1`,
    `update webhook_events set event = 'payment.failed' where id = (select min(id) from webhook_events)`,
  ],
  'the money held for nobody yet': [
    `update interac_transfers set amount_cents = amount_cents + 1 where state = 'held'`,
    `update interac_transfers set state = 'returned' where state = 'held'`,
    `update ledger_accounts set debits_cents = debits_cents + 1 where partner_id = 0 and code = 'collected_interac'`,
  ],
  'every Interac payment received what': [
    `update interac_transfers set amount_cents = amount_cents + 1 where id = (select max(id) from interac_transfers where state = 'matched')`,
    `update interac_transfers set payment_id = (select max(id) from payments where kind = 'bill_eft' and partner_id = 1)
     where id = (select min(id) from interac_transfers where partner_id = 1)`,
    `update payments set received_cents = 5 where kind = 'rent_interac'`,
  ],
  'the postings of every transfer tell its way': [
    `delete from ledger_transfers where cause like 'interac % held'`,
    `update interac_transfers set resolved_at = null where state = 'matched'`,
    `update interac_transfers set state = 'held', held_reason = '' where state = 'returned'`,
  ],
  'what is settling waits for exactly one answer': [
    `update settlement_items set outcome = 'accepted' where outcome = 'open'`,
    `update settlement_items set outcome = 'open' where outcome = 'accepted'`,
    `delete from settlement_items`,
  ],
  'a payment is settled exactly when': [
    `update settlement_items set outcome = 'rejected' where outcome = 'accepted'`,
    `update settlement_items set outcome = 'accepted' where outcome = 'open'`,
    `delete from settlement_items`,
  ],
  'every submission carries what its payment received': [
    `update settlement_items set amount_cents = amount_cents + 1 where attempt = 1`,
    `update settlement_items set attempt = attempt + 10 where attempt = 2`,
    `delete from settlement_items where attempt = 1 and outcome = 'rejected'`,
  ],
  'the totals of every batch': [
    `update settlement_batches set total_cents = total_cents + 1 where id = (select min(id) from settlement_batches)`,
    `update settlement_batches set payments = 2 where id = (select min(id) from settlement_batches)`,
  ],
};

for (const [beginning, ways] of Object.entries(corruptions)) {
  test(`the check "${beginning} …" finds every one of its ${ways.length} corruptions`, async () => {
    const check = allChecks.find((each) => each.name.startsWith(beginning));
    assert.ok(check, `no check begins with "${beginning}"`);
    for (const corruption of ways) {
      await database.withSession(async (connection) => {
        await connection.query('begin');
        try {
          // As somebody who goes around the triggers and the foreign keys.
          await connection.query('set local session_replication_role = replica');
          await connection.query(corruption);
          const { rows } = await connection.query(check.sql);
          assert.ok(rows.length > 0, corruption);
        } finally {
          await connection.query('rollback');
        }
      });
    }
  });
}

test('no check is without a corruption that it is known to find', () => {
  const beginnings = Object.keys(corruptions);
  assert.deepEqual(
    allChecks.map((check) => check.name).filter((name) => !beginnings.some((beginning) => name.startsWith(beginning))),
    [],
  );
  assert.equal(beginnings.length, allChecks.length);
});

test('it holds while payments are being made and moved: it looks at one state of the database', async () => {
  const partnerId = await aPartner(database, allEvents);
  let working = true;
  const writers = [1, 2].map(async () => {
    while (working) {
      const payment = await aPayment(database, partnerId);
      await transfer(database, payment, payment.amountCents);
      await move(database, payment, 'batched', 'rejected', 'requeued');
    }
  });
  for (let time = 0; time < 5; time += 1) {
    const { checks } = await audit(database);
    assert.deepEqual(
      checks.filter((check) => !check.holds),
      [],
    );
  }
  working = false;
  await Promise.all(writers);
});

test('a failed check shows at most 20 rows, as values that JSON can carry, and the audit goes on to the others', async () => {
  const broken = await createTestDatabase();
  try {
    const partnerId = await aPartner(broken.database);
    await create(
      broken.database,
      Array.from({ length: 30 }, () => aNewPayment(partnerId)),
    );
    await broken.database.query('update payments set version = 2');
    const result = await audit(broken.database);
    assert.equal(result.balanced, false);
    assert.equal(result.checks.length, allChecks.length);
    const failed = result.checks.filter((check) => !check.holds);
    assert.deepEqual(
      failed.map((check) => [check.name.slice(0, 28), check.violations.length]),
      [['the history of every payment', 20]],
    );
    assert.match(JSON.stringify(failed), /"version":2,"moves":1,"last":1/);
  } finally {
    await broken.close();
  }
});
