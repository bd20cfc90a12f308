/**
 * Deliveries that a person asks for: a test with a mock payment (interface §4.9), and one more attempt of a past event (open
 * point `resend-by-hand`). Signed, sent and logged as any other, with the time of now; marked as made by hand.
 *
 *   begin (committed) ─▶ send once ─▶ record         the service's own attempt stays the only one that nobody asked for
 *
 * Who keeps a trail begins in the transaction that writes it, and sends behind it.
 */
import type { Tx } from '../base/database.ts';
import type { SecretBox } from '../base/secrets.ts';
import { type AttemptResult, beginTest as begin, type Claim, recordResults } from './attempts.ts';
import { sendEvent } from './deliver.ts';
import { findSealedEndpoint } from './endpoints.ts';
import type { Sender } from './send.ts';

export interface Hands {
  database: Tx;
  sender: Sender;
  box: SecretBox;
}

export interface Test {
  partnerId: bigint;
  event: string;
  record: string;
}

/** Begins a mock event to the partner's endpoint, subscribed or not, for `sendNow`; undefined where it has none. */
export async function beginTest(tx: Tx, { partnerId, event, record }: Test): Promise<Claim | undefined> {
  const endpoint = await findSealedEndpoint(tx, partnerId);
  if (!endpoint) return undefined;
  const eventId = await begin(tx, partnerId, event, record, endpoint.url);
  return { partnerId, eventId, number: 1, event, record, ...endpoint };
}

/** Both at once. */
export async function sendTest(hands: Hands, test: Test): Promise<AttemptResult | undefined> {
  const claim = await beginTest(hands.database, test);
  return claim && sendNow(hands, claim);
}

/** Sends what `beginAgain` or `beginTest` began, once its transaction is committed, and records what came of it. */
export async function sendNow({ database, sender, box }: Hands, claim: Claim): Promise<AttemptResult> {
  const result = await sendEvent(sender, box, claim);
  await recordResults(database, [result]);
  return result;
}
