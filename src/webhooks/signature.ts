/**
 * The signature under every webhook request (interface §5, "Webhook signing"). The receiver checks it over the raw
 * body, so it must be made over the very bytes that are sent: sign last, and never serialise again afterwards.
 *
 *   Service-Signature: t=1700000000,v1=23fc0d34…      v1 = HMAC-SHA256(secret, "1700000000." + body), lower-case hex
 *
 * The byte form (no space after the comma, one `v1`, lower case, the secret whole with its `whsec_`) is also the one
 * that `stripe.webhooks.constructEvent` reads; receivers have a ready verifier in it (formats §6.1).
 */
import { createHmac } from 'node:crypto';

/** Name of the header that carries the signature. */
export const signatureHeaderName = 'Service-Signature';

/**
 * The value of the `Service-Signature` header.
 * `timestampSeconds`: real time in whole Unix seconds, never the sandbox's clock (receivers compare with their own).
 * Throws TypeError where the secret is not a `whsec_…` text or the time is not a whole number: mistakes of the caller.
 */
export function signatureHeader(secret: string, timestampSeconds: number, body: string | Uint8Array): string {
  if (!/^whsec_\w+$/.test(secret)) throw new TypeError('A signing secret has the form whsec_…');
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new TypeError(`The time of a signature is in whole Unix seconds, not ${timestampSeconds}`);
  }
  const signature = createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex');
  return `t=${timestampSeconds},v1=${signature}`;
}
