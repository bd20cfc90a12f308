/**
 * What a partner was told of one payment: the events that were owed, and every attempt to deliver them.
 */
import type { Tx } from '../base/database.ts';

export interface PaymentWebhook {
  eventId: bigint;
  event: string;
  state: 'pending' | 'claimed' | 'delivered' | 'failed' | 'unknown';
  /** Real time, as all times of deliveries. */
  createdAt: Temporal.Instant;
  /** The payment record that it tells, as JSON text. */
  record: string;
  attempts: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  number: number;
  startedAt: Temporal.Instant;
  byHand: boolean;
  url: string;
  /** Null while it is under way. */
  outcome: string | null;
  statusCode: number | null;
  reason: string | null;
  durationMs: number | null;
}

/** The events of a payment with their attempts, in the order in which they became owed. */
export async function webhooksOf(tx: Tx, partnerId: bigint, paymentId: bigint): Promise<PaymentWebhook[]> {
  const { rows: events } = await tx.query(
    // Every state, in the two halves that have an index each.
    `select id, event, state, created_at, record from webhook_events where partner_id = $1 and payment_id = $2
       and (state in ('pending', 'claimed') or state in ('delivered', 'failed', 'unknown')) order by id`,
    [partnerId, paymentId],
  );
  const { rows: attempts } = await tx.query(
    `select event_id, number, started_at, by_hand, url, outcome, status_code, reason, duration_ms from webhook_attempts
     where partner_id = $1 and event_id = any ($2::bigint[]) order by event_id, number`,
    [partnerId, events.map((row) => String(row.id))],
  );
  return events.map((row) => ({
    eventId: row.id as bigint,
    event: row.event as string,
    state: row.state as PaymentWebhook['state'],
    createdAt: row.created_at as Temporal.Instant,
    record: row.record as string,
    attempts: attempts
      .filter((attempt) => attempt.event_id === row.id)
      .map((attempt) => ({
        number: attempt.number as number,
        startedAt: attempt.started_at as Temporal.Instant,
        byHand: attempt.by_hand as boolean,
        url: attempt.url as string,
        outcome: attempt.outcome as string | null,
        statusCode: attempt.status_code as number | null,
        reason: attempt.reason as string | null,
        durationMs: attempt.duration_ms as number | null,
      })),
  }));
}
