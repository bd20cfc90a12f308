/**
 * The status of a payment and how it changes, as partners see it (interface §3). The finer states behind it are the
 * business of src/payments/machine.ts, which a test compares with this table.
 */

export const paymentStatuses = {
  pending: 'Created; funds have not arrived yet.',
  completed: 'Funds have arrived and the payment was carried out.',
  failed: 'Rejected by the biller or the settlement batch, or the debit did not go through. May still succeed later.',
} as const;

export type PaymentStatus = keyof typeof paymentStatuses;

export interface Transition {
  from: PaymentStatus | null;
  to: PaymentStatus;
  /** The ways of paying to which it applies. */
  kinds: readonly ('bill by interac' | 'bill by eft' | 'rent by interac' | 'rent by card')[];
  trigger: string;
  /** The event that is sent; null where a card payment is created (`card-created-event`). */
  event: 'payment.created' | 'payment.completed' | 'payment.failed' | null;
}

/** The shown transitions in the order of interface §3; there are no others. Card creation is split off the first. */
export const transitions: readonly Transition[] = [
  {
    from: null,
    to: 'pending',
    kinds: ['bill by interac', 'bill by eft', 'rent by interac'],
    trigger: 'POST /create-payment is accepted',
    event: 'payment.created',
  },
  {
    from: null,
    to: 'pending',
    kinds: ['rent by card'],
    trigger: 'POST /create-credit-card-payment is accepted',
    event: null,
  },
  {
    from: 'pending',
    to: 'completed',
    kinds: ['bill by interac', 'rent by interac'],
    trigger: 'an Interac e-transfer with the identification number is matched',
    event: 'payment.completed',
  },
  {
    from: 'pending',
    to: 'completed',
    kinds: ['bill by eft'],
    trigger: 'the debit completes',
    event: 'payment.completed',
  },
  { from: 'pending', to: 'failed', kinds: ['bill by eft'], trigger: 'the debit fails', event: 'payment.failed' },
  {
    from: 'pending',
    to: 'completed',
    kinds: ['rent by card'],
    trigger: 'the card payment is processed',
    event: 'payment.completed',
  },
  {
    from: 'completed',
    to: 'failed',
    kinds: ['bill by interac', 'bill by eft'],
    trigger: 'the biller rejects the payment or its batch',
    event: 'payment.failed',
  },
  {
    from: 'failed',
    to: 'completed',
    kinds: ['bill by interac', 'bill by eft'],
    trigger: 'the cause is corrected, the payment queued again, and it succeeds',
    event: 'payment.completed',
  },
];
