/**
 * Giving a failed payment's money back as operators do it: only where nothing that other rooms know speaks against it.
 *
 *   its debit was returned ─▶ the money is gone already: refused
 *   something waits for a decision (src/console/doubt.ts) ─▶ refused until that is decided
 *   else ─▶ recorded and posted (src/payments/refund.ts)
 */
import type { Tx } from '../base/database.ts';
import { latestDebit } from '../collection/eft/store.ts';
import { type RefundOutcome, type RefundRequest, refund } from '../payments/refund.ts';
import { findPaymentOfAnyPartner, lockPayments } from '../payments/store.ts';
import { doubtAbout, doubts } from './doubt.ts';

/** Records that the money of a payment went back, in the caller's transaction. */
export async function refundPayment(tx: Tx, request: RefundRequest): Promise<RefundOutcome> {
  const partnerId = (await findPaymentOfAnyPartner(tx, request.paymentId))?.partnerId;
  if (partnerId === undefined) return { outcome: 'unknown' };
  const { paymentId } = request;
  await lockPayments(tx, [{ partnerId, paymentId }]);
  if ((await latestDebit(tx, partnerId, paymentId))?.state === 'returned') {
    return { outcome: 'refused', why: 'has no money to give back: its debit was returned' };
  }
  const doubt = await doubtAbout(tx, { partnerId, paymentId });
  if (doubt) return { outcome: 'refused', why: doubts[doubt] };
  return refund(tx, request);
}
