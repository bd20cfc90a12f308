/**
 * Whether a transfer is the money of a payment: decided pure, the same from the same facts, and stored with its explanation
 * (design §8; open points `sender-not-given`, `amount-mismatch`, `second-transfer`, `number-of-other-kind`).
 *
 *   numbers ─none─▶ held        one payment ─┬─ kind ──── not Interac ──────▶ held
 *      │                           ▲         ├─ state ─── not awaiting ─────▶ held
 *      └──▶ payments ─none─▶ held  │         ├─ sender ── different ────────▶ held     the first that fails is the reason,
 *               ├───── several ─▶ held       ├─ amount ── different ────────▶ held     in this order
 *               └───── one ────────┘         └─ all as they should be ──────▶ matched
 *
 * Where one payment was found, all its checks are carried out and listed, also behind the first that fails: the operator
 * who holds the transfer wants to know all of it.
 */
import type { Kind, State } from '../../payments/machine.ts';

/** What the decision looks at in a transfer. */
export interface TransferFacts {
  /** From its description, with the right check digit. */
  numbers: readonly string[];
  /** Twelve digits that are no number, for the explanation. */
  nearMisses: readonly string[];
  senderEmail?: string | undefined;
  amountCents: bigint;
}

/** What the decision looks at in a payment. */
export interface PaymentFacts {
  partnerId: bigint;
  paymentId: bigint;
  identificationNumber: string;
  kind: Kind;
  state: State;
  amountCents: bigint;
  userEmail: string;
}

/** Why a transfer is held, in words for the operator: what was found, and what can be done. In order of precedence. */
export const heldReasons = {
  'no-number-found':
    'The description holds no identification number. Attach the transfer to its payment, or return it.',
  'number-unknown':
    'The description holds a well-formed number that belongs to no payment. Attach the transfer to its payment, or return it.',
  'several-payments':
    'The description holds the numbers of several payments. Attach the transfer to one of them, or return it.',
  'payment-of-other-kind':
    'The number belongs to a payment that is collected by debit or by card, not by Interac. Return the transfer.',
  'payment-not-awaiting-funds':
    'The payment already has its funds: this is a second transfer. Return it, or attach it to the payment it was meant for.',
  'sender-differs':
    'The transfer was sent from another e-mail address than the payment names. The partner can correct the address; or attach or return the transfer.',
  'amount-differs':
    'The amount received is not the amount of the payment. Attach this transfer, alone or together with others, or return it.',
} as const;

export type HeldReason = keyof typeof heldReasons;

/** One check and how it came out. Cents and ids as text: the explanation is stored as JSON. */
export type Check =
  | { check: 'numbers'; result: 'found' | 'none'; numbers: string[]; nearMisses: string[]; leftOut?: number }
  | { check: 'payment'; result: 'one' | 'unknown' | 'several'; payments: PaymentName[]; leftOut?: number }
  | { check: 'kind'; result: 'interac' | 'other'; kind: Kind }
  | { check: 'state'; result: 'awaiting' | 'not-awaiting'; state: State }
  | { check: 'sender'; result: 'equal' | 'sender-not-given' }
  | { check: 'sender'; result: 'different'; received: string; expected: string }
  | { check: 'amount'; result: 'equal' | 'different'; receivedCents: string; expectedCents: string };

export interface PaymentName {
  partnerId: string;
  paymentId: string;
  identificationNumber: string;
}

export interface Explanation {
  checks: Check[];
}

/** A payment that the operator may want to look at first. Never acted on by the service itself. */
export interface Suggestion extends PaymentName {
  because: 'number-matches' | 'number-one-slip-away';
}

export type Decision<P extends PaymentFacts = PaymentFacts> =
  | { outcome: 'matched'; payment: P; explanation: Explanation }
  | { outcome: 'held'; reason: HeldReason; explanation: Explanation; suggestion?: Suggestion };

/** A hostile description holds thousands of candidates; the explanation names so many of each kind and counts the rest. */
const namedMax = 20;

/**
 * Decides on one transfer. `payments` are all that carry one of its numbers, of every partner and kind; `similar` (may be
 * left out) are payments whose number is one slip away from a near miss: they can be suggested, never matched.
 */
