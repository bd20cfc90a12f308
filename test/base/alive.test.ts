/** Which processes count as alive: what dead ones left is taken away, so a wrong answer would take it from a living one. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { isAlive } from '../../src/base/alive.ts';

test('a process is alive until it has ended, also one that is somebody else’s', async () => {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(child, 'spawn');
  assert.deepEqual([isAlive(process.pid), isAlive(1), isAlive(child.pid)], [true, true, true]);
  child.stdin.end();
  await once(child, 'exit');
  assert.equal(isAlive(child.pid), false);
});

test('what is no id of a process is nobody’s: groups, fractions, numbers beyond all ids', () => {
  for (const pid of [undefined, 0, -1, -process.pid, Number.NaN, 1.5, 2 ** 31 - 1, 2 ** 40, Infinity]) {
    assert.equal(isAlive(pid), false, String(pid));
  }
});
