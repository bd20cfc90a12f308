/**
 * A payment's timeline: everything that happened to it, from every room, as parts and as one list by time. For the operator's
 * command and console, and for the page of the partner whose payment it is: hence a floor below all three.
 *
 *   payments    moves, corrections, refunds   settlement   submissions, reports
 *   interac     transfers                     webhooks     events, attempts
 *   eft         debits, returns                    └───▶ entries, by business time
 *   card        checks, sessions, reversals
 *
 * What one commit did stands at one time, that of the move: first what brought the move about, then the move, then what it
 * had told. Deliveries happen in real time; they stand at the time of their move plus what has passed since.
 */
import type { Tx } from '../base/database.ts';
import { cardSessionsOf, checksOf, reversalsOf } from '../collection/card/timeline.ts';
import { debitsMade, debitWaiting, type PaymentDebit, returnsOf } from '../collection/eft/timeline.ts';
import { transfersOf } from '../collection/interac/timeline.ts';
import { type State, type Status, statusOf, webhookOwed } from '../payments/machine.ts';
import { type Payment, recordText } from '../payments/record.ts';
import { findRefund, type Refund } from '../payments/refund.ts';
import { findPayment, findPaymentOfAnyPartner } from '../payments/store.ts';
import { correctionsOf, type MoveMade, movesOf } from '../payments/timeline.ts';
import { reportsOf, submissionsOf } from '../settlement/timeline.ts';
import { type PaymentWebhook, webhooksOf } from '../webhooks/timeline.ts';
import { type Entry, entriesOf } from './entries.ts';

/** What a payment's rooms tell of it. Each part is in its own order, first to last. */
export interface TimelineParts {
  moves: (MoveMade & { status: Status })[];
  corrections: Awaited<ReturnType<typeof correctionsOf>>;
  /** Money that an operator gave back: none, or one. */
  refunds: Refund[];
  transfers: Awaited<ReturnType<typeof transfersOf>>;
  debits: PaymentDebit[];
  returns: Awaited<ReturnType<typeof returnsOf>>;
  identityChecks: Awaited<ReturnType<typeof checksOf>>;
  cardSessions: Awaited<ReturnType<typeof cardSessionsOf>>;
  cardReversals: Awaited<ReturnType<typeof reversalsOf>>;
  submissions: Awaited<ReturnType<typeof submissionsOf>>;
  reports: Awaited<ReturnType<typeof reportsOf>>;
  webhooks: (Omit<PaymentWebhook, 'record'> & { at: Temporal.Instant })[];
}

export interface Timeline extends TimelineParts {
  partnerId: bigint;
  /** The record as the partner sees it (interface §2.1). */
  payment: Record<string, unknown>;
  state: State;
  /** Everything by business time, oldest first. */
  entries: Entry[];
}

/**
 * The timeline of a payment; undefined where there is none. With a `partnerId` only of that partner's payment, and without the
 * text of transfers on hold (they are not the partner's yet, and may name payments of others) and why an identity check failed. Several statements: for a
 * picture of one moment, `tx` is a transaction that reads repeatably.
 */
export async function timeline(
  tx: Tx,
  partnerId: bigint | undefined,
  paymentId: bigint,
): Promise<Timeline | undefined> {
  const payment =
    partnerId === undefined
      ? await findPaymentOfAnyPartner(tx, paymentId)
      : await findPayment(tx, partnerId, paymentId);
  if (!payment) return undefined;
  const key = { partnerId: payment.partnerId, paymentId };
  const moves = (await movesOf(tx, key)).map((move) => ({ ...move, status: statusOf[move.to] }));
  const transfers = await transfersOf(tx, payment);
  const refund = await findRefund(tx, key);
  const checks = await checksOf(tx, key);
  const parts: TimelineParts = {
    moves,
    corrections: await correctionsOf(tx, key),
    refunds: refund ? [refund] : [],
    transfers: transfers.map((each) =>
      partnerId !== undefined && each.state === 'held' ? { ...each, description: null } : each,
    ),
    debits: await debitsOf(tx, payment),
    returns: await returnsOf(tx, payment.partnerId, paymentId),
    identityChecks: checks.map((check) => (partnerId === undefined ? check : { ...check, failure: null })),
    cardSessions: await cardSessionsOf(tx, key),
    cardReversals: await reversalsOf(tx, key),
    submissions: await submissionsOf(tx, payment.partnerId, paymentId),
    reports: await reportsOf(tx, payment.partnerId, paymentId),
    webhooks: placed(await webhooksOf(tx, payment.partnerId, paymentId), payment, moves),
  };
  return {
    partnerId: payment.partnerId,
    payment: JSON.parse(recordText(payment)) as Record<string, unknown>,
    state: payment.state,
    ...parts,
    entries: entriesOf(parts),
  };
}

/** The debits that were made, and the one that waits for the cut-off where the payment waits and none is open. */
async function debitsOf(tx: Tx, payment: Payment): Promise<PaymentDebit[]> {
  const made = await debitsMade(tx, payment.partnerId, payment.id);
  const waits =
    payment.kind === 'bill_eft' &&
    (payment.state === 'awaiting_funds' || payment.state === 'recollecting') &&
    !made.some((debit) => debit.state === 'in_file' || debit.state === 'sent');
  const waiting = waits ? await debitWaiting(tx, payment, (made.at(-1)?.attempt ?? 0) + 1) : undefined;
  return waiting ? [...made, waiting] : made;
}

/** Events with the business time of the move that they tell. */
function placed(
  webhooks: readonly PaymentWebhook[],
  { kind }: Payment,
  moves: readonly MoveMade[],
): TimelineParts['webhooks'] {
  const telling = moves.map((move) => ({ at: move.at, event: webhookOwed(kind, move.from, move.to) }));
  return webhooks.map(({ record, ...webhook }) => ({
    ...webhook,
    at: toldAt(webhook.event, record, telling) ?? webhook.createdAt,
  }));
}

/**
 * When the move happened that an event tells. Events keep the record as it was after the move, and that is enough: a payment is created
 * once; `paymentMade` is the moment of the completion; and from one completion to the next it fails at most once.
 */
function toldAt(
  event: string,
  record: string,
  telling: readonly { at: Temporal.Instant; event: string | undefined }[],
): Temporal.Instant | undefined {
  const { paymentMade } = JSON.parse(record) as { paymentMade?: string };
  const made = paymentMade === undefined ? undefined : Temporal.Instant.from(paymentMade).epochMilliseconds;
  const completions = telling.filter((each) => each.event === 'payment.completed');
  const completed =
    made === undefined
      ? undefined
      : completions.toSorted(
          (one, other) => Math.abs(one.at.epochMilliseconds - made) - Math.abs(other.at.epochMilliseconds - made),
        )[0];
  if (event === 'payment.completed') return completed?.at;
  return (
    telling.find((each) => each.event === event && (!completed || Temporal.Instant.compare(each.at, completed.at) > 0))
      ?.at ?? telling.find((each) => each.event === event)?.at
  );
}
