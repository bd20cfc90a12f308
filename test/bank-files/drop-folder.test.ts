/** The drop folder by itself: which files are taken in, which wait, and where each ends. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { DropFolderFault, inQuarantine, openDropFolder } from '../../src/bank-files/drop-folder.ts';
import { takeInFile } from '../../src/bank-files/inbound.ts';
import { openDatabase } from '../../src/base/database.ts';
import { content, drop, has, outcomes, put, root, textIn, turn } from './a-drop-folder.ts';

test('a file is taken in and moved to processed, the same content again too, changing nothing', async () => {
  const text = put('a.txt');
  const first = await turn();
  assert.deepEqual([first.processed, first.quarantined, first.waiting], [1, 0, 0]);
  assert.deepEqual(first.files[0]?.counts, { words: 1 });
  assert.equal(first.files[0]?.format, 'words');
  put('b.txt', text);
  const second = await turn();
  assert.deepEqual(second.files[0]?.counts, { words: 0, duplicates: 1 });
  assert.deepEqual([has('inbox'), has('processed'), has('quarantine')], [[], ['a.txt', 'b.txt'], []]);
  assert.equal(textIn('processed', 'a.txt'), text);
});

test('files that are being written, hidden ones and folders are left where they are', async () => {
  for (const name of ['.hidden', 'a.partial', 'b.tmp', 'c.part', 'd.filepart', 'E.TMP']) put(name);
  mkdirSync(path.join(drop.folder.inbox, 'archive'));
  const before = has('inbox');
  const result = await turn();
  assert.deepEqual(result, { processed: 0, quarantined: 0, waiting: 0, files: [], ignored: ['archive'] });
  assert.deepEqual(has('inbox'), before);
});

test('a file that still changes waits until it has not for a while, even where its time was set back', async () => {
  put('growing.txt');
  const file = path.join(drop.folder.inbox, 'growing.txt');
  utimesSync(file, new Date('2020-01-01'), new Date('2020-01-01'));
  const changed = statSync(file).ctimeMs;
  const at = (seconds: number) => ({ settledMilliseconds: 5_000, now: () => changed + seconds * 1000 });
  const early = await turn(at(4.9));
  assert.deepEqual(outcomes(early), ['growing.txt waiting']);
  assert.match(early.files[0]?.reason ?? '', /changed 4[89]\d\d ms ago.*5 s/);
  assert.deepEqual(
    outcomes(await turn(at(-60))),
    ['growing.txt waiting'],
    'a clock that differs is no reason to take it',
  );
  assert.deepEqual(outcomes(await turn(at(5.1))), ['growing.txt processed']);
});

test('the oldest file comes first', async () => {
  for (const [name, year] of [
    ['a', '2023'],
    ['b', '2021'],
    ['c', '2022'],
  ] as const) {
    put(name);
    utimesSync(path.join(drop.folder.inbox, name), new Date(year), new Date(year));
  }
  assert.deepEqual(outcomes(await turn()), ['b processed', 'c processed', 'a processed']);
});

test('what is refused, unknown, empty or a link goes to quarantine with its reason, and the others are taken in', async () => {
  const bad = put('a.txt', content('bad'));
  put('b.txt', 'nonsense');
  put('c.txt', '');
  symlinkSync('/etc/hostname', path.join(drop.folder.inbox, 'd.txt'));
  put('e.txt');
  const result = await turn();
  assert.deepEqual([result.processed, result.quarantined, result.waiting], [1, 4, 0]);
  assert.deepEqual(has('processed'), ['e.txt']);
  assert.deepEqual(
    has('quarantine'),
    ['a', 'b', 'c', 'd'].flatMap((name) => [`${name}.txt`, `${name}.txt.reason.txt`]),
  );
  assert.equal(textIn('quarantine', 'a.txt'), bad);
  const reason = textIn('quarantine', 'a.txt.reason.txt');
  for (const part of [/read as: +words/, /line 1, column 3/, /"bad" is no good word/, /accepted: +good words/]) {
    assert.match(reason, part);
  }
  assert.match(textIn('quarantine', 'd.txt.reason.txt'), /symbolic link/);
  assert.deepEqual(
    (await inQuarantine(drop.folder, 2)).map(({ name, reason: why }) => [name, why]),
    [
      ['a.txt', '"bad" is no good word: "good" is accepted'],
      ['b.txt', 'this is not words'],
    ],
  );
  // A folder whose every file has been moved once is as good as new.
  assert.equal((await turn()).files.length, 0);
});

test('a refused file that comes again once it is right is taken in', async () => {
  put('a.txt', content('bad'));
  await turn();
  put('a.txt');
  assert.deepEqual(outcomes(await turn()), ['a.txt processed']);
});

test('a passing fault leaves the file in the inbox for the next turn, and does not stop the others', async () => {
  put('a.txt', content('fault'));
  put('b.txt');
  const result = await turn();
  assert.deepEqual(outcomes(result), ['a.txt waiting', 'b.txt processed']);
  assert.match(result.files[0]?.reason ?? '', /disk is full/);
  assert.ok(result.files[0]?.fault instanceof Error);
  assert.deepEqual([has('inbox'), has('quarantine')], [['a.txt'], []]);
});

test('while the database is away every file stays, and the turn ends at the first', async () => {
  put('a.txt');
  put('b.txt');
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', schema: 'sandbox', connectionsMax: 1 });
  const result = await turn({
    database: away,
    recognise: () => ({ format: 'words', take: (file) => takeInFile(away, file, 'words', async () => ({})) }),
  });
  await away.close();
  assert.deepEqual([result.files.length, result.waiting], [1, 2]);
  assert.deepEqual(has('inbox'), ['a.txt', 'b.txt']);
});

test('a turn that is to end begins no further file', async () => {
  put('a.xml');
  put('b.xml');
  const stopping = new AbortController();
  const result = await turn({ signal: stopping.signal, during: () => stopping.abort() });
  assert.deepEqual([result.processed, result.waiting], [1, 1]);
  assert.equal(has('inbox').length, 1);
});

test('a drop folder that cannot be used says so when it is opened', async () => {
  const file = path.join(root, 'a-file');
  writeFileSync(file, '');
  await assert.rejects(
    openDropFolder(file),
    (error) => error instanceof DropFolderFault && /ENOTDIR|EEXIST/.test(error.message),
  );
  assert.deepEqual(has('inbox'), [], 'trying one out leaves nothing behind');
});

test('a drop folder whose parts are on different devices is refused', async (t) => {
  const device = statSync(root).dev;
  const other = ['/dev/shm', '/var/tmp'].find((folder) => existsSync(folder) && statSync(folder).dev !== device);
  if (other === undefined) return t.skip('this machine has no second device to write to');
  const elsewhere = mkdtempSync(path.join(other, 'quittance-'));
  t.after(() => elsewhere !== root && rmSync(elsewhere, { recursive: true }));
  rmSync(drop.folder.processed, { recursive: true });
  symlinkSync(elsewhere, drop.folder.processed);
  await assert.rejects(openDropFolder(drop.dir), /processed is on another device than inbox/);
});
