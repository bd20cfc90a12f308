/**
 * The audit trail: who changed what, before and after. Rows are never touched again (the table refuses it). A partner's own changes
 * stand under its id, the operator's under 0.
 *
 *   ours           in the transaction of the change: one is not there without the other
 *   better-auth's  right behind: sign-ins and -outs, passwords set, changed or reset, second factors begun, set up or taken away,
 *                  backup codes renewed. It changes them on connections of its own; a process that dies in between leaves the change alone
 *   plays          before the act (src/sandbox/panel.ts), and a second row where it was refused
 */
import type { Row, Tx } from '../base/database.ts';
import type { JsonValue } from '../base/json.ts';
import { isoFromInstant } from '../base/time.ts';
import { paged } from './asked.ts';
import { operatorId } from './roles.ts';
import type { Trail, TrailView } from './views.ts';

/** One change. */
export interface TrailEntry {
  /** Whose data was changed; 0 is the operator. */
  partnerId: bigint;
  /** Who did it: a person who is signed in, whoever typed a command ("root by command"), or `theOperator`. */
  visitor: { personId: bigint; email: string; address: string } | string;
  /** What was done, as words in the past: `token deactivated`. */
  act: string;
  /** What it was done to: `token 12`. */
  subject?: string;
  before?: JsonValue;
  after?: JsonValue;
}

/** Who did it, as a partner is told of the operator's people. */
export const theOperator = 'the operator';

type Change = Pick<TrailEntry, 'partnerId' | 'act' | 'before' | 'after'> & { subject: string };

/**
 * A change by somebody who acts for `actingFor`. What the operator changes of a partner's stands in the trails of both: who did it, and
 * from where, in the operator's own only.
 */
export function entriesOf(actingFor: bigint, visitor: TrailEntry['visitor'], change: Change): TrailEntry[] {
  const { partnerId, subject } = change;
  if (partnerId === actingFor) return [{ ...change, visitor }];
  return [
    { ...change, visitor: theOperator },
    { ...change, partnerId: operatorId, visitor, subject: `partner ${partnerId}: ${subject}` },
  ];
}

/** Writes one change or several to the trail, in the caller's transaction. Secrets do not belong into `before` and `after`. */
export async function trail(tx: Tx, entries: TrailEntry | readonly TrailEntry[]): Promise<void> {
  const list = Array.isArray(entries) ? (entries as readonly TrailEntry[]) : [entries as TrailEntry];
  if (list.length === 0) return;
  const person = ({ visitor }: TrailEntry) => (typeof visitor === 'string' ? undefined : visitor);
  await tx.query(
    `insert into audit_trail (partner_id, person_id, by, act, subject, before, after, address)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[])`,
    [
      list.map((entry) => entry.partnerId),
      list.map((entry) => person(entry)?.personId ?? null),
      list.map((entry) => person(entry)?.email ?? entry.visitor),
      list.map((entry) => entry.act),
      list.map((entry) => entry.subject ?? null),
      list.map((entry) => jsonText(entry.before)),
      list.map((entry) => jsonText(entry.after)),
      list.map((entry) => person(entry)?.address ?? null),
    ],
  );
}

/**
 * Writes what a person did to himself (`signed in`): into the trail of everyone he belongs to. From where, only the operator's own
 * trail says: one partner has no business with where somebody works for another.
 */
export async function trailOfPerson(
  tx: Tx,
  personId: bigint,
  change: { act: string; address: string; subject?: string; before?: JsonValue; after?: JsonValue },
): Promise<void> {
  const { act, address, subject, before, after } = change;
  await tx.query(
    `insert into audit_trail (partner_id, person_id, by, act, subject, before, after, address)
     select coalesce(m.partner_id, 0), p.id, p.email, $2, $3, $5::jsonb, $6::jsonb,
       case when coalesce(m.partner_id, 0) = 0 then $4 end
     from people p left join memberships m on m.person_id = p.id where p.id = $1`,
    [personId, act, subject ?? null, address, jsonText(before), jsonText(after)],
  );
}

const jsonText = (value: JsonValue | undefined) => (value === undefined ? null : JSON.stringify(value));

const pageLength = 50;

/** A page of a partner's trail, newest first; `cursor` is where the page before ended. */
export async function readTrail(tx: Tx, partnerId: bigint, cursor: bigint | undefined): Promise<Trail> {
  const { rows } = await tx.query<TrailRow>(
    `select id, at, by, act, subject, before, after, address from audit_trail
     where partner_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [partnerId, cursor ?? null, pageLength + 1],
  );
  return paged(rows, pageLength, ({ id }) => id, viewOf);
}

interface TrailRow extends Row {
  id: bigint;
  at: Temporal.Instant;
  by: string;
  act: string;
  subject: string | null;
  before: unknown;
  after: unknown;
  address: string | null;
}

function viewOf({ id, at, by, act, subject, before, after, address }: TrailRow): TrailView {
  return {
    id: Number(id),
    at: isoFromInstant(at),
    by,
    act,
    ...(subject !== null && { subject }),
    ...(before !== null && { before }),
    ...(after !== null && { after }),
    ...(address !== null && { address }),
  };
}
