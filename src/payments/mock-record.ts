/**
 * The payment that test webhooks tell of (interface §4.9): it never was, it is in no history, and its id is 0.
 */
import { isoFromInstant } from '../base/time.ts';
import { newIdentificationNumber } from './identification-number.ts';
import { recordText } from './record.ts';
import { userIdOf } from './user-id.ts';

const stateShown = {
  'payment.created': 'awaiting_funds',
  'payment.completed': 'collected',
  'payment.failed': 'rejected',
} as const;

/** The record, as JSON text, as it would stand after `event`. */
export function mockRecord(partnerId: bigint, event: keyof typeof stateShown, now: Temporal.Instant): string {
  const completed = event !== 'payment.created';
  return recordText({
    partnerId,
    id: 0n,
    kind: 'bill_interac',
    state: stateShown[event],
    version: 1,
    identificationNumber: newIdentificationNumber(),
    amountCents: 12_345n,
    receivedCents: completed ? 12_345n : null,
    userId: userIdOf(partnerId, 'test.user@example.com'),
    userName: 'Test User',
    userEmail: 'test.user@example.com',
    dueAt: Temporal.Instant.from(`${isoFromInstant(now).slice(0, 10)}T00:00:00Z`),
    createdAt: now,
    completedAt: completed ? now : null,
    payeeName: 'Test Payee',
    billType: 'test',
    accountNumber: '000000000',
    bankAccountId: null,
    rentFields: null,
  });
}
