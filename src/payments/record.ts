/**
 * The payment record as partners see it (interface §2.1), in answers, in webhooks and in histories: one function makes it.
 * A value that does not exist yet is left out, never null (open point `absent-values`).
 */
import type { JsonValue } from '../base/json.ts';
import { dollarsFromCents } from '../base/money.ts';
import { isoFromInstant } from '../base/time.ts';
import { type Kind, type State, statusOf } from './machine.ts';

/** A payment as the store holds it. */
export interface Payment {
  partnerId: bigint;
  id: bigint;
  kind: Kind;
  state: Exclude<State, 'none'>;
  version: number;
  identificationNumber: string;
  amountCents: bigint;
  receivedCents: bigint | null;
  userId: string;
  userName: string;
  userEmail: string;
  dueAt: Temporal.Instant;
  createdAt: Temporal.Instant;
  completedAt: Temporal.Instant | null;
  payeeName: string | null;
  billType: string | null;
  accountNumber: string | null;
  bankAccountId: bigint | null;
  /** JSON text of `term`, `rent`, `landlordMemo`, as sent. */
  rentFields: string | null;
}

/** What every payment of this interface has as its `source` (interface §2.1). */
export const paymentSource = 'public-api';

const method: Record<Kind, string | undefined> = {
  bill_interac: 'interac',
  bill_eft: 'eft',
  rent_interac: undefined,
  rent_card: undefined,
};

export function isBill(kind: Kind): boolean {
  return kind === 'bill_interac' || kind === 'bill_eft';
}

/** The members of the record but `id` and those of `rentFields`. */
function members(payment: Omit<Payment, 'id'>): Record<string, JsonValue> {
  const record: Record<string, JsonValue> = {
    type: isBill(payment.kind) ? 'bill' : 'rent',
    userId: payment.userId,
    amount: dollarsFromCents(payment.amountCents),
    dueDate: isoFromInstant(payment.dueAt),
    status: statusOf[payment.state],
    identificationNumber: payment.identificationNumber,
    source: paymentSource,
    createdAt: isoFromInstant(payment.createdAt),
  };
  if (payment.completedAt) record.paymentMade = isoFromInstant(payment.completedAt);
  if (isBill(payment.kind)) {
    record.payeeName = payment.payeeName;
    record.billType = payment.billType;
    record.accountNumber = payment.accountNumber;
    record.recipientEmail = payment.userEmail;
    record.paymentMethod = method[payment.kind] as string;
    if (payment.receivedCents !== null) record.paymentAmount = dollarsFromCents(payment.receivedCents);
  }
  return record;
}

/**
 * The record as JSON text behind an id that is not known yet: the answer is `{"id":` + id + this. So the stored answer, the
 * event and the HTTP answer of a creation are the same bytes. `rentFields` is spliced in as it was sent.
 */
export function recordTextAfterId(payment: Omit<Payment, 'id'>): string {
  const text = `,${JSON.stringify(members(payment)).slice(1)}`;
  const rentFields = payment.rentFields?.slice(1, -1) ?? '';
  return rentFields === '' ? text : `${text.slice(0, -1)},${rentFields}}`;
}

/** The whole record as JSON text. */
export function recordText(payment: Payment): string {
  return `{"id":${payment.id}${recordTextAfterId(payment)}`;
}
