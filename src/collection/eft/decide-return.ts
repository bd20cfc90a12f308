/**
 * What a return does to our debit: decided pure, the same from the same facts (open points `eft-other-returns`, `eft-late-return`;
 * money is never guessed).
 *
 *   cross-reference ─nobody's─▶ hold      our debit ─┬─ a credit came back ─────▶ hold
 *          │                                         ├─ amount, account differ ─▶ hold      the first that holds decides,
 *          └──────────▶ our debit                    └─ state ──┬─ returned ────▶ duplicate, or hold        in this order
 *                                                               ├─ not sent ────▶ hold
 *                                                               ├─ sent ────────▶ fail
 *                                                               └─ presumed ────▶ late
 *
 * The code does not matter here: every one of them says that the money did not come. What it means and who must act is said by
 * `return-codes.ts`.
 */
import { type BankAccountNumber, branchNumber, sameAccountNumber } from '../../bank-accounts/account-number.ts';
import type { AftReturn } from './aft-segment.ts';

/** The life of a debit: waiting for the cut-off, in a file, sent, presumed paid after the days of grace, returned. */
export type DebitState = 'waiting' | 'in_file' | 'sent' | 'presumed' | 'returned';

/** What the decision looks at in a return. */
export type ReturnFacts = Pick<
  AftReturn,
  'side' | 'code' | 'amountCents' | 'originalBranch' | 'originalAccountNumber' | 'trace'
>;

/** The return of a debit that was recorded before: as the reader gave it. */
export interface EarlierReturn {
  code: string;
  trace: string;
}

/** What the decision looks at in our debit, which carries its own copy of the account. */
export type DebitFacts = BankAccountNumber & { amountCents: bigint } & (
    | { state: 'returned'; earlierReturn: EarlierReturn }
    | { state: Exclude<DebitState, 'returned'>; earlierReturn?: EarlierReturn | undefined }
  );

/**
 * `fail`: the payment fails. `late`: recorded and posted as a receivable, the payment stays. `duplicate`: nothing changes.
 * `hold`: an operator decides.
 */
export type ReturnAction = 'fail' | 'late' | 'duplicate' | 'hold';

/** Every way a decision can come out: what is done, and why, in words for the operator. In order of precedence. */
export const returnDecisions = {
  nobodys: {
    action: 'hold',
    why: 'The cross-reference names no debit of ours. Find out whose it is, or settle it with the bank.',
  },
  'credit-returned': {
    action: 'hold',
    why: 'The bank returns a credit, but we send debits only. Settle it with the bank.',
  },
  'amount-differs': {
    action: 'hold',
    why: 'The amount returned is not the amount of the debit. Settle it with the bank.',
  },
  'account-differs': {
    action: 'hold',
    why: 'The return names another account than the debit was drawn on. Settle it with the bank.',
  },
  'same-return': { action: 'duplicate', why: 'This return was recorded before.' },
  'second-return': {
    action: 'hold',
    why: 'The debit came back before, with another code or trace number. Settle the second return with the bank.',
  },
  'not-sent': {
    action: 'hold',
    why: 'The debit is not marked as sent. See whether its file reached the bank, then take the return up again.',
  },
  sent: { action: 'fail', why: 'The debit came back before it was presumed paid: the payment fails.' },
  'after-completion': {
    action: 'late',
    why: 'The debit came back after it was presumed paid: a receivable; the payment does not change.',
  },
} as const satisfies Readonly<Record<string, { action: ReturnAction; why: string }>>;

export type ReturnReason = keyof typeof returnDecisions;

/** A decision: what is done, why in words, and the name of the rule. */
export interface ReturnDecision {
  action: ReturnAction;
  reason: ReturnReason;
  why: string;
}

const byState = {
  waiting: 'not-sent',
  in_file: 'not-sent',
  sent: 'sent',
  presumed: 'after-completion',
} as const satisfies Readonly<Record<Exclude<DebitState, 'returned'>, ReturnReason>>;

/**
 * Decides on one return. `debit` is the one that its cross-reference names, undefined where there is none. A bank that does not say the
 * original account is taken at its word for reference and amount; a different account is held.
 */
export function decideReturn(given: ReturnFacts, debit: DebitFacts | undefined): ReturnDecision {
  const reason = reasonOf(given, debit);
  return { reason, ...returnDecisions[reason] };
}

function reasonOf(given: ReturnFacts, debit: DebitFacts | undefined): ReturnReason {
  if (!debit) return 'nobodys';
  if (given.side === 'credit') return 'credit-returned';
  if (given.amountCents !== debit.amountCents) return 'amount-differs';
  if (!namesAccount(given, debit)) return 'account-differs';
  if (debit.state === 'returned') return again(given, debit.earlierReturn);
  return debit.earlierReturn ? again(given, debit.earlierReturn) : byState[debit.state];
}

/** Whether the return names the debit's account, as far as it names one: zeros, like blanks, are a field left empty. */
function namesAccount(given: ReturnFacts, debit: BankAccountNumber): boolean {
  const { originalBranch, originalAccountNumber } = given;
  return (
    (originalBranch === '' || originalBranch === branchNumber(debit)) &&
    (/^0*$/.test(originalAccountNumber) || sameAccountNumber(originalAccountNumber, debit.accountNumber))
  );
}

/** The same is the same code and the same trace number; a trace number that is missing on one side tells nothing. */
function again(given: ReturnFacts, earlier: EarlierReturn): ReturnReason {
  const sameTrace = given.trace === '' || earlier.trace === '' || given.trace === earlier.trace;
  return given.code === earlier.code && sameTrace ? 'same-return' : 'second-return';
}
