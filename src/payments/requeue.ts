/**
 * Re-queueing a failed payment once its cause was corrected (interface §3, open point `requeue`): one that failed at the
 * biller goes to settlement again, perhaps with another account number; one whose debit failed is debited again, perhaps on
 * another account.
 */
import type { Tx } from '../base/database.ts';
import { isBlank } from '../payees/account-rules.ts';
import { apply } from './apply.ts';
import { isBill, type Payment } from './record.ts';
import { correctBankAccount, correctField, findPaymentOfAnyPartner, lockPayments } from './store.ts';

export interface Requeue {
  paymentId: bigint;
  /** Only this partner's payments; absent for the operator. */
  partnerId?: bigint;
  accountNumber?: string;
  /** The caller has seen that it can be debited. */
  bankAccountId?: bigint;
  cause: string;
}

export type RequeueOutcome =
  | { outcome: 'requeued'; payment: Payment }
  | { outcome: 'unknown' }
  | { outcome: 'not_failed'; state: string }
  /** The account number given is blank: the biller could not tell whose money it is. */
  | { outcome: 'blank_account_number' };

/** Corrects what is given, and takes the payment from `rejected` to `resettling`, or from `uncollected` to `recollecting`. */
export async function requeue(tx: Tx, request: Requeue, at: Temporal.Instant): Promise<RequeueOutcome> {
  if (request.accountNumber !== undefined && isBlank(request.accountNumber)) return { outcome: 'blank_account_number' };
  const partnerId = request.partnerId ?? (await findPaymentOfAnyPartner(tx, request.paymentId))?.partnerId;
  if (partnerId === undefined) return { outcome: 'unknown' };
  const key = { partnerId, paymentId: request.paymentId };
  const [payment] = await lockPayments(tx, [key]);
  if (!payment) return { outcome: 'unknown' };
  if (payment.state !== 'rejected' && payment.state !== 'uncollected')
    return { outcome: 'not_failed', state: payment.state };
  if (request.accountNumber !== undefined && isBill(payment.kind) && request.accountNumber !== payment.accountNumber) {
    await correctField(tx, payment, 'account_number', request.accountNumber, request.cause);
  }
  if (
    request.bankAccountId !== undefined &&
    payment.kind === 'bill_eft' &&
    request.bankAccountId !== payment.bankAccountId
  ) {
    await correctBankAccount(tx, payment, request.bankAccountId, request.cause);
  }
  const [result] = await apply(tx, [{ ...key, event: 'requeued', cause: request.cause }], at);
  if (!result?.done) throw new Error(`payment ${request.paymentId} was failed, but could not be re-queued`);
  return { outcome: 'requeued', payment: result.payment };
}
