/**
 * The debit run of each cut-off, on business days, Toronto time (open point `eft-debit-date`). A worker that was down runs the
 * latest one when it is back.
 */

import { latestCutOffBefore } from '../../base/calendar.ts';
import type { Database } from '../../base/database.ts';
import { type EftSettings, type Origination, originateDebits } from './originate.ts';
import { latestCutOff, recordCutOff } from './store.ts';

export interface EftCutOffSettings {
  eft: EftSettings;
  time: Temporal.PlainTime;
  outDir: string;
}

/**
 * Runs the debits that are due at business time `at`, if that cut-off has not been run yet. The first time on a database nothing
 * is run: only what comes after is due.
 */
export async function originateAtCutOff(
  database: Database,
  settings: EftCutOffSettings,
  at: Temporal.Instant,
): Promise<Origination | undefined> {
  const due = latestCutOffBefore(at, settings.time);
  const last = await latestCutOff(database);
  if (last && Temporal.Instant.compare(last, due) >= 0) return undefined;
  const origination = last ? await originateDebits(database, settings.eft, { outDir: settings.outDir, at }) : undefined;
  await recordCutOff(database, due);
  return origination;
}
