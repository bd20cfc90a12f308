/**
 * Idempotency keys (interface §7, design §6): when two bodies are the same, and what a key's second use is answered. Which lock stands for
 * a key says the SQL function `idempotency_lock`.
 */
import { hash } from 'node:crypto';
import { int8Array, textArray } from '../base/binary-arrays.ts';
import type { Tx } from '../base/database.ts';
import { canonicalJson, type JsonValue } from '../base/json.ts';
import type { Creation, NewPayment } from './create.ts';

/** SHA-256 of the canonical form: equal JSON values have equal hashes (open point `idempotency-body`). */
export function bodyHashOf(body: JsonValue): Uint8Array {
  return hash('sha256', canonicalJson(body), 'buffer');
}

/** A key as it was used: by whom, and for which body. */
export type KeyUse = Pick<NewPayment, 'partnerId' | 'tokenId' | 'key'>;

/** What keys hold: the stored answer, or that the body was another; undefined where a key was not used before. */
export async function findAnswers(tx: Tx, uses: readonly KeyUse[]): Promise<(Creation | undefined)[]> {
  const { rows } = await tx.query<{ position: number; body_hash: Buffer; answer: string }>(
    `select i.position::integer - 1 as position, k.body_hash, k.answer
     from unnest($1::bigint[], $2::bigint[], $3::text[]) with ordinality as i (partner_id, token_id, key, position)
     join idempotency_keys k on k.partner_id = i.partner_id and k.token_id = i.token_id and k.key = i.key`,
    [
      int8Array(uses.map((use) => use.partnerId)),
      int8Array(uses.map((use) => use.tokenId)),
      textArray(uses.map((use) => use.key?.text ?? null)),
    ],
  );
  const found = new Map(rows.map((row) => [row.position, row]));
  return uses.map(({ key }, position): Creation | undefined => {
    const stored = found.get(position);
    if (!stored || !key) return undefined;
    return stored.body_hash.equals(key.bodyHash)
      ? { outcome: 'replayed', answer: stored.answer }
      : { outcome: 'key_reused' };
  });
}

/** The same for keys that are all known to exist. */
export async function storedAnswers(tx: Tx, uses: readonly KeyUse[]): Promise<Creation[]> {
  return (await findAnswers(tx, uses)).map((found): Creation => {
    if (!found) throw new Error('a key was refused as existing, but is not there');
    return found;
  });
}
