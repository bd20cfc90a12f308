/**
 * Giving the money of a failed payment back to its payer, where it cannot be corrected.
 *
 *   rejected, its money still here ─▶ recorded with the means by which it went back, posted: owed to billers ─▶ given back
 *
 * No transfer is made here: the operator's bank, or its post, brings the money back; this keeps what was done and takes it out of what
 * is owed. The payment stays `failed` (no page of the interface shows another way), and is not re-queued any more.
 */
import type { Row, Tx } from '../base/database.ts';
import { sameText } from '../base/same-text.ts';
import { post } from '../ledger/post.ts';
import type { Payment } from './record.ts';
import type { RefundMeans } from './refund-means.ts';
import { findPaymentOfAnyPartner, lockPayments, type PaymentKey } from './store.ts';

export interface Refund {
  amountCents: bigint;
  means: RefundMeans;
  /** The bank's reference, the number of the cheque. */
  reference: string;
  reason: string;
  by: string;
  /** Business time. */
  at: Temporal.Instant;
}

export interface RefundRequest {
  paymentId: bigint;
  means: RefundMeans;
  reference: string;
  reason: string;
  by: string;
}

export type RefundOutcome =
  | { outcome: 'refunded'; payment: Payment; amountCents: bigint }
  | { outcome: 'unknown' }
  /** `why` in words, as the end of a sentence about the payment. */
  | { outcome: 'refused'; why: string };

/**
 * Records that all of what a payment received went back. At most once for a payment, and for a reference: of whichever partner, and
 * however it is typed. Only of other means nobody knows what a reference is good for.
 */
export async function refund(tx: Tx, request: RefundRequest): Promise<RefundOutcome> {
  const partnerId = (await findPaymentOfAnyPartner(tx, request.paymentId))?.partnerId;
  if (partnerId === undefined) return { outcome: 'unknown' };
  const key = { partnerId, paymentId: request.paymentId };
  const [payment] = await lockPayments(tx, [key]);
  if (!payment) return { outcome: 'unknown' };
  const amountCents = payment.receivedCents;
  const why = await whyNot(tx, payment);
  if (why !== undefined || amountCents === null) return { outcome: 'refused', why: why ?? noMoney };
  const referenceSame = sameText(request.reference);
  if (referenceSame === '') return { outcome: 'refused', why: 'needs a reference that can be read' };
  const { rowCount } = await tx.query(
    `insert into payment_refunds (partner_id, payment_id, amount_cents, means, reference, reference_same, reason, given_by, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select business_now())) on conflict do nothing`,
    [partnerId, payment.id, amountCents, request.means, request.reference, referenceSame, request.reason, request.by],
  );
  if (rowCount !== 1)
    return {
      outcome: 'refused',
      why: `was not given back by ${request.means} ${request.reference}: another payment was`,
    };
  const cause = `payment ${payment.id} refund`;
  await post(tx, [{ partnerId, debit: 'owed_to_billers', credit: 'given_back', amountCents, cause }]);
  return { outcome: 'refunded', payment, amountCents };
}

const noMoney = 'received no money';

/** Why a payment's money cannot be given back; undefined where it can. The payment is locked. */
async function whyNot(tx: Tx, payment: Payment): Promise<string | undefined> {
  if (payment.state === 'uncollected') return 'received no money: its debit failed';
  if (payment.state !== 'rejected') return `is ${payment.state}: only what a biller rejected can be given back`;
  const known = await findRefund(tx, { partnerId: payment.partnerId, paymentId: payment.id });
  return known && `was given back already: ${known.means} ${known.reference}`;
}

/** What was given back of a payment. */
export async function findRefund(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<Refund | undefined> {
  const { rows } = await tx.query(
    `select amount_cents, means, reference, reason, given_by, at from payment_refunds where partner_id = $1 and payment_id = $2`,
    [partnerId, paymentId],
  );
  return rows[0] && refundFromRow(rows[0]);
}

export function refundFromRow(row: Row): Refund {
  return {
    amountCents: row.amount_cents as bigint,
    means: row.means as RefundMeans,
    reference: row.reference as string,
    reason: row.reason as string,
    by: row.given_by as string,
    at: row.at as Temporal.Instant,
  };
}
