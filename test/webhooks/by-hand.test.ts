/** Turns of deliveries by hand: how many at a time, who comes next, and what ends the waiting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byHandMax, Hands } from '../../src/webhooks/by-hand.ts';

/** Nothing is sent here: what has its turn is the test's own. */
const turns = () => new Hands({} as never);
const { perPartner, inAll } = byHandMax;

/** Work that ends when it is told to, and writes down that it began. */
function work(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    run: () => {
      begun.push(name);
      return promise;
    },
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

test('of all partners together only so many have a turn, and one that ends, well or not, makes room for one more', async () => {
  const hands = turns();
  const works = Array.from({ length: inAll }, (_, index) => work([], String(index)));
  const done = works.map((each, index) => hands.atOnce(BigInt(Math.floor(index / perPartner)), each.run));
  assert.ok(done.every((each) => each !== undefined));
  const refused = () => hands.atOnce(999n, async () => 'done');
  assert.equal(refused(), undefined);
  works[0]?.fail();
  await assert.rejects(done[0] as Promise<string>, /0/);
  assert.equal(await refused(), 'done');
  for (const each of works) each.end();
  await Promise.all(done.slice(1));
});

test('who waits comes in the order of asking, and is passed by where only his own partner has no room', async () => {
  const hands = turns();
  const begun: string[] = [];
  const first = Array.from({ length: perPartner }, (_, index) => work(begun, `1-${index}`));
  const others = Array.from({ length: inAll - perPartner }, (_, index) => work([], String(index)));
  const done = [
    ...first.map((each) => hands.inTurn(1n, each.run)),
    ...others.map((each, index) => hands.inTurn(BigInt(100 + Math.floor(index / perPartner)), each.run)),
  ];
  const later = [work(begun, '1-a'), work(begun, '1-b'), work(begun, '2-a')];
  done.push(...later.map((each, index) => hands.inTurn(index < 2 ? 1n : 2n, each.run)));
  others[0]?.end();
  await done[perPartner];
  first[0]?.end();
  await done[0];
  await new Promise(setImmediate);
  assert.deepEqual(begun.slice(perPartner), ['2-a', '1-a']);
  for (const each of [...first, ...others, ...later]) each.end();
  await Promise.all(done);
  assert.equal(begun.at(-1), '1-b');
});

test('where the process stops nobody waits any more, and what has its turn comes to its end', async () => {
  const hands = turns();
  const works = Array.from({ length: perPartner }, () => work([], 'sent'));
  const done = works.map((each) => hands.inTurn(1n, each.run));
  const waiting = hands.inTurn(1n, async () => 'sent');
  hands.stop();
  assert.equal(await waiting, undefined);
  assert.equal(await hands.inTurn(1n, async () => 'sent'), undefined);
  for (const each of works) each.end();
  assert.deepEqual(await Promise.all(done), Array(perPartner).fill('sent'));
});
