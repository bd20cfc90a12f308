/**
 * What time brings about, whoever drives it: the worker's schedule in every environment, and the sandbox's clock when it is
 * moved. Running it twice does nothing twice.
 */
import type { Database } from '../base/database.ts';
import type { PayeeDirectory } from '../payees/snapshot.ts';
import { type CutOffSettings, settleAtCutOff } from '../settlement/cut-off.ts';
import { presumeAccepted } from '../settlement/presume.ts';

export interface DueSettings {
  database: Database;
  payees: PayeeDirectory;
  presumedAfterBusinessDays: number;
  /** Absent: settlement is run by command only. */
  cutOff?: CutOffSettings;
}

/** Does everything that is due at business time `at`. */
export async function runDue(settings: DueSettings, at: Temporal.Instant): Promise<void> {
  await presumeAccepted(settings.database, settings.presumedAfterBusinessDays, at);
  if (settings.cutOff) await settleAtCutOff(settings.database, settings.cutOff, await settings.payees.current(), at);
}
