/** The door through which existing payments change (interface §3; design §3, §5; open points `after-failure`, `second-rejection`). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../src/base/database.ts';
import { apply } from '../../src/payments/apply.ts';
import type { Kind, PaymentEvent } from '../../src/payments/machine.ts';
import { recordText } from '../../src/payments/record.ts';
import { findPayment } from '../../src/payments/store.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { allEvents, aPartner, aPayment, noon, take } from '../world/payments.ts';
import { balances, change, webhooks } from './effects.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());

/** One line a step: event, the state it leads to, the status, the webhook it owes (or -), the accounts afterwards. */
const ways: [Kind, string][] = [
  [
    'bill_interac',
    `funds_received  collected   completed  payment.completed  interac 100 billers 100
     batched         settling    completed  -                  interac 100 settlement 100
     accepted        settled     completed  -                  interac 100 paid 100`,
  ],
  [
    'bill_interac',
    `funds_received  collected   completed  payment.completed  interac 100 billers 100
     rejected        rejected    failed     payment.failed     interac 100 billers 100
     requeued        resettling  failed     -                  interac 100 settlement 100
     rejected        rejected    failed     -                  interac 100 billers 100
     requeued        resettling  failed     -                  interac 100 settlement 100
     presumed        settling    completed  payment.completed  interac 100 settlement 100
     rejected        rejected    failed     payment.failed     interac 100 billers 100
     requeued        resettling  failed     -                  interac 100 settlement 100
     accepted        settled     completed  payment.completed  interac 100 paid 100`,
  ],
  [
    'bill_eft',
    `funds_failed    uncollected   failed     payment.failed
     requeued        recollecting  failed     -
     funds_failed    uncollected   failed     -
     requeued        recollecting  failed     -
     funds_received  collected     completed  payment.completed  eft 100 billers 100
     batched         settling      completed  -                  eft 100 settlement 100
     rejected        rejected      failed     payment.failed     eft 100 billers 100
     requeued        resettling    failed     -                  eft 100 settlement 100
     presumed        settling      completed  payment.completed  eft 100 settlement 100
     accepted        settled       completed  -                  eft 100 paid 100`,
  ],
  ['bill_eft', 'funds_received  collected  completed  payment.completed  eft 100 billers 100'],
  ['rent_interac', 'funds_received  collected  completed  payment.completed  interac 100 landlords 100'],
  ['rent_card', 'funds_received  collected  completed  payment.completed  card 100 landlords 100'],
];

for (const [index, [kind, steps]] of ways.entries()) {
  test(`way ${index + 1} of ${kind}: every step moves state, status, ledger and webhooks as the page says`, async () => {
    const partnerId = await aPartner(database, allEvents);
    const payment = await aPayment(database, partnerId, kind, { amountCents: 100n });
    const owed = kind === 'rent_card' ? [] : ['payment.created pending'];
    let sequence = 1;
    for (const step of steps.split('\n')) {
      const [event, state, status, webhook, ...accounts] = step.trim().split(/\s+/);
      const from = (await findPayment(database, partnerId, payment.id))?.state;
      await take(database, payment, event as PaymentEvent);
      sequence += 1;
      const stored = await findPayment(database, partnerId, payment.id);
      assert.ok(stored);
      const record = JSON.parse(recordText(stored));
      assert.deepEqual([stored.state, stored.version, record.status], [state, sequence, status], step);
      assert.equal(await balances(database, partnerId), accounts.join(' '), step);
      if (webhook !== '-') owed.push(`${webhook} ${status}`);
      assert.deepEqual(await webhooks(database, partnerId), owed, step);
      const { rows } = await database.query(
        'select * from payment_history where partner_id = $1 and payment_id = $2 and sequence = $3',
        [partnerId, payment.id, sequence],
      );
      assert.deepEqual(
        rows.map((row) => [row.kind, row.from_state, row.event, row.to_state, row.cause]),
        [[kind, from, event, state, `test ${event}`]],
      );
    }
  });
}

test('what the page does not show is refused as a value, and its neighbours go on', async () => {
  const partnerId = await aPartner(database, allEvents);
  const [one, two, three] = [
    await aPayment(database, partnerId),
    await aPayment(database, partnerId, 'rent_card'),
    await aPayment(database, partnerId),
  ];
  const outcomes = await database.transaction((tx) =>
    apply(
      tx,
      [
        change(one, 'funds_received', 5n),
        change(two, 'funds_failed'),
        change({ partnerId, id: 999_999n }, 'funds_received', 5n),
        change({ partnerId: partnerId + 1n, id: three.id }, 'funds_received', 5n),
        change(one, 'accepted'),
        change(three, 'funds_received', 7n),
      ],
      noon,
    ),
  );
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.done ? `${outcome.from} ${outcome.to}` : outcome.refusal)),
    [
      'awaiting_funds collected',
      'no such move',
      'unknown payment',
      'unknown payment',
      'no such move',
      'awaiting_funds collected',
    ],
  );
  assert.equal(outcomes[1]?.done === false && 'state' in outcomes[1] && outcomes[1].state, 'awaiting_funds');
  assert.equal(outcomes[4]?.done === false && 'state' in outcomes[4] && outcomes[4].state, 'collected');
  assert.equal((await findPayment(database, partnerId, two.id))?.version, 1);
  assert.equal(await balances(database, partnerId), 'interac 12 billers 12');
});

