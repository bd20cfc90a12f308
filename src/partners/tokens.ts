/**
 * API tokens (interface §5): 256 random bits, shown once, stored as a hash, each with its own scopes. Whether a token holds is
 * not remembered in the process, so a deactivation takes effect on the very next request, everywhere; looking tokens up is
 * cheap because requests that arrive together are looked up together. That a token was used is noted once a minute at most, and
 * nobody waits for it.
 */

import { byteaArray, int8Array } from '../base/binary-arrays.ts';
import type { Row, Tx } from '../base/database.ts';
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

/** A token as lists show it: what is known of its value is its beginning and its end. */
export interface Token {
  partnerId: bigint;
  id: bigint;
  name: string;
  shownPrefix: string;
  lastFour: string;
  scopes: string[];
  active: boolean;
  /** Real time, as all times here. */
  createdAt: Temporal.Instant;
  /** To the minute; null: never used. */
  lastUsedAt: Temporal.Instant | null;
}

const columns = 'partner_id, id, name, shown_prefix, last_four, scopes, active, created_at, last_used_at';

/** All tokens of a partner in this environment, newest first. */
export async function listTokens(tx: Tx, partnerId: bigint): Promise<Token[]> {
  const { rows } = await tx.query(`select ${columns} from api_tokens where partner_id = $1 order by id desc`, [
    partnerId,
  ]);
  return rows.map(tokenFromRow);
}

/** A token (of the partner, where one is named), locked: what is decided from it holds until the transaction ends. */
export async function lockToken(tx: Tx, partnerId: bigint | undefined, id: bigint): Promise<Token | undefined> {
  const { rows } = await tx.query(
    `select ${columns} from api_tokens where id = $2 and ($1::bigint is null or partner_id = $1) for update`,
    [partnerId ?? null, id],
  );
  return rows[0] && tokenFromRow(rows[0]);
}

/** Switches a token off or on again. Answers whether there is such a token (of the partner, where one is named). */
export async function setTokenActive(tx: Tx, tokenId: bigint, active: boolean, partnerId?: bigint): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update api_tokens set active = $2, changed_at = now() where id = $1 and ($3::bigint is null or partner_id = $3)',
    [tokenId, active, partnerId ?? null],
  );
  return rowCount === 1;
}

function tokenFromRow(row: Row): Token {
  return {
    partnerId: row.partner_id as bigint,
    id: row.id as bigint,
    name: row.name as string,
    shownPrefix: row.shown_prefix as string,
    lastFour: row.last_four as string,
    scopes: row.scopes as string[],
    active: row.active as boolean,
    createdAt: row.created_at as Temporal.Instant,
    lastUsedAt: row.last_used_at as Temporal.Instant | null,
  };
}

const noteUseAfterMilliseconds = 60_000;

/** Notes that tokens were used: each once a minute in this process, and in the row; behind the request, whatever comes of it. */
function useNotes(writer: Tx): (used: readonly { partnerId: bigint; tokenId: bigint }[]) => void {
  const notedAt = new Map<bigint, number>();
  return (used) => {
    const now = performance.now();
    const due = used.filter(({ tokenId }) => now - (notedAt.get(tokenId) ?? -Infinity) >= noteUseAfterMilliseconds);
    if (due.length === 0) return;
    for (const { tokenId } of due) notedAt.set(tokenId, now);
    // A row that somebody holds is passed over: the next minute notes it.
    void writer
      .query({
        name: 'tokens-note-use',
        text: `update api_tokens t set last_used_at = now() from (
                 select o.partner_id, o.id from api_tokens o
                 join unnest($1::bigint[], $2::bigint[]) as u (partner_id, id) on o.partner_id = u.partner_id and o.id = u.id
                 where o.last_used_at is null or o.last_used_at < now() - interval '1 minute'
                 for update of o skip locked
               ) u where t.partner_id = u.partner_id and t.id = u.id`,
        values: [int8Array(due.map((each) => each.partnerId)), int8Array(due.map((each) => each.tokenId))],
      })
      .catch(() => undefined);
  };
}

/**
 * Who a token belongs to, if it is active in this environment. The returned function groups the look-ups of requests that
 * arrive together into one query, and notes that the tokens were used unless `noteUse` is false.
 */
export function tokenLookup(
  reader: Tx,
  { noteUse = true }: { noteUse?: boolean } = {},
): (token: string) => Promise<Caller | undefined> {
  const note = noteUse ? useNotes(reader) : () => undefined;
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
    if (callers.size > 0) note([...callers.values()]);
    return tokens.map((token) => callers.get(token));
  });
  return async (token) => (isTokenForm(token) ? lookups.add(token) : undefined);
}
