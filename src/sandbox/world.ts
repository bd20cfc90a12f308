/**
 * What the sandbox needs beyond the API's own context: how settlement is set up, and what time brings about.
 */
import type { SettlementSettings } from '../settlement/submit.ts';

export interface SandboxWorld {
  settlement: SettlementSettings;
  /** Folder for the files that the played bank and biller exchange with the service. */
  dir: string;
  /** Does what is due at this business time, as the worker does. */
  runDue: (at: Temporal.Instant) => Promise<void>;
}
