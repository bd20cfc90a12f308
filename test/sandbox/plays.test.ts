/** The sandbox's endpoints (design §9): each plays an outside actor through the same doors, and an impossible step is 400. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addBusinessDays, torontoDate } from '../../src/base/calendar.ts';
import { audit } from '../../src/console/audit.ts';
import { assertError, assertJson, pathsOf } from '../world/answers.ts';
import { asShown, bill, created, paid } from '../world/bodies.ts';
import { openWorld, type PaymentRecord, startService } from '../world/service.ts';

const world = await openWorld();
const { token } = await world.partner({ scopes: [] });
const creator = await world.partner();
const play = <T = PaymentRecord>(name: string, body: unknown, as = creator.token) =>
  world.call<T>('POST', `/sandbox/${name}`, { token: as, body });
const refused = async (name: string, body: unknown) => assertError(await play(name, body), 400, `/sandbox/${name}`);
const statusOf = async (payment: PaymentRecord) => (await asShown(world, creator.token, payment.id)).status;

test('every endpoint needs an active token of a partner, of any scope', async () => {
  for (const name of ['interac-transfers', 'settlements', 'eft-debits', 'card-payments', 'requeues', 'clock']) {
    assertError(await world.call('POST', `/sandbox/${name}`, { body: {} }), 401, `/sandbox/${name}`);
    assertError(await world.call('POST', `/sandbox/${name}`, { token, body: {} }), 400, `/sandbox/${name}`);
  }
});

test('a transfer with the number, the address and the amount of a payment is matched and completes it', async () => {
  const payment = await created(world, creator.token);
  const number = payment.identificationNumber.replace(/(\d{4})(?=\d)/g, '$1 ');
  const body = {
    senderEmail: bill.userEmail.toUpperCase(),
    senderName: 'A. Roy',
    amount: 125.5,
    description: `No. ${number}`,
  };
  const answer = await play<{ outcome: string; paymentId: number }>('interac-transfers', body);
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  assert.deepEqual([answer.json.outcome, answer.json.paymentId], ['matched', payment.id]);
  assert.equal(await statusOf(payment), 'completed');
});

test('a transfer that does not fit is held, with the reason', async () => {
  const payment = await created(world, creator.token);
  const { identificationNumber: number } = payment;
  const slip = `${number.slice(0, 11)}${(Number(number[11]) + 1) % 10}`;
  const table: [object, string][] = [
    [{ description: 'thanks' }, 'no-number-found'],
    [{ description: slip }, 'no-number-found'],
    [{ description: number, amount: 125.49 }, 'amount-differs'],
    [{ description: number, senderEmail: 'other@example.com' }, 'sender-differs'],
    [{ description: '' }, 'no-number-found'],
  ];
  for (const [more, reason] of table) {
    const body = { senderEmail: bill.userEmail, amount: 125.5, ...more };
    const answer = await play<{ outcome: string; reason: string }>('interac-transfers', body);
    assert.deepEqual([answer.json.outcome, answer.json.reason], ['held', reason]);
  }
  assert.equal(await statusOf(payment), 'pending');
});

test('a second transfer for a payment is held', async () => {
  const payment = await paid(world, creator.token);
  const body = { senderEmail: bill.userEmail, amount: 125.5, description: payment.identificationNumber };
  const answer = await play<{ outcome: string; reason: string }>('interac-transfers', body);
  assert.deepEqual([answer.json.outcome, answer.json.reason], ['held', 'payment-not-awaiting-funds']);
});

test('settlements takes a payment through batching, and its answer is the payment as it stands', async () => {
  for (const [outcome, status] of [
    ['accepted', 'completed'],
    ['rejected', 'failed'],
    ['batch_rejected', 'failed'],
  ] as const) {
    const payment = await paid(world, creator.token);
    const answer = await play('settlements', { paymentId: payment.id, outcome });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.json.id, answer.json.status], [payment.id, status]);
    assert.equal(await statusOf(payment), status);
  }
});

test('a rejection may give a reason, as a code or in words', async () => {
  for (const reason of ['AC06', 'The customer has moved away', 'é'.repeat(300)]) {
    const payment = await paid(world, creator.token);
    const answer = await play('settlements', { paymentId: `${payment.id}`, outcome: 'rejected', reason });
    assert.equal(answer.json.status, 'failed', answer.text);
  }
});

test('what has not been paid, was settled already, or is rent cannot be settled', async () => {
  const pending = await created(world, creator.token);
  assert.match(
    (await refused('settlements', { paymentId: pending.id, outcome: 'accepted' })).error,
    /not in settlement/,
  );
  const settled = await paid(world, creator.token);
  await play('settlements', { paymentId: settled.id, outcome: 'accepted' });
  assert.match(
    (await refused('settlements', { paymentId: settled.id, outcome: 'rejected' })).error,
    /not in settlement/,
  );
  const rent = await paid(world, creator.token, { paymentType: 'rent' });
  assert.match((await refused('settlements', { paymentId: rent.id, outcome: 'accepted' })).error, /Rent/);
});

test('a failed payment is re-queued, corrected or not, and then accepted', async () => {
  for (const accountNumber of [undefined, 'corrected 1']) {
    const payment = await paid(world, creator.token);
    await play('settlements', { paymentId: payment.id, outcome: 'rejected' });
    const answer = await play('requeues', { paymentId: payment.id, ...(accountNumber && { accountNumber }) });
    assert.equal(answer.json.status, 'failed', 'until it succeeds');
    assert.equal(answer.json.accountNumber, accountNumber ?? bill.accountNumber);
    const settled = await play('settlements', { paymentId: payment.id, outcome: 'accepted' });
    assert.equal(settled.json.status, 'completed');
  }
});

test('only a failed payment can be re-queued', async () => {
  const pending = await created(world, creator.token);
  const completed = await paid(world, creator.token);
  for (const payment of [pending, completed]) {
    assert.match((await refused('requeues', { paymentId: payment.id })).error, /Only a failed payment/);
  }
});

test('the clock moves forward by seconds or business days, and payments are stamped with it', async () => {
  const before = await play<{ now: string }>('clock', { advanceSeconds: 3600 });
  assert.equal(before.status, 200, before.text);
  const payment = await created(world, creator.token);
  assert.ok(payment.createdAt >= before.json.now);
  const after = await play<{ now: string }>('clock', { advanceBusinessDays: 2 });
  const [from, to] = [before, after].map((answer) => torontoDate(Temporal.Instant.from(answer.json.now)));
  assert.equal(to?.toString(), addBusinessDays(from as Temporal.PlainDate, 2).toString());
});

test('the clock takes one of the two, and never goes back', async () => {
  for (const body of [{}, undefined, { advanceSeconds: 1, advanceBusinessDays: 1 }]) {
    assert.match((await refused('clock', body)).error, /either advanceBusinessDays or advanceSeconds/);
  }
  assert.deepEqual(pathsOf(await refused('clock', { advanceSeconds: -1 })), ['advanceSeconds']);
  assert.deepEqual(pathsOf(await refused('clock', { advanceBusinessDays: 0.5 })), ['advanceBusinessDays']);
  assert.deepEqual(pathsOf(await refused('clock', { advanceSeconds: 1e12 })), ['advanceSeconds']);
});

test('all faults of a body are listed, and unknown payments are refused under paymentId', async () => {
  const transfer = await refused('interac-transfers', { senderEmail: 'x', amount: '1', description: 5 });
  assert.deepEqual(pathsOf(transfer), ['senderEmail', 'amount', 'description']);
  assert.deepEqual(pathsOf(await refused('settlements', { outcome: 'lost' })), ['paymentId', 'outcome']);
  for (const paymentId of [999_999_999, '999999999']) {
    assert.deepEqual(pathsOf(await refused('settlements', { paymentId, outcome: 'accepted' })), ['paymentId']);
    assert.deepEqual(pathsOf(await refused('requeues', { paymentId })), ['paymentId']);
  }
});

test('steps at once on one payment, in one process and in two, are each carried out or impossible, and the ledger balances', async () => {
  const second = await startService({ DATABASE_URL: world.testDatabase.url, ROLES: 'api' });
  for (let round = 0; round < 3; round += 1) {
    const payments = [await paid(world, creator.token), await paid(world, creator.token)];
    const answers = await Promise.all(
      payments.flatMap((payment) =>
        ['accepted', 'rejected', 'accepted', 'batch_rejected'].map((outcome, index) =>
          (index % 2 ? second : world).call('POST', '/sandbox/settlements', {
            token: creator.token,
            body: { paymentId: payment.id, outcome },
          }),
        ),
      ),
    );
    for (const answer of answers) assert.ok([200, 400].includes(answer.status), answer.text);
    assert.ok(answers.filter((answer) => answer.status === 200).length >= payments.length);
  }
  assert.equal((await audit(world.testDatabase.database)).balanced, true);
});
