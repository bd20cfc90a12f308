/** A build that takes the place of another: under a running service, and where an earlier one was killed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { clearLeftovers } from '../../scripts/web-build.ts';
import { Build } from '../../src/pages/build.ts';
import { until } from '../world/payments.ts';

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-build-'));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a running service serves the pages of another build soon after it is there, and the earlier ones until then', async () => {
  const folder = temporary();
  const write = (name: string) => {
    rmSync(folder, { recursive: true });
    mkdirSync(path.join(folder, 'assets'), { recursive: true });
    writeFileSync(path.join(folder, 'index.html'), `<script src="/assets/${name}.js">`);
    writeFileSync(path.join(folder, 'assets', `${name}.js`), name);
    writeFileSync(path.join(folder, 'scheme.js'), name);
    writeFileSync(path.join(folder, 'built-from'), name);
  };
  const build = new Build(folder);
  const page = () => build.page('nonce', 'sandbox');
  const scheme = () => build.asset('scheme.js', '')?.bytes.toString();
  write('one');
  assert.match(page() ?? '', /one\.js/);
  assert.equal(scheme(), 'one');
  write('two');
  await until('the other build', async () => page()?.includes('two.js'));
  assert.equal(scheme(), 'two');
  assert.equal(build.asset('assets/two.js', '')?.bytes.toString(), 'two');
});

test('what killed builds left aside is cleared away, and what one under way makes is not', () => {
  const folder = temporary();
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const [left, kept, others] = [`dist.${dead}`, `dist.${process.pid}`, 'dist.old'];
  for (const name of [left, kept, others, 'dist']) {
    mkdirSync(path.join(folder, name, 'assets'), { recursive: true });
  }
  clearLeftovers(folder);
  const there = (name: string) => existsSync(path.join(folder, name));
  assert.deepEqual([left, kept, others, 'dist'].map(there), [false, true, true, true]);
});
