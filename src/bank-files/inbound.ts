/**
 * Bank files that come in: kept as they came, recognised by content, and read once.
 *
 *   hash ─▶ known and done ─▶ nothing changes
 *        └▶ new, or left half read ─▶ reading (content kept) ─▶ done
 *                                        └ fault ─▶ refused, with its place; may be delivered again
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Database, Tx } from '../base/database.ts';

export interface InboundFile {
  id: bigint;
  state: 'reading' | 'done';
  counts: Record<string, number> | null;
}

const compress = promisify(zstdCompress);
/** How much of a file is read, hashed and kept at a time. */
const chunkBytes = 1024 * 1024;

/** SHA-256 and size of a file, read once. */
export async function fingerprint(file: string): Promise<{ sha256: Buffer; sizeBytes: number }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) hash.update(chunk as Buffer);
  return { sha256: hash.digest(), sizeBytes: (await stat(file)).size };
}

/**
 * The record of this content: found, or begun. A file found in state `reading` was left half done by a process
 * that died; the caller takes it up where it stands. `format` is what it is read as (`camt.054`, `pain.002`).
 */
export async function beginFile(
  database: Database,
  file: string,
  format: string,
): Promise<{ file: InboundFile; isNew: boolean }> {
  const { sha256, sizeBytes } = await fingerprint(file);
  return database.transaction(async (tx) => {
    const inserted = await tx.query(
      `insert into bank_files (direction, format, name, sha256, size_bytes, state) values ('in', $1, $2, $3, $4, 'reading')
       on conflict (format, sha256) where direction = 'in' and state <> 'refused' do nothing
       returning id, state, counts`,
      [format, path.basename(file), sha256, sizeBytes],
    );
    if (inserted.rows[0]) return { file: inserted.rows[0] as unknown as InboundFile, isNew: true };
    const { rows } = await tx.query(
      `select id, state, counts from bank_files
       where direction = 'in' and format = $1 and sha256 = $2 and state <> 'refused'`,
      [format, sha256],
    );
    if (!rows[0]) throw new Error(`${path.basename(file)} was refused by another process just now: deliver it again`);
    return { file: rows[0] as unknown as InboundFile, isNew: false };
  });
}

/**
 * Takes the sole right to work on a file, for as long as the connection lives; false when another process has it. A dead
 * process loses it by itself.
 */
export async function takeFile(connection: Tx, fileId: bigint): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(7732, $1::integer) as taken',
    [fileId],
  );
  return rows[0]?.taken === true;
}

export async function releaseFile(connection: Tx, fileId: bigint): Promise<void> {
  await connection.query('select pg_advisory_unlock(7732, $1::integer)', [fileId]);
}

/**
 * Reads a file chunk by chunk while keeping each chunk, compressed, beside its record; sealed where the file holds account
 * numbers.
 */
export async function* readAndKeep(
  tx: Tx,
  fileId: bigint,
  file: string,
  seal: (content: Buffer) => Buffer = (content) => content,
): AsyncGenerator<Uint8Array> {
  await tx.query('delete from bank_file_chunks where file_id = $1', [fileId]);
  let number = 0;
  let keeping: Promise<unknown> = Promise.resolve();
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      const content = chunk as Buffer;
      const previous = keeping;
      const position = number++;
      keeping = compress(content).then(async (kept) => {
        await previous;
        await tx.query('insert into bank_file_chunks (file_id, number, content_zstd) values ($1, $2, $3)', [
          fileId,
          position,
          seal(kept),
        ]);
      });
      // A fault of keeping is thrown where it is awaited; until then it must not count as unhandled.
      keeping.catch(() => undefined);
      yield content;
      await previous;
    }
    await keeping;
  } finally {
    // A reader that stops half-way ends its transaction next: nothing may be written on this connection after that.
    await keeping.catch(() => undefined);
  }
}

/** The file was read to its end and all of it has taken effect. */
export async function finishFile(tx: Tx, fileId: bigint, counts: Record<string, number>): Promise<void> {
  await tx.query(`update bank_files set state = 'done', counts = $2, finished_at = now() where id = $1`, [
    fileId,
    JSON.stringify(counts),
  ]);
}

/** Marks a file as refused as a whole; the text names the place of the fault. */
export async function refuseFile(tx: Tx, fileId: bigint, refusal: string): Promise<void> {
  await tx.query(`update bank_files set state = 'refused', refusal = $2, finished_at = now() where id = $1`, [
    fileId,
    refusal,
  ]);
}
