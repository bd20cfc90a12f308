/** `quarantine retry` of returns: what can be read now goes through the door of every return; what cannot, stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AftSegment } from '../../src/collection/eft/aft-segment.ts';
import { completeDebits } from '../../src/collection/eft/complete.ts';
import { fileOf } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { returnOfDebit, returnText, spoiled } from '../world/eft.ts';
import { accountBox, openEftBook, sentDebits, takeBack } from '../world/eft-book.ts';
import { nothing, type ReturnCounts } from '../world/eft-world.ts';
import { noon } from '../world/payments.ts';

interface Retried {
  tried: number;
  takenUp: number;
  results: { lineId: number; takenUp: boolean; result: string }[];
}

const { database, env, payments, rowsOf } = await openEftBook();
const retry = (...ids: unknown[]) =>
  done<Retried>(env, 'quarantine', 'retry', ...(ids.length === 0 ? [] : ['--line', ids.join(',')]));
const takeReturns = (text: string) => done<ReturnCounts>(env, 'eft', 'returns', fileOf(text));
const openIds = async () =>
  (await rowsOf(`select id from quarantined_lines where state = 'open' order by id`)).map((row) => row.id);
const statesOf = async (ids: readonly bigint[]) =>
  (await rowsOf('select state from payments where id = any ($1) order by id', ids)).map((row) => row.state);
const failures = async (ids: readonly bigint[]) => {
  const [row] = await rowsOf(
    `select count(*) as count from webhook_events where event = 'payment.failed' and payment_id = any ($1)`,
    ids,
  );
  return Number(row?.count);
};
const balanced = async () => assert.equal((await done(env, 'audit')).balanced, true);

const segmentAt = (index: number) => 24 + 240 * index;

/** The same file, but a blank segment stands before the segment `index` (from 0) of its only record. */
function parted(text: string, index: number): string {
  const lines = text.split('\n');
  const record = lines[1] as string;
  const [front, back] = [record.slice(0, segmentAt(index)), record.slice(segmentAt(index))];
  lines[1] = front + ' '.repeat(240) + back.slice(0, -240);
  return lines.join('\n');
}

/** The same file, with a notice of change before its last record. */
function withNotice(text: string): string {
  const lines = text.split('\n');
  const last = lines.findIndex((line) => line.startsWith('Z'));
  const z = lines[last] as string;
  const count = z.slice(1, 10);
  const notice = `S${count}${z.slice(10, 24)}THE ACCOUNT IS NOW 00310202 7654321`.padEnd(1464);
  lines.splice(last, 1, notice, `Z${String(Number(count) + 1).padStart(9, '0')}${z.slice(10)}`);
  return lines.join('\n');
}

test('what only a person can tell is taken up when it is named, what is faulty stays until it can be read', async () => {
  const ids = await payments(4);
  const debits = await sentDebits(database);
  const good = returnText(debits.map((debit) => returnOfDebit('901', debit)));
  const controlAt = good.indexOf('\nJ') + 1 + segmentAt(2) + 85;
  const control = `${good.slice(0, controlAt)}\u0001${good.slice(controlAt + 1)}`;
  const text = withNotice(parted(spoiled(control, 1), 3));
  assert.deepEqual(await takeReturns(text), { ...nothing, lines: 5, returned: 1, quarantined: 4 });
  const [faulty, marked, behind, notice] = await openIds();

  const unnamed = await retry();
  assert.deepEqual([unnamed.tried, unnamed.takenUp], [4, 0]);
  const results = unnamed.results.map(({ result }) => result);
  assert.match(results[0] ?? '', /^It stays in quarantine: 04 transaction type/);
  for (const [index, reason] of [/control character/, /behind the blank segment 4/, /notice of change/].entries()) {
    assert.match(results[index + 1] ?? '', /until it is named/);
    assert.match(results[index + 1] ?? '', reason);
  }
  assert.deepEqual(await statesOf(ids), ['uncollected', 'awaiting_funds', 'awaiting_funds', 'awaiting_funds']);

  const named = await retry(faulty, marked, behind, notice);
  assert.deepEqual(
    named.results.map(({ takenUp, result }) => [takenUp, result.slice(0, 8)]),
    [
      [false, 'It stays'],
      [true, 'returned'],
      [true, 'returned'],
      [true, 'read'],
    ],
  );
  assert.deepEqual(await statesOf(ids), ['uncollected', 'awaiting_funds', 'uncollected', 'uncollected']);
  const [kept] = await rowsOf('select reason, state from quarantined_lines where id = $1', faulty);
  assert.deepEqual([kept?.state, /900 to 999/.test(String(kept?.reason))], ['open', true]);

  // As if an earlier reader had not understood what the reader of today can read.
  const [, record = ''] = good.split('\n');
  const sealed = accountBox.seal(record.slice(segmentAt(1), segmentAt(2)), 'staged return').toString('base64');
  await rowsOf(
    `update quarantined_lines set content = content || $2::jsonb where id = $1`,
    faulty,
    JSON.stringify({ sealed }),
  );
  const read = await retry();
  assert.deepEqual([read.tried, read.takenUp], [1, 1]);
  assert.match(read.results[0]?.result ?? '', /^returned: /);
  assert.deepEqual(await statesOf(ids), Array(4).fill('uncollected'));
  assert.equal(await failures(ids), 4);
  assert.deepEqual(await retry(), { tried: 0, takenUp: 0, results: [] });
  assert.deepEqual(await takeReturns(text), { ...nothing, lines: 5, duplicates: 5 });
  assert.deepEqual(await rowsOf('select position, count(*) from eft_staged group by position'), []);
  await balanced();
});

test('a return taken up finds its debit as it stands by then: presumed paid, returned meanwhile, or nobody’s', async () => {
  const ids = await payments(3);
  const debits = await sentDebits(database);
  const [presumed, returned, unknown] = debits as [AftSegment, AftSegment, AftSegment];
  const trace = '0003003200001000000009';
  const all = [
    returnOfDebit('905', presumed),
    returnOfDebit('901', returned, { trace }),
    returnOfDebit('901', { ...unknown, crossReference: 'S999999A1' }),
  ];
  assert.equal(await completeDebits(database, 3, noon, ids[0]), 1);
  assert.deepEqual(await takeReturns(parted(returnText(all), 0)), { ...nothing, lines: 3, quarantined: 3 });
  assert.equal(await completeDebits(database, 3, noon, ids[1]), 0, 'it may have come back');
  assert.equal((await takeBack(database, [returnOfDebit('901', returned, { trace })])).returned, 1);
  const { results } = await retry(...(await openIds()));
  assert.deepEqual(
    results.map(({ result }) => result.split(':')[0]),
    ['late', 'duplicate', 'held'],
  );
  assert.deepEqual(await statesOf(ids), ['collected', 'uncollected', 'awaiting_funds']);
  await balanced();
});

test('a line of a file that is still being read is not taken up: the file may be refused as a whole', async () => {
  const ids = await payments(1);
  const debits = await sentDebits(database, ids[0]);
  await takeReturns(parted(returnText(debits.map((debit) => returnOfDebit('901', debit))), 0));
  const [id] = await openIds();
  const file = '(select file_id from quarantined_lines where id = $1)';
  await rowsOf(`update bank_files set state = 'reading' where id = ${file}`, id);
  assert.equal((await retry(id)).takenUp, 0);
  await rowsOf(`update bank_files set state = 'done' where id = ${file}`, id);
  assert.equal((await retry(id)).takenUp, 1);
  assert.deepEqual(await statesOf(ids), ['uncollected']);
});
