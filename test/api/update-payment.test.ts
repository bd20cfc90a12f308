/** `PATCH /update-payment` (interface §4.3, open point `update-request`), with the matching of held transfers again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertJson, pathsOf } from '../world/answers.ts';
import { asShown, bill, created, rent } from '../world/bodies.ts';
import { startReceiver } from '../world/receiver.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';

const receiver = await startReceiver();
const world = await openWorld();
const { token } = await world.partner({ webhook: { url: receiver.url, events: ['payment.completed'] } });
const update = (body: unknown) => world.call<PaymentRecord>('PATCH', '/v1/update-payment', { token, body });
const refused = async (body: unknown) => assertError(await update(body), 400, '/v1/update-payment');

interface Played {
  outcome: string;
  reason?: string;
  paymentId?: number;
}
async function send(payment: PaymentRecord, senderEmail: string, amount = payment.amount): Promise<Played> {
  const body = { senderEmail, amount, description: `re ${payment.identificationNumber}` };
  const answer = await world.call<Played>('POST', '/sandbox/interac-transfers', { token, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

test('a pending payment gets another address; the answer is the record, the user stays who it was', async () => {
  for (const body of [bill, rent]) {
    const payment = await created(world, token, body);
    const answer = await update({ id: payment.id, userEmail: 'new.address@example.org' });
    assert.equal(answer.status, 200, answer.text);
    assertJson(answer);
    const changed = body === bill ? { ...payment, recipientEmail: 'new.address@example.org' } : payment;
    assert.deepEqual(answer.json, changed);
    assert.deepEqual(await asShown(world, token, payment.id), changed);
  }
});

test('a transfer from the new address is then matched, one from the old address is held', async () => {
  const payment = await created(world, token);
  await update({ id: payment.id, userEmail: 'other@example.org' });
  assert.equal((await send(payment, bill.userEmail)).reason, 'sender-differs');
  assert.equal((await send(payment, 'OTHER@example.org')).outcome, 'matched');
});

test('a transfer that was held for its sender is matched by the correction, before the answer', async () => {
  const payment = await created(world, token);
  const held = await send(payment, 'spouse@example.com');
  assert.equal(held.outcome, 'held');
  assert.equal(held.reason, 'sender-differs');
  const answer = await update({ id: payment.id, userEmail: 'Spouse@Example.com' });
  assert.equal(answer.json.status, 'completed');
  assert.equal(answer.json.paymentAmount, 125.5);
  assert.equal(answer.json.recipientEmail, 'Spouse@Example.com');
  assert.ok(answer.json.paymentMade !== undefined);
  await receiver.received(2);
  assert.deepEqual(receiver.events(payment.id), ['payment.completed']);
});

test('a correction that still does not fit leaves the transfer held, and a second one may fit', async () => {
  const payment = await created(world, token);
  await send(payment, 'spouse@example.com');
  assert.equal((await update({ id: payment.id, userEmail: 'wrong@example.com' })).json.status, 'pending');
  assert.equal((await update({ id: payment.id, userEmail: 'spouse@example.com' })).json.status, 'completed');
});

test('of two transfers held for one payment, one pays it and the other stays held', async () => {
  const payment = await created(world, token);
  await send(payment, 'spouse@example.com');
  await send(payment, 'spouse@example.com');
  const answer = await update({ id: payment.id, userEmail: 'spouse@example.com' });
  assert.equal(answer.json.status, 'completed');
  assert.equal(answer.json.paymentAmount, 125.5);
  const { rows } = await world.testDatabase.database.query<{ state: string; held_reason: string | null }>(
    'select state, held_reason from interac_transfers where numbers @> array[$1] order by id',
    [payment.identificationNumber],
  );
  assert.deepEqual(rows.map((row) => row.state).sort(), ['held', 'matched']);
});

test('a transfer of another amount stays held: money is never guessed', async () => {
  const payment = await created(world, token);
  await send(payment, 'spouse@example.com', 125.49);
  assert.equal((await update({ id: payment.id, userEmail: 'spouse@example.com' })).json.status, 'pending');
});

test('a completed payment, one that does not exist, and one of nobody are refused in the same words', async () => {
  const payment = await created(world, token);
  await send(payment, bill.userEmail);
  const errors = [];
  for (const id of [payment.id, 987_654_321, Number.MAX_SAFE_INTEGER]) {
    const body = await refused({ id, userEmail: 'a@example.com' });
    assert.deepEqual(pathsOf(body), ['id']);
    errors.push(body.details?.[0]?.message);
  }
  assert.equal(new Set(errors).size, 1);
  assert.equal((await asShown(world, token, payment.id)).recipientEmail, bill.userEmail);
});

test('all faults of the body are listed at once', async () => {
  assert.deepEqual(pathsOf(await refused({})), ['id', 'userEmail']);
  assert.deepEqual(pathsOf(await refused(undefined)), ['id', 'userEmail']);
  for (const id of [0, -1, 1.5, '1', null, 1e300]) {
    assert.deepEqual(pathsOf(await refused({ id, userEmail: 'no address' })), ['id', 'userEmail']);
  }
});

test('the same correction again changes nothing', async () => {
  const payment = await created(world, token);
  const first = await update({ id: payment.id, userEmail: 'x@example.com' });
  const again = await update({ id: payment.id, userEmail: 'x@example.com' });
  assert.equal(again.text, first.text);
});

test('corrections and transfers at once leave one completed payment', async () => {
  const payment = await created(world, token);
  await Promise.all([
    update({ id: payment.id, userEmail: 'spouse@example.com' }),
    send(payment, 'spouse@example.com'),
    update({ id: payment.id, userEmail: 'spouse@example.com' }),
    send(payment, bill.userEmail),
  ]);
  const shown = await asShown(world, token, payment.id);
  assert.equal(shown.status, 'completed');
  assert.equal(shown.paymentAmount, 125.5);
});
