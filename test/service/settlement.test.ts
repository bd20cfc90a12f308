/** Settlement, as partner and operator see it (interface §3; open points `settlement-acceptance`, `requeue`, `second-rejection`). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FileRefused } from '../../src/base/file-refused.ts';
import { asShown, created, fileOf, paid, pain002File, strictPayee } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { until } from '../world/payments.ts';
import { startReceiver } from '../world/receiver.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';
import {
  accepted,
  rejected,
  report,
  reportOn,
  reportOnBatch,
  type SettlementFile,
  submit,
} from '../world/settlement.ts';

const receiver = await startReceiver();
const world = await openWorld();
const { database } = world.testDatabase;
const events = ['payment.completed', 'payment.failed'];
const { token } = await world.partner({ webhook: { url: receiver.url, events } });

const statusOf = async (payment: PaymentRecord) => (await asShown(world, token, payment.id)).status;
const play = async (path: string, body: object) => {
  const answer = await world.call('POST', path, { token, body });
  assert.equal(answer.status, 200, answer.text);
};
/** The events that the partner heard of for a payment, once there are as many. */
const heard = (payment: PaymentRecord, count: number) =>
  until(`${count} events of payment ${payment.id}`, () => {
    const names = receiver.events(payment.id).map((name) => name.replace('payment.', ''));
    return names.length >= count && names.join(' ');
  });
const only = (sent: SettlementFile, ...payments: PaymentRecord[]) =>
  sent.transactions.filter(({ endToEndId }) => payments.some((payment) => endToEndId.includes(`-${payment.id}-`)));

test('a rejected batch fails every payment in it, and each partner hears of each', async () => {
  const payments = [await paid(world, token), await paid(world, token), await paid(world, token)];
  const { sent } = await submit(database);
  assert.equal(sent.transactions.length, 3);
  assert.deepEqual(await report(database, reportOnBatch(sent, { status: 'RJCT' })), { rejected: 3 });
  for (const payment of payments) {
    assert.equal(await statusOf(payment), 'failed');
    assert.equal(await heard(payment, 2), 'completed failed');
  }
});

test('of a batch that is told payment by payment, each takes its own answer and the unnamed ones wait', async () => {
  const [good, bad, unnamed] = [await paid(world, token), await paid(world, token), await paid(world, token)];
  const { sent } = await submit(database);
  assert.deepEqual(await report(database, reportOn(sent, accepted, only(sent, good))), { accepted: 1 });
  assert.deepEqual(await report(database, reportOn(sent, rejected, only(sent, bad))), { rejected: 1 });
  assert.deepEqual(await Promise.all([good, bad, unnamed].map(statusOf)), ['completed', 'failed', 'completed']);
  assert.deepEqual(await report(database, reportOn(sent, rejected, only(sent, unnamed))), { rejected: 1 });
  assert.equal(await statusOf(unnamed), 'failed', 'a rejection, however late, fails it');
});

test('interim statuses are recorded and change nothing', async () => {
  const payment = await paid(world, token);
  const { sent } = await submit(database);
  for (const status of ['RCVD', 'ACTC', 'ACSP', 'PDNG', 'XXXX']) {
    assert.deepEqual(await report(database, reportOn(sent, { status })), { recorded: 1 }, status);
  }
  assert.equal(await statusOf(payment), 'completed');
  assert.deepEqual(await report(database, reportOn(sent, rejected)), { rejected: 1 });
});

test('a rejection after an acceptance, or the reverse, is held for the operator and changes nothing', async () => {
  const [first, second] = [await paid(world, token), await paid(world, token)];
  const { sent } = await submit(database);
  await report(database, reportOn(sent, accepted, only(sent, first)));
  await report(database, reportOn(sent, rejected, only(sent, second)));
  assert.deepEqual(await report(database, reportOn(sent, rejected, only(sent, first))), { held: 1 });
  assert.deepEqual(await report(database, reportOn(sent, accepted, only(sent, second))), { held: 1 });
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['completed', 'failed']);
});

test('a report that repeats what is known changes nothing and tells nobody', async () => {
  const payment = await paid(world, token);
  const { sent } = await submit(database);
  await report(database, reportOn(sent, rejected));
  await heard(payment, 2);
  assert.deepEqual(await report(database, reportOn(sent, rejected)), { duplicates: 1 });
  assert.deepEqual(await report(database, reportOnBatch(sent, { status: 'RJCT' })), { duplicates: 1 });
  assert.equal(await heard(payment, 2), 'completed failed');
});

test('a report for payments and batches that nobody knows is counted as unknown and changes nothing', async () => {
  const payment = await paid(world, token);
  const { sent } = await submit(database);
  const blocks = [
    { originalPaymentInformationId: 'NOT-OURS', transactions: [{ originalEndToEndId: 'NOBODY', ...rejected }] },
  ];
  const counts = await report(database, pain002File({ originalMessageId: 'NEVER-SENT', status: 'PART', blocks }));
  assert.ok((counts.unknown ?? 0) >= 1);
  assert.equal(counts.rejected, undefined);
  assert.equal(await statusOf(payment), 'completed');
  await report(database, reportOn(sent, accepted));
});

