/**
 * Return files of several pages: two returns of one debit far apart, a process killed half-way, and completion that runs at the same
 * time. However it goes, a payment fails once or is completed, and never both.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AftSegment } from '../../src/collection/eft/aft-segment.ts';
import { completeDebits } from '../../src/collection/eft/complete.ts';
import { takeReturns } from '../../src/collection/eft/returns.ts';
import { audit } from '../../src/console/audit.ts';
import { done, startCommand } from '../world/commands.ts';
import { returnFile, returnOfDebit } from '../world/eft.ts';
import { accountBox, openEftBook, sentDebits, takeBack } from '../world/eft-book.ts';
import { nothing, type ReturnCounts } from '../world/eft-world.ts';
import { hold, waitingForLocks } from '../world/locks.ts';
import { noon } from '../world/payments.ts';

const { database, env, payments, rowsOf } = await openEftBook();

/** Debits that were sent, with the ids of their payments, in the same order. */
async function sent(count: number): Promise<{ ids: bigint[]; debits: AftSegment[] }> {
  const ids = await payments(count);
  const debits = await sentDebits(database);
  assert.equal(debits.length, count);
  return { ids, debits };
}

async function balanced(): Promise<void> {
  const { checks } = await audit(database);
  assert.deepEqual(
    checks.filter((check) => !check.holds),
    [],
  );
}

/** How many payments are in which state, and how many events of which kind were written of them. */
async function standing(ids: readonly bigint[]) {
  const states = await rowsOf('select state, count(*) from payments where id = any ($1) group by state', ids);
  const events = await rowsOf(
    `select event, count(*), count(distinct payment_id) as payments from webhook_events
     where payment_id = any ($1) and event <> 'payment.created' group by event`,
    ids,
  );
  for (const { event, count, payments } of events) assert.equal(count, payments, `${event} twice for one payment`);
  const counts = (rows: Record<string, unknown>[], name: string) =>
    Object.fromEntries(rows.map((row) => [row[name] as string, Number(row.count)]));
  return { states: counts(states, 'state'), events: counts(events, 'event') };
}

test('two returns of one debit that stand pages apart are one return: the same again is a duplicate, another is held', async () => {
  const { ids, debits } = await sent(2_500);
  const trace = '0003003200001000000009';
  const [first, second] = debits as [AftSegment, AftSegment];
  const returns = [
    returnOfDebit('901', first, { trace }),
    ...debits.slice(1).map((debit) => returnOfDebit('901', debit)),
    returnOfDebit('901', first, { trace }),
    returnOfDebit('905', second),
  ];
  assert.deepEqual(await takeBack(database, returns), {
    ...nothing,
    lines: 2_502,
    returned: 2_500,
    duplicates: 1,
    held: 1,
  });
  assert.deepEqual(await standing(ids), { states: { uncollected: 2_500 }, events: { 'payment.failed': 2_500 } });
  const attention = await rowsOf('select attention from bank_accounts where attention is not null');
  assert.deepEqual(attention, [], 'a return that is held marks no account');
  await balanced();
});

test('killed half-way through a file: run again, it goes on where it stood, and every payment fails once', async () => {
  const { ids, debits } = await sent(5_000);
  const file = returnFile(debits.map((debit) => returnOfDebit('908', debit)));
  // Stopped at the last payment, which stands behind more than one page of others.
  const held = hold(database, `select from payments where id = ${ids.at(-1)} for update`);
  await held.taken;
  const run = startCommand<ReturnCounts>(env, 'eft', 'returns', file);
  await waitingForLocks(database, 1);
  const taken = (await standing(ids)).states.uncollected ?? 0;
  assert.ok(taken > 0 && taken < 5_000, `${taken} were taken in`);
  run.child.kill('SIGKILL');
  await run.ended;
  await held.release();
  assert.deepEqual(await done(env, 'eft', 'returns', file), { ...nothing, lines: 5_000, returned: 5_000 });
  assert.deepEqual(await standing(ids), { states: { uncollected: 5_000 }, events: { 'payment.failed': 5_000 } });
  const [kept] = await rowsOf(
    'select count(*) as count, count(distinct payment_id) as payments from eft_returns where payment_id = any ($1)',
    ids,
  );
  assert.deepEqual(kept, { count: 5_000n, payments: 5_000n });
  assert.deepEqual(await rowsOf('select file_id from eft_staged limit 1'), []);
  assert.deepEqual(await done(env, 'eft', 'returns', file), { ...nothing, lines: 5_000, duplicates: 5_000 });
  await balanced();
});

test('completion and returns of the same debits at once: each ends completed with a late return, or failed', async () => {
  const { ids, debits } = await sent(6_000);
  // The bank lists them from the other end, so that the two meet.
  const file = returnFile(debits.toReversed().map((debit) => returnOfDebit('901', debit)));
  const later = noon.add({ hours: 24 * 14 });
  let completing: Promise<number> | undefined;
  const onProgress = (lines: number) => {
    if (lines === ids.length) completing = completeDebits(database, 3, later);
  };
  const counts = await takeReturns(database, { file, at: later, box: accountBox, onProgress });
  const completed = await completing;
  assert.ok(
    completed !== undefined && completed > 0 && counts.returned > 0,
    `they did not meet: ${completed} completed`,
  );
  assert.deepEqual(counts, { ...nothing, lines: 6_000, returned: 6_000 - completed, late: completed });
  assert.deepEqual(await standing(ids), {
    states: { collected: completed, uncollected: 6_000 - completed },
    events: { 'payment.completed': completed, 'payment.failed': 6_000 - completed },
  });
  await balanced();
});

test('two files with returns of the same debits, taken in at once: each debit comes back once', async () => {
  const { ids, debits } = await sent(3_000);
  const returns = debits.map((debit, index) =>
    returnOfDebit(index % 2 === 0 ? '905' : '901', debit, { trace: String(index + 1).padStart(22, '0') }),
  );
  const [one, other] = await Promise.all([takeBack(database, returns), takeBack(database, returns.toReversed())]);
  assert.deepEqual(
    [one.returned + other.returned, one.duplicates + other.duplicates, one.held + other.held],
    [3_000, 3_000, 0],
  );
  assert.deepEqual(await standing(ids), { states: { uncollected: 3_000 }, events: { 'payment.failed': 3_000 } });
  await balanced();
});
