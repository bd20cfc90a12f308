/** Card money that arrives, does not fit, or goes back: what is recorded, posted and told, against a provider of the test. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { Tx } from '../../src/base/database.ts';
import type { CardView } from '../../src/collection/card/ports.ts';
import { type Reversal, recordReversal } from '../../src/collection/card/reversals.ts';
import { audit } from '../../src/console/audit.ts';
import type { Payment } from '../../src/payments/record.ts';
import { createTestDatabase } from '../world/database.ts';
import { allEvents, aPartner, aPayment } from '../world/payments.ts';
import { cardRail, paidView, stored, testProvider, toCard, visit } from './card-world.ts';

const world = await createTestDatabase();
after(() => world.close());
const { database } = world;
const partnerId = await aPartner(database, allEvents);
const provider = testProvider();
const { cards, lines, changes } = cardRail(database, provider);
const newPayment = () => aPayment(database, partnerId, 'rent_card');

/** What the payment's sessions posted, as lines `debit credit cents cause`; causes without numbers. */
async function postings({ id }: Payment): Promise<string[]> {
  const { rows } = await database.query(
    `select debit_account || ' ' || credit_account || ' ' || amount_cents || ' ' || cause as line from ledger_transfers t
     where cause like 'payment ' || $1::text || ' %' or exists (select from card_reversals r
       where r.payment_id = $1::text::bigint and t.cause like 'card ' || r.kind || ' ' || r.provider_id || '%') order by id`,
    [id],
  );
  return rows.map((row) => (row.line as string).replace(`payment ${id} `, '').replace(/ (re|dp)_\S+/, ''));
}

const told = async ({ id }: Payment) =>
  (await database.query('select event from webhook_events where payment_id = $1 order by id', [id])).rows.map(
    (row) => row.event,
  );

async function assertAudited(): Promise<void> {
  const { checks } = await audit(database);
  assert.deepEqual(
    checks.filter((check) => !check.holds),
    [],
  );
}

/** A payment that was paid like this, and the provider's name for it. */
async function paidWith(view: CardView) {
  const payment = await newPayment();
  const session = await toCard(cards, provider, payment);
  provider.says(session, view);
  assert.equal(await cards.told('card', session), 'recorded');
  return { payment, session, providerPaymentId: view.providerPaymentId ?? '' };
}

test('money that fits completes the payment, once, however often it is told', async () => {
  const before = changes();
  const { payment, session } = await paidWith(paidView(12_550n));
  for (const _ of [1, 2]) assert.equal(await cards.told('card', session), 'recorded');
  await Promise.all(Array.from({ length: 8 }, () => cards.told('card', session)));
  const now = await stored(database, payment);
  assert.deepEqual([now.state, now.receivedCents], ['collected', 12_550n]);
  assert.deepEqual(await postings(payment), ['collected_card owed_to_landlords 12550 move 2']);
  assert.deepEqual(await told(payment), ['payment.completed']);
  assert.equal(changes(), before + 1, 'the deliverer is woken once');
  assert.equal((await cards.standing(payment, { fresh: true })).state, 'paid');
  await assertAudited();
});

for (const [what, view, reason, posted] of [
  ['a cent too little', paidView(12_549n), 'amount', ['collected_card held_funds 12549 card session 1 held']],
  ['a cent too much', paidView(12_551n), 'amount', ['collected_card held_funds 12551 card session 1 held']],
  ['another currency', paidView(0n, { paid: { amountCents: 12_550n, currency: 'usd' } }), 'currency', []],
] as const) {
  test(`${what} is held and alarmed: the payment stays pending, nobody is told, nobody is asked to pay again`, async () => {
    const { payment, session } = await paidWith(view);
    await cards.told('card', session);
    assert.equal((await stored(database, payment)).state, 'awaiting_funds');
    assert.deepEqual(await postings(payment), posted);
    assert.deepEqual(await told(payment), []);
    assert.match(lines.at(-1) ?? '', new RegExp(`"level":"error".*"heldReason":"${reason}".*its money is held`));
    assert.equal((await cards.standing(payment, { fresh: true })).state, 'under_review');
    assert.deepEqual(await cards.beginCard(payment, visit), { outcome: 'stay' });
    assert.deepEqual(await cards.beginIdentity(payment, visit), { outcome: 'stay' });
    await assertAudited();
  });
}

