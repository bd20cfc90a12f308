/**
 * The events of Stripe that matter here, and what their object is.
 */

/** What the object of an event is, and so where to look. Subscribe to these: docs/operating.md. */
export const eventTypes = {
  'checkout.session.completed': 'card',
  'checkout.session.async_payment_succeeded': 'card',
  'checkout.session.async_payment_failed': 'card',
  'checkout.session.expired': 'card',
  'payment_intent.payment_failed': 'payment',
  'identity.verification_session.processing': 'identity',
  'identity.verification_session.requires_input': 'identity',
  'identity.verification_session.verified': 'identity',
  'identity.verification_session.canceled': 'identity',
  'identity.verification_session.redacted': 'identity',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refunded': 'charge',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
} as const;
export type About = (typeof eventTypes)[keyof typeof eventTypes];

/** Undefined: nothing that matters here. */
export function aboutOf(type: string): About | undefined {
  return Object.hasOwn(eventTypes, type) ? eventTypes[type as keyof typeof eventTypes] : undefined;
}

export interface StripeEvent {
  id: string;
  type: string;
  livemode: boolean;
  data: { object: object };
}
