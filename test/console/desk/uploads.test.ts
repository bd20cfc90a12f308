/** Files that come in a request: where they lie meanwhile, what a process that died leaves, and how others fare beside a large one. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { FileUnderWay, takeInFile } from '../../../src/bank-files/inbound.ts';
import type { Database } from '../../../src/base/database.ts';
import { previewOf } from '../../../src/console/desk/previews.ts';
import { sweepUploads, withUpload } from '../../../src/console/desk/upload-folder.ts';
import type { FilePreview, UploadAnswer } from '../../../src/console/desk/views.ts';
import { formatOf } from '../../../src/console/pick-up.ts';
import { asShown, camt054File, transferFor } from '../../world/bodies.ts';
import { until } from '../../world/payments.ts';
import { startService, temporaryFolder } from '../../world/service.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, pay, trail } = await openConsole();
const { database } = world.testDatabase;
const given = { name: 'from-the-bank.xml', content: Buffer.from('what the bank sent') };
const host = hostname().replace(/[^\w.]/g, '_');

/** A folder as an upload of this process leaves it. */
function left(dataDirectory: string, pid: number, of = host): string {
  const folder = path.join(dataDirectory, 'uploads', `${of}-${pid}-0a1b`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'x.xml'), 'what the bank sent');
  return folder;
}

/** A process that is no more. */
const deadPid = () => spawnSync('true').pid;

test('an upload lies in DATA_DIR, for this account only, and nothing of it is left behind it', async () => {
  const data = temporaryFolder();
  const uploads = path.join(data, 'uploads');
  await assert.rejects(
    withUpload(data, given, async (file) => {
      assert.ok(file.startsWith(`${uploads}${path.sep}`));
      assert.equal(path.basename(file), given.name);
      assert.deepEqual(readFileSync(file), given.content);
      const modes = [uploads, path.dirname(file), file].map((each) => statSync(each).mode & 0o777);
      assert.deepEqual(modes, [0o700, 0o700, 0o600]);
      await sweepUploads(data);
      assert.ok(existsSync(file), 'what is in use is not swept');
      throw new Error('refused');
    }),
    /refused/,
  );
  assert.deepEqual(readdirSync(uploads), []);
});

test('what dead processes left is swept by the next upload; what others have in use is not', async () => {
  const data = temporaryFolder();
  const before = [left(data, deadPid()), left(data, process.pid), left(data, 1, 'elsewhere')];
  const inUse = [left(data, process.ppid), left(data, 2, 'elsewhere')];
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(before[2] as string, longAgo, longAgo);
  await withUpload(data, given, async () => undefined);
  assert.deepEqual(before.map(existsSync), [false, false, false]);
  assert.deepEqual(inUse.map(existsSync), [true, true]);
});

test('a start sweeps what a process that died left of the files of the bank', async () => {
  const data = temporaryFolder();
  const folder = left(data, deadPid());
  const service = await startService({ DATABASE_URL: world.testDatabase.url, DATA_DIR: data });
  await until('the folder is gone', async () => (existsSync(folder) ? undefined : true));
  await service.end();
});

test('a file that was left half read is told as such, and taking it in finishes it', async () => {
  const payment = await pay();
  const content = readFileSync(camt054File([transferFor(payment)]));
  const file = { name: 'half.xml', contentBase64: content.toString('base64') };
  const sha256 = createHash('sha256').update(content).digest();
  const { rows } = await database.query<{ id: bigint }>(
    `insert into bank_files (direction, format, name, sha256, size_bytes, state)
     values ('in', 'camt.054', 'half.xml', $1, $2, 'reading') returning id`,
    [sha256, content.length],
  );
  const id = Number(rows[0]?.id);
  const before = await agent.post<FilePreview>('/files/preview', file);
  assert.deepEqual([before.knownFileId, before.unfinishedFileId], [null, id]);
  const taken = await agent.post<UploadAnswer>('/files/upload', file);
  assert.ok(taken.outcome === 'taken-in');
  assert.deepEqual([taken.file.fileId, taken.file.state, taken.file.counts?.matched], [id, 'done', 1]);
  assert.equal((await asShown(world, token, payment.id)).status, 'completed');
  const after = await agent.post<FilePreview>('/files/preview', file);
  assert.deepEqual([after.knownFileId, after.unfinishedFileId], [id, null]);
});

test('a bad file that several take in at once is refused or left to the others, and the trail says what became of each', async () => {
  for (let time = 0; time < 6; time += 1) {
    const text = readFileSync(camt054File([transferFor(await pay())])).toString('utf8');
    const file = { name: 'bad.xml', contentBase64: Buffer.from(text.slice(0, -20)).toString('base64') };
    const before = (await trail()).length;
    const answers = await Promise.all([1, 2, 3, 4].map(() => agent.ask('POST', '/files/upload', file)));
    for (const { status, text } of answers) {
      if (status === 409) assert.match(text, /is reading this file|was refused just now/);
      else assert.match(text, /^{"outcome":"refused"/);
    }
    const acts = (await trail()).slice(before).map(({ act }) => act);
    const told = answers.map(({ status }) => (status === 409 ? 'bank file not read' : 'bank file refused'));
    assert.deepEqual(acts.sort(), [...told, ...answers.map(() => 'bank file uploaded')].sort());
  }
});

test('a file that was refused while another one waited for it is left for the next time, not a fault', async () => {
  const file = camt054File([transferFor(await pay())]);
  // Between the moment that its record is found and the moment that it is locked.
  const withSession: Database['withSession'] = async (work) => {
    await database.query(`update bank_files set state = 'refused' where state = 'reading'`);
    return database.withSession(work);
  };
  await assert.rejects(
    takeInFile({ ...database, withSession }, file, 'camt.054', async () => undefined),
    (error) => error instanceof FileUnderWay && /was refused just now/.test(error.message),
  );
});

test('while a large file is looked into, others have a turn after every piece of it', async () => {
  const payment = await pay();
  const content = readFileSync(camt054File(Array.from({ length: 2000 }, () => transferFor(payment))));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { lines } = await previewOf(content, undefined);
  clearImmediate(next);
  assert.equal(lines, 2000);
  assert.ok(turns >= Math.floor(content.length / 65_536), `${turns} turns in ${content.length} bytes`);
});

test('what a file is, is told by its head, however long it is', () => {
  const long = `A000000001${'\n'.repeat(100_000)}D`;
  assert.equal(formatOf(Buffer.from(long)), formatOf(Buffer.from(long.slice(0, 1000))));
});
