/**
 * Where a file lies while it is taken in that came in a request: in `uploads` in DATA_DIR, each in a folder of its own, for this account
 * only. It holds what the bank sent, so nothing may stay of it: a process that dies leaves its folders to the next start, or the
 * next upload.
 *
 *   DATA_DIR/uploads/host-pid-random/name     swept once that process is no more; of another host after an hour
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from '../../base/alive.ts';

/** No upload takes longer. Processes of another host cannot be asked for. */
const leftAfterMilliseconds = 3_600_000;
const here = hostname().replace(/[^\w.]/g, '_');
const folderName = /^(?<host>[\w.]+)-(?<pid>\d{1,10})-\w+$/;
/** The folders of this process that are in use. */
const inUse = new Set<string>();

const folderAt = (dataDirectory: string) => path.join(dataDirectory, 'uploads');

/** Runs `work` on a file with this content and name. Nothing of it is left afterwards. */
export async function withUpload<T>(
  dataDirectory: string,
  { name, content }: { name: string; content: Buffer },
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = folderAt(dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepUploads(dataDirectory);
  const ownName = `${here}-${process.pid}-${randomBytes(8).toString('hex')}`;
  const own = path.join(folder, ownName);
  // Before it is there, or another upload of this process would sweep it.
  inUse.add(ownName);
  try {
    const file = path.join(own, name);
    await mkdir(own, { mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
    return await work(file);
  } finally {
    await rm(own, { recursive: true, force: true });
    inUse.delete(ownName);
  }
}

/** Takes away what dead processes left. What cannot be taken away stays for the next time. */
export async function sweepUploads(dataDirectory: string): Promise<void> {
  const folder = folderAt(dataDirectory);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const left = path.join(folder, name);
    if (await isLeft(left)) await rm(left, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(folder: string): Promise<boolean> {
  const name = path.basename(folder);
  if (inUse.has(name)) return false;
  const { host, pid } = folderName.exec(name)?.groups ?? {};
  // An id like ours is that of a process before: ours are in use.
  if (host === here) return Number(pid) === process.pid || !isAlive(Number(pid));
  const facts = await stat(folder).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs > leftAfterMilliseconds;
}
