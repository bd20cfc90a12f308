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
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Database, Row, Tx } from '../base/database.ts';
import { FileRefused } from '../base/file-refused.ts';
import { tryLock } from '../base/locks.ts';
import { inPieces } from '../base/pieces.ts';
import { deliveredName } from './folder-moves.ts';
import { discardQuarantine } from './quarantine.ts';

export interface InboundFile {
  id: bigint;
  /** The content that its record names. */
  sha256: Buffer;
}

/** Somebody else has the content of this file in hand, or had it until just now. */
export class FileUnderWay extends Error {}

const refusedJustNow = 'the same file was refused just now: deliver it again';

const compress = promisify(zstdCompress);
/** How much of a file is read, hashed and kept at a time. */
const chunkBytes = 1024 * 1024;

/** SHA-256 and size of a file, read once. A pipe cannot be read a second time, so it is refused here. */
export async function fingerprint(file: string): Promise<{ sha256: Buffer; sizeBytes: number }> {
  const facts = await stat(file);
  if (facts.isDirectory()) throw new Error(`${file} is a directory: name a file`);
  if (!facts.isFile()) throw new Error(`${file} is no file that can be read twice: save what comes through it first`);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
    hash.update(chunk as Buffer);
    sizeBytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest(), sizeBytes };
}

/** What became of taking a file in: it was known and done, with its counts from then; or it was worked on now. */
export type TakenIn<T> = { known: Record<string, number> } | { result: T };

/**
 * Finds or begins the record of this content and runs `work` on it, with the sole right to do so. A file that was left half
 * done by a process that died is worked on again. `format` is what it is read as (`camt.054`, `pain.002`).
 */
export async function takeInFile<T>(
  database: Database,
  file: string,
  format: string,
  work: (file: InboundFile) => Promise<T>,
): Promise<TakenIn<T>> {
  const { sha256, sizeBytes } = await fingerprint(file);
  const name = deliveredName(file);
  const id = await beginFile(database, name, format, sha256, sizeBytes);
  return database.withSession(async (session) => {
    if (!(await tryLock(session, database.schema, 'bank file', id))) {
      throw new FileUnderWay('another process is reading this file; run again when it has ended');
    }
    // Behind the lock: the process before may have finished it, or refused it, in the meantime.
    const { rows } = await session.query<{ state: string; counts: Record<string, number> | null }>(
      'select state, counts from bank_files where id = $1',
      [id],
    );
    if (rows[0]?.state === 'refused') throw new FileUnderWay(refusedJustNow);
    if (rows[0]?.state === 'done') return { known: rows[0].counts ?? {} };
    return { result: await work({ id, sha256 }) };
  });
}

async function beginFile(
  database: Database,
  name: string,
  format: string,
  sha256: Buffer,
  sizeBytes: number,
): Promise<bigint> {
  const inserted = await database.query<{ id: bigint }>(
    `insert into bank_files (direction, format, name, sha256, size_bytes, state) values ('in', $1, $2, $3, $4, 'reading')
     on conflict (format, sha256) where direction = 'in' and state <> 'refused' do nothing returning id`,
    [format, name, sha256, sizeBytes],
  );
  if (inserted.rows[0]) return inserted.rows[0].id;
  const { rows } = await database.query<{ id: bigint }>(
    `select id from bank_files where direction = 'in' and format = $1 and sha256 = $2 and state <> 'refused'`,
    [format, sha256],
  );
  if (!rows[0]) throw new FileUnderWay(refusedJustNow);
  return rows[0].id;
}

/**
 * Reads a file chunk by chunk while keeping each chunk, compressed, beside its record; `seal` where it holds account numbers.
 * Throws FileRefused at its end where it is not the content any more that its record names.
 */
export async function* readAndKeep(
  tx: Tx,
  file: InboundFile,
  pathName: string,
  seal: (content: Buffer) => Buffer = (content) => content,
): AsyncGenerator<Uint8Array> {
  await tx.query('delete from bank_file_chunks where file_id = $1', [file.id]);
  const hash = createHash('sha256');
  let number = 0;
  let keeping: Promise<unknown> = Promise.resolve();
  try {
    for await (const chunk of createReadStream(pathName, { highWaterMark: chunkBytes })) {
      const content = chunk as Buffer;
      hash.update(content);
      const previous = keeping;
      const position = number++;
      keeping = compress(content).then(async (kept) => {
        await previous;
        await tx.query('insert into bank_file_chunks (file_id, number, content_zstd) values ($1, $2, $3)', [
          file.id,
          position,
          seal(kept),
        ]);
      });
      // A fault of keeping is thrown where it is awaited; until then it must not count as unhandled.
      keeping.catch(() => undefined);
      yield* inPieces(content);
      await previous;
    }
    await keeping;
    if (!hash.digest().equals(file.sha256)) {
      throw new FileRefused('the file changed while it was being read: deliver it when it is complete', 1, 1);
    }
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

/**
 * Refuses a file as a whole: of what was read of it nothing stays, neither staged (`unstage` removes that) nor in quarantine, and the
 * file's row names the place of the fault.
 */
export async function refuseFile(
  database: Database,
  fileId: bigint,
  { message, line, column }: FileRefused,
  unstage: (tx: Tx, fileId: bigint) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await unstage(tx, fileId);
    await discardQuarantine(tx, fileId);
    await tx.query(`update bank_files set state = 'refused', refusal = $2, finished_at = now() where id = $1`, [
      fileId,
      `${message} (line ${line}, column ${column})`,
    ]);
  });
}

/** What the database keeps of a file that came in or went out. */
export interface FileRecord {
  id: bigint;
  direction: 'in' | 'out';
  format: string;
  name: string;
  /** `reading` stays where a process died: the file is finished when it is given again. */
  state: 'reading' | 'done' | 'refused';
  counts: Record<string, number> | null;
  refusal: string | null;
  sizeBytes: bigint;
  at: Temporal.Instant;
}

/** The last files, the newest first: in and out or one of them, of all or of those before a file. */
export async function latestFiles(
  tx: Tx,
  limit: number,
  { before, direction }: { before?: bigint | undefined; direction?: 'in' | 'out' | undefined } = {},
): Promise<FileRecord[]> {
  const { rows } = await tx.query(
    `select ${recordColumns} from bank_files
     where ($2::bigint is null or id < $2) and ($3::text is null or direction = $3) order by id desc limit $1`,
    [limit, before ?? null, direction ?? null],
  );
  return rows.map(recordFromRow);
}

export async function findFile(tx: Tx, id: bigint): Promise<FileRecord | undefined> {
  const { rows } = await tx.query(`select ${recordColumns} from bank_files where id = $1`, [id]);
  return rows[0] && recordFromRow(rows[0]);
}

/**
 * The file under which this content was taken in (`isDone`), or is being read, or was left half read: taking it in then finishes it.
 * Undefined where it is new.
 */
export async function knownContent(
  tx: Tx,
  format: string,
  sha256: Buffer,
): Promise<{ id: bigint; isDone: boolean } | undefined> {
  const { rows } = await tx.query<{ id: bigint; isDone: boolean }>(
    `select id, state = 'done' as "isDone" from bank_files where direction = 'in' and format = $1 and sha256 = $2 and state <> 'refused'`,
    [format, sha256],
  );
  return rows[0];
}

const recordColumns = 'id, direction, format, name, state, counts, refusal, size_bytes, received_at';

function recordFromRow({ size_bytes, received_at, ...row }: Row): FileRecord {
  return { ...row, sizeBytes: size_bytes, at: received_at } as unknown as FileRecord;
}
