/**
 * All SQL on deliveries: claiming what is owed, recording what came of it, and what nobody can answer for any more.
 */
import { int4Array, int8Array, textArray } from '../base/binary-arrays.ts';
import type { Tx } from '../base/database.ts';

export interface Claim {
  partnerId: bigint;
  eventId: bigint;
  /** Which attempt at this event it is; the service itself makes the first and no other. */
  number: number;
  event: string;
  record: string;
  /** Absent where the partner has removed its endpoint since. */
  url: string | null;
  secretSealed: Buffer | null;
}

export interface ClaimLimits {
  total: number;
  perPartner: number;
  /** What this process has under way already, by partner. */
  busy: ReadonlyMap<bigint, number>;
}

/**
 * Claims events that may be sent now, and begins an attempt for each. Within a payment, an event waits until the earlier
 * ones are finished; between partners the order is by chance, so that nobody always comes last.
 */
export async function claim(tx: Tx, limits: ClaimLimits): Promise<Claim[]> {
  const { rows } = await tx.query({
    name: 'webhooks-claim',
    text: `with recursive partner (id) as (
        (select partner_id from webhook_events where state in ('pending', 'claimed') order by partner_id limit 1)
        union all
        select (select e.partner_id from webhook_events e
                where e.state in ('pending', 'claimed') and e.partner_id > partner.id order by e.partner_id limit 1)
        from partner where partner.id is not null
      ), due as (
        select e.partner_id, e.id
        from (select id from partner where id is not null order by random()) p
        left join unnest($3::bigint[], $4::integer[]) as busy (partner_id, count) on busy.partner_id = p.id
        cross join lateral (
          select o.partner_id, o.id from webhook_events o
          where o.partner_id = p.id and o.state = 'pending' and not exists (
            select from webhook_events b where b.partner_id = o.partner_id and b.payment_id = o.payment_id
              and b.id < o.id and b.state in ('pending', 'claimed'))
          order by o.payment_id, o.id
          limit greatest($2::integer - coalesce(busy.count, 0), 0)
          for update skip locked
        ) e
        limit $1::integer
      ), claimed as (
        update webhook_events e set state = 'claimed' from due
        where e.partner_id = due.partner_id and e.id = due.id
        returning e.partner_id, e.id, e.event, e.record
      ), begun as (
        insert into webhook_attempts (partner_id, event_id, number, started_at, url)
        select c.partner_id, c.id, 1, clock_timestamp(), coalesce(p.url, '')
        from claimed c left join webhook_endpoints p on p.partner_id = c.partner_id
      )
      select c.partner_id, c.id, c.event, c.record, p.url, p.secret_sealed
      from claimed c left join webhook_endpoints p on p.partner_id = c.partner_id order by c.id`,
    values: [limits.total, limits.perPartner, int8Array([...limits.busy.keys()]), int4Array([...limits.busy.values()])],
  });
  return rows.map((row) => ({
    partnerId: row.partner_id as bigint,
    eventId: row.id as bigint,
    number: 1,
    event: row.event as string,
    record: row.record as string,
    url: row.url as string | null,
    secretSealed: row.secret_sealed as Buffer | null,
  }));
}

/** Begins an attempt for a mock event, which is owed to nobody's history (`POST /webhook-test`). */
export async function beginTest(
  tx: Tx,
  partnerId: bigint,
  event: string,
  record: string,
  url: string,
): Promise<Claim['eventId']> {
  const { rows } = await tx.query<{ id: bigint }>(
    `with test as (
       insert into webhook_events (partner_id, payment_id, event, record, state, created_at)
       select partner_id, null, $2, $3, 'claimed', now() from webhook_endpoints where partner_id = $1 returning id
     ), begun as (
       insert into webhook_attempts (partner_id, event_id, number, started_at, by_hand, url)
       select $1, id, 1, clock_timestamp(), true, $4 from test
     ) select id from test`,
    [partnerId, event, record, url],
  );
  return rows[0]?.id as bigint;
}

/** What became of asking for one more attempt: begun, or why there is none. */
export type Again =
  | { outcome: 'begun'; claim: Claim }
  /** There is no such event, or it is another partner's. */
  | { outcome: 'unknown_event' }
  /** Its own attempt, or one by hand, has not ended yet. */
  | { outcome: 'under_way' }
  | { outcome: 'no_endpoint' };

/**
 * Begins one more attempt of a past event, by hand (open point `resend-by-hand`): to where the partner listens now. In a
 * transaction; the event stays locked in it, so that two hands do not begin the same attempt.
 */