export function decide<P extends PaymentFacts>(
  transfer: TransferFacts,
  payments: readonly P[],
  similar: readonly PaymentFacts[] = [],
): Decision<P> {
  const found = distinct(payments);
  for (const { identificationNumber } of found) {
    if (!transfer.numbers.includes(identificationNumber)) {
      throw new Error('decide was given a payment whose number does not stand in the transfer');
    }
  }
  const explanation: Explanation = { checks: [numbersCheck(transfer)] };
  const held = (reason: HeldReason, suggestion?: Suggestion): Decision<P> => ({
    outcome: 'held',
    reason,
    explanation,
    ...(suggestion && { suggestion }),
  });
  if (transfer.numbers.length === 0) return held('no-number-found', suggestionAmong(transfer, similar));

  explanation.checks.push(paymentCheck(found));
  const [payment, ...others] = found;
  if (!payment) return held('number-unknown', suggestionAmong(transfer, similar));
  if (others.length > 0) return held('several-payments');

  const checks = checksOf(transfer, payment);
  explanation.checks.push(...checks.map(({ check }) => check));
  const failed = checks.find(({ fails }) => fails !== undefined);
  if (!failed?.fails) return { outcome: 'matched', payment, explanation };
  // A payment that can take no funds by Interac is named in the explanation, but not suggested.
  const takesFunds = failed.fails === 'sender-differs' || failed.fails === 'amount-differs';
  return held(failed.fails, takesFunds ? { ...nameOf(payment), because: 'number-matches' } : undefined);
}

/** Whether two addresses are the same one: without surrounding white space and without case (interface §2.2). */
export function sameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The checks on a payment that carries the transfer's number, in order of precedence, each with what it fails for. */
function checksOf(transfer: TransferFacts, payment: PaymentFacts): { check: Check; fails?: HeldReason | undefined }[] {
  const interac = payment.kind === 'bill_interac' || payment.kind === 'rent_interac';
  const awaiting = payment.state === 'awaiting_funds';
  const sender = senderCheck(transfer.senderEmail, payment.userEmail);
  const amountEqual = transfer.amountCents === payment.amountCents;
  return [
    {
      check: { check: 'kind', result: interac ? 'interac' : 'other', kind: payment.kind },
      fails: interac ? undefined : 'payment-of-other-kind',
    },
    {
      check: { check: 'state', result: awaiting ? 'awaiting' : 'not-awaiting', state: payment.state },
      fails: awaiting ? undefined : 'payment-not-awaiting-funds',
    },
    { check: sender, fails: sender.result === 'different' ? 'sender-differs' : undefined },
    {
      check: {
        check: 'amount',
        result: amountEqual ? 'equal' : 'different',
        receivedCents: String(transfer.amountCents),
        expectedCents: String(payment.amountCents),
      },
      fails: amountEqual ? undefined : 'amount-differs',
    },
  ];
}

function numbersCheck({ numbers, nearMisses }: TransferFacts): Check {
  const leftOut = Math.max(0, numbers.length - namedMax) + Math.max(0, nearMisses.length - namedMax);
  return {
    check: 'numbers',
    result: numbers.length > 0 ? 'found' : 'none',
    numbers: numbers.slice(0, namedMax),
    nearMisses: nearMisses.slice(0, namedMax),
    ...(leftOut > 0 && { leftOut }),
  };
}

function paymentCheck(found: readonly PaymentFacts[]): Check {
  const leftOut = Math.max(0, found.length - namedMax);
  return {
    check: 'payment',
    result: found.length === 0 ? 'unknown' : found.length === 1 ? 'one' : 'several',
    payments: found.slice(0, namedMax).map(nameOf),
    ...(leftOut > 0 && { leftOut }),
  };
}

function senderCheck(received: string | undefined, expected: string): Check & { check: 'sender' } {
  if (received === undefined || received.trim() === '') return { check: 'sender', result: 'sender-not-given' };
  if (sameEmail(received, expected)) return { check: 'sender', result: 'equal' };
  return { check: 'sender', result: 'different', received, expected };
}

/** One payment alone, whose number was nearly written and whose sender or amount agrees: otherwise likeness says nothing. */
function suggestionAmong(transfer: TransferFacts, similar: readonly PaymentFacts[]): Suggestion | undefined {
  const likely = distinct(similar).filter((payment) => {
    const [kind, state, sender, amount] = checksOf(transfer, payment);
    if (kind?.fails || state?.fails) return false;
    return sender?.check.result === 'equal' || !amount?.fails;
  });
  const [payment, ...others] = likely;
  if (!payment || others.length > 0) return undefined;
  return { ...nameOf(payment), because: 'number-one-slip-away' };
}

function nameOf({ partnerId, paymentId, identificationNumber }: PaymentFacts): PaymentName {
  return { partnerId: String(partnerId), paymentId: String(paymentId), identificationNumber };
}

/** Each payment once, in an order that does not depend on how the database answered. */
function distinct<P extends PaymentFacts>(payments: readonly P[]): P[] {
  if (payments.length < 2) return [...payments];
  const byName = new Map(payments.map((payment) => [`${payment.partnerId}/${payment.paymentId}`, payment]));
  return [...byName.values()].sort(
    (one, other) => Number(one.partnerId - other.partnerId) || Number(one.paymentId - other.paymentId),
  );
}
