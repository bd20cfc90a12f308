/**
 * The settlement run of each cut-off, on business days, Toronto time. A worker that was down runs the latest one when it is
 * back: whatever was collected meanwhile goes into that one batch.
 */
import { latestCutOffBefore } from '../base/calendar.ts';
import type { Database } from '../base/database.ts';
import type { PayeeSnapshot } from '../payees/snapshot.ts';
import { latestCutOff, recordCutOff } from './store.ts';
import { BatchesNotWritten, resumeBatches, type SettlementSettings, submitSettlement } from './submit.ts';

export interface CutOffSettings {
  settlement: SettlementSettings;
  time: Temporal.PlainTime;
  outDir: string;
}

/**
 * Runs the settlement that is due at business time `at`, if it has not been run yet; else writes what earlier runs could not write.
 * The first time on a database nothing is batched: only what comes after is due. Throws `BatchesNotWritten`.
 */
export async function settleAtCutOff(
  database: Database,
  { settlement, time, outDir }: CutOffSettings,
  payees: PayeeSnapshot,
  at: Temporal.Instant,
): Promise<void> {
  const due = latestCutOffBefore(at, time);
  const last = await latestCutOff(database);
  if (last && Temporal.Instant.compare(last, due) >= 0) return resumeBatches(database, settlement, outDir);
  if (!last) return recordCutOff(database, due);
  try {
    await submitSettlement(database, settlement, { outDir, payees, at });
  } catch (error) {
    // What was due stands in a batch: what is collected from now on waits for the next one, whatever becomes of the file.
    if (error instanceof BatchesNotWritten && error.madeAll) await recordCutOff(database, due);
    throw error;
  }
  await recordCutOff(database, due);
}
