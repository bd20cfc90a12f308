/**
 * Card money that needs a look: held because it does not fit, and gone back by refund or dispute. What is done about it is done at
 * the provider, whose word comes back by itself.
 */
import type { Row } from '../../base/database.ts';
import { instantFromIso } from '../../base/time.ts';
import { limitOf, paged, refuseCursor, shown } from '../../people/asked.ts';
import { dollars, type Handler, iso } from './context.ts';
import type { HeldCardList, HeldCardView, ReversalList, ReversalView } from './views.ts';

/** Newest change first. */
export const held: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const { at, key } = afterOf(exchange.query.cursor);
  const { rows } = await database.query(
    `select s.*, n.name, s.changed_at as at, s.partner_id || '/' || s.payment_id || '/' || s.attempt as key
     from card_sessions s join public.partners n on n.id = s.partner_id
     where s.state = 'held' and ($2::timestamptz is null
       or (s.changed_at, s.partner_id || '/' || s.payment_id || '/' || s.attempt) < ($2, $3))
     order by s.changed_at desc, key desc limit $1`,
    [limit + 1, at, key],
  );
  return shown(paged(rows, limit, lastSeen, heldView) satisfies HeldCardList);
};

/** Newest first. */
export const reversals: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const { at, key } = afterOf(exchange.query.cursor);
  const { rows } = await database.query(
    `select r.*, n.name, r.provider || '/' || r.provider_id as key
     from card_reversals r join public.partners n on n.id = r.partner_id
     where $2::timestamptz is null or (r.at, r.provider || '/' || r.provider_id) < ($2, $3)
     order by r.at desc, key desc limit $1`,
    [limit + 1, at, key],
  );
  return shown(paged(rows, limit, lastSeen, reversalView) satisfies ReversalList);
};

/** A cursor is time and key of the last row. */
function afterOf(cursor: string | undefined): { at: string | null; key: string | null } {
  if (cursor === undefined || cursor === '') return { at: null, key: null };
  const [, time = '', key] = /^(\S{20,40}) (.{1,200})$/.exec(cursor) ?? [];
  const at = instantFromIso(time);
  if (at === undefined || key === undefined) return refuseCursor();
  return { at: at.toString(), key };
}

const lastSeen = (row: Row) => `${(row.at as Temporal.Instant).toString()} ${row.key}`;

const named = (row: Row) => ({
  partnerId: Number(row.partner_id),
  partnerName: row.name as string,
  paymentId: Number(row.payment_id),
  provider: row.provider as string,
});

function heldView(row: Row): HeldCardView {
  return {
    ...named(row),
    attempt: row.attempt as number,
    providerPaymentId: row.provider_payment_id as string | null,
    amount: dollars(row.amount_cents as bigint),
    received: dollars(row.received_cents as bigint | null),
    heldReason: row.held_reason as HeldCardView['heldReason'],
    at: iso(row.at as Temporal.Instant),
  };
}

function reversalView(row: Row): ReversalView {
  return {
    ...named(row),
    kind: row.kind as ReversalView['kind'],
    state: row.state as ReversalView['state'],
    amount: dollars(row.amount_cents as bigint),
    reason: row.reason as string | null,
    providerId: row.provider_id as string,
    at: iso(row.at as Temporal.Instant),
    changedAt: iso(row.changed_at as Temporal.Instant),
  };
}
