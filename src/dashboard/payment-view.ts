/**
 * A payment as the pages show it: the partner's record and, beside it, way of paying, user, state and time of the last change.
 */
import { dollarsFromCents } from '../base/money.ts';
import { isoFromInstant } from '../base/time.ts';
import { type Kind, statusOf } from '../payments/machine.ts';
import { isBill } from '../payments/record.ts';
import type { ChangedPayment } from '../payments/search.ts';
import type { Method, PaymentType, PaymentView } from './views.ts';

export const methodOf: Readonly<Record<Kind, Method>> = {
  bill_interac: 'interac',
  bill_eft: 'eft',
  rent_interac: 'interac',
  rent_card: 'card',
};

export function typeOf(kind: Kind): PaymentType {
  return isBill(kind) ? 'bill' : 'rent';
}

export function paymentView(payment: ChangedPayment): PaymentView {
  const { payeeName, billType, accountNumber, receivedCents, completedAt } = payment;
  return {
    id: Number(payment.id),
    type: typeOf(payment.kind),
    method: methodOf[payment.kind],
    status: statusOf[payment.state],
    state: payment.state,
    amount: dollarsFromCents(payment.amountCents),
    ...(receivedCents !== null && { paymentAmount: dollarsFromCents(receivedCents) }),
    userId: payment.userId,
    userName: payment.userName,
    userEmail: payment.userEmail,
    ...(payeeName !== null && { payeeName }),
    ...(billType !== null && { billType }),
    ...(accountNumber !== null && { accountNumber }),
    identificationNumber: payment.identificationNumber,
    dueDate: isoFromInstant(payment.dueAt),
    createdAt: isoFromInstant(payment.createdAt),
    changedAt: isoFromInstant(payment.changedAt),
    ...(completedAt && { paymentMade: isoFromInstant(completedAt) }),
  };
}
