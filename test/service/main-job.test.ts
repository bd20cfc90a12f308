/**
 * The main job, end to end, as partner, payer, operator and biller's bank see it (interface §3): one bill payment by Interac
 * from its creation to the biller, with every command a process of its own and every file a real one.
 *
 *   created ─▶ camt.054 ─▶ completed ─▶ pain.001 ─▶ pain.002 rejects ─▶ failed ─▶ re-queued ─▶ pain.001 ─▶ pain.002 accepts ─▶ completed
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { schemaMissing, validate } from '../settlement/schema.ts';
import { asShown, camt054File, created, transferFor } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { type Receiver, startReceiver, verified } from '../world/receiver.ts';
import { openWorld, type PaymentRecord, temporaryFolder } from '../world/service.ts';
import { accepted, readSettlementFile, rejected, reportOn } from '../world/settlement.ts';

const receiver: Receiver = await startReceiver();
const world = await openWorld();
const events = ['payment.created', 'payment.completed', 'payment.failed'];
const partner = await world.partner({ webhook: { url: receiver.url, events } });
const out = temporaryFolder();
const run = <T = Record<string, unknown>>(...args: string[]) => done<T>(world.env, ...args);
const show = () => asShown(world, partner.token, payment.id);
const balanced = async () => assert.equal((await run<{ balanced: boolean }>('audit')).balanced, true);
const anEntry = { entries: 1, matched: 1, held: 0, duplicates: 0, quarantined: 0 };
const aReport = { accepted: 0, rejected: 0, held: 0, duplicates: 0, unknown: 0, recorded: 0, quarantined: 0 };

let payment: PaymentRecord;
const files: { transfers?: string; firstReport?: string; secondReport?: string } = {};
const sent: string[] = [];

test('1. the partner creates the payment', async () => {
  payment = await created(world, partner.token);
  assert.equal(payment.status, 'pending');
  await receiver.received(1);
});

test('2. the bank reports the transfer in a camt.054 file: the payment is completed', async () => {
  files.transfers = camt054File([transferFor(payment)]);
  assert.deepEqual(await run('interac', 'ingest', files.transfers), anEntry);
  const shown = await show();
  assert.equal(shown.status, 'completed');
  assert.equal(shown.paymentAmount, 125.5);
  assert.ok(shown.paymentMade !== undefined);
  await receiver.received(2);
});

test('3. the payment is written into a pain.001 file for the biller’s bank', async () => {
  const submitted = await run<{ file: string; payments: number; totalCents: number }>(
    'settlement',
    'submit',
    '--out',
    out,
  );
  assert.deepEqual([submitted.payments, submitted.totalCents], [1, 12_550]);
  sent.push(submitted.file);
  const { messageId, transactions } = readSettlementFile(submitted.file);
  assert.match(messageId, /^\S{1,35}$/);
  assert.equal(transactions.length, 1);
  assert.match(transactions[0]?.endToEndId ?? '', /^\S{1,35}$/);
  assert.equal(transactions[0]?.amount, '125.50');
  assert.ok(transactions[0]?.accountNumber.includes('299001234567'));
  assert.equal((await show()).status, 'completed');
  await balanced();
});

test('the file is valid against the schema of its message', { skip: schemaMissing('pain.001.001.09') }, () => {
  for (const file of sent) validate('pain.001.001.09', readFileSync(file, 'utf8'));
});

test('4. the bank’s pain.002 report rejects it: the payment is failed', async () => {
  files.firstReport = reportOn(readSettlementFile(sent[0] as string), rejected);
  assert.deepEqual(await run('settlement', 'report', files.firstReport), { ...aReport, rejected: 1 });
  const shown = await show();
  assert.equal(shown.status, 'failed');
  assert.equal(shown.paymentAmount, 125.5, 'what was received stays');
  await receiver.received(3);
  await balanced();
});

test('5. the operator corrects the account number and re-queues it: it stays failed until it succeeds', async () => {
  const answer = await run('payment', 'requeue', '--payment', `${payment.id}`, '--account-number', '299007654321');
  assert.deepEqual(answer, { paymentId: payment.id, status: 'failed', state: 'resettling' });
  const shown = await show();
  assert.deepEqual([shown.status, shown.accountNumber], ['failed', '299007654321']);
});

test('6. it is written once more, under a reference of its own, with the right number', async () => {
  const submitted = await run<{ file: string; payments: number }>('settlement', 'submit', '--out', out);
  assert.equal(submitted.payments, 1);
  sent.push(submitted.file);
  const [first, second] = sent.map(readSettlementFile);
  assert.notEqual(second?.messageId, first?.messageId);
  assert.notEqual(second?.transactions[0]?.endToEndId, first?.transactions[0]?.endToEndId);
  assert.ok(second?.transactions[0]?.accountNumber.includes('299007654321'));
  assert.equal((await show()).status, 'failed');
});

test('7. the report accepts it: the payment is completed again, made anew', async () => {
  const before = await show();
  files.secondReport = reportOn(readSettlementFile(sent[1] as string), accepted);
  assert.deepEqual(await run('settlement', 'report', files.secondReport), { ...aReport, accepted: 1 });
  const shown = await show();
  assert.equal(shown.status, 'completed');
  assert.ok((shown.paymentMade ?? '') > (before.paymentMade ?? ''));
  await receiver.received(4);
  await balanced();
});

test('the partner heard of every change once, in order, verified by the signature over the raw body', async () => {
  const bodies = receiver.deliveries.map((delivery) => verified(delivery, partner.signingSecret));
  assert.deepEqual(
    bodies.map((body) => [body.event, body.payments[0]?.status]),
    [
      ['payment.created', 'pending'],
      ['payment.completed', 'completed'],
      ['payment.failed', 'failed'],
      ['payment.completed', 'completed'],
    ],
  );
  for (const body of bodies) assert.deepEqual([body.payments.length, body.payments[0]?.id], [1, payment.id]);
  assert.deepEqual(bodies[0]?.payments[0], payment);
  assert.deepEqual(bodies[3]?.payments[0], await show());
});

test('the same files again change nothing and tell nobody anything', async () => {
  const before = await show();
  assert.deepEqual(await run('interac', 'ingest', files.transfers as string), {
    ...anEntry,
    matched: 0,
    duplicates: 1,
  });
  for (const report of [files.firstReport, files.secondReport]) {
    assert.deepEqual(await run('settlement', 'report', report as string), { ...aReport, duplicates: 1 });
  }
  const submitted = await run<{ file: null; payments: number }>('settlement', 'submit', '--out', out);
  assert.deepEqual([submitted.file, submitted.payments], [null, 0]);
  assert.deepEqual(await show(), before);
  assert.equal(receiver.deliveries.length, 4);
  await balanced();
});

test('the history tells every move with its cause', async () => {
  const { rows } = await world.testDatabase.database.query<{ event: string; cause: string }>(
    'select event, cause from payment_history where payment_id = $1 order by sequence',
    [BigInt(payment.id)],
  );
  assert.deepEqual(
    rows.map((row) => row.event),
    ['created', 'funds_received', 'batched', 'rejected', 'requeued', 'accepted'],
  );
  const causes = [
    /^token \d+, request [0-9a-f-]{36}$/,
    /^interac transfer \d+$/,
    /^settlement batch QS/,
    /AC01/,
    /^operator /,
    /ACSC/,
  ];
  causes.forEach((cause, index) => void assert.match(rows[index]?.cause ?? '', cause));
});
