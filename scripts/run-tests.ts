/**
 * Runs test files, the longest first: `node --test` takes them by name, and whatever long ones come last keep one core busy while the other
 * waits. Ends with 1 where a test fails.
 *
 *   node scripts/run-tests.ts FILE…
 */
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** Two test files per core: much of a file's time is waiting for its service or database. */
const testFilesAtOnce = Math.max(2, availableParallelism() * 2);

/** In a browser, and commands one after the other. */
const longest = /^test\/(web|payment-page|commands)\/|readme/;

const files = process.argv.slice(2);
const options = {
  files: [...files.filter((file) => longest.test(file)), ...files.filter((file) => !longest.test(file))],
  concurrency: testFilesAtOnce,
  // Named apart from the call: the types do not know it yet.
  globalSetupPath: 'test/world/setup.ts',
};
const stream = run(options);
stream.on('test:fail', () => {
  process.exitCode = 1;
});
stream.compose(spec).pipe(process.stdout);
