/**
 * What time brings about, whoever drives it: the worker's schedule in every environment, and the sandbox's clock when it is
 * moved. Running it twice does nothing twice.
 */
import type { Database } from '../base/database.ts';
import { completeDebits } from '../collection/eft/complete.ts';
import { type EftCutOffSettings, originateAtCutOff } from '../collection/eft/cut-off.ts';
import type { PayeeDirectory } from '../payees/snapshot.ts';
import { type CutOffSettings, settleAtCutOff } from '../settlement/cut-off.ts';
import { presumeAccepted } from '../settlement/presume.ts';

export interface DueSettings {
  database: Database;
  payees: PayeeDirectory;
  presumedAfterBusinessDays: number;
  eftCompletedAfterBusinessDays: number;
  /** Absent: settlement is run by command only. */
  cutOff?: CutOffSettings;
  /** Absent: debits are originated by command only. */
  eftCutOff?: EftCutOffSettings;
}

/** Does everything that is due at business time `at`: debits first, so that what completes goes into the day's settlement. */
export async function runDue(settings: DueSettings, at: Temporal.Instant): Promise<void> {
  const { database } = settings;
  await completeDebits(database, settings.eftCompletedAfterBusinessDays, at);
  if (settings.eftCutOff) await originateAtCutOff(database, settings.eftCutOff, at);
  await presumeAccepted(database, settings.presumedAfterBusinessDays, at);
  if (settings.cutOff) await settleAtCutOff(database, settings.cutOff, await settings.payees.current(), at);
}

/** The times of day at which something may become due, for a clock that is moved over them. */
export function dueTimes(settings: DueSettings): Temporal.PlainTime[] {
  return [settings.eftCutOff?.time, settings.cutOff?.time].filter((time) => time !== undefined);
}
