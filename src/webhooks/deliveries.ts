/**
 * The delivery log as its partner reads it: events newest first, each with its latest attempt, and one event with everything
 * that was sent and answered. All times are real.
 */
import type { Row, Tx } from '../base/database.ts';

export interface Attempt {
  number: number;
  startedAt: Temporal.Instant;
  byHand: boolean;
  /** Null while it is under way. */
  outcome: string | null;
  statusCode: number | null;
  reason: string | null;
  durationMs: number | null;
}

export interface AttemptInFull extends Attempt {
  url: string;
  signature: string | null;
  body: string | null;
  answer: string | null;
}

export interface Delivery {
  id: bigint;
  event: string;
  /** Null on tests. */
  paymentId: bigint | null;
  state: 'pending' | 'claimed' | 'delivered' | 'failed' | 'unknown';
  createdAt: Temporal.Instant;
}

export interface DeliveryQuery {
  states?: readonly Delivery['state'][];
  event?: string;
  paymentId?: bigint;
  /** Only events before this one. */
  before?: bigint;
  limit: number;
}

/** At most so many events are read for one page, however few of them fit. */
const eventsReadMax = 20_000;

export interface DeliveriesFound {
  items: (Delivery & { latest: Attempt | undefined })[];
  /** Where the next page begins: behind the last item, or behind the last event that was read. Absent: that was all. */
  nextBefore?: bigint;
  /** Present where fewer fit than were asked for and there is more to read: when the last event read was created. */
  readBackTo?: Temporal.Instant;
}

/**
 * A page of a partner's events, newest first. What failed, and what belongs to one payment, is found by an index; for anything
 * else the events are read backwards, so many at a time.
 */
export async function findDeliveries(tx: Tx, partnerId: bigint, query: DeliveryQuery): Promise<DeliveriesFound> {
  const { states, event, paymentId, before, limit } = query;
  const source = sourceOf(query);
  const values = [
    partnerId,
    before ?? null,
    paymentId ?? null,
    states ?? null,
    event ?? null,
    eventsReadMax,
    limit + 1,
  ];
  const { rows } = await tx.query(
    `select f.*, l.* from (
       select * from (
         select e.id, e.event, e.payment_id, e.state, e.created_at from webhook_events e
         where e.partner_id = $1 and ($2::bigint is null or e.id < $2) and ($3::bigint is null or e.payment_id = $3) ${source}
         order by e.id desc limit $6
       ) r where ($4::text[] is null or r.state = any ($4)) and ($5::text is null or r.event = $5)
       order by r.id desc limit $7
     ) f left join lateral (
       select number, started_at, by_hand, outcome, status_code, reason, duration_ms from webhook_attempts a
       where a.partner_id = $1 and a.event_id = f.id order by a.number desc limit 1
     ) l on true order by f.id desc`,
    values,
  );
  const items = rows.slice(0, limit).map((row) => ({
    ...deliveryFromRow(row),
    latest: row.number === null ? undefined : attemptFromRow(row),
  }));
  const last = items.at(-1);
  if (rows.length > limit && last) return { items, nextBefore: last.id };
  const { rows: edge } = await tx.query<{ id: bigint; created_at: Temporal.Instant }>(
    `select e.id, e.created_at from webhook_events e
     where e.partner_id = $1 and ($2::bigint is null or e.id < $2) and ($3::bigint is null or e.payment_id = $3) ${source}
     order by e.id desc offset $4 limit 1`,
    [partnerId, before ?? null, paymentId ?? null, eventsReadMax - 1],
  );
  return edge[0] ? { items, nextBefore: edge[0].id, readBackTo: edge[0].created_at } : { items };
}

/** The condition by which an index (migrations/0016) leads past what is not asked for. */
function sourceOf({ states, paymentId }: DeliveryQuery): string {
  if (paymentId !== undefined) return `and ${ofAnyState}`;
  const missedOnly = states?.every((state) => state === 'failed' || state === 'unknown') ?? false;
  return missedOnly ? `and e.state in ('failed', 'unknown')` : '';
}

/** Always true: open events and ended ones have an index each. */
const ofAnyState = `(e.state in ('pending', 'claimed') or e.state in ('delivered', 'failed', 'unknown'))`;

/** One event with every attempt, first to last. */
export async function findDelivery(
  tx: Tx,
  partnerId: bigint,
  eventId: bigint,
): Promise<(Delivery & { attempts: AttemptInFull[] }) | undefined> {
  const { rows } = await tx.query(
    'select id, event, payment_id, state, created_at from webhook_events where partner_id = $1 and id = $2',
    [partnerId, eventId],
  );
  if (!rows[0]) return undefined;
  const { rows: attempts } = await tx.query(
    `select number, started_at, by_hand, outcome, status_code, reason, duration_ms, url, signature, body, answer
     from webhook_attempts where partner_id = $1 and event_id = $2 order by number`,
    [partnerId, eventId],
  );
  return {
    ...deliveryFromRow(rows[0]),
    attempts: attempts.map((row) => ({
      ...attemptFromRow(row),
      url: row.url as string,
      signature: row.signature as string | null,
      body: row.body as string | null,
      answer: row.answer as string | null,
    })),
  };
}

function deliveryFromRow(row: Row): Delivery {
  return {
    id: row.id as bigint,
    event: row.event as string,
    paymentId: row.payment_id as bigint | null,
    state: row.state as Delivery['state'],
    createdAt: row.created_at as Temporal.Instant,
  };
}

function attemptFromRow(row: Row): Attempt {
  return {
    number: row.number as number,
    startedAt: row.started_at as Temporal.Instant,
    byHand: row.by_hand as boolean,
    outcome: row.outcome as string | null,
    statusCode: row.status_code as number | null,
    reason: row.reason as string | null,
    durationMs: row.duration_ms as number | null,
  };
}
