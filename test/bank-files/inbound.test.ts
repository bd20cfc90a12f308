/** Bank files that come in: kept as they came, recognised by content, read once (design §8). */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import {
  fingerprint,
  finishFile,
  type InboundFile,
  readAndKeep,
  refuseFile,
  takeInFile,
} from '../../src/bank-files/inbound.ts';
import type { Database, Tx } from '../../src/base/database.ts';
import { FileRefused } from '../../src/base/file-refused.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let world: TestDatabase;
let database: Database;
let folder: string;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
  folder = mkdtempSync(path.join(tmpdir(), 'quittance-files-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

let files = 0;
function aFile(content: string | Buffer, name = `file-${++files}.xml`): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function kept(fileId: bigint): Promise<Buffer> {
  const { rows } = await database.query(
    'select content_zstd from bank_file_chunks where file_id = $1 order by number',
    [fileId],
  );
  return Buffer.concat(rows.map((row) => zstdDecompressSync(row.content_zstd as Buffer)));
}

async function readWhole(tx: Tx, file: InboundFile, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readAndKeep(tx, file, name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Takes a file in and leaves it half done, as a process does that dies: the record stays, the right to it is given back. */
async function begun(name: string, format = 'camt.054'): Promise<InboundFile> {
  const taken = await takeInFile(database, name, format, async (file) => file);
  assert.ok('result' in taken);
  return taken.result;
}

test('the same content under another name is the same file, another format or content is not', async () => {
  const first = await begun(aFile('<a/>'));
  assert.equal((await begun(aFile('<a/>', 'delivered-again.xml'))).id, first.id);
  assert.notEqual((await begun(aFile('<a/>'), 'pain.002')).id, first.id);
  assert.notEqual((await begun(aFile('<a />'))).id, first.id);
});

test('a file that is done answers its counts to a second delivery, and nothing is done again', async () => {
  const file = await begun(aFile('<done/>'));
  await finishFile(database, file.id, { entries: 3 });
  const again = await takeInFile(database, aFile('<done/>'), 'camt.054', () => assert.fail('it is done'));
  assert.deepEqual(again, { known: { entries: 3 } });
});

test('a refused file is kept with its refusal, and may be delivered again as a new one', async () => {
  const file = await begun(aFile('<broken'));
  await refuseFile(database, file.id, new FileRefused('cut off', 1, 8), async () => undefined);
  assert.notEqual((await begun(aFile('<broken'))).id, file.id);
  const { rows } = await database.query('select state, refusal from bank_files where id = $1', [file.id]);
  assert.deepEqual(rows, [{ state: 'refused', refusal: 'cut off (line 1, column 8)' }]);
});

test('of processes that take the same content in at once, one works on it and the others are told so', async () => {
  const name = aFile('<together/>');
  const ended = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const first = takeInFile(database, name, 'camt.054', async (file) => {
    started.resolve();
    await ended.promise;
    await finishFile(database, file.id, { entries: 1 });
  });
  await started.promise;
  const others = await Promise.allSettled(
    Array.from({ length: 3 }, () => takeInFile(database, name, 'camt.054', async () => 'second')),
  );
  for (const other of others)
    assert.match(String((other as PromiseRejectedResult).reason), /another process is reading/);
  ended.resolve();
  await first;
  assert.deepEqual(await takeInFile(database, name, 'camt.054', async () => 'second'), { known: { entries: 1 } });
});

test('a file that changes between being recognised and being read is refused, with nothing taken from it for sure', async () => {
  const name = aFile('<growing>');
  const file = await begun(name);
  appendFileSync(name, '</growing>');
  await assert.rejects(readWhole(database, file, name), /changed while it was being read/);
});

test('what cannot be read twice is refused in words', async () => {
  await assert.rejects(begun(folder), /is a directory: name a file/);
});

test('what is read is what is in the file, and the same bytes are kept, chunk by chunk, compressed', async () => {
  for (const content of [
    Buffer.alloc(0),
    Buffer.from('é'),
    randomBytes(3 * 1024 * 1024 + 17),
    Buffer.alloc(2 * 1024 * 1024, 'a'),
  ]) {
    const name = aFile(content);
    const file = await begun(name);
    assert.ok((await database.transaction((tx) => readWhole(tx, file, name))).equals(content));
    assert.ok((await kept(file.id)).equals(content));
    const { rows } = await database.query('select sha256, size_bytes from bank_files where id = $1', [file.id]);
    assert.deepEqual(rows, [
      { sha256: createHash('sha256').update(content).digest(), size_bytes: BigInt(content.length) },
    ]);
    assert.deepEqual(await fingerprint(name), { sha256: rows[0]?.sha256, sizeBytes: content.length });
  }
});

test('a file that is read again after a crash is kept once', async () => {
  const name = aFile(randomBytes(1024 * 1024 + 1));
  const file = await begun(name);
  await readWhole(database, file, name);
  await readWhole(database, file, name);
  const { rows } = await database.query('select count(*) as chunks from bank_file_chunks where file_id = $1', [
    file.id,
  ]);
  assert.equal(rows[0]?.chunks, 2n);
});

test('a reader that stops half-way leaves nothing running on its connection', async () => {
  const name = aFile(randomBytes(4 * 1024 * 1024));
  const file = await begun(name);
  await database.withSession(async (connection) => {
    const tx = connection as unknown as Tx;
    await tx.query('begin');
    for await (const _ of readAndKeep(tx, file, name)) break;
    await tx.query('rollback');
    // Were something still to be written, it would be now, outside of the transaction.
    await new Promise((resolve) => setImmediate(resolve));
    await tx.query('select 1');
  });
  assert.equal((await kept(file.id)).length, 0);
});
