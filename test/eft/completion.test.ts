/** When a debit counts as paid (open point `eft-success`), and what keeps it from that: by HTTP, files and commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completesAt } from '../../src/collection/eft/complete.ts';
import { asShown, fileOf } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { eftPayment, returnFile, returnOfDebit, returnText, spoiled } from '../world/eft.ts';
import { nothing, openEftWorld } from '../world/eft-world.ts';
import type { PaymentRecord } from '../world/service.ts';

const { world, token, account, originated, takeReturns, play, statusOf, balanced } = await openEftWorld();
const seconds = (advanceSeconds: number) => play('clock', { advanceSeconds });
const days = (advanceBusinessDays: number) => play('clock', { advanceBusinessDays });
const waiting = async () => (await done<{ returns: { returnId: number }[] }>(world.env, 'eft', 'list')).returns;
const resolve = (...args: string[]) => done(world.env, 'eft', 'resolve', '--reason', 'asked the bank', ...args);
const refusedPlay = async (payment: PaymentRecord) => {
  const body = { paymentId: payment.id, outcome: 'completed' };
  const answer = await world.call('POST', '/sandbox/eft-debits', { token, body });
  assert.equal(answer.status, 400, answer.text);
};
// A file written on a business day is due on that day, whatever day the tests run on.
await days(1);

test('a debit completes three business days after it was written, at that time of day: a return on that morning is in time', async () => {
  const [stays, comesBack] = [await eftPayment(world, token, account.id), await eftPayment(world, token, account.id)];
  const debit = await originated(comesBack);
  await days(3);
  assert.equal(await statusOf(stays), 'completed', 'three business days of the clock are enough');
  assert.equal((await takeReturns(returnFile([returnOfDebit('901', debit)]))).late, 1);

  const another = await eftPayment(world, token, account.id);
  const inTime = await eftPayment(world, token, account.id);
  const second = await originated(inTime);
  await days(2);
  // Five minutes short of the third day.
  const [row] = await world.testDatabase.database
    .query(
      'select f.written_at, f.due_date from eft_debits d join eft_files f on f.id = d.file_id where d.payment_id = $1',
      [another.id],
    )
    .then(({ rows }) => rows);
  const at = completesAt(
    { dueDate: row?.due_date as Temporal.PlainDate, writtenAt: row?.written_at as Temporal.Instant },
    3,
  );
  const { now } = (await world.call<{ now: string }>('POST', '/sandbox/clock', { token, body: { advanceSeconds: 1 } }))
    .json;
  await seconds(Math.floor(at.since(Temporal.Instant.from(now)).total('seconds')) - 300);
  assert.equal(await statusOf(another), 'pending');
  assert.deepEqual(await takeReturns(returnFile([returnOfDebit('901', second)])), {
    ...nothing,
    lines: 1,
    returned: 1,
  });
  await seconds(301);
  assert.deepEqual([await statusOf(another), await statusOf(inTime)], ['completed', 'failed']);
  await balanced();
});

test('the days of grace are counted from the due date or the day of writing, whichever is later', () => {
  const at = (dueDate: string, writtenAt: string, count = 3) =>
    completesAt({ dueDate: Temporal.PlainDate.from(dueDate), writtenAt: Temporal.Instant.from(writtenAt) }, count)
      .toZonedDateTimeISO('America/Toronto')
      .toPlainDateTime()
      .toString();
  assert.equal(at('2026-11-23', '2026-11-23T19:30:00Z'), '2026-11-26T14:30:00');
  assert.equal(at('2026-11-23', '2026-11-21T19:30:00Z'), '2026-11-26T14:30:00', 'written on the Saturday before');
  assert.equal(at('2026-11-23', '2026-11-30T14:00:00Z'), '2026-12-03T09:00:00', 'written a week late');
  assert.equal(
    at('2026-12-24', '2026-12-24T19:30:00Z', 1),
    '2026-12-29T14:30:00',
    'over Christmas, a weekend and Boxing Day',
  );
  assert.equal(at('2027-03-12', '2027-03-12T19:30:00Z', 1), '2027-03-15T14:30:00', 'by the clock on the wall');
});

test('a debit that a held return names does not count as paid until an operator has dealt with the return', async () => {
  const payments = [await eftPayment(world, token, account.id), await eftPayment(world, token, account.id)];
  const [unheld, held] = payments as [PaymentRecord, PaymentRecord];
  const debit = await originated(held);
  const counts = await takeReturns(returnFile([returnOfDebit('905', { ...debit, account: `9${debit.account}` })]));
  assert.deepEqual(counts, { ...nothing, lines: 1, held: 1 });
  await days(5);
  assert.deepEqual([await statusOf(unheld), await statusOf(held)], ['completed', 'pending']);
  await refusedPlay(held);
  const last = (await waiting()).at(-1);
  await resolve('--return', String(last?.returnId));
  await seconds(1);
  assert.equal(await statusOf(held), 'completed');
  await balanced();
});

test('a debit that a line in quarantine names does not count as paid until the line is taken up or set aside', async () => {
  const payments = [await eftPayment(world, token, account.id), await eftPayment(world, token, account.id)];
  const [first, second] = payments as [PaymentRecord, PaymentRecord];
  const debit = await originated(first);
  const other = { ...debit, crossReference: `S${second.id}A1` };
  // One has a code that is none, the record of the other lacks a character: nothing in it stands in its place.
  assert.equal((await takeReturns(fileOf(spoiled(returnText([returnOfDebit('901', debit)]), 0)))).quarantined, 1);
  const text = returnText([returnOfDebit('901', other)]);
  const slipped = text.replace(/^(J.{100})./m, '$1').replace(/^(J.*?) *\r$/m, '$1');
  assert.equal((await takeReturns(fileOf(slipped))).quarantined, 1);
  await days(5);
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['pending', 'pending']);
  await refusedPlay(second);
  const { lines } = await done<{ lines: { id: number }[] }>(world.env, 'quarantine', 'list');
  const ids = lines.map(({ id }) => id).join(',');
  await done(world.env, 'quarantine', 'set-aside', '--line', ids, '--reason', 'the bank says that they were paid');
  await seconds(1);
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['completed', 'completed']);
  await balanced();
});

test('a return that leaves the original account blank or filled with zeros is judged by reference and amount', async () => {
  const payments = [await eftPayment(world, token, account.id), await eftPayment(world, token, account.id)];
  const debit = await originated(payments[0] as PaymentRecord);
  const accounts = ['0'.repeat(12), ''];
  const returns = payments.map(({ id }, index) =>
    returnOfDebit('901', { ...debit, crossReference: `S${id}A1`, account: accounts[index] as string }),
  );
  assert.deepEqual(await takeReturns(returnFile(returns)), { ...nothing, lines: 2, returned: 2 });
  for (const { id } of payments) assert.equal((await asShown(world, token, id)).status, 'failed');
  const third = await eftPayment(world, token, account.id);
  const other = returnOfDebit('901', { ...(await originated(third)), amountCents: 1n, account: '0'.repeat(12) });
  assert.equal((await takeReturns(returnFile([other]))).held, 1, 'the amount must fit all the same');
  await balanced();
});