export async function beginAgain(tx: Tx, partnerId: bigint, eventId: bigint): Promise<Again> {
  const { rows: events } = await tx.query<{ event: string; record: string; state: string }>(
    'select event, record, state from webhook_events where partner_id = $1 and id = $2 for update',
    [partnerId, eventId],
  );
  const event = events[0];
  if (!event) return { outcome: 'unknown_event' };
  const { rows: attempts } = await tx.query<{ last: number; open: boolean }>(
    `select coalesce(max(number), 0) as last, coalesce(bool_or(outcome is null), false) as open
     from webhook_attempts where partner_id = $1 and event_id = $2`,
    [partnerId, eventId],
  );
  const made = attempts[0] as { last: number; open: boolean };
  if (event.state === 'pending' || event.state === 'claimed' || made.open) return { outcome: 'under_way' };
  const { rows: begun } = await tx.query<{ number: number; url: string; secret_sealed: Buffer }>(
    `with endpoint as (
       select url, secret_sealed from webhook_endpoints where partner_id = $1
     ), begun as (
       insert into webhook_attempts (partner_id, event_id, number, started_at, by_hand, url)
       select $1, $2, $3, clock_timestamp(), true, url from endpoint returning number
     ) select b.number, e.url, e.secret_sealed from begun b, endpoint e`,
    [partnerId, eventId, made.last + 1],
  );
  const attempt = begun[0];
  if (!attempt) return { outcome: 'no_endpoint' };
  const { number, url, secret_sealed: secretSealed } = attempt;
  return {
    outcome: 'begun',
    claim: { partnerId, eventId, number, event: event.event, record: event.record, url, secretSealed },
  };
}

export interface AttemptResult {
  partnerId: bigint;
  eventId: bigint;
  number: number;
  signature: string | null;
  body: string | null;
  outcome: string;
  statusCode: number | null;
  answer: string | null;
  reason: string | null;
  durationMs: number;
}

/**
 * Records what came of attempts, also of one that was given up as unknown meanwhile: what is known now counts. The first
 * attempt decides the state of its event; one by hand makes a missed event a delivered one, and never the reverse.
 */
export async function recordResults(tx: Tx, results: readonly AttemptResult[]): Promise<void> {
  await tx.query({
    name: 'webhooks-record',
    text: `with result as (
        select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::text[],
          $8::text[], $9::integer[], $10::integer[])
        as r (partner_id, event_id, signature, body, outcome, status_code, answer, reason, duration_ms, number)
      ), recorded as (
        update webhook_attempts a set signature = r.signature, body = r.body, outcome = r.outcome,
          status_code = r.status_code, answer = r.answer, reason = r.reason, duration_ms = r.duration_ms
        from result r where a.partner_id = r.partner_id and a.event_id = r.event_id and a.number = r.number
      )
      update webhook_events e set state = case when r.outcome = 'delivered' then 'delivered' else 'failed' end
      from result r where e.partner_id = r.partner_id and e.id = r.event_id
        and case when r.number = 1 then e.state in ('claimed', 'unknown')
                 else r.outcome = 'delivered' and e.state in ('failed', 'unknown') end`,
    values: [
      int8Array(results.map((result) => result.partnerId)),
      int8Array(results.map((result) => result.eventId)),
      textArray(results.map((result) => result.signature)),
      textArray(results.map((result) => result.body)),
      textArray(results.map((result) => result.outcome)),
      int4Array(results.map((result) => result.statusCode)),
      textArray(results.map((result) => result.answer)),
      textArray(results.map((result) => result.reason)),
      int4Array(results.map((result) => result.durationMs)),
      int4Array(results.map((result) => result.number)),
    ],
  });
}

/**
 * Attempts that were begun long ago and never recorded: the process died between claim and record. Whether the receiver got
 * them, nobody knows; they are marked so, and never sent again by themselves. Answers how many.
 */
export async function giveUpUnknown(tx: Tx, afterSeconds: number): Promise<number> {
  const { rowCount } = await tx.query(
    `with lost as (
       update webhook_attempts set outcome = 'unknown',
         reason = 'The process that was sending this died before it could record the answer.'
       where outcome is null and started_at < clock_timestamp() - make_interval(secs => $1)
       returning partner_id, event_id
     )
     update webhook_events e set state = 'unknown' from lost
     where e.partner_id = lost.partner_id and e.id = lost.event_id and e.state = 'claimed'`,
    [afterSeconds],
  );
  return rowCount ?? 0;
}