test('money on a session that had expired, behind another that paid, is held: it was paid already', async () => {
  const payment = await newPayment();
  const first = await toCard(cards, provider, payment);
  provider.says(first, { state: 'expired' });
  assert.equal((await cards.beginCard(payment, visit)).outcome, 'go');
  const second = (await cards.standing(payment)).sessions[0]?.providerId ?? '';
  assert.notEqual(second, first);
  provider.says(second, paidView(12_550n));
  provider.says(first, paidView(12_550n));
  await Promise.all([cards.told('card', second), cards.told('card', second)]);
  await cards.told('card', first);
  assert.deepEqual(await postings(payment), [
    'collected_card owed_to_landlords 12550 move 2',
    'collected_card held_funds 12550 card session 1 held',
  ]);
  assert.deepEqual(await told(payment), ['payment.completed']);
  const { state, sessions } = await cards.standing(await stored(database, payment));
  assert.equal(state, 'paid');
  assert.deepEqual(
    sessions.map((each) => [each.state, each.heldReason]),
    [
      ['paid', undefined],
      ['held', 'already_paid'],
    ],
  );
  await assertAudited();
});

const reversal = (more: Partial<Reversal>): Reversal => ({
  provider: 'stripe',
  providerId: `re_${randomUUID()}`,
  providerPaymentId: '',
  kind: 'refund',
  goneCents: 12_550n,
  step: 1,
  ...more,
});
const record = (each: Reversal) => database.transaction(async (tx: Tx) => (await recordReversal(tx, each)).outcome);

test('a refund is a receivable, told twice it is one, and withdrawn it is none; the payment stays completed', async () => {
  const { payment, providerPaymentId } = await paidWith(paidView(12_550n));
  const refund = reversal({ providerPaymentId, goneCents: 12_000n, reason: 'requested_by_customer' });
  assert.equal(await record(refund), 'posted');
  assert.equal(await record(refund), 'known');
  const again = await Promise.all(Array.from({ length: 5 }, () => record(refund)));
  assert.deepEqual(new Set(again), new Set(['known']));
  await assertAudited();
  const failed = { ...refund, goneCents: 0n, step: 3 };
  assert.equal(await record(failed), 'withdrawn');
  for (const each of [failed, refund, { ...refund, step: 2 }]) assert.equal(await record(each), 'known');
  assert.deepEqual(await postings(payment), [
    'collected_card owed_to_landlords 12550 move 2',
    'receivable collected_card 12000 card refund',
    'collected_card receivable 12000 card refund change 2',
  ]);
  assert.equal((await stored(database, payment)).state, 'collected');
  assert.deepEqual(await told(payment), ['payment.completed']);
  await assertAudited();
});

test('a dispute that is opened, and another refund told at once, are each one receivable', async () => {
  const { payment, providerPaymentId } = await paidWith(paidView(12_550n));
  const dispute = reversal({
    providerPaymentId,
    kind: 'dispute',
    providerId: `dp_${randomUUID()}`,
    goneCents: 10_000n,
  });
  const refund = reversal({ providerPaymentId, goneCents: 2_550n });
  const outcomes = await Promise.all([record(dispute), record(refund), record(dispute), record(refund)]);
  assert.deepEqual(outcomes.toSorted(), ['known', 'known', 'posted', 'posted']);
  assert.deepEqual((await postings(payment)).slice(1).toSorted(), [
    'receivable collected_card 10000 card dispute',
    'receivable collected_card 2550 card refund',
  ]);
  await assertAudited();
});

