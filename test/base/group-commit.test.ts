/** Group commit: one batch at a time, each caller its own result, one item's failure its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { groupCommit } from '../../src/base/group-commit.ts';

/** A door that is opened by hand: `run` waits until the test lets the batch through. */
function heldBatches() {
  const batches: { items: number[]; release: (results: number[]) => void; fail: (error: Error) => void }[] = [];
  let arrived: () => void = () => undefined;
  const run = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ items, release: resolve, fail: reject });
      arrived();
    });
  const nth = async (number: number) => {
    while (batches.length <= number) await new Promise<void>((resolve) => (arrived = resolve));
    return batches[number] as (typeof batches)[number];
  };
  return { run, nth, batches };
}

test('what arrives while a batch is under way goes together as the next one, in order', async () => {
  const { run, nth, batches } = heldBatches();
  const door = groupCommit(run);
  const first = [1, 2, 3].map((item) => door.add(item));
  const one = await nth(0);
  assert.deepEqual(one.items, [1, 2, 3]);
  const second = [4, 5].map((item) => door.add(item));
  await new Promise((resolve) => setImmediate(resolve));
  const third = door.add(6);
  assert.equal(batches.length, 1);
  one.release([10, 20, 30]);
  assert.deepEqual(await Promise.all(first), [10, 20, 30]);
  const two = await nth(1);
  assert.deepEqual(two.items, [4, 5, 6]);
  two.release([40, 50, 60]);
  assert.deepEqual(await Promise.all([...second, third]), [40, 50, 60]);
});

test('never are two batches under way, and none is larger than itemsMax', async () => {
  let underWay = 0;
  const sizes: number[] = [];
  const door = groupCommit(
    async (items: number[]) => {
      underWay += 1;
      assert.equal(underWay, 1);
      sizes.push(items.length);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return items.map((item) => -item);
    },
    { itemsMax: 7 },
  );
  const results = await Promise.all(Array.from({ length: 50 }, (_, item) => door.add(item)));
  assert.deepEqual(
    results,
    Array.from({ length: 50 }, (_, item) => -item),
  );
  assert.deepEqual(sizes, [7, 7, 7, 7, 7, 7, 7, 1]);
});

test('the failure of one item never touches its neighbours, wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), async (good) => {
      const tried: number[][] = [];
      const door = groupCommit(async (items: number[]) => {
        tried.push(items);
        for (const item of items) if (!good[item]) throw new Error(`item ${item}`);
        return items.map((item) => item * 2);
      });
      const outcomes = await Promise.allSettled(good.map((_, item) => door.add(item)));
      for (const [item, outcome] of outcomes.entries()) {
        if (good[item]) assert.deepEqual(outcome, { status: 'fulfilled', value: item * 2 });
        else assert.equal((outcome as PromiseRejectedResult).reason.message, `item ${item}`);
      }
      const repeats = good.every(Boolean) || good.length === 1 ? [] : good.map((_, item) => [item]);
      assert.deepEqual(tried, [good.map((_, item) => item), ...repeats]);
    }),
    { numRuns: 50 },
  );
});

test('where the outcome of a failed batch is not known, nothing is run again: everybody gets the failure', async () => {
  let runs = 0;
  const door = groupCommit<number, number>(
    async () => {
      runs += 1;
      throw new Error('the connection was lost');
    },
    { mayRunAgain: (error) => !(error as Error).message.includes('lost') },
  );
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => door.add(item)));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.equal(runs, 1);
});

test('after a failure the door goes on', async () => {
  let failing = true;
  const door = groupCommit(async (items: number[]) => {
    if (failing) throw new Error('down');
    return items;
  });
  await assert.rejects(door.add(1), /down/);
  failing = false;
  assert.equal(await door.add(2), 2);
});

test('idle resolves at once where nothing waits, and else after everything that was handed in', async () => {
  const { run, nth } = heldBatches();
  const door = groupCommit(run, { itemsMax: 1 });
  await door.idle();
  const done: string[] = [];
  const adds = [1, 2].map((item) => door.add(item).then(() => done.push(`item ${item}`)));
  const idle = door.idle().then(() => done.push('idle'));
  (await nth(0)).release([1]);
  (await nth(1)).release([2]);
  await Promise.all([...adds, idle]);
  assert.deepEqual(done, ['item 1', 'item 2', 'idle']);
});
