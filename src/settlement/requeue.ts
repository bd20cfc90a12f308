/**
 * Re-queueing as operators do it (interface §3, open point `requeue`): a rejected payment goes to settlement again; one that
 * was re-queued, and has not been submitted since, takes another account number and keeps its place.
 *
 *   rejected ──────────────────────────▶ resettling, corrected where a number is given
 *   resettling, nothing submitted ─────▶ corrected where it stands
 *   anything else ─────────────────────▶ refused, as a value
 */
import type { Tx } from '../base/database.ts';
import { type Requeue, type RequeueOutcome, requeue } from '../payments/requeue.ts';
import { correctField, findPayment, findPaymentOfAnyPartner } from '../payments/store.ts';
import { hasOpenSubmission } from './store.ts';

/** Re-queues a payment, or corrects one that waits for its next submission. */
export async function requeueOrCorrect(tx: Tx, request: Requeue, at: Temporal.Instant): Promise<RequeueOutcome> {
  // It has locked the payment: a settlement run that had it first has ended by now, one that comes later waits.
  const result = await requeue(tx, request, at);
  const { accountNumber, partnerId, paymentId } = request;
  if (result.outcome !== 'not_failed' || result.state !== 'resettling' || accountNumber === undefined) return result;
  const find = () =>
    partnerId === undefined ? findPaymentOfAnyPartner(tx, paymentId) : findPayment(tx, partnerId, paymentId);
  const payment = await find();
  if (!payment || (await hasOpenSubmission(tx, payment))) return result;
  if (accountNumber !== payment.accountNumber) {
    await correctField(tx, payment, 'account_number', accountNumber, request.cause);
  }
  return { outcome: 'requeued', payment: (await find()) ?? payment };
}
