/** No money goes to a biller that could not tell whose it is (interface §2.2, §3, §4.6; open points `own-check-rejection`, `requeue`). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertError, pathsOf } from '../world/answers.ts';
import { anyPayee, asShown, bill, paid, strictPayee } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';
import { accepted, rejected, report, reportOn, submit } from '../world/settlement.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { token } = await world.partner();
/** Nothing that a biller could read: white space, control characters, marks that nobody sees. */
const blanks = ['', ' ', '\u0001', '\t\u007f\u009f', '\u200b', '\u00ad\u2060\ufeff', '\u202d \u202c'];

const play = (path: string, body: object) => world.call<PaymentRecord>('POST', `/sandbox/${path}`, { token, body });
const requeue = (payment: PaymentRecord, ...more: string[]) =>
  command(world.env, 'payment', 'requeue', '--payment', `${payment.id}`, ...more);

async function rejectedPayment(more: Record<string, unknown> = {}): Promise<PaymentRecord> {
  const payment = await paid(world, token, more);
  const answer = await play('settlements', { paymentId: payment.id, outcome: 'rejected' });
  assert.equal(answer.json.status, 'failed', answer.text);
  return payment;
}

test('a creation, a validation and a played re-queue without a readable number are refused, naming the field', async () => {
  const failed = await rejectedPayment();
  for (const accountNumber of blanks) {
    for (const [path, body] of [
      ['/v1/create-payment', { ...bill, accountNumber }],
      ['/v1/payees/validate-account', { payeeName: anyPayee, accountNumber }],
      ['/sandbox/requeues', { paymentId: failed.id, accountNumber }],
    ] as const) {
      const answer = await world.call('POST', path, { token, body });
      assert.deepEqual(pathsOf(assertError(answer, 400, path)), ['accountNumber'], JSON.stringify(accountNumber));
    }
  }
});

test('the operator cannot re-queue with a blank number: nothing changes, and the message says what is needed', async () => {
  const payment = await rejectedPayment();
  for (const blank of blanks) {
    const result = await requeue(payment, '--account-number', blank);
    assert.equal(result.code, 1, JSON.stringify(blank));
    assert.match(result.stderr, /--account-number is blank/);
  }
  assert.equal((await submit(database)).payments, 0);
  assert.equal((await asShown(world, token, payment.id)).accountNumber, bill.accountNumber);
});

test('a number of the database that nobody can read fails its payment before any file is written, whatever the payee', async () => {
  for (const payeeName of [anyPayee, strictPayee]) {
    const payment = await paid(world, token, { payeeName });
    await database.query(`update payments set account_number = $2 where id = $1`, [payment.id, '\u0001 \u0002']);
    const run = await submit(database);
    assert.deepEqual([run.file, run.rejected], [null, 1]);
    assert.equal((await asShown(world, token, payment.id)).status, 'failed');
  }
});

test('every line of a settlement file carries the number by which the payee knows the user', async () => {
  await paid(world, token, { accountNumber: ' \u0001 7 \u0001' });
  await paid(world, token, { accountNumber: '\u3000\u200b8' });
  const { file, payments, sent } = await submit(database);
  assert.equal(payments, 2);
  assert.equal(readFileSync(file as string, 'utf8').match(/<RmtInf>/g)?.length, 2);
  await report(database, reportOn(sent, accepted));
});

test('a re-queued payment takes another correction until it is submitted again, and none after that', async () => {
  const payment = await paid(world, token, { payeeName: strictPayee, accountNumber: '12' });
  assert.equal((await submit(database)).rejected, 1);
  await done(world.env, 'payment', 'requeue', '--payment', `${payment.id}`, '--account-number', '13');
  const again = ['--account-number', '123456789012'];
  const corrected = await requeue(payment, ...again);
  assert.deepEqual([corrected.code, corrected.json.state], [0, 'resettling'], corrected.stderr);
  assert.match((await requeue(payment)).stderr, /Only a failed payment/, 'without a number there is nothing to do');
  const { sent, payments, rejected: refused } = await submit(database);
  assert.deepEqual([payments, refused], [1, 0]);
  assert.equal(sent.transactions[0]?.accountNumber.includes('123456789012'), true);
  assert.match((await requeue(payment, '--account-number', '210987654321')).stderr, /this one is resettling/);
  const { rows } = await database.query(
    'select before, after from payment_corrections where payment_id = $1 order by id',
    [payment.id],
  );
  assert.deepEqual(
    rows.map(({ before, after }) => `${before} → ${after}`),
    ['12 → 13', '13 → 123456789012'],
  );
  assert.deepEqual(await report(database, reportOn(sent, rejected)), { rejected: 1 });
});

test('after all of this the ledger balances', async () => {
  assert.equal((await done(world.env, 'audit')).balanced, true);
});
