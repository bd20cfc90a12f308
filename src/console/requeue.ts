/**
 * Re-queueing as operators do it, whatever failed (interface §3, open point `requeue`), in words for whoever asked.
 *
 *   rejected ─▶ resettling · resettling, nothing submitted ─▶ another account number      (src/settlement/requeue.ts)
 *   uncollected ─▶ recollecting · recollecting, no debit under way ─▶ another bank account (src/collection/eft/choose-account.ts)
 *   anything else ─▶ refused
 */
import type { Database } from '../base/database.ts';
import { chooseAnotherAccount } from '../collection/eft/choose-account.ts';
import type { Requeue, RequeueOutcome } from '../payments/requeue.ts';
import { findPaymentOfAnyPartner } from '../payments/store.ts';
import { requeueOrCorrect } from '../settlement/requeue.ts';

/** Re-queues a payment, or corrects one that waits to go on its way again. One transaction. */
export async function requeuePayment(
  database: Database,
  request: Requeue,
  at: Temporal.Instant,
): Promise<RequeueOutcome> {
  return await database.transaction(async (tx) => {
    const result = await requeueOrCorrect(tx, request, at);
    if (result.outcome !== 'not_failed' || result.state !== 'recollecting') return result;
    const partnerId = request.partnerId ?? (await findPaymentOfAnyPartner(tx, request.paymentId))?.partnerId;
    if (partnerId === undefined) return result;
    const key = { partnerId, paymentId: request.paymentId };
    return (await chooseAnotherAccount(tx, database.schema, key, request)) ?? result;
  });
}