test('a list in which everything is refused, and an empty one, change nothing', async () => {
  const partnerId = await aPartner(database, allEvents);
  const payment = await aPayment(database, partnerId);
  const before = await findPayment(database, partnerId, payment.id);
  await database.transaction(async (tx) => {
    assert.deepEqual(await apply(tx, [], noon), []);
    assert.equal((await apply(tx, [change(payment, 'batched')], noon))[0]?.done, false);
  });
  assert.deepEqual(await findPayment(database, partnerId, payment.id), before);
});

test('several changes of one payment in one list happen one after the other, each with its row and its webhook', async () => {
  const partnerId = await aPartner(database, allEvents);
  const payment = await aPayment(database, partnerId, 'bill_interac', { amountCents: 100n });
  const events: PaymentEvent[] = ['funds_received', 'batched', 'rejected', 'requeued', 'presumed', 'accepted'];
  const outcomes = await database.transaction((tx) =>
    apply(tx, [...events.map((event) => change(payment, event, 100n)), change(payment, 'batched')], noon),
  );
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.done ? outcome.to : outcome.refusal)),
    ['collected', 'settling', 'rejected', 'resettling', 'settling', 'settled', 'no such move'],
  );
  const { rows } = await database.query(
    'select sequence, from_state, to_state from payment_history where partner_id = $1 order by sequence',
    [partnerId],
  );
  assert.deepEqual(
    rows.map((row) => `${row.sequence} ${row.from_state} ${row.to_state}`),
    [
      '1 none awaiting_funds',
      '2 awaiting_funds collected',
      '3 collected settling',
      '4 settling rejected',
      '5 rejected resettling',
      '6 resettling settling',
      '7 settling settled',
    ],
  );
  assert.deepEqual(await webhooks(database, partnerId), [
    'payment.created pending',
    'payment.completed completed',
    'payment.failed failed',
    'payment.completed completed',
  ]);
  assert.equal(await balances(database, partnerId), 'interac 100 paid 100');
  assert.equal((await findPayment(database, partnerId, payment.id))?.version, 7);
});

test('paymentMade and paymentAmount stay after a failure, and a later success renews paymentMade alone', async () => {
  const partnerId = await aPartner(database);
  const payment = await aPayment(database, partnerId, 'bill_interac', { amountCents: 100n });
  const first = Temporal.Instant.from('2026-11-20T10:00:00Z');
  const second = Temporal.Instant.from('2026-11-25T10:00:00Z');
  const table: [PaymentEvent, Temporal.Instant, string | undefined, number | undefined][] = [
    ['funds_received', first, '2026-11-20T10:00:00.000Z', 0.9],
    ['batched', second, '2026-11-20T10:00:00.000Z', 0.9],
    ['rejected', second, '2026-11-20T10:00:00.000Z', 0.9],
    ['requeued', second, '2026-11-20T10:00:00.000Z', 0.9],
    ['accepted', second, '2026-11-25T10:00:00.000Z', 0.9],
  ];
  assert.deepEqual(Object.keys(JSON.parse(recordText(payment))).includes('paymentMade'), false);
  for (const [event, at, made, amount] of table) {
    await database.transaction((tx) =>
      apply(tx, [change(payment, event, event === 'funds_received' ? 90n : undefined)], at),
    );
    const stored = await findPayment(database, partnerId, payment.id);
    const record = JSON.parse(recordText(stored as NonNullable<typeof stored>));
    assert.deepEqual([record.paymentMade, record.paymentAmount, record.amount], [made, amount, 1], event);
  }
});

test('what was received is what every later posting moves, whatever was asked for', async () => {
  const partnerId = await aPartner(database);
  const payment = await aPayment(database, partnerId, 'bill_interac', { amountCents: 100n });
  await database.transaction((tx) =>
    apply(tx, [change(payment, 'funds_received', 90n), change(payment, 'batched'), change(payment, 'accepted')], noon),
  );
  assert.equal(await balances(database, partnerId), 'interac 90 paid 90');
});

test('funds_received without an amount is a fault of the program: it throws and nothing is written', async () => {
  const partnerId = await aPartner(database);
  const payment = await aPayment(database, partnerId);
  await assert.rejects(
    database.transaction((tx) => apply(tx, [change(payment, 'funds_received')], noon)),
    /without an amount/,
  );
  assert.equal((await findPayment(database, partnerId, payment.id))?.state, 'awaiting_funds');
});

test('only partners subscribed to an event at that moment are owed it', async () => {
  const partnerId = await aPartner(database, ['payment.failed']);
  const payment = await aPayment(database, partnerId);
  await take(database, payment, 'funds_received', 'rejected');
  await database.query(`update webhook_endpoints set events = '{payment.completed}' where partner_id = $1`, [
    partnerId,
  ]);
  await take(database, payment, 'requeued', 'accepted');
  assert.deepEqual(await webhooks(database, partnerId), ['payment.failed failed', 'payment.completed completed']);
});

test('the record of a webhook shows the payment as it stood at the change, not as it stands later', async () => {
  const partnerId = await aPartner(database, allEvents);
  const payment = await aPayment(database, partnerId);
  await take(database, payment, 'funds_received', 'rejected');
  const { rows } = await database.query('select record from webhook_events where partner_id = $1 order by id', [
    partnerId,
  ]);
  const records = rows.map((row) => JSON.parse(row.record as string));
  assert.deepEqual(
    records.map((record) => [record.id, record.status, record.paymentAmount]),
    [
      [Number(payment.id), 'pending', undefined],
      [Number(payment.id), 'completed', 125.5],
      [Number(payment.id), 'failed', 125.5],
    ],
  );
});
