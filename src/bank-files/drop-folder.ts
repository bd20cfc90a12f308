/**
 * The drop folder: where the bank's transfer program puts files and fetches files, and where it can be seen what became of each.
 *
 *   inbox/x ─complete?─no──▶ waits for the next turn
 *              └yes─recognised by content─▶ taken in (known content: nothing changes) ─▶ processed/x
 *                        │                     │ passing fault (database, disk, somebody else reads it): stays, tried again
 *                        └ unknown, refused ───┴─▶ quarantine/x and quarantine/x.reason.txt
 *   outbox/y                                    files for the bank (src/bank-files/outbound.ts)
 *
 * Killed anywhere, the next turn goes on: taking in is done once for each content, and only then is the file moved. Which formats
 * there are is none of this room's business: `recognise` is given.
 */
import { randomBytes } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../base/database.ts';
import { FileRefused } from '../base/file-refused.ts';
import { deliveredName, headOf, isMissing, isReason, isSame, isTaken, leaveInbox, reasonOf } from './folder-moves.ts';

export interface DropFolder {
  inbox: string;
  processed: string;
  quarantine: string;
  outbox: string;
}

/** Takes a file of one format in. `take` answers what it counted, throws FileRefused, or anything else for a passing fault. */
export interface Taker {
  format: string;
  take(file: string): Promise<object>;
}

export interface TurnSettings {
  database: Database;
  folder: DropFolder;
  /** From the first bytes of a file; throws FileRefused where they are of no file that is taken in. */
  recognise(head: Buffer): Taker;
  /** What is taken in, in words: for the reason beside a refused file. */
  accepted: string;
  /** A file that changed within this time may still be growing. */
  settledMilliseconds: number;
  /** Real time, in milliseconds. */
  now?: () => number;
  /** No further file is begun once it is aborted. */
  signal?: AbortSignal;
  /** Hears of each file when its outcome is there. */
  onFile?: (report: FileReport) => void;
}

export interface FileReport {
  /** As it was delivered. */
  name: string;
  format: string | null;
  outcome: 'processed' | 'quarantined' | 'waiting';
  counts?: object;
  /** Why it was refused, or waits. */
  reason?: string;
  /** The name it has now, where another file had its own. */
  movedAs?: string;
  milliseconds: number;
  /** What stood in the way of a file that waits, where that was a fault. */
  fault?: unknown;
}

export interface Turn {
  processed: number;
  quarantined: number;
  /** With those that were not looked at, because the turn was ended. */
  waiting: number;
  files: FileReport[];
  /** Folders in the inbox: nobody looks into them. */
  ignored: string[];
}

/** The folder cannot be used; the message says why. */
export class DropFolderFault extends Error {}

const parts = ['inbox', 'processed', 'quarantine', 'outbox'] as const;
/** Names under which transfer programs write what is not complete yet. */
const incomplete = /\.(partial|tmp|part|filepart)$/i;
/** Enough for an XML file's root element behind a long comment, and for the first records of an AFT file. */
export const headBytes = 64 * 1024;
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function dropFolderAt(dir: string): DropFolder {
  const [inbox, processed, quarantine, outbox] = parts.map((part) => path.resolve(dir, part)) as [
    string,
    string,
    string,
    string,
  ];
  return { inbox, processed, quarantine, outbox };
}

/** Makes what is missing of a drop folder and tries it out. Throws DropFolderFault where files cannot be moved in it. */
export async function openDropFolder(dir: string): Promise<DropFolder> {
  const folder = dropFolderAt(dir);
  let at = dir;
  try {
    for (const part of parts) {
      at = folder[part];
      await mkdir(at, { recursive: true });
      await readdir(at);
      const probe = path.join(at, `.probe-${randomBytes(4).toString('hex')}`);
      await writeFile(probe, '', { flag: 'wx' });
      const moved = path.join(folder.inbox, path.basename(probe));
      // The outbox may be elsewhere: nothing moves between it and the others.
      if (part !== 'inbox' && part !== 'outbox') await rename(probe, moved);
      await rm(probe, { force: true });
      await rm(moved, { force: true });
    }
    return folder;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why =
      code === 'EXDEV'
        ? 'is on another device than inbox: inbox, processed and quarantine must be on one, so that files move at once'
        : `cannot be made, read or written by this account (${code || message})`;
    throw new DropFolderFault(`${at} ${why}`);
  }
}

/** One turn over the inbox: the oldest file first, one after another. A bad file does not stop the others. */
export async function pickUp(settings: TurnSettings): Promise<Turn> {
  const turn: Turn = { processed: 0, quarantined: 0, waiting: 0, files: [], ignored: [] };
  const candidates = await look(settings.folder.inbox, turn.ignored);
  for (const [index, candidate] of candidates.entries()) {
    const report = await pickOne(settings, candidate);
    if (report) {
      turn[report.outcome] += 1;
      turn.files.push(report);
      settings.onFile?.(report);
    }
    if (settings.signal?.aborted || (report?.fault !== undefined && !(await answers(settings.database)))) {
      turn.waiting += candidates.length - index - 1;
      break;
    }
  }
  return turn;
}

