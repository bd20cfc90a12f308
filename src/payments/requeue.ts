/**
 * Re-queueing a failed payment once its cause was corrected (interface §3, open point `requeue`): one that failed at the
 * biller goes to settlement again, perhaps with another account number; one whose debit failed is debited again, perhaps on
 * another account.
 */
import { debitFault, findAccount } from '../bank-accounts/store.ts';
import type { Tx } from '../base/database.ts';
import { isBlank } from '../payees/account-rules.ts';
import { apply } from './apply.ts';
import { isBill, type Payment } from './record.ts';
import { findRefund } from './refund.ts';
import { correctBankAccount, correctField, findPaymentOfAnyPartner, lockPayments } from './store.ts';

export interface Requeue {
  paymentId: bigint;
  /** Only this partner's payments; absent for the operator. */
  partnerId?: bigint;
  accountNumber?: string;
  /** Another account to debit. */
  bankAccountId?: bigint;
  cause: string;
}

export type RequeueOutcome =
  | { outcome: 'requeued'; payment: Payment }
  | { outcome: 'unknown' }
  | { outcome: 'not_failed'; state: string }
  /** Its money went back to the payer: there is nothing to send. */
  | { outcome: 'refunded' }
  /** An account to debit is given, and no debit comes next: the money is here, or never comes by debit. */
  | { outcome: 'no_debit' }
  /** The account number given is blank: the biller could not tell whose money it is. */
  | { outcome: 'blank_account_number' }
  /** The account that would be debited cannot be: `fault` says why, of the account with this id. */
  | { outcome: 'not_debitable'; bankAccountId: bigint | null; given: boolean; fault: string };

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
  if (await findRefund(tx, key)) return { outcome: 'refunded' };
  if (request.bankAccountId !== undefined && !debitComesNext(payment)) return { outcome: 'no_debit' };
  const refused = await accountFault(tx, payment, request.bankAccountId);
  if (refused) return refused;
  if (request.accountNumber !== undefined && isBill(payment.kind) && request.accountNumber !== payment.accountNumber) {
    await correctField(tx, payment, 'account_number', request.accountNumber, request.cause);
  }
  await chooseAccount(tx, payment, request);
  const [result] = await apply(tx, [{ ...key, event: 'requeued', cause: request.cause }], at);
  if (!result?.done) throw new Error(`payment ${request.paymentId} was failed, but could not be re-queued`);
  return { outcome: 'requeued', payment: result.payment };
}

/**
 * Has the next debit drawn on the account that is given, where there is one. The payment must be locked, and its account have
 * passed `accountFault`.
 */
export async function chooseAccount(tx: Tx, payment: Payment, { bankAccountId, cause }: Requeue): Promise<void> {
  if (bankAccountId === undefined || payment.kind !== 'bill_eft' || bankAccountId === payment.bankAccountId) return;
  await correctBankAccount(tx, payment, bankAccountId, cause);
}

function debitComesNext({ kind, state }: Payment): boolean {
  return kind === 'bill_eft' && state !== 'rejected';
}

/** Why the payment could not be debited next: only where a debit is what comes next. A deactivated account takes no new one. */
export async function accountFault(
  tx: Tx,
  payment: Payment,
  given: bigint | undefined,
): Promise<Extract<RequeueOutcome, { outcome: 'not_debitable' }> | undefined> {
  if (!debitComesNext(payment)) return undefined;
  const bankAccountId = given ?? payment.bankAccountId;
  const account = bankAccountId === null ? undefined : await findAccount(tx, payment.partnerId, bankAccountId);
  const fault = debitFault(account);
  return fault === undefined
    ? undefined
    : { outcome: 'not_debitable', bankAccountId, given: given !== undefined, fault };
}