test('money that was held goes back out of what is held; once all of it did, the payer may pay again', async () => {
  const { payment, providerPaymentId } = await paidWith(paidView(12_000n));
  assert.equal(await record(reversal({ providerPaymentId, goneCents: 11_999n })), 'posted');
  assert.equal((await cards.standing(payment)).state, 'under_review');
  assert.equal(await record(reversal({ providerPaymentId, goneCents: 1n })), 'posted');
  assert.equal((await cards.standing(payment)).state, 'to_pay');
  assert.equal((await cards.beginCard(payment, visit)).outcome, 'go');
  assert.deepEqual(await postings(payment), [
    'collected_card held_funds 12000 card session 1 held',
    'held_funds collected_card 11999 card refund',
    'held_funds collected_card 1 card refund',
  ]);
  await assertAudited();
});

test('of what goes back past the session’s money nothing is posted, until there is room for it again', async () => {
  const { payment, providerPaymentId } = await paidWith(paidView(12_550n));
  const refund = reversal({ providerPaymentId, goneCents: 5_000n });
  const dispute = reversal({ providerPaymentId, kind: 'dispute', providerId: `dp_${randomUUID()}` });
  assert.equal(await record(refund), 'posted');
  assert.equal(await record(dispute), 'posted');
  await assertAudited();
  assert.equal(await record({ ...refund, goneCents: 0n, step: 3 }), 'withdrawn');
  await assertAudited();
  assert.equal(await record({ ...dispute, goneCents: 12_000n, step: 2 }), 'posted');
  assert.equal(await record({ ...dispute, goneCents: 0n, step: 3 }), 'withdrawn');
  assert.equal(await record({ ...dispute, step: 4 }), 'posted');
  assert.deepEqual((await postings(payment)).slice(1), [
    'receivable collected_card 5000 card refund',
    'receivable collected_card 7550 card dispute',
    'collected_card receivable 5000 card refund change 2',
    'receivable collected_card 5000 card dispute change 2',
    'collected_card receivable 550 card dispute change 3',
    'collected_card receivable 12000 card dispute change 4',
    'receivable collected_card 12550 card dispute change 5',
  ]);
  await assertAudited();
});

test('held money is back with the payer only once its refund has succeeded; a dispute is not the way', async () => {
  const { payment, providerPaymentId } = await paidWith(paidView(12_000n));
  const refund = reversal({ providerPaymentId, goneCents: 12_000n });
  assert.equal(await record({ ...refund, isPending: true }), 'posted');
  assert.equal((await cards.standing(payment)).state, 'under_review');
  assert.equal(await record({ ...refund, step: 2 }), 'posted');
  assert.equal((await cards.standing(payment)).state, 'to_pay');
  assert.equal(await record({ ...refund, goneCents: 0n, step: 3 }), 'withdrawn');
  assert.equal((await cards.standing(payment)).state, 'under_review');
  assert.equal(await record(reversal({ providerPaymentId, kind: 'dispute', goneCents: 12_000n })), 'posted');
  assert.equal((await cards.standing(payment)).state, 'under_review');
  await assertAudited();
});

test('a refund of what nobody knows, or of what is not recorded as paid yet, is not recorded: it is told again', async () => {
  assert.equal(await record(reversal({ providerPaymentId: 'pi_unknown' })), 'unknown payment');
  const payment = await newPayment();
  const session = await toCard(cards, provider, payment);
  provider.says(session, { state: 'processing', providerPaymentId: 'pi_early' });
  await cards.told('card', session);
  const early = reversal({ providerPaymentId: 'pi_early' });
  assert.equal(await record(early), 'unknown payment');
  provider.says(session, paidView(12_550n, { providerPaymentId: 'pi_early' }));
  await cards.told('card', session);
  assert.equal(await record(early), 'posted');
  assert.equal(
    await record(reversal({ providerPaymentId: 'pi_early', goneCents: 0n, step: 3 })),
    'known',
    'it never counted',
  );
  await assertAudited();
});
