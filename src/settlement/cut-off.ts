/**
 * The settlement run of each cut-off, on business days, Toronto time. A worker that was down runs the latest one when it is
 * back: whatever was collected meanwhile goes into that one batch.
 */
import { latestCutOffBefore } from '../base/calendar.ts';
import type { Database } from '../base/database.ts';
import type { PayeeSnapshot } from '../payees/snapshot.ts';
import { latestCutOff, recordCutOff } from './store.ts';
import { type SettlementSettings, type Submission, submitSettlement } from './submit.ts';

export interface CutOffSettings {
  settlement: SettlementSettings;
  time: Temporal.PlainTime;
  outDir: string;
}

/**
 * Runs the settlement that is due at business time `at`, if it has not been run yet. The first time on a database nothing is
 * run: only what comes after is due. Answers what was submitted.
 */
export async function settleAtCutOff(
  database: Database,
  settings: CutOffSettings,
  payees: PayeeSnapshot,
  at: Temporal.Instant,
): Promise<Submission | undefined> {
  const due = latestCutOffBefore(at, settings.time);
  const last = await latestCutOff(database);
  if (last && Temporal.Instant.compare(last, due) >= 0) return undefined;
  const submission = last
    ? await submitSettlement(database, settings.settlement, { outDir: settings.outDir, payees, at })
    : undefined;
  await recordCutOff(database, due);
  return submission;
}
