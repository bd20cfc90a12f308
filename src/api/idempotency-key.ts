/**
 * The `Idempotency-Key` header (interface §4.1). Header bytes reach Node as Latin-1; a key written in UTF-8 is read as such, so
 * that its characters are counted as the sender counts them.
 */
import type { IncomingHttpHeaders } from 'node:http';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The key, or undefined where there is none or it is empty. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['idempotency-key'];
  const text = Array.isArray(value) ? value.join(', ') : value;
  if (text === undefined || text === '') return undefined;
  if (!/[\u0080-\u00ff]/.test(text)) return text;
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
