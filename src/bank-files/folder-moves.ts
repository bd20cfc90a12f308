/**
 * How a file leaves the inbox of a drop folder, so that a kill at any moment, another process or a new file under the same name
 * loses and overwrites nothing:
 *
 *   inbox/x ─rename─▶ inbox/.taken-1f2e3d4c-x ─is it still what was taken?─yes─▶ processed/x or quarantine/x (with its reason)
 *                                                        └ no ─▶ stays: it is taken in by the next turn, as new content
 *
 * Without the first step, a file that the bank's program put in the place of the one just taken would be moved away unread.
 */
import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../base/database.ts';
import { lockNumber } from '../base/locks.ts';
import { syncFolder, writeAside } from './outbound.ts';

/** A file on its way out of the inbox, or left on it by a process that died. */
const takenPrefix = /^\.taken-[0-9a-f]{8}-/;
/** The longest name that leaves room for what is put before and behind it: file systems take 255 bytes. */
const nameBytesMax = 180;
const reasonEnding = '.reason.txt';
const reasonTitle = 'Quittance did not take this file in, and nothing of it took effect.';

export interface Refusal {
  /** As which format it was read; null where it was not recognised. */
  format: string | null;
  reason: string;
  line: number;
  column: number;
  /** What would be accepted. */
  accepted: string;
}

export function isTaken(name: string): boolean {
  return takenPrefix.test(name);
}

/** The name under which a file was delivered. */
export function deliveredName(file: string): string {
  return path.basename(file).replace(takenPrefix, '');
}

/** Whether two looks at a name saw the same file with the same content. A rename alone makes no difference. */
export function isSame(before: BigIntStats, now: BigIntStats): boolean {
  return before.ino === now.ino && before.size === now.size && before.mtimeNs === now.mtimeNs;
}

/**
 * Moves a file out of the inbox into `target`, under its own name or, where that is taken, one with the time in it; with
 * `refusal`, its reason beside it. Answers the name; 'replaced' where the inbox holds another file by now; undefined where
 * another process moved it.
 */
export async function leaveInbox(
  database: Database,
  file: string,
  seen: BigIntStats,
  target: string,
  refusal?: Refusal,
): Promise<{ name: string } | 'replaced' | undefined> {
  const inbox = path.dirname(file);
  const delivered = fitName(deliveredName(file));
  try {
    const leaving = isTaken(path.basename(file))
      ? file
      : path.join(inbox, `.taken-${randomBytes(4).toString('hex')}-${delivered}`);
    if (leaving !== file) await rename(file, leaving);
    if (!isSame(seen, await lstat(leaving, { bigint: true }))) return 'replaced';
    // One move at a time: between finding a name free and taking it, nobody else takes it. A dead process holds no lock.
    const name = await database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [lockNumber(database.schema, 'drop folder')]);
      const free = await freeName(target, delivered);
      if (refusal) await writeAside(target, `${free}${reasonEnding}`, reasonText(delivered, refusal));
      await rename(leaving, path.join(target, free));
      return free;
    });
    await syncFolder(target);
    await syncFolder(inbox);
    return { name };
  } catch (error) {
    if (isMissing(error) && !(await exists(file))) return undefined;
    throw error;
  }
}

async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name);
  const time = Temporal.Now.instant().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
  for (let count = 0; ; count++) {
    const candidate = count === 0 ? name : `${stem}.${time}${count === 1 ? '' : `-${count}`}${ext}`;
    if (await isFree(folder, candidate)) return candidate;
  }
}

/** A reason without its file was left by a process that died between the two; it is written anew. */
async function isFree(folder: string, name: string): Promise<boolean> {
  if (await exists(path.join(folder, name))) return false;
  const reason = path.join(folder, `${name}${reasonEnding}`);
  return !(await exists(reason)) || (await readFile(reason, 'utf8')).startsWith(reasonTitle);
}

/** Cut to what file systems take, its ending kept. */
function fitName(name: string): string {
  if (Buffer.byteLength(name) <= nameBytesMax) return name;
  const ending = path.extname(name).slice(0, 10);
  const characters = [...name];
  while (Buffer.byteLength(characters.join('') + ending) > nameBytesMax) characters.pop();
  return characters.join('') + ending;
}

function reasonText(name: string, { format, reason, line, column, accepted }: Refusal): string {
  return [
    reasonTitle,
    '',
    `file:      ${JSON.stringify(name)}`,
    `when:      ${Temporal.Now.instant().toString({ smallestUnit: 'second' })}`,
    `read as:   ${format ?? 'nothing: its content was not recognised'}`,
    `where:     line ${line}, column ${column}`,
    `why:       ${reason.replace(/\s+/g, ' ')}`,
    `accepted:  ${accepted}`,
    '',
    'Once it is right, put it into the inbox again, under any name. Both files here may be deleted.',
    '',
  ].join('\n');
}

/** The reason that stands beside a refused file; undefined where there is none. */
export async function reasonOf(file: string): Promise<string | undefined> {
  const text = await readFile(`${file}${reasonEnding}`, 'utf8').catch(() => '');
  return /^why: +(.*)$/m.exec(text)?.[1];
}

export function isReason(name: string): boolean {
  return name.endsWith(reasonEnding);
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

export async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

/** The first bytes of a file; a link is not followed, and a pipe not waited for. */
export async function headOf(file: string, bytesMax: number, flags: number): Promise<Buffer> {
  const handle = await open(file, flags);
  try {
    const head = Buffer.alloc(bytesMax);
    let filled = 0;
    while (filled < bytesMax) {
      const { bytesRead } = await handle.read(head, filled, bytesMax - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return head.subarray(0, filled);
  } finally {
    await handle.close();
  }
}
