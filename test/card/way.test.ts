/** The way of a payer from the link to the webhook, through the real service and its simulated provider, over HTTP only (interface §3). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardDeclines, identityFailures } from '../../src/collection/card/ports.ts';
import { audit } from '../../src/console/audit.ts';
import { asShown } from '../world/bodies.ts';
import { startReceiver, verified } from '../world/receiver.ts';
import { openWorld, startService } from '../world/service.ts';
import { browse, type CardRecord, cardPayment, chosen, pressed, stateOf, through } from './card-world.ts';

const world = await openWorld();
const receiver = await startReceiver();
const events = ['payment.created', 'payment.completed', 'payment.failed'];
const partner = await world.partner({ webhook: { url: receiver.url, events } });
const { token } = partner;
const { database } = world.testDatabase;
const newPayment = (more: object = {}) => cardPayment(world, token, more);
const shown = (payment: CardRecord) => asShown(world, token, payment.id);
const isBack = (payment: CardRecord, url: string) => assert.ok(url.startsWith(payment.paymentUrl), url);
const letPass = async (advanceSeconds: number) => {
  const answer = await world.call('POST', '/sandbox/clock', { token, body: { advanceSeconds } });
  assert.equal(answer.status, 200, answer.text);
};
const sessionsOf = async (table: 'card_sessions' | 'identity_checks', { id }: CardRecord) =>
  (await database.query(`select state from ${table} where payment_id = $1 order by attempt`, [id])).rows.map(
    (row) => row.state,
  );

async function verifiedPayer(): Promise<CardRecord> {
  const payment = await newPayment();
  isBack(payment, await through(payment, 'identity', 'verified'));
  return payment;
}

test('verified and paid, the payment is completed, and the partner is told once, with the record as the history has it', async () => {
  const payment = await newPayment({ term: '2026-12', rent: 1650, landlordMemo: 'Unit 4' });
  assert.equal(await stateOf(payment), 'to_verify');
  isBack(payment, await through(payment, 'identity', 'verified'));
  assert.equal(await stateOf(payment), 'to_pay');
  assert.equal((await shown(payment)).status, 'pending');
  isBack(payment, await through(payment, 'card', 'paid'));
  assert.equal(await stateOf(payment), 'paid');
  const [delivery] = await receiver.received(1);
  assert.ok(delivery);
  const { event, payments } = verified(delivery, partner.signingSecret);
  assert.equal(event, 'payment.completed');
  const { paymentUrl: _, ...created } = payment;
  const [record] = payments;
  assert.match(record?.paymentMade ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(record, { ...created, status: 'completed', paymentMade: record?.paymentMade });
  assert.deepEqual(await shown(payment), record);
  assert.deepEqual(receiver.events(payment.id), ['payment.completed']);
});

test('a decline says why and leaves the payment pending; another card on the same session pays it', async () => {
  const payment = await verifiedPayer();
  const url = await pressed(payment, 'card');
  for (const decline of cardDeclines) {
    assert.equal(await chosen(url, decline), url, 'the payer stays at the provider');
    const page = await browse('GET', url);
    assert.match(page.text, /role="alert">The card was declined: /);
  }
  assert.equal(await stateOf(payment), 'to_pay');
  assert.equal((await shown(payment)).status, 'pending');
  assert.equal(await pressed(payment, 'card'), url);
  isBack(payment, await chosen(url, 'paid'));
  assert.equal((await shown(payment)).status, 'completed');
  assert.deepEqual(await sessionsOf('card_sessions', payment), ['paid']);
});

test('what is processing finishes as the clock goes on: paid, or declined with another try', async () => {
  const [paid, declined] = [await verifiedPayer(), await verifiedPayer()];
  isBack(paid, await through(paid, 'card', 'paid_later'));
  isBack(declined, await through(declined, 'card', 'declined_later'));
  for (const payment of [paid, declined]) {
    assert.equal(await stateOf(payment), 'processing');
    isBack(payment, await pressed(payment, 'card'));
  }
  await letPass(119);
  assert.equal((await shown(paid)).status, 'pending');
  await letPass(2);
  assert.equal((await shown(paid)).status, 'completed');
  assert.equal(await stateOf(declined), 'to_pay');
  assert.equal((await shown(declined)).status, 'pending');
  await through(declined, 'card', 'paid');
  assert.equal((await shown(declined)).status, 'completed');
  assert.deepEqual(await sessionsOf('card_sessions', declined), ['expired', 'paid']);
});

test('a verification that takes a moment is waited for', async () => {
  const payment = await newPayment();
  isBack(payment, await through(payment, 'identity', 'verified_later'));
  assert.equal(await stateOf(payment), 'verifying');
  isBack(payment, await pressed(payment, 'card'));
  isBack(payment, await pressed(payment, 'identity'));
  await letPass(31);
  assert.equal(await stateOf(payment), 'to_pay');
});

test('a verification that failed, for whatever reason, is tried again on the same session', async () => {
  const payment = await newPayment();
  const url = await pressed(payment, 'identity');
  for (const failure of identityFailures) {
    isBack(payment, await chosen(url, failure));
    assert.equal(await stateOf(payment), 'verification_failed');
    isBack(payment, await pressed(payment, 'card'));
    assert.equal(await pressed(payment, 'identity'), url);
    assert.match((await browse('GET', url)).text, /role="alert">The last try failed: /);
  }
  isBack(payment, await chosen(url, 'verified'));
  assert.equal(await stateOf(payment), 'to_pay');
  assert.deepEqual(await sessionsOf('identity_checks', payment), ['verified']);
});

test('a verification that was canceled is followed by a new one', async () => {
  const payment = await newPayment();
  const first = await pressed(payment, 'identity');
  isBack(payment, await chosen(first, 'canceled'));
  assert.equal(await stateOf(payment), 'to_verify');
  const second = await pressed(payment, 'identity');
  assert.notEqual(second, first);
  isBack(payment, await chosen(first, 'verified'));
  assert.equal(await stateOf(payment), 'to_verify', 'what is over stays over');
  isBack(payment, await chosen(second, 'verified'));
  assert.deepEqual(await sessionsOf('identity_checks', payment), ['canceled', 'verified']);
});

test('many presses at once, in two processes, are one session; chosen twice at once, it pays once', async () => {
  const second = await startService({ DATABASE_URL: world.testDatabase.url, ROLES: 'api', PUBLIC_URL: world.address });
  const payment = await newPayment();
  const other = { ...payment, paymentUrl: payment.paymentUrl.replace(world.address, second.address) };
  const pressAll = async (kind: 'identity' | 'card') =>
    new Set(await Promise.all(Array.from({ length: 16 }, (_, index) => pressed(index % 2 ? payment : other, kind))));
  const checks = await pressAll('identity');
  assert.equal(checks.size, 1);
  await chosen([...checks][0] as string, 'verified');
  const cards = await pressAll('card');
  assert.equal(cards.size, 1);
  const url = [...cards][0] as string;
  for (const back of await Promise.all(Array.from({ length: 8 }, () => chosen(url, 'paid')))) isBack(payment, back);
  assert.deepEqual(await sessionsOf('card_sessions', payment), ['paid']);
  assert.equal((await shown(payment)).status, 'completed');
});

test('a session that expired takes no money; the next press begins another', async () => {
  const payment = await verifiedPayer();
  const first = await pressed(payment, 'card');
  await letPass(24 * 3600 + 1);
  assert.equal((await browse('GET', first)).status, 410);
  assert.equal((await browse('POST', first, { outcome: 'paid' })).status, 410);
  assert.equal(await stateOf(payment), 'to_pay');
  await through(payment, 'card', 'paid');
  assert.deepEqual(await sessionsOf('card_sessions', payment), ['expired', 'paid']);
});

test('a provider that took the money and then does not answer: nobody pays twice, and the payment completes when it does', async () => {
  const payment = await verifiedPayer();
  isBack(payment, await through(payment, 'card', 'unreachable'));
  assert.equal((await browse('GET', payment.paymentUrl)).status, 200);
  isBack(payment, await pressed(payment, 'card'));
  assert.equal((await shown(payment)).status, 'pending');
  await letPass(61);
  assert.equal((await shown(payment)).status, 'completed');
  assert.deepEqual(await sessionsOf('card_sessions', payment), ['paid']);
});

test('a service that dies between the question and the record asks again under the same key: one session', async () => {
  const payment = await verifiedPayer();
  const url = await pressed(payment, 'card');
  // As the row was before the answer: the provider has the session, we do not know it.
  await database.query(
    `update card_sessions set state = 'asked', provider_id = null, next_look_at = null where payment_id = $1`,
    [payment.id],
  );
  assert.equal(await pressed(payment, 'card'), url);
  isBack(payment, await chosen(url, 'paid'));
  assert.deepEqual(await sessionsOf('card_sessions', payment), ['paid']);
});

test('after all of it every partner was told of each payment once, and the books balance', async () => {
  const { rows } = await database.query<{ payment_id: bigint }>(
    `select payment_id from webhook_events where event <> 'payment.completed' or payment_id in
       (select payment_id from webhook_events group by payment_id having count(*) > 1)`,
  );
  assert.deepEqual(rows, []);
  const { checks } = await audit(database);
  assert.deepEqual(
    checks.filter((check) => !check.holds),
    [],
  );
});
