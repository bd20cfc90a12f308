/**
 * All SQL on how far the events of a provider have been listed.
 */
import type { Tx } from '../../base/database.ts';
import type { Provider } from './ports.ts';

/**
 * Claims the listing that is due at business time `at`: the next one is due at `nextAt`. Answers up to when, in real time, events
 * are listed already, or nothing where none is due. On a new database nothing before now is missed.
 */
export async function claimListing(
  tx: Tx,
  provider: Provider,
  at: Temporal.Instant,
  nextAt: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  await tx.query(
    `insert into provider_listings (provider, listed_until, next_at) values ($1, now(), $2) on conflict do nothing`,
    [provider, at.toString()],
  );
  const { rows } = await tx.query<{ listed_until: Temporal.Instant }>(
    'update provider_listings set next_at = $3 where provider = $1 and next_at <= $2 returning listed_until',
    [provider, at.toString(), nextAt.toString()],
  );
  return rows[0]?.listed_until;
}

/** All events up to then (real time) have been dealt with. */
export async function listedUntil(tx: Tx, provider: Provider, until: Temporal.Instant): Promise<void> {
  await tx.query('update provider_listings set listed_until = greatest(listed_until, $2) where provider = $1', [
    provider,
    until.toString(),
  ]);
}

/** An event that could not be dealt with yet. */
export interface FaultedEvent {
  id: string;
  type: string;
  objectId: string;
  firstAt: Temporal.Instant;
}

/** Keeps an event that could not be dealt with, or that it was tried once more. */
export async function keepFaulted(
  tx: Tx,
  provider: Provider,
  { id, type, objectId }: Pick<FaultedEvent, 'id' | 'type' | 'objectId'>,
): Promise<void> {
  await tx.query(
    `insert into provider_faults (provider, event_id, type, object_id) values ($1, $2, $3, $4)
     on conflict (provider, event_id) do update set tried_at = now()`,
    [provider, id, type, objectId],
  );
}

/** Those to be tried again, up to `limit`: first the ones that were not for longest. */
export async function faultedEvents(tx: Tx, provider: Provider, limit: number): Promise<FaultedEvent[]> {
  const { rows } = await tx.query(
    `select event_id as id, type, object_id as "objectId", first_at as "firstAt" from provider_faults
     where provider = $1 order by tried_at, event_id limit $2`,
    [provider, limit],
  );
  return rows as unknown as FaultedEvent[];
}

/** Which of these are kept as such. */
export async function faultedAmong(tx: Tx, provider: Provider, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ event_id: string }>(
    'select event_id from provider_faults where provider = $1 and event_id = any($2::text[])',
    [provider, ids],
  );
  return new Set(rows.map(({ event_id: id }) => id));
}

/** It is dealt with, or given up. */
export async function forgetFaulted(tx: Tx, provider: Provider, id: string): Promise<void> {
  await tx.query('delete from provider_faults where provider = $1 and event_id = $2', [provider, id]);
}

/** Keeps that the provider told us something. Answers false where it was told before. */
export async function keepEvent(
  tx: Tx,
  event: { provider: Provider; id: string; type: string; objectId: string | undefined },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into provider_events (provider, event_id, type, object_id) values ($1, $2, $3, $4) on conflict do nothing`,
    [event.provider, event.id, event.type, event.objectId ?? null],
  );
  return rowCount === 1;
}

/** Whether it was told, and dealt with, before. */
export async function knowsEvent(tx: Tx, provider: Provider, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from provider_events where provider = $1 and event_id = $2', [
    provider,
    id,
  ]);
  return rowCount === 1;
}
