/**
 * Re-queueing as operators do it, whatever failed (interface §3, open point `requeue`), in words for whoever asked.
 *
 *   rejected ─▶ resettling · resettling, nothing submitted ─▶ another account number      (src/settlement/requeue.ts)
 *   uncollected ─▶ recollecting · recollecting, no debit under way ─▶ another bank account (src/collection/eft/choose-account.ts)
 *   anything else ─▶ refused; and so is one that would be paid twice (src/console/doubt.ts)
 */
import type { Database, Tx } from '../base/database.ts';
import { chooseAnotherAccount } from '../collection/eft/choose-account.ts';
import type { Requeue, RequeueOutcome } from '../payments/requeue.ts';
import { findPaymentOfAnyPartner, lockPayments } from '../payments/store.ts';
import { requeueOrCorrect } from '../settlement/requeue.ts';
import { type Doubt, doubtAbout, doubts } from './doubt.ts';

/** As `RequeueOutcome`; or it is in doubt where the payment's money is. */
export type HandRequeueOutcome = RequeueOutcome | { outcome: 'in_doubt'; doubt: Doubt };

/** Re-queues a payment, or corrects one that waits to go on its way again. One transaction. */
export async function requeuePayment(
  database: Database,
  request: Requeue,
  at: Temporal.Instant,
): Promise<HandRequeueOutcome> {
  return await database.transaction((tx) => requeueIn(tx, database.schema, request, at));
}

/** The same in the caller's transaction. */
export async function requeueIn(
  tx: Tx,
  schema: string,
  request: Requeue,
  at: Temporal.Instant,
): Promise<HandRequeueOutcome> {
  const partnerId = request.partnerId ?? (await findPaymentOfAnyPartner(tx, request.paymentId))?.partnerId;
  if (partnerId === undefined) return { outcome: 'unknown' };
  const key = { partnerId, paymentId: request.paymentId };
  await lockPayments(tx, [key]);
  const doubt = await doubtAbout(tx, key);
  if (doubt) return { outcome: 'in_doubt', doubt };
  const result = await requeueOrCorrect(tx, request, at);
  if (result.outcome !== 'not_failed' || result.state !== 'recollecting') return result;
  return (await chooseAnotherAccount(tx, schema, key, request)) ?? result;
}

/** Why it was not re-queued, for an operator; undefined where it was. */
export function requeueRefusal(paymentId: bigint, result: HandRequeueOutcome): string | undefined {
  switch (result.outcome) {
    case 'requeued':
      return undefined;
    case 'unknown':
      return `There is no payment ${paymentId}`;
    case 'blank_account_number':
      return 'The account number is blank: give the number by which the payee knows the user';
    case 'not_debitable':
      return `Bank account ${result.bankAccountId} ${result.fault}`;
    case 'refunded':
      return `Payment ${paymentId} is not re-queued: its money was given back`;
    case 'no_debit':
      return `No account is debited for payment ${paymentId} now, so none can be chosen: leave the bank account out`;
    case 'in_doubt':
      return `Payment ${paymentId} ${doubts[result.doubt]}`;
    case 'not_failed':
      return `Only a failed payment can be re-queued: payment ${paymentId} is ${result.state}`;
  }
}
