/**
 * Correcting the address that an Interac transfer is matched by (interface §4.3, open point `update-request`).
 */
import type { Tx } from '../base/database.ts';
import type { Payment } from './record.ts';
import { correctField, lockPayments } from './store.ts';

export type EmailChange =
  | { outcome: 'changed'; payment: Payment }
  | { outcome: 'unknown' }
  | { outcome: 'not_waiting' };

/**
 * Changes `userEmail` of a partner's own payment that still waits for an Interac transfer. `userId` stays as it was at
 * creation. The caller matches held transfers again in the same transaction.
 */
export async function changeEmail(
  tx: Tx,
  partnerId: bigint,
  paymentId: bigint,
  userEmail: string,
  cause: string,
): Promise<EmailChange> {
  const [payment] = await lockPayments(tx, [{ partnerId, paymentId }]);
  if (!payment) return { outcome: 'unknown' };
  const waits =
    payment.state === 'awaiting_funds' && (payment.kind === 'bill_interac' || payment.kind === 'rent_interac');
  if (!waits) return { outcome: 'not_waiting' };
  if (payment.userEmail !== userEmail) await correctField(tx, payment, 'user_email', userEmail, cause);
  return { outcome: 'changed', payment: { ...payment, userEmail } };
}
