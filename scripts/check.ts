/**
 * `npm test`: format and lint, types, freshness of everything generated, and all tests (the floors are one of them). Runs every
 * step even where one fails, and says at the end which did.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const only = process.argv.slice(2);

const testFiles = only.length > 0 ? only : globSync('test/**/*.test.ts', { cwd: root }).sort();

/** What has been compiled once, types taken out, is compiled for every process of the tests: each test starts many. */
const env = { ...process.env, NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled` };

const steps: [name: string, program: string, args: string[]][] = [
  ['format and lint', 'node_modules/.bin/biome', ['check', '--error-on-warnings', '.']],
  ['types', 'node_modules/.bin/tsc', ['--noEmit', '-p', '.']],
  ['types of the pages', 'node_modules/.bin/tsc', ['--noEmit', '-p', 'web']],
  ['generated files', process.execPath, ['scripts/generate.ts', '--check']],
  ['tests', process.execPath, ['scripts/run-tests.ts', ...testFiles]],
];

const failed: string[] = [];
for (const [name, program, args] of only.length > 0 ? steps.slice(-1) : steps) {
  const began = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env });
  if (error) process.stderr.write(`${error.message}\n`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exit(1);
}
