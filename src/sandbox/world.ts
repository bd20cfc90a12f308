/**
 * What the sandbox needs beyond the API's own context: how its rails are set up, and what time brings about.
 */
import type { EftSettings } from '../collection/eft/originate.ts';
import type { SettlementSettings } from '../settlement/submit.ts';

export interface SandboxWorld {
  settlement: SettlementSettings;
  eft: EftSettings;
  eftCompletedAfterBusinessDays: number;
  /** Folder for the files that the played bank and biller exchange with the service. */
  dir: string;
  /** Does what is due at this business time, as the worker does. */
  runDue: (at: Temporal.Instant) => Promise<void>;
  /** Times of day (Toronto) at which something may become due. */
  dueTimes: Temporal.PlainTime[];
}
