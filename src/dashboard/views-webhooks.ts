/**
 * Webhook settings, the test button, and the delivery log (under `webhook` and `deliveries`).
 */
import type { EventName } from '../../contract/events.ts';
import type { Page } from './views-records.ts';

/** GET webhook. */
export interface WebhookSettings {
  /** Absent: none is set. */
  url?: string;
  events: EventName[];
  changedAt?: string;
  /** Every event there is, in words. */
  known: { event: EventName; when: string }[];
  /** Whether only https to public addresses is accepted. */
  publicOnly: boolean;
}
/** POST webhook. */
export interface SetWebhook {
  url: string;
  events: EventName[];
}
/** Answer of POST webhook and POST webhook/roll. */
export interface WebhookChanged {
  settings: WebhookSettings;
  /** Only the first time and when rolled: shown this once. */
  signingSecret?: string;
}
/** POST webhook/test. */
export interface TestWebhookBody {
  event?: EventName;
}
export interface WebhookTested {
  delivered: boolean;
  deliveryId: number;
  statusCode?: number;
  /** The class of failure and its sentence. */
  outcome: DeliveryOutcome;
  error?: string;
}

export type DeliveryState = 'pending' | 'claimed' | 'delivered' | 'failed' | 'unknown';
/** What came of an attempt: the class of failure. `unknown`: the process died before it could record the answer. */
export type DeliveryOutcome =
  | 'delivered'
  | 'refused_status'
  | 'redirect'
  | 'timeout'
  | 'connection'
  | 'tls'
  | 'dns'
  | 'forbidden_address'
  | 'forbidden_url'
  | 'protocol'
  | 'not_sent'
  | 'unknown';

/**
 * GET deliveries?state=&event=&paymentId=&cursor=&limit=: newest first, one item an event. `state` may also be `missed`: failed and
 * unknown ones together.
 */
export interface DeliveriesPage extends Page<DeliveryView> {
  /** As of payments: so far back was looked. */
  searchedBackTo?: string;
}
export interface DeliveryView {
  id: number;
  event: EventName;
  /** Absent on test deliveries. */
  paymentId?: number;
  state: DeliveryState;
  createdAt: string;
  attempts: number;
  /** The latest attempt. */
  latest?: AttemptView;
}
/** GET deliveries/:deliveryId. */
export interface DeliveryDetail extends Omit<DeliveryView, 'attempts' | 'latest'> {
  /** First to last. */
  attempts: AttemptDetail[];
}
export interface AttemptView {
  number: number;
  startedAt: string;
  byHand: boolean;
  /** Absent while it is under way. */
  outcome?: DeliveryOutcome;
  statusCode?: number;
  reason?: string;
  durationMs?: number;
}
export interface AttemptDetail extends AttemptView {
  url: string;
  /** The `Service-Signature` header. */
  signature?: string;
  /** The bytes that were sent. */
  body?: string;
  /** The beginning of what was answered. */
  answer?: string;
}
/** POST deliveries/:deliveryId/resend (empty body): the new attempt, once it has ended. */
export interface Resent {
  delivery: DeliveryDetail;
  attempt: AttemptDetail;
}
