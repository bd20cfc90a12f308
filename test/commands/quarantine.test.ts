/** `quarantine retry` of transfers: what only a person can tell is taken up when it is named, what contradicts itself never. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WrittenTransfer } from '../../src/sandbox/camt054-writer.ts';
import { asShown, camt054File, created, newReference, transferFor } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { openWorld } from '../world/service.ts';

interface Retried {
  tried: number;
  takenUp: number;
  results: { lineId: number; takenUp: boolean; result: string }[];
}

const world = await openWorld();
const { token } = await world.partner();
const ingest = (transfers: WrittenTransfer[], amountCents?: bigint) => {
  const entry = { transfers, ...(amountCents !== undefined && { amountCents }) };
  return done<Record<string, number>>(world.env, 'interac', 'ingest', camt054File([entry]));
};
const retry = (...args: string[]) => done<Retried>(world.env, 'quarantine', 'retry', ...args);
const openIds = async () => {
  const { lines } = await done<{ lines: { id: number }[] }>(world.env, 'quarantine', 'list');
  return lines.map(({ id }) => id);
};
const statusOf = async ({ id }: { id: number }) => (await asShown(world, token, id)).status;

test('transfers of an entry that does not add up are taken up when they are named, and complete their payments', async () => {
  const payments = [await created(world, token), await created(world, token)];
  const counts = await ingest(
    payments.map((payment) => transferFor(payment)),
    25_101n,
  );
  assert.deepEqual([counts.matched, counts.quarantined], [0, 2]);
  const ids = await openIds();
  const unnamed = await retry();
  assert.deepEqual([unnamed.tried, unnamed.takenUp], [2, 0]);
  for (const { lineId, result } of unnamed.results) assert.match(result, new RegExp(`until it is named.*${lineId}`));
  assert.deepEqual(await Promise.all(payments.map(statusOf)), ['pending', 'pending']);

  const [first] = ids;
  assert.deepEqual(await retry('--line', `${first}`), {
    tried: 1,
    takenUp: 1,
    results: [{ lineId: first, takenUp: true, result: 'matched' }],
  });
  assert.deepEqual(await Promise.all(payments.map(statusOf)), ['completed', 'pending']);
  // Once taken up, a line is open no more: naming it again changes nothing.
  const both = await retry('--line', ids.join(','));
  assert.deepEqual(
    both.results.map(({ takenUp }) => takenUp),
    [false, true],
  );
  assert.match(both.results[0]?.result ?? '', /no open line/);
  assert.deepEqual(await Promise.all(payments.map(statusOf)), ['completed', 'completed']);
  assert.deepEqual(await openIds(), []);
});

test('a transfer under a known reference with other content stays, named or not; as it was it is a duplicate', async () => {
  const payment = await created(world, token);
  const transfer = transferFor(payment, { networkReference: newReference() });
  assert.equal((await ingest([transfer])).matched, 1);
  assert.equal((await ingest([{ ...transfer, amountCents: 1n }])).quarantined, 1);
  const [id] = await openIds();
  for (const args of [[], ['--line', `${id}`]]) {
    const { takenUp, results } = await retry(...args);
    assert.equal(takenUp, 0);
    assert.match(results[0]?.result ?? '', /stays in quarantine/);
  }
  // The sum of this entry is wrong, but the transfer in it is one that was taken in before.
  const other = transferFor(await created(world, token), { amountCents: 5n });
  assert.equal((await ingest([transfer, other], 7n)).quarantined, 2);
  const named = await retry('--line', (await openIds()).slice(1).join(','));
  assert.deepEqual(
    named.results.map(({ result }) => result),
    ['duplicate', 'held'],
  );
});

test('lines are set aside with a reason, all that are named or none; then they are open no more', async () => {
  const payment = await created(world, token);
  await ingest([transferFor(payment, { amountCents: 5n }), transferFor(payment)], 7n);
  const ids = (await openIds()).slice(-2);
  const setAside = (line: string, reason: string) =>
    command<{ setAside: number[] }>(world.env, 'quarantine', 'set-aside', '--line', line, '--reason', reason);
  assert.match((await setAside(`${ids.join(',')},999999`, 'x')).stderr, /no open line 999999.*none was set aside/);
  assert.match((await setAside(ids.join(','), ' ')).stderr, /--reason must not be blank/);
  assert.deepEqual((await openIds()).slice(-2), ids);
  assert.deepEqual((await setAside(ids.join(','), 'the bank sent it again')).json, { setAside: ids });
  assert.ok(!(await openIds()).some((id) => ids.includes(id)));
  assert.match((await retry('--line', `${ids[0]}`)).results[0]?.result ?? '', /no open line/);
  const { rows } = await world.testDatabase.database.query(
    `select set_aside_by, set_aside_reason from quarantined_lines where state = 'set_aside' and set_aside_at is not null`,
  );
  assert.equal(rows.length, 2);
  assert.match(String(rows[0]?.set_aside_by), /by command/);
  assert.equal(rows[0]?.set_aside_reason, 'the bank sent it again');
  assert.equal(await statusOf(payment), 'pending');
});

test('a line that is not there, and one that is no number, are told as such', async () => {
  const { results } = await retry('--line', '999999');
  assert.deepEqual(results, [{ lineId: 999_999, takenUp: false, result: 'There is no open line with this id' }]);
  const wrong = await command(world.env, 'quarantine', 'retry', '--line', '5,x');
  assert.notEqual(wrong.code, 0);
  assert.match(wrong.stderr, /--line/);
  assert.equal((await done(world.env, 'audit')).balanced, true);
});
