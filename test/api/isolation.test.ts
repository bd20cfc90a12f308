/** One partner's data is nobody else's: not to read, not to change, not to play with in the sandbox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, pathsOf } from '../world/answers.ts';
import { asShown, bill, created } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { openWorld, type PaymentRecord, temporaryFolder } from '../world/service.ts';

const world = await openWorld();
const owner = await world.partner();
const other = await world.partner();

const history = async (token: string, body: object = {}) =>
  (await world.call<{ payments: PaymentRecord[] }>('POST', '/v1/payment-history', { token, body })).json.payments;

test("another partner's payments are in no history, whatever is asked for", async () => {
  const payment = await created(world, owner.token);
  const { id, identificationNumber, userId } = payment;
  for (const body of [{}, { ids: [id] }, { identificationNumbers: [identificationNumber] }, { userId }]) {
    assert.deepEqual(await history(other.token, body), []);
    assert.deepEqual(
      (await history(owner.token, body)).map((each) => each.id),
      [id],
    );
  }
});

test("another partner's cursor shows nothing of that partner", async () => {
  await created(world, owner.token);
  const page = await world.call<{ nextCursor: string }>('POST', '/v1/payment-history', {
    token: owner.token,
    body: { limit: 1 },
  });
  assert.deepEqual(await history(other.token, { cursor: page.json.nextCursor }), []);
});

test("updating another partner's payment is refused as an unknown one is, in the same words", async () => {
  const payment = await created(world, owner.token);
  const body = { id: payment.id, userEmail: 'thief@example.com' };
  const foreign = await world.call('PATCH', '/v1/update-payment', { token: other.token, body });
  const unknown = await world.call('PATCH', '/v1/update-payment', {
    token: other.token,
    body: { ...body, id: 999_999_999 },
  });
  const [one, two] = [foreign, unknown].map((answer) => assertError(answer, 400, '/v1/update-payment'));
  assert.deepEqual(pathsOf(one!), ['id']);
  assert.deepEqual({ ...one, timestamp: '' }, { ...two, timestamp: '' });
  assert.equal((await asShown(world, owner.token, payment.id)).recipientEmail, bill.userEmail);
});

test("a transfer that one partner plays never pays another partner's payment", async () => {
  const payment = await created(world, owner.token);
  const body = { senderEmail: bill.userEmail, amount: bill.amount, description: payment.identificationNumber };
  const answer = await world.call<{ outcome: string; reason: string }>('POST', '/sandbox/interac-transfers', {
    token: other.token,
    body,
  });
  assert.equal(answer.json.outcome, 'held');
  assert.equal((await asShown(world, owner.token, payment.id)).status, 'pending');
});

test("nobody settles, rejects or re-queues another partner's payment", async () => {
  const payment = await paid();
  for (const outcome of ['accepted', 'rejected', 'batch_rejected']) {
    const answer = await world.call('POST', '/sandbox/settlements', {
      token: other.token,
      body: { paymentId: payment.id, outcome },
    });
    assert.deepEqual(pathsOf(assertError(answer, 400, '/sandbox/settlements')), ['paymentId']);
  }
  await play('/sandbox/settlements', owner.token, { paymentId: payment.id, outcome: 'rejected' });
  const answer = await world.call('POST', '/sandbox/requeues', { token: other.token, body: { paymentId: payment.id } });
  assert.deepEqual(pathsOf(assertError(answer, 400, '/sandbox/requeues')), ['paymentId']);
  assert.equal((await asShown(world, owner.token, payment.id)).status, 'failed');
});

test("rejecting the batch of one's own payment leaves the payments of others in the same batch alone", async () => {
  const own = await paid(other.token);
  const foreign = await paid(owner.token);
  const second = await paid(other.token);
  const { payments } = await done<{ payments: number }>(world.env, 'settlement', 'submit', '--out', temporaryFolder());
  assert.equal(payments, 3, 'all stand in one batch');
  await play('/sandbox/settlements', other.token, { paymentId: own.id, outcome: 'batch_rejected' });
  assert.equal((await asShown(world, other.token, own.id)).status, 'failed');
  assert.equal((await asShown(world, other.token, second.id)).status, 'failed');
  assert.equal((await asShown(world, owner.token, foreign.id)).status, 'completed');
});

/** A bill payment whose funds have arrived. */
async function paid(token = owner.token): Promise<PaymentRecord> {
  const payment = await created(world, token);
  const body = { senderEmail: bill.userEmail, amount: bill.amount, description: payment.identificationNumber };
  await play('/sandbox/interac-transfers', token, body);
  return payment;
}

async function play(path: string, token: string, body: object): Promise<void> {
  const answer = await world.call('POST', path, { token, body });
  assert.equal(answer.status, 200, answer.text);
}
