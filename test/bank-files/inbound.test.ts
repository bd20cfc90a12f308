/** Bank files that come in: kept as they came, recognised by content, read once (design §8). */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import {
  beginFile,
  fingerprint,
  finishFile,
  readAndKeep,
  refuseFile,
  releaseFile,
  takeFile,
} from '../../src/bank-files/inbound.ts';
import type { Database, Tx } from '../../src/base/database.ts';
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

async function readWhole(tx: Tx, fileId: bigint, file: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readAndKeep(tx, fileId, file)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a file is new once: the same content under another name is the same file, another format or content is not', async () => {
  const first = await beginFile(database, aFile('<a/>'), 'camt.054');
  assert.equal(first.isNew, true);
  assert.equal(first.file.state, 'reading');
  const again = await beginFile(database, aFile('<a/>', 'delivered-again.xml'), 'camt.054');
  assert.deepEqual([again.isNew, again.file.id], [false, first.file.id]);
  assert.equal((await beginFile(database, aFile('<a/>'), 'pain.002')).isNew, true);
  assert.equal((await beginFile(database, aFile('<a />'), 'camt.054')).isNew, true);
});

test('a file that is done answers its counts to a second delivery', async () => {
  const { file } = await beginFile(database, aFile('<done/>'), 'camt.054');
  await finishFile(database, file.id, { entries: 3 });
  const again = await beginFile(database, aFile('<done/>'), 'camt.054');
  assert.deepEqual(again, { isNew: false, file: { id: file.id, state: 'done', counts: { entries: 3 } } });
});

test('a refused file is kept with its refusal, and may be delivered again as a new one', async () => {
  const { file } = await beginFile(database, aFile('<broken'), 'camt.054');
  await refuseFile(database, file.id, 'cut off (line 1, column 8)');
  const again = await beginFile(database, aFile('<broken'), 'camt.054');
  assert.equal(again.isNew, true);
  assert.notEqual(again.file.id, file.id);
  const { rows } = await database.query('select state, refusal from bank_files where id = $1', [file.id]);
  assert.deepEqual(rows, [{ state: 'refused', refusal: 'cut off (line 1, column 8)' }]);
});

test('of processes that begin the same content at once, one has a new file and all have the same', async () => {
  const file = aFile('<together/>');
  const begun = await Promise.all(Array.from({ length: 5 }, () => beginFile(database, file, 'camt.054')));
  assert.equal(begun.filter((each) => each.isNew).length, 1);
  assert.equal(new Set(begun.map((each) => each.file.id)).size, 1);
});

test('only one process works on a file, and a dead one loses it by itself', async () => {
  const { file } = await beginFile(database, aFile('<taken/>'), 'camt.054');
  await database.withConnection(async (one) => {
    const mine = one as unknown as Tx;
    assert.equal(await takeFile(mine, file.id), true);
    await database
      .withConnection(async (two) => {
        const other = two as unknown as Tx;
        assert.equal(await takeFile(other, file.id), false);
        await releaseFile(mine, file.id);
        assert.equal(await takeFile(other, file.id), true);
        await two.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      })
      .catch(() => undefined);
    assert.equal(await takeFile(mine, file.id), true);
    await releaseFile(mine, file.id);
  });
});

test('what is read is what is in the file, and the same bytes are kept, chunk by chunk, compressed', async () => {
  for (const content of [
    Buffer.alloc(0),
    Buffer.from('é'),
    randomBytes(3 * 1024 * 1024 + 17),
    Buffer.alloc(2 * 1024 * 1024, 'a'),
  ]) {
    const name = aFile(content);
    const { file } = await beginFile(database, name, 'camt.054');
    assert.ok((await database.transaction((tx) => readWhole(tx, file.id, name))).equals(content));
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
  const { file } = await beginFile(database, name, 'camt.054');
  await readWhole(database, file.id, name);
  await readWhole(database, file.id, name);
  const { rows } = await database.query('select count(*) as chunks from bank_file_chunks where file_id = $1', [
    file.id,
  ]);
  assert.equal(rows[0]?.chunks, 2n);
});

test('a reader that stops half-way leaves nothing running on its connection', async () => {
  const name = aFile(randomBytes(4 * 1024 * 1024));
  const { file } = await beginFile(database, name, 'camt.054');
  await database.withConnection(async (connection) => {
    const tx = connection as unknown as Tx;
    await tx.query('begin');
    for await (const _ of readAndKeep(tx, file.id, name)) break;
    await tx.query('rollback');
    // Were something still to be written, it would be now, outside of the transaction.
    await new Promise((resolve) => setImmediate(resolve));
    await tx.query('select 1');
  });
  assert.equal((await kept(file.id)).length, 0);
});