/** Without a database every further file would only wait for it. */
async function answers(database: Database): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  );
}

interface Candidate {
  file: string;
  seen: BigIntStats;
}

async function look(inbox: string, ignored: string[]): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const name of await readdir(inbox)) {
    if ((name.startsWith('.') && !isTaken(name)) || incomplete.test(name)) continue;
    const file = path.join(inbox, name);
    const seen = await lstat(file, { bigint: true }).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (seen?.isDirectory()) ignored.push(name);
    // A name that is not UTF-8 is read with marks in it, under which there is nothing.
    else if (!seen && name.includes('\ufffd')) ignored.push(name);
    else if (seen) candidates.push({ file, seen });
  }
  const order = (a: Candidate, b: Candidate) => Number(a.seen.mtimeNs - b.seen.mtimeNs) || (a.file < b.file ? -1 : 1);
  return candidates.sort(order);
}

/** Undefined where another process has the file, or had it. */
async function pickOne(settings: TurnSettings, candidate: Candidate): Promise<FileReport | undefined> {
  const { file, seen } = candidate;
  const began = performance.now();
  const report = (outcome: FileReport['outcome'], more: Partial<FileReport>): FileReport => ({
    name: deliveredName(file),
    format: null,
    outcome,
    ...more,
    milliseconds: Math.round(performance.now() - began),
  });
  const unsettled = stillChanging(settings, seen);
  if (unsettled !== undefined)
    return isTaken(path.basename(file)) ? undefined : report('waiting', { reason: unsettled });
  let format: string | null = null;
  try {
    const taken = await takeOrRefuse(settings, candidate, (found) => {
      format = found;
    });
    if ('counts' in taken) {
      const moved = await leaveInbox(settings.database, file, seen, settings.folder.processed);
      return moved && finished(report, 'processed', { format, counts: taken.counts }, file, moved);
    }
    // What was refused half written may be complete by now.
    if (!isSame(seen, await lstat(file, { bigint: true }))) return report('waiting', { format, reason: replaced });
    const { reason, line, column } = taken.refused;
    const refusal = { format, reason, line, column, accepted: settings.accepted };
    const moved = await leaveInbox(settings.database, file, seen, settings.folder.quarantine, refusal);
    const told = `line ${line}, column ${column}: ${reason}`;
    return moved && finished(report, 'quarantined', { format, reason: told }, file, moved);
  } catch (error) {
    if (isMissing(error) && (await lstat(file).catch(() => undefined)) === undefined) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    return report('waiting', { format, reason, fault: error });
  }
}

const replaced = 'it changed while it was read: it is taken in by the next turn';

function finished(
  report: (outcome: FileReport['outcome'], more: Partial<FileReport>) => FileReport,
  outcome: 'processed' | 'quarantined',
  facts: Partial<FileReport>,
  file: string,
  moved: { name: string } | 'replaced',
): FileReport {
  if (moved === 'replaced') return report('waiting', { format: facts.format ?? null, reason: replaced });
  return report(outcome, { ...facts, ...(moved.name !== deliveredName(file) && { movedAs: moved.name }) });
}

/** The time of the last change of any kind, by the file system: a transfer program may set back the one of the content. */
function stillChanging({ settledMilliseconds, now = Date.now }: TurnSettings, seen: BigIntStats): string | undefined {
  const age = now() - Number(seen.ctimeNs / 1_000_000n);
  if (age >= settledMilliseconds) return undefined;
  const since =
    age < 0 ? `${Math.ceil(-age / 1000)} s in the future, by the folder's clock` : `${Math.floor(age)} ms ago`;
  return `it changed ${since}: it is taken in once it has not changed for ${settledMilliseconds / 1000} s`;
}

type Taken = { counts: object } | { refused: { reason: string; line: number; column: number } };

async function takeOrRefuse(
  { recognise }: TurnSettings,
  { file, seen }: Candidate,
  onRecognised: (format: string) => void,
): Promise<Taken> {
  if (!seen.isFile()) {
    const what = seen.isSymbolicLink() ? 'a symbolic link, which is not followed' : 'a pipe, socket or device';
    return { refused: { reason: `this is ${what}: put the file itself here`, line: 1, column: 1 } };
  }
  try {
    const taker = recognise(await headOf(file, headBytes, openFlags));
    onRecognised(taker.format);
    return { counts: await taker.take(file) };
  } catch (error) {
    if (error instanceof FileRefused) {
      return { refused: { reason: error.message, line: error.line, column: error.column } };
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    const reason = `the account that Quittance runs under may not read it (${code}): give it the right to`;
    return { refused: { reason, line: 1, column: 1 } };
  }
}

/** What stands in quarantine, with reasons, in the order of names; at most `limit`. */
export async function inQuarantine(
  { quarantine }: DropFolder,
  limit: number,
): Promise<{ name: string; reason: string | null }[]> {
  const names = (await readdir(quarantine)).filter((name) => !name.startsWith('.') && !isReason(name)).sort();
  return Promise.all(
    names.slice(0, limit).map(async (name) => ({
      name,
      reason: (await reasonOf(path.join(quarantine, name))) ?? null,
    })),
  );
}
