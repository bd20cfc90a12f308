/**
 * What the service sends to partners (interface §6): three events with one payload, and the header that signs it (§5).
 */
import { type Static, Type } from 'typebox';
import { Payment } from './records.ts';
import { answeredDateTime } from './schema.ts';

/** The events and when they are sent. */
export const events = {
  'payment.created': 'A payment was created by `POST /create-payment`.',
  'payment.completed':
    'A payment became completed: its e-transfer was matched, its debit or card payment went through, or it succeeded after an earlier failure.',
  'payment.failed': 'A payment became failed: the biller or its batch rejected it, or the debit did not go through.',
} as const;

export type EventName = keyof typeof events;

export const eventNames = Object.keys(events) as EventName[];

/** Open point `event-source`. */
export const eventSource = 'quittance';

/** `t=<unix seconds>,v1=<lower-case hex>`: HMAC-SHA256 over the seconds, a dot, and the exact bytes of the body. */
export const signatureHeader = 'Service-Signature';

export const WebhookPayload = Type.Object(
  {
    event: Type.Unsafe<EventName>({ type: 'string', enum: eventNames, description: 'What happened.' }),
    payments: Type.Array(Payment, {
      description: 'The payments it happened to.',
      'x-open-aspects': ['event-payments', 'event-snapshot'],
    }),
    timestamp: answeredDateTime({ description: 'When the event was sent.', 'x-open-aspects': ['event-snapshot'] }),
    source: Type.Literal(eventSource, { description: 'Who sent it.', 'x-open-aspects': ['event-source'] }),
  },
  { title: 'WebhookPayload', description: 'The body of every event.' },
);

export type WebhookPayload = Static<typeof WebhookPayload>;
