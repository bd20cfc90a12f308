/**
 * What time brings about, whoever drives it: the worker's schedule in every environment, and the sandbox's clock when it is
 * moved. Running it twice does nothing twice.
 */
import type { Database } from '../base/database.ts';
import type { CardRail } from '../collection/card/card-payments.ts';
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
  /** Absent: card payments are switched off. */
  cards?: Pick<CardRail, 'payments' | 'events'>;
  /** Absent: settlement is run by command only. */
  cutOff?: CutOffSettings;
  /** Absent: debits are originated by command only. */
  eftCutOff?: EftCutOffSettings;
}

/**
 * Does everything that is due at business time `at`: money in first, so that what completes goes into the day's settlement. A step
 * that fails holds up no other; throws at the end what failed.
 */
export async function runDue(settings: DueSettings, at: Temporal.Instant): Promise<void> {
  const { database, cards, eftCutOff, cutOff, payees } = settings;
  const steps: (() => Promise<unknown> | undefined)[] = [
    () => cards?.payments.catchUp(at),
    () => completeDebits(database, settings.eftCompletedAfterBusinessDays, at),
    () => eftCutOff && originateAtCutOff(database, eftCutOff, at),
    () => presumeAccepted(database, settings.presumedAfterBusinessDays, at),
    async () => cutOff && settleAtCutOff(database, cutOff, await payees.current(), at),
    () => cards?.events?.catchUp(at),
  ];
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of the steps that are due failed`);
}

/** The times of day at which something may become due, for a clock that is moved over them. */
export function dueTimes(settings: DueSettings): Temporal.PlainTime[] {
  return [settings.eftCutOff?.time, settings.cutOff?.time].filter((time) => time !== undefined);
}
