/**
 * What a report does to one payment of a batch. Pure; the caller writes (models rule 4).
 *
 * First, which of the report's statuses speaks for the payment: **the nearest one that is there.**
 *
 *   1. the payment's own entry (TxSts)
 *   2. its block (PmtInfSts)          where the payment has no entry, or an entry without a status
 *   3. the batch (GrpSts)             where the block has no status either
 *
 * So a rejected batch without entries rejects all of it, and payments that are named take their own status, whatever
 * is said around them. PART speaks for nobody: a payment that is not named in a PART batch or block stays as it is.
 *
 * Second, what that does, by what earlier reports said about the same submission (open points `settlement-acceptance`,
 * `second-rejection`):
 *
 *   so far \ says   accepted    rejected    recorded
 *   open            accept      reject      record
 *   accepted        duplicate   hold        record
 *   rejected        hold        duplicate   record
 *
 * `open` holds also for a payment that was presumed settled because no report came: a first rejection, however late,
 * fails it. A payment that was re-queued is a new submission with identifiers of its own, and begins `open`.
 */
import type { StatusLevel } from './status-codes.ts';
import { readStatus } from './status-codes.ts';

export type Outcome = 'open' | 'accepted' | 'rejected';
export type Says = 'accepted' | 'rejected' | 'recorded';
export type SettlementAction = 'accept' | 'reject' | 'record' | 'duplicate' | 'hold';

/** The status codes that a report gives on the way to one payment; absent where there is none. */
export interface StatusesAround {
  batch?: string | undefined;
  block?: string | undefined;
  transaction?: string | undefined;
}

/** The status that speaks for a payment. `code` is absent where the report has no status at all. */
export interface Spoken {
  says: Says;
  level: StatusLevel;
  code?: string;
  /** True where an operator should look although nothing changes. */
  attention: boolean;
}

export interface Decision {
  action: SettlementAction;
  why: string;
}

const nearestFirst: readonly StatusLevel[] = ['transaction', 'block', 'batch'];

/** Which status speaks for a payment (step 1 above). */
export function statusFor(around: StatusesAround): Spoken {
  for (const level of nearestFirst) {
    const code = around[level];
    if (code === undefined) continue;
    const { reading, attention } = readStatus(code, level);
    return { says: reading === 'part' ? 'recorded' : reading, level, code, attention };
  }
  return { says: 'recorded', level: 'batch', attention: true };
}

const table: Readonly<Record<Outcome, Readonly<Record<Says, Decision>>>> = {
  open: {
    accepted: { action: 'accept', why: 'the first report of an outcome: accepted' },
    rejected: { action: 'reject', why: 'the first report of an outcome: rejected' },
    recorded: { action: 'record', why: 'a status that settles nothing: kept, nothing changes' },
  },
  accepted: {
    accepted: { action: 'duplicate', why: 'it was reported as accepted before: nothing changes' },
    rejected: { action: 'hold', why: 'a rejection after a reported acceptance: an operator decides' },
    recorded: { action: 'record', why: 'an interim status after the acceptance: kept, nothing changes' },
  },
  rejected: {
    accepted: { action: 'hold', why: 'an acceptance after a reported rejection: an operator decides' },
    rejected: { action: 'duplicate', why: 'it was reported as rejected before: nothing changes' },
    recorded: { action: 'record', why: 'an interim status after the rejection: kept, nothing changes' },
  },
};

const levelWords: Readonly<Record<StatusLevel, string>> = {
  batch: 'said of the whole batch',
  block: 'said of its block',
  transaction: 'said of this payment',
};

/**
 * What to do with one submitted payment (step 2 above). `outcome` is what reports have said of this submission so far,
 * earlier entries of the same file included: an entry that comes twice is decided twice, in the order of the file.
 */
export function decide(outcome: Outcome, says: Says, level: StatusLevel): Decision {
  const { action, why } = table[outcome][says];
  return { action, why: `${why} (${levelWords[level]})` };
}
