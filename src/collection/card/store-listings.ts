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
