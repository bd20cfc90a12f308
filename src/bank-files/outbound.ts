/**
 * Bank files that go out: written beside their final place, flushed to the disk, then renamed, so that a file with its final
 * name is always whole. Recorded with size and hash; the content can be written again from the rows it was made of.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Tx } from '../base/database.ts';

export interface WrittenFile {
  file: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** Writes the text as a stream to `dir/name`. A file already there under this name is replaced by one of the same run. */
export async function writeWhole(dir: string, name: string, text: AsyncIterable<string>): Promise<WrittenFile> {
  await mkdir(dir, { recursive: true });
  const file = path.resolve(dir, name);
  const partial = `${file}.${process.pid}.partial`;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await open(partial, 'w', 0o640);
  try {
    for await (const piece of text) {
      const bytes = Buffer.from(piece, 'utf8');
      hash.update(bytes);
      sizeBytes += bytes.length;
      await handle.write(bytes);
    }
    await handle.sync();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(partial, file);
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
  return { file, sha256: hash.digest(), sizeBytes };
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
