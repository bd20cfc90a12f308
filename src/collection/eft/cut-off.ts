/**
 * The debit run of each cut-off, on business days, Toronto time (open point `eft-debit-date`). A worker that was down runs the
 * latest one when it is back. Files that could not be written are tried again in between.
 */

import { latestCutOffBefore } from '../../base/calendar.ts';
import type { Database } from '../../base/database.ts';
import { type EftSettings, FilesNotWritten, originateDebits, resumeDebitFiles } from './originate.ts';
import { latestCutOff, recordCutOff } from './store.ts';

export interface EftCutOffSettings {
  eft: EftSettings;
  time: Temporal.PlainTime;
  outDir: string;
}

/**
 * Runs the debits that are due at business time `at`, if that cut-off has not been run yet; else writes what earlier runs could not
 * write. The first time on a database no debit is made: only what comes after is due. Throws `FilesNotWritten`.
 */
export async function originateAtCutOff(
  database: Database,
  settings: EftCutOffSettings,
  at: Temporal.Instant,
): Promise<void> {
  const { eft, time, outDir } = settings;
  const due = latestCutOffBefore(at, time);
  const last = await latestCutOff(database);
  if (last && Temporal.Instant.compare(last, due) >= 0) {
    await resumeDebitFiles(database, eft, { outDir, at });
    return;
  }
  if (!last) return recordCutOff(database, due);
  try {
    await originateDebits(database, eft, { outDir, at });
  } catch (error) {
    // The debits of this cut-off stand: what is created from now on waits for the next one, whatever becomes of the files.
    if (error instanceof FilesNotWritten && error.madeAll) await recordCutOff(database, due);
    throw error;
  }
  await recordCutOff(database, due);
}
