/**
 * The settlement run of each cut-off: whatever was collected until then goes into one batch (open point `settlement-date`; how cut-offs
 * are run: src/bank-files/cut-offs.ts).
 */
import { atCutOff } from '../bank-files/cut-offs.ts';
import type { Database } from '../base/database.ts';
import type { PayeeSnapshot } from '../payees/snapshot.ts';
import { resumeBatches, type SettlementSettings, submitSettlement } from './submit.ts';

export interface CutOffSettings {
  settlement: SettlementSettings;
  time: Temporal.PlainTime;
  outDir: string;
}

/** Runs the settlement that is due at business time `at`, once. Throws `FilesNotWritten`. */
export async function settleAtCutOff(
  database: Database,
  { settlement, time, outDir }: CutOffSettings,
  payees: PayeeSnapshot,
  at: Temporal.Instant,
): Promise<void> {
  await atCutOff(database, 'settlement', time, at, {
    run: () => submitSettlement(database, settlement, { outDir, payees, at }),
    resume: () => resumeBatches(database, settlement, outDir),
  });
}
