/**
 * API tokens (interface §5): 256 random bits, shown once, stored as a hash, each with its own scopes. Nothing about a token
 * is remembered in the process, so a deactivation takes effect on the very next request, everywhere; looking tokens up is
 * cheap because requests that arrive together are looked up together.
 */

import { byteaArray } from '../base/binary-arrays.ts';
import type { Tx } from '../base/database.ts';
import { groupCommit } from '../base/group-commit.ts';
import { hashToken, isTokenForm, newToken } from '../base/secrets.ts';

export interface Caller {
  partnerId: bigint;
  tokenId: bigint;
  scopes: readonly string[];
}

export interface IssuedToken {
  tokenId: bigint;
  /** Shown once: only its hash is kept. */
  token: string;
}

export async function createToken(
  tx: Tx,
  partnerId: bigint,
  name: string,
  scopes: readonly string[],
): Promise<IssuedToken> {
  const issued = newToken();
  const { rows } = await tx.query<{ id: bigint }>(
    `insert into api_tokens (partner_id, name, token_hash, shown_prefix, last_four, scopes)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [partnerId, name, issued.hash, issued.prefix, issued.lastFour, scopes],
  );
  return { tokenId: rows[0]?.id as bigint, token: issued.token };
}

/** Switches a token off or on again. Answers whether there is such a token. */
export async function setTokenActive(tx: Tx, tokenId: bigint, active: boolean): Promise<boolean> {
  const { rowCount } = await tx.query('update api_tokens set active = $2, changed_at = now() where id = $1', [
    tokenId,
    active,
  ]);
  return rowCount === 1;
}

/**
 * Who a token belongs to, if it is active in this environment. The returned function groups the look-ups of requests that
 * arrive together into one query.
 */
export function tokenLookup(reader: Tx): (token: string) => Promise<Caller | undefined> {
  const lookups = groupCommit<string, Caller | undefined>(async (tokens) => {
    // Requests that arrive together are often one partner's: each token is hashed and looked up once.
    const distinct = [...new Set(tokens)];
    const { rows } = await reader.query<{ position: number; partner_id: bigint; id: bigint; scopes: string[] }>({
      name: 'tokens-lookup',
      text: `select h.position::integer - 1 as position, t.partner_id, t.id, t.scopes
             from unnest($1::bytea[]) with ordinality as h (hash, position)
             join api_tokens t on t.token_hash = h.hash and t.active`,
      values: [byteaArray(distinct.map(hashToken))],
    });
    const callers = new Map(
      rows.map((row) => [
        distinct[row.position],
        { partnerId: row.partner_id, tokenId: row.id, scopes: row.scopes } satisfies Caller,
      ]),
    );
    return tokens.map((token) => callers.get(token));
  });
  return async (token) => (isTokenForm(token) ? lookups.add(token) : undefined);
}
