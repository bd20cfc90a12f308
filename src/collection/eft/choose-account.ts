/**
 * Another account for a payment that was re-queued and waits for its next debit.
 */
import type { Tx } from '../../base/database.ts';
import { tryLockForTransaction } from '../../base/locks.ts';
import { accountFault, chooseAccount, type Requeue, type RequeueOutcome } from '../../payments/requeue.ts';
import { findPayment, lockPayments, type PaymentKey } from '../../payments/store.ts';
import { debitRunLock } from './originate.ts';
import { latestDebit } from './store.ts';

/**
 * Has the next debit drawn on the account that is given. Undefined where the payment waits for no debit, or one is under way: then
 * its account stands. A debit run that is under way may just be making it.
 */
export async function chooseAnotherAccount(
  tx: Tx,
  schema: string,
  key: PaymentKey,
  request: Requeue,
): Promise<RequeueOutcome | undefined> {
  if (request.bankAccountId === undefined) return undefined;
  if (!(await tryLockForTransaction(tx, schema, debitRunLock))) return undefined;
  const [payment] = await lockPayments(tx, [key]);
  if (payment?.state !== 'recollecting') return undefined;
  if ((await latestDebit(tx, payment.partnerId, payment.id))?.state === 'open') return undefined;
  const refused = await accountFault(tx, payment, request.bankAccountId);
  if (refused) return refused;
  await chooseAccount(tx, payment, request);
  const now = await findPayment(tx, payment.partnerId, payment.id);
  return { outcome: 'requeued', payment: now ?? payment };
}
