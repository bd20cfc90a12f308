/**
 * Where a partner listens: one URL per partner and environment, the events it is subscribed to, its signing secret (sealed at
 * rest, shown once).
 */
import type { Tx } from '../base/database.ts';
import { newSigningSecret, type SecretBox } from '../base/secrets.ts';

/** What the sealed secret is bound to: it cannot be moved to another partner's row. */
const contextOf = (partnerId: bigint) => `webhook endpoint of partner ${partnerId}`;

/**
 * Sets URL and subscription. Makes a signing secret the first time and with `roll`; only then is it answered. The URL must
 * have been checked (`Sender.check`) by the caller, outside the transaction.
 */
export async function setEndpoint(
  tx: Tx,
  box: SecretBox,
  endpoint: { partnerId: bigint; url: string; events: readonly string[]; roll: boolean },
): Promise<{ signingSecret?: string }> {
  const { partnerId, url, events, roll } = endpoint;
  const signingSecret = newSigningSecret();
  const sealed = box.seal(signingSecret, contextOf(partnerId));
  // Of several that set the first endpoint at once, one makes the row and is told its secret; the others find it.
  const { rowCount: made } = await tx.query(
    `insert into webhook_endpoints (partner_id, url, events, secret_sealed) values ($1, $2, $3, $4)
     on conflict (partner_id) do nothing`,
    [partnerId, url, events, sealed],
  );
  if (made === 1) return { signingSecret };
  await tx.query(
    `update webhook_endpoints set url = $2, events = $3, secret_sealed = coalesce($4, secret_sealed), changed_at = now()
     where partner_id = $1`,
    [partnerId, url, events, roll ? sealed : null],
  );
  if (!roll) return {};
  return { signingSecret };
}

/** What the settings show of an endpoint. */
export interface Endpoint {
  url: string;
  events: string[];
  changedAt: Temporal.Instant;
}

/** The endpoint of a partner, with `lock` for a change of it. */
export async function findEndpoint(
  tx: Tx,
  partnerId: bigint,
  { lock = false }: { lock?: boolean } = {},
): Promise<Endpoint | undefined> {
  const { rows } = await tx.query<{ url: string; events: string[]; changed_at: Temporal.Instant }>(
    `select url, events, changed_at from webhook_endpoints where partner_id = $1 ${lock ? 'for update' : ''}`,
    [partnerId],
  );
  return rows[0] && { url: rows[0].url, events: rows[0].events, changedAt: rows[0].changed_at };
}

export function openSecret(box: SecretBox, partnerId: bigint, sealed: Uint8Array): string {
  return box.open(sealed, contextOf(partnerId));
}

/** URL and sealed secret, as `sendEvent` takes them. */
export async function findSealedEndpoint(
  tx: Tx,
  partnerId: bigint,
): Promise<{ url: string; secretSealed: Buffer } | undefined> {
  const { rows } = await tx.query<{ url: string; secret_sealed: Buffer }>(
    'select url, secret_sealed from webhook_endpoints where partner_id = $1',
    [partnerId],
  );
  return rows[0] && { url: rows[0].url, secretSealed: rows[0].secret_sealed };
}
