/**
 * The debit run of each cut-off (open point `eft-debit-date`; how cut-offs are run: src/bank-files/cut-offs.ts).
 */
import { atCutOff } from '../../bank-files/cut-offs.ts';
import type { Database } from '../../base/database.ts';
import { type EftSettings, originateDebits, resumeDebitFiles } from './originate.ts';

export interface EftCutOffSettings {
  eft: EftSettings;
  time: Temporal.PlainTime;
  outDir: string;
}

/** Runs the debits that are due at business time `at`, once. Throws `FilesNotWritten`. */
export async function originateAtCutOff(
  database: Database,
  { eft, time, outDir }: EftCutOffSettings,
  at: Temporal.Instant,
): Promise<void> {
  await atCutOff(database, 'eft', time, at, {
    run: () => originateDebits(database, eft, { outDir, at }),
    resume: () => resumeDebitFiles(database, eft, { outDir, at }),
  });
}
