/** The door through which payments come into being (interface §4.1, §7; design §4, §6). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '../../src/base/database.ts';
import { groupCommit } from '../../src/base/group-commit.ts';
import { type Creation, create, type NewPayment } from '../../src/payments/create.ts';
import { bodyHashOf } from '../../src/payments/idempotency.ts';
import { isIdentificationNumber, newIdentificationNumber } from '../../src/payments/identification-number.ts';
import { recordText } from '../../src/payments/record.ts';
import { findPayment } from '../../src/payments/store.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { allEvents, aNewPayment, aPartner, until } from '../world/payments.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());

const keyed = (partnerId: bigint, text: string, body: string = text, more: Partial<NewPayment> = {}) =>
  aNewPayment(partnerId, 'bill_interac', { key: { text, bodyHash: bodyHashOf(body) }, ...more });

async function counts(partnerId: bigint) {
  const { rows } = await database.query(
    `select (select count(*) from payments where partner_id = $1) as payments,
            (select count(*) from payment_history where partner_id = $1) as history,
            (select count(*) from idempotency_keys where partner_id = $1) as keys,
            (select count(*) from webhook_events where partner_id = $1) as events`,
    [partnerId],
  );
  return rows[0];
}

const answerOf = (creation: Creation | undefined) =>
  creation && 'answer' in creation ? creation.answer : assert.fail(`no answer: ${creation?.outcome}`);

test('a list of every kind becomes payments in one call, each answered with its own record', async () => {
  const partnerId = await aPartner(database, allEvents);
  const list = (['bill_interac', 'bill_eft', 'rent_interac', 'rent_card'] as const).flatMap((kind, index) =>
    [1n, 2n].map((nth) =>
      aNewPayment(partnerId, kind, {
        amountCents: BigInt(index + 1) * 1000n + nth,
        userEmail: `${kind}${nth}@example.com`,
      }),
    ),
  );
  const creations = await create(database, list);
  assert.deepEqual(
    creations.map((creation) => creation.outcome),
    list.map(() => 'created'),
  );
  for (const [index, creation] of creations.entries()) {
    const answer = JSON.parse(answerOf(creation));
    const stored = await findPayment(database, partnerId, BigInt(answer.id));
    assert.ok(stored);
    assert.equal(answerOf(creation), recordText(stored));
    assert.equal(answer.amount, Number(list[index]?.amountCents) / 100);
    assert.equal(answer.status, 'pending');
    assert.ok(isIdentificationNumber(answer.identificationNumber));
    assert.deepEqual([stored.state, stored.version, stored.kind], ['awaiting_funds', 1, list[index]?.kind]);
  }
  assert.deepEqual(await counts(partnerId), { payments: 8n, history: 8n, keys: 0n, events: 6n });
});

test('an empty list creates nothing', async () => {
  assert.deepEqual(await create(database, []), []);
});

test('extreme values come back as they went in', async () => {
  const partnerId = await aPartner(database);
  const more = {
    amountCents: 2n ** 46n * 100n - 1n,
    userName: 'Zoë O\'Brien 🏠 \\ "quoted" {a,b}',
    payeeName: 'NULL',
    accountNumber: '',
    billType: 'x'.repeat(10_000),
    dueAt: Temporal.Instant.from('0001-01-01T00:00:00-01:00'),
    createdAt: Temporal.Instant.from('2026-11-20T23:59:59.999Z'),
  };
  for (const dueAt of ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+10:00', '9999-12-31T23:59:59.999-10:00']) {
    const [creation] = await create(database, [
      aNewPayment(partnerId, 'bill_interac', { ...more, dueAt: Temporal.Instant.from(dueAt) }),
    ]);
    const answer = JSON.parse(answerOf(creation));
    const stored = await findPayment(database, partnerId, BigInt(answer.id));
    assert.ok(stored);
    assert.equal(answerOf(creation), recordText(stored));
    assert.equal(stored.userName, more.userName);
    assert.equal(stored.amountCents, more.amountCents);
    assert.ok(stored.dueAt.equals(Temporal.Instant.from(dueAt)));
  }
});

test('the same key with the same body replays the very same bytes, also the tenth time, and owes nothing again', async () => {
  const partnerId = await aPartner(database, allEvents);
  const [first] = await create(database, [keyed(partnerId, 'key')]);
  assert.equal(first?.outcome, 'created');
  for (let time = 0; time < 10; time += 1) {
    const [again] = await create(database, [keyed(partnerId, 'key', 'key', { amountCents: 1n })]);
    assert.deepEqual(again, { outcome: 'replayed', answer: answerOf(first) });
  }
  assert.deepEqual(await counts(partnerId), { payments: 1n, history: 1n, keys: 1n, events: 1n });
});

test('the same key with another body is refused as reused, and the first answer stays', async () => {
  const partnerId = await aPartner(database);
  const [first] = await create(database, [keyed(partnerId, 'key', 'body')]);
  assert.deepEqual(await create(database, [keyed(partnerId, 'key', 'other body')]), [{ outcome: 'key_reused' }]);
  assert.deepEqual(await create(database, [keyed(partnerId, 'key', 'body')]), [
    { outcome: 'replayed', answer: answerOf(first) },
  ]);
  assert.deepEqual(await counts(partnerId), { payments: 1n, history: 1n, keys: 1n, events: 0n });
});

test('a key belongs to its token: another token, of this or another partner, may use the same', async () => {
  const [one, other] = [await aPartner(database), await aPartner(database)];
  const creations = await create(database, [
    keyed(one, 'shared', 'a', { tokenId: 11n }),
    keyed(one, 'shared', 'b', { tokenId: 12n }),
    keyed(other, 'shared', 'c', { tokenId: 13n }),
  ]);
  assert.deepEqual(
    creations.map((creation) => creation.outcome),
    ['created', 'created', 'created'],
  );
});

test('a key that another process has in progress is answered at once as in progress, whatever the body', async () => {
  const partnerId = await aPartner(database);
  await database.transaction(async (other) => {
    await other.query('select pg_advisory_xact_lock(idempotency_lock(1, $1))', ['busy']);
    const outcomes = await create(database, [keyed(partnerId, 'busy', 'a'), keyed(partnerId, 'busy', 'b')]);
    assert.deepEqual(outcomes, [{ outcome: 'in_progress' }, { outcome: 'in_progress' }]);
  });
  const [afterwards] = await create(database, [keyed(partnerId, 'busy', 'a')]);
  assert.equal(afterwards?.outcome, 'created');
});

test('a creation that has not committed yet makes its key in progress elsewhere, and a rollback leaves nothing', async () => {
  const partnerId = await aPartner(database, allEvents);
  await assert.rejects(
    database.transaction(async (tx) => {
      assert.equal((await create(tx, [keyed(partnerId, 'half')]))[0]?.outcome, 'created');
      assert.deepEqual(await create(database, [keyed(partnerId, 'half')]), [{ outcome: 'in_progress' }]);
      throw new Error('crash');
    }),
    /crash/,
  );
  assert.deepEqual(await counts(partnerId), { payments: 0n, history: 0n, keys: 0n, events: 0n });
  assert.equal((await create(database, [keyed(partnerId, 'half')]))[0]?.outcome, 'created');
});

test('what is refused leaves its neighbours alone, and answers stand in the order of the list', async () => {
  const partnerId = await aPartner(database, allEvents);
  const [known] = await create(database, [keyed(partnerId, 'known')]);
  await database.transaction(async (other) => {
    await other.query('select pg_advisory_xact_lock(idempotency_lock(1, $1))', ['locked']);
    const outcomes = await create(database, [
      aNewPayment(partnerId),
      keyed(partnerId, 'known'),
      keyed(partnerId, 'new'),
      keyed(partnerId, 'known', 'another body'),
      keyed(partnerId, 'locked'),
      aNewPayment(partnerId),
      keyed(partnerId, 'new'),
      keyed(partnerId, 'new', 'another body'),
    ]);
    assert.deepEqual(
      outcomes.map((creation) => creation.outcome),
      ['created', 'replayed', 'created', 'key_reused', 'in_progress', 'created', 'replayed', 'key_reused'],
    );
    assert.equal(answerOf(outcomes[1]), answerOf(known));
    assert.equal(answerOf(outcomes[6]), answerOf(outcomes[2]));
  });
  assert.deepEqual(await counts(partnerId), { payments: 4n, history: 4n, keys: 2n, events: 4n });
});

test('a number that is taken, or drawn twice for one list, is drawn again, for that payment alone and under the same key', async () => {
  const partnerId = await aPartner(database);
  const taken = newIdentificationNumber();
  const fresh = [newIdentificationNumber(), newIdentificationNumber(), newIdentificationNumber()] as const;
  const draws = [taken, taken, fresh[0], taken, fresh[1], fresh[2]];
  const draw = () => draws.shift() ?? assert.fail('drawn too often');
  const [first] = await create(database, [aNewPayment(partnerId)], draw);
  const creations = await create(
    database,
    [keyed(partnerId, 'collides'), aNewPayment(partnerId), aNewPayment(partnerId)],
    draw,
  );
  assert.equal(draws.length, 0);
  assert.deepEqual(
    [first, ...creations].map((creation) => JSON.parse(answerOf(creation)).identificationNumber),
    [taken, fresh[2], fresh[0], fresh[1]],
  );
  assert.deepEqual(await create(database, [keyed(partnerId, 'collides')]), [
    { outcome: 'replayed', answer: answerOf(creations[0]) },
  ]);
  assert.deepEqual(await counts(partnerId), { payments: 4n, history: 4n, keys: 1n, events: 0n });
});

test('a number of another partner is taken too, and a generator that only draws taken ones ends in an error', async () => {
  const number = newIdentificationNumber();
  await create(database, [aNewPayment(await aPartner(database))], () => number);
  const partnerId = await aPartner(database);
  await assert.rejects(
    create(database, [aNewPayment(partnerId)], () => number),
    (error: Error) => /no free identification number in 5 draws/.test(String(error.cause)),
  );
  assert.deepEqual(await counts(partnerId), { payments: 0n, history: 0n, keys: 0n, events: 0n });
});

test('an event is owed only to partners subscribed to payment.created, with the answered bytes as its record', async () => {
  const partners = {
    subscribed: await aPartner(database, allEvents),
    otherEvents: await aPartner(database, ['payment.completed', 'payment.failed']),
    none: await aPartner(database),
  };
  const creations = await create(
    database,
    Object.values(partners).map((partnerId) => aNewPayment(partnerId)),
  );
  const { rows } = await database.query('select * from webhook_events where partner_id = any ($1)', [
    Object.values(partners),
  ]);
  assert.deepEqual(
    rows.map((row) => [row.partner_id, row.event, row.record, row.state]),
    [[partners.subscribed, 'payment.created', answerOf(creations[0]), 'pending']],
  );
});

test('every creation is the first row of its payment’s history, with who asked', async () => {
  const partnerId = await aPartner(database);
  const [creation] = await create(database, [aNewPayment(partnerId, 'rent_card', { cause: 'token 7' })]);
  const { rows } = await database.query('select * from payment_history where partner_id = $1', [partnerId]);
  assert.deepEqual(
    rows.map((row) => [row.payment_id, row.sequence, row.kind, row.from_state, row.event, row.to_state, row.cause]),
    [
      [
        creation?.outcome === 'created' && creation.paymentId,
        1,
        'rent_card',
        'none',
        'created',
        'awaiting_funds',
        'token 7',
      ],
    ],
  );
});

test('two processes with 200 requests under 50 keys at the same time make exactly 50 payments', async () => {
  const partnerId = await aPartner(database, allEvents);
  const processes = [1, 2].map(() => openDatabase({ url: world.url, schema: 'sandbox', connectionsMax: 3 }));
  const doors = processes.map((each) => groupCommit((items: NewPayment[]) => create(each, items), { itemsMax: 16 }));
  const keys = Array.from({ length: 200 }, (_, index) => `key ${index % 50}`);
  const answers = await Promise.all(
    keys.map((key, index) =>
      until(`the answer of ${key}`, async () => {
        const creation = (await doors[index % 2]?.add(keyed(partnerId, key))) as Creation;
        if (creation.outcome !== 'in_progress') return answerOf(creation);
      }),
    ),
  );
  await Promise.all(processes.map((each) => each.close()));
  assert.equal(new Set(answers).size, 50);
  for (const [index, key] of keys.entries()) assert.equal(answers[index], answers[keys.indexOf(key)], key);
  assert.deepEqual(await counts(partnerId), { payments: 50n, history: 50n, keys: 50n, events: 50n });
});