test('a block that a report names twice counts for each of its payments once', async () => {
  const payments = [await paid(world, token), await paid(world, token)];
  const { sent } = await submit(database);
  const blocks = sent.transactions.map(({ blockId, endToEndId }) => ({
    originalPaymentInformationId: blockId,
    transactions: [{ originalEndToEndId: endToEndId, ...rejected }],
  }));
  const counts = await report(database, pain002File({ originalMessageId: sent.messageId, status: 'PART', blocks }));
  assert.equal(counts.rejected, 2);
  for (const payment of payments) assert.equal(await heard(payment, 2), 'completed failed');
});

test('a re-queued payment counts as accepted after three business days without a rejection, and a later one fails it again', async () => {
  const payment = await paid(world, token);
  await play('/sandbox/settlements', { paymentId: payment.id, outcome: 'rejected' });
  await done(world.env, 'payment', 'requeue', '--payment', `${payment.id}`, '--account-number', '42');
  const { sent } = await submit(database);
  await play('/sandbox/clock', { advanceBusinessDays: 2 });
  assert.equal(await statusOf(payment), 'failed');
  await play('/sandbox/clock', { advanceBusinessDays: 1 });
  assert.equal(await statusOf(payment), 'completed');
  assert.equal(await heard(payment, 3), 'completed failed completed');
  assert.deepEqual(await report(database, reportOn(sent, rejected)), { rejected: 1 });
  assert.equal(await statusOf(payment), 'failed');
  assert.equal(await heard(payment, 4), 'completed failed completed failed');
});

test('a second rejection while the payment is failed is no second payment.failed', async () => {
  const payment = await paid(world, token);
  await play('/sandbox/settlements', { paymentId: payment.id, outcome: 'rejected' });
  await play('/sandbox/requeues', { paymentId: payment.id });
  await play('/sandbox/settlements', { paymentId: payment.id, outcome: 'rejected' });
  await play('/sandbox/requeues', { paymentId: payment.id, accountNumber: '43' });
  await play('/sandbox/settlements', { paymentId: payment.id, outcome: 'accepted' });
  assert.equal(await heard(payment, 3), 'completed failed completed');
});

test('a payment that has not failed cannot be re-queued, nor one that does not exist', async () => {
  const payment = await created(world, token);
  for (const id of [payment.id, 999_999_999]) {
    const result = await command(world.env, 'payment', 'requeue', '--payment', `${id}`);
    assert.equal(result.code, 1);
    assert.match(result.stderr, /Only a failed payment|no payment 999999999/);
  }
});

test('a number that breaks a confirmed rule of its payee fails before any file is written; corrected it goes', async () => {
  const payment = await paid(world, token, { payeeName: strictPayee, accountNumber: '12' });
  const run = await submit(database);
  assert.deepEqual([run.file, run.payments, run.rejected], [null, 0, 1]);
  assert.equal(await heard(payment, 2), 'completed failed');
  await play('/sandbox/requeues', { paymentId: payment.id, accountNumber: '1234 5678 9012' });
  const { sent } = await submit(database);
  assert.ok(sent.transactions[0]?.accountNumber.includes('123456789012'), 'in the form that the biller knows');
  assert.deepEqual(await report(database, reportOn(sent, accepted)), { accepted: 1 });
  assert.equal(await heard(payment, 3), 'completed failed completed');
});

test('a report that cannot be read to its end is refused whole, with the place, and taken in once it is right', async () => {
  const payment = await paid(world, token);
  const { sent } = await submit(database);
  const right = readFileSync(reportOn(sent, rejected), 'utf8');
  const wrong: [string, RegExp][] = [
    [right.slice(0, -30), /line \d+/i],
    [right.replace('?>', '?><!DOCTYPE Document [<!ENTITY x "y">]>'), /DOCTYPE/],
    [right.replace('pain.002.001.11', 'pain.002.001.99'), /pain\.002/],
    ['not XML at all', /line 1/i],
    ['', /line 1/i],
  ];
  for (const [text, expected] of wrong) {
    await assert.rejects(report(database, fileOf(text)), (error) => {
      assert.ok(error instanceof FileRefused, String(error));
      assert.match(`line ${error.line}: ${error.message}`, expected);
      return true;
    });
    assert.equal(await statusOf(payment), 'completed');
  }
  const result = await command(world.env, 'settlement', 'report', fileOf(right.slice(0, -31)));
  assert.equal(result.code, 1);
  assert.match(result.stderr, /refused, nothing of it took effect/);
  assert.deepEqual(await report(database, fileOf(right)), { rejected: 1 });
});

test('rent is never settled with a biller', async () => {
  const rent = await paid(world, token, { paymentType: 'rent' });
  assert.equal((await submit(database)).payments, 0);
  assert.equal(await statusOf(rent), 'completed');
});

test('two settlement runs at once write every payment once', async () => {
  const payments = await Promise.all(Array.from({ length: 8 }, () => paid(world, token)));
  const runs = await Promise.allSettled([submit(database), submit(database), submit(database)]);
  const named = runs.flatMap((run) => (run.status === 'fulfilled' ? run.value.sent.transactions : []));
  assert.equal(named.length, payments.length);
  for (const run of runs) if (run.status === 'rejected') assert.match(String(run.reason), /another settlement run/);
});

test('after all of this the ledger balances', async () => {
  assert.equal((await done(world.env, 'audit')).balanced, true);
});
