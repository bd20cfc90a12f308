/**
 * Bank files that go out: written beside their final place, flushed to the disk, then renamed, so that a file with its final
 * name is always whole. Recorded with size and hash; the content can be written again from the rows it was made of.
 *
 *   leftovers of dead writers removed ─▶ name.host.pid.partial ─written, flushed─▶ (noted) ─▶ renamed to name ─▶ folder flushed
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from '../base/alive.ts';
import type { Tx } from '../base/database.ts';

export interface WrittenFile {
  file: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** A folder cannot be written to; the message says which, and why. */
export class FolderFault extends Error {
  override readonly name = 'FolderFault';
}

/** Makes the folder and tries it out. Throws FolderFault where no file can be written there. */
export async function probeFolder(dir: string): Promise<void> {
  const probe = path.resolve(dir, `.probe-${randomBytes(4).toString('hex')}`);
  await inFolder(dir, async () => {
    await mkdir(dir, { recursive: true });
    await writeFile(probe, 'x', { flag: 'wx' });
    await rm(probe);
  });
}

/**
 * Writes the text as a stream to `dir/name`. A file already there under this name is replaced by one of the same run. `beforeNaming`
 * runs when all of it is on the disk, before it gets its name. Throws FolderFault where the folder is in the way.
 */
export async function writeWhole(
  dir: string,
  name: string,
  text: AsyncIterable<string>,
  beforeNaming: () => Promise<void> = async () => undefined,
): Promise<WrittenFile> {
  const file = path.resolve(dir, name);
  const partial = partialOf(file);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await inFolder(dir, async () => {
    await mkdir(dir, { recursive: true });
    await removeLeftovers(dir);
    return open(partial, 'w', 0o640);
  });
  try {
    for await (const piece of text) {
      const bytes = Buffer.from(piece, 'utf8');
      hash.update(bytes);
      sizeBytes += bytes.length;
      // Not `write`: on a disk that is nearly full, that writes a part, and says so without failing.
      await inFolder(dir, () => handle.writeFile(bytes));
    }
    await inFolder(dir, () => handle.sync());
    await beforeNaming();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await inFolder(dir, async () => {
    await rename(partial, file);
    await syncFolder(dir);
  });
  return { file, sha256: hash.digest(), sizeBytes };
}

/** Runs what touches the folder; what the system says against it becomes a FolderFault. */
async function inFolder<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FolderFault(`the folder ${path.resolve(dir)} cannot be written to: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Writes a small file so that it is whole under its name, or not there. Unlike `writeWhole`, the folder is not flushed. */
export async function writeAside(dir: string, name: string, text: string): Promise<void> {
  await removeLeftovers(dir);
  const file = path.resolve(dir, name);
  const handle = await open(partialOf(file), 'w', 0o640);
  await handle
    .writeFile(text)
    .then(() => handle.sync())
    .finally(() => handle.close());
  await rename(partialOf(file), file);
}

/** Flushes what a folder says of its files: only then is a rename durable. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  await folder.sync().finally(() => folder.close());
}

const partialForm = /\.([A-Za-z0-9-]+)\.(\d+)\.partial$/;
/** Nobody writes so long without a pause. For writers on another machine, of which nothing else is known here. */
const abandonedMilliseconds = 24 * 60 * 60 * 1000;
const host =
  hostname()
    .replace(/[^A-Za-z0-9-]/g, '-')
    .slice(0, 20) || 'host';

const partialOf = (file: string) => `${file}.${host}.${process.pid}.partial`;

/** What processes that died while they were writing left in a folder. */
async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const [, writtenOn, pid] = partialForm.exec(name) ?? [];
    if (pid === undefined) continue;
    const leftover = path.join(dir, name);
    const isDead = writtenOn === host && !isAlive(Number(pid));
    if (isDead || (await ageOf(leftover)) > abandonedMilliseconds) await rm(leftover, { force: true });
  }
}

async function ageOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}

/** Records a file that was written. */
export async function recordOutbound(
  tx: Tx,
  format: string,
  written: WrittenFile,
  counts: Record<string, number>,
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    `insert into bank_files (direction, format, name, sha256, size_bytes, state, counts, finished_at)
     values ('out', $1, $2, $3, $4, 'done', $5, now()) returning id`,
    [format, path.basename(written.file), written.sha256, written.sizeBytes, JSON.stringify(counts)],
  );
  return rows[0]?.id as bigint;
}

/** The name and hash of a file that went out; undefined where there is none. */
export async function findOutbound(
  tx: Tx,
  id: bigint,
): Promise<{ name: string; sha256: Buffer; sizeBytes: bigint } | undefined> {
  const { rows } = await tx.query<{ name: string; sha256: Buffer; sizeBytes: bigint }>(
    `select name, sha256, size_bytes as "sizeBytes" from bank_files where id = $1 and direction = 'out'`,
    [id],
  );
  return rows[0];
}
