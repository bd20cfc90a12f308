/**
 * A debit run: the EFT payments that wait for a debit get one, and the debits stand in AFT files.
 *
 *   unwritten files of a dead process ─▶ written (src/collection/eft/write-files.ts)
 *   folder tried out ─▶ payments that wait ─▶ debits with their own copy of the account ─commit─▶ file ─▶ marked as written
 *
 * A file that cannot be written holds up no other: what failed is thrown at the end, and tried again by the next run.
 *
 * An open debit of a written file is sent; whether the bank got it is seen when a return comes, or none.
 */

import path from 'node:path';
import { FilesNotWritten } from '../../bank-files/cut-offs.ts';
import { probeFolder } from '../../bank-files/outbound.ts';
import type { Database, Tx } from '../../base/database.ts';
import { tryLock, waitForLock } from '../../base/locks.ts';
import { totalCentsMax } from './aft-layout.ts';
import * as store from './store.ts';
import {
  dueDateAt,
  type EftSettings,
  markOf,
  namePrefix,
  type OriginateRequest,
  writeUnwritten,
} from './write-files.ts';

export type { EftSettings } from './write-files.ts';

export interface Origination {
  file: string | null;
  debits: number;
  totalCents: bigint;
  /** Further files of this run, where one could not hold all, and earlier ones that were only now written. */
  otherFiles: string[];
}

/** Another run had not ended when the wait for it was over. Nothing was done. */
export class DebitRunUnderWay extends Error {
  constructor() {
    super('another debit run is under way; run again when it has ended');
  }
}

/** One run at a time; who has it also keeps a waiting payment's account from being changed beneath a run. */
export const debitRunLock = 'debit run';
/** One file holds at most so many: the size at which banks' own limits begin, and still a file of 300 MB. */
const debitsPerFileMax = 999_999;
/** How long a run waits for the one before it to end. */
const waitMillisecondsMax = 10_000;

/**
 * Runs a debit origination into `outDir`. Throws `DebitRunUnderWay` when another run does not end in time, and `FilesNotWritten` at the end where a file, or
 * the folder, could not be written.
 */
export async function originateDebits(
  database: Database,
  settings: EftSettings,
  request: OriginateRequest,
): Promise<Origination> {
  return database.withSession(async (connection) => {
    if (!(await waitForLock(connection, database.schema, debitRunLock, waitMillisecondsMax))) {
      throw new DebitRunUnderWay();
    }
    const writing = { database, connection, settings, request, tried: new Set<bigint>(), faults: [] as Error[] };
    const resumed = await writeUnwritten(writing);
    const totals = { debits: 0, totalCents: 0n };
    const files: string[] = [];
    const mayMake = await probeFolder(request.outDir).then(
      () => true,
      (fault: Error) => {
        writing.faults.push(fault);
        return false;
      },
    );
    let after: store.PaymentKey | undefined;
    while (mayMake) {
      const made = await nextFile(database, settings, request, after);
      totals.debits += made.debits;
      totals.totalCents += made.totalCents;
      if (made.debits > 0) files.push(...(await writeUnwritten(writing)));
      after = made.more;
      if (!after) break;
    }
    const [file, ...more] = files;
    const origination = { file: file ?? null, ...totals, otherFiles: [...resumed, ...more] };
    if (writing.faults.length > 0) throw new FilesNotWritten(writing.faults, origination, mayMake);
    return origination;
  });
}

/**
 * Writes what earlier runs could not write, and makes no debit. Nothing where there is none, or a run is under way: that one writes it.
 * Answers the files; throws `FilesNotWritten`.
 */
export async function resumeDebitFiles(
  database: Database,
  settings: EftSettings,
  request: OriginateRequest,
): Promise<string[]> {
  if ((await store.unwrittenFiles(database)).length === 0) return [];
  return database.withSession(async (connection) => {
    if (!(await tryLock(connection, database.schema, debitRunLock))) return [];
    const writing = { database, connection, settings, request, tried: new Set<bigint>(), faults: [] as Error[] };
    const otherFiles = await writeUnwritten(writing);
    const origination = { file: null, debits: 0, totalCents: 0n, otherFiles };
    if (writing.faults.length > 0) throw new FilesNotWritten(writing.faults, origination, true);
    return otherFiles;
  });
}

interface MadeFile {
  debits: number;
  totalCents: bigint;
  /** The last debit, where the file is full and further ones may wait behind it. */
  more: store.PaymentKey | undefined;
}

class TotalTooLarge extends Error {}

/** Makes the debits of the next file, as many as one can hold by number and by sum. */
async function nextFile(
  database: Database,
  settings: EftSettings,
  { at, outDir, only }: OriginateRequest,
  after?: store.PaymentKey,
): Promise<MadeFile> {
  for (let debitsMax = debitsPerFileMax; ; ) {
    const selection = { debitsMax, only, after };
    try {
      return await database.transaction((tx) => makeFile(tx, settings, selection, { at, outDir }));
    } catch (error) {
      if (!(error instanceof TotalTooLarge)) throw error;
      // What was created meanwhile may stand between: then the sum is too large once more, and the count is smaller.
      debitsMax = Math.min(debitsMax - 1, await store.countThatFits(database, selection, totalCentsMax));
    }
  }
}

/** Throws `TotalTooLarge` where the sum of so many debits does not fit into a file. */
async function makeFile(
  tx: Tx,
  settings: EftSettings,
  selection: store.Selection,
  { at, outDir }: Pick<OriginateRequest, 'at' | 'outDir'>,
): Promise<MadeFile> {
  const dueDate = dueDateAt(at);
  const begun = { createdAt: at, dueDate, outDir: path.resolve(outDir) };
  const file = await store.insertFile(tx, begun, namePrefix(settings, dueDate));
  const made = await store.insertDebits(tx, file, markOf(settings), selection);
  if (made.totalCents > totalCentsMax) throw new TotalTooLarge();
  if (made.debits === 0) await store.deleteFile(tx, file.id);
  return { ...made, more: made.debits < selection.debitsMax ? undefined : await store.lastOf(tx, file.id) };
}
