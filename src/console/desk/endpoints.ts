/**
 * Endpoints that keep failing: partners who are not told what happens to their payments.
 */
import type { Tx } from '../../base/database.ts';
import { shown } from '../../people/asked.ts';
import { type Handler, iso, numberOf } from './context.ts';
import type { EndpointList, EndpointView } from './views.ts';

/** So many of a partner's last deliveries are looked at. */
const lookedAt = 50;

/** Those whose last delivery failed, the longest row of failures first. */
export const failing: Handler = async ({ database }) =>
  shown({ items: await failingEndpoints(database) } satisfies EndpointList);

/** Mock events (of test buttons) do not count, nor what is still under way. */
export async function failingEndpoints(tx: Tx): Promise<EndpointView[]> {
  const { rows } = await tx.query(
    `select e.partner_id, n.name, e.url, f.in_a_row, f.last_delivered_at, a.outcome, a.reason, a.status_code, a.started_at
     from webhook_endpoints e join public.partners n on n.id = e.partner_id
     cross join lateral (
       select coalesce(min(number) filter (where state = 'delivered') - 1, count(*))::integer as in_a_row,
         max(created_at) filter (where state = 'delivered') as last_delivered_at, max(id) filter (where number = 1) as last_id
       from (
         select id, state, created_at, row_number() over (order by id desc)::integer as number from (
           select id, state, created_at from webhook_events where partner_id = e.partner_id and payment_id is not null
             and state in ('delivered', 'failed', 'unknown') order by id desc limit $1
         ) l
       ) latest
     ) f
     join lateral (select outcome, reason, status_code, started_at from webhook_attempts
       where partner_id = e.partner_id and event_id = f.last_id order by number desc limit 1) a on true
     where f.in_a_row > 0 order by f.in_a_row desc, e.partner_id`,
    [lookedAt],
  );
  return rows.map((row) => ({
    partnerId: Number(row.partner_id),
    partnerName: row.name as string,
    url: row.url as string,
    failedInARow: row.in_a_row as number,
    lookedAt,
    lastOutcome: (row.outcome as string | null) ?? 'unknown',
    lastReason: row.reason as string | null,
    lastStatusCode: numberOf(row.status_code as bigint | null),
    lastAttemptAt: iso(row.started_at as Temporal.Instant),
    lastDeliveredAt: iso(row.last_delivered_at as Temporal.Instant | null),
  }));
}
