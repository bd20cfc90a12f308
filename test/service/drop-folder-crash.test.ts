/**
 * The drop folder where processes meet or are killed at the worst moments: the next turn puts everything right, and each effect is
 * there once (design §8).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { WrittenTransfer } from '../../src/sandbox/camt054-writer.ts';
import { camt054File, created, newReference, transferFor } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { only, openDropWorld } from '../world/drop-folder.ts';
import { until } from '../world/payments.ts';
import type { PaymentRecord } from '../world/service.ts';

const { receiver, world, token, env, pickUp, put, has, heard, balanced } = await openDropWorld();
const { database } = world.testDatabase;
const root = fileURLToPath(new URL('../..', import.meta.url));

test('two pickers at once take each file in once', async () => {
  const payments = await Promise.all(Array.from({ length: 6 }, () => created(world, token)));
  for (const payment of payments) put(camt054File([transferFor(payment)]), `${payment.id}.xml`);
  const turns = await Promise.all([pickUp(), pickUp()]);
  while (has('inbox').length > 0) turns.push(await pickUp());
  const processed = turns.reduce((sum, turn) => sum + turn.processed, 0);
  const matched = turns
    .flatMap(({ files }) => files)
    .map(({ counts }) => (counts as { matched?: number })?.matched ?? 0);
  assert.equal(processed, payments.length);
  assert.equal(
    matched.reduce((sum, count) => sum + count, 0),
    payments.length,
  );
  for (const payment of payments) assert.equal(await heard(payment, 1), 'completed');
  await balanced();
});

/** A process of the real command that is killed as soon as `when` holds. Answers the signal that ended it. */
async function killedWhen(when: () => Promise<boolean>): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, ['src/commands/main.ts', 'files', 'pick-up', '--json'], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until('the moment to kill', async () => child.exitCode !== null || (await when()), 60);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode;
}

const countOf = async (text: string) => Number((await database.query<{ count: bigint }>(text)).rows[0]?.count ?? 0n);
const transfersMax = 12_000;

for (const [moment, query] of [
  ['while it is being read', `select count(*) as count from interac_staged`],
  ['while it takes effect', `select count(*) as count from interac_transfers where sender_name = 'KILLED TWICE'`],
] as const) {
  test(`a large file whose process is killed ${moment} is finished by the next turn, every transfer once`, async () => {
    const payments = await Promise.all([0, 1, 2].map(() => created(world, token)));
    const mark = moment.endsWith('effect') ? 'KILLED TWICE' : 'KILLED ONCE';
    const other = (): WrittenTransfer => ({
      amountCents: 100n,
      networkReference: newReference(),
      senderName: mark,
      description: 'nothing of ours',
    });
    const transfers = Array.from({ length: transfersMax }, other);
    for (const [index, at] of [0, 6_000, transfersMax - 1].entries()) {
      transfers[at] = transferFor(payments[index] as PaymentRecord, { senderName: mark });
    }
    put(camt054File(transfers), 'large.xml');
    const effects = `select count(*) as count from interac_transfers where sender_name = '${mark}'`;
    assert.equal(await killedWhen(async () => (await countOf(query)) > 0), 'SIGKILL');
    assert.ok((await countOf(effects)) < transfersMax, 'it was killed before its end');
    assert.ok(has('inbox').includes('large.xml'), 'the file is still in the inbox');
    // PostgreSQL may need a moment to see that the process is gone; until then the file waits.
    const result = await until(
      'the file taken in',
      async () => {
        const turn = await pickUp();
        assert.equal(turn.quarantined, 0, JSON.stringify(turn));
        return turn.processed === 1 && turn;
      },
      60,
    );
    const counts = only(result).counts;
    assert.deepEqual(counts, {
      entries: transfersMax,
      matched: 3,
      held: transfersMax - 3,
      duplicates: 0,
      quarantined: 0,
    });
    assert.equal(await countOf(effects), transfersMax);
    assert.equal(await countOf('select count(*) as count from interac_staged'), 0);
    for (const payment of payments) {
      assert.equal(await heard(payment, 1), 'completed');
      assert.equal(receiver.events(payment.id).length, 1);
    }
    assert.deepEqual(has('inbox'), []);
    await balanced();
  });
}

test('a process killed between taking a file in and moving it leaves one that the next turn only moves', async () => {
  const payment = await created(world, token);
  const file = camt054File([transferFor(payment)]);
  // Killed before the first rename, and between the first and the second: the content is done, the file still there.
  await done(env, 'interac', 'ingest', file);
  put(file, 'between.xml');
  put(file, '.taken-00c0ffee-between-too.xml');
  const { processed, files } = await pickUp();
  assert.equal(processed, 2);
  assert.deepEqual(files.map(({ name }) => name).sort(), ['between-too.xml', 'between.xml']);
  for (const { counts } of files) assert.equal((counts as { duplicates: number }).duplicates, 1);
  assert.deepEqual(has('inbox'), []);
  assert.equal(await heard(payment, 1), 'completed');
  assert.equal(receiver.events(payment.id).length, 1);
  await balanced();
});
