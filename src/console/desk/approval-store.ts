/**
 * All SQL on proposals and what was decided on them.
 */
import type { Row, Tx } from '../../base/database.ts';
import type { Visitor } from '../../people/door.ts';
import { handOf } from './context.ts';
import type { ActName, ApprovalView } from './views.ts';

export interface Approval {
  id: bigint;
  act: ActName;
  request: ApprovalView['request'];
  amountCents: bigint;
  things: string[];
  reason: string;
  state: ApprovalView['state'];
  proposedBy: Decider;
  proposedAt: Temporal.Instant;
  decidedBy: Decider | null;
  decidedAt: Temporal.Instant | null;
  outcome: string | null;
}

/** With the people as they are by now: a name is changed in a moment, and back. */
const approvalsQuery = `select a.id, act, request, amount_cents, things, reason, state, proposed_at, decided_at, outcome,
    p.id as proposer, p.name as proposer_name, p.email as proposer_email,
    d.id as decider, d.name as decider_name, d.email as decider_email
  from approvals a join people p on p.id = a.proposed_by left join people d on d.id = a.decided_by`;

/** Who proposed or decided. */
export type Decider = Pick<Visitor, 'personId' | 'name' | 'email'>;

export async function insertProposal(
  tx: Tx,
  proposal: Pick<Approval, 'act' | 'request' | 'amountCents' | 'things' | 'reason'> & { visitor: Decider },
): Promise<bigint> {
  const { act, request, amountCents, things, reason, visitor } = proposal;
  const { rows } = await tx.query<{ id: bigint }>(
    `insert into approvals (act, request, amount_cents, things, reason, proposed_by, proposed_name, proposed_at)
     values ($1, $2, $3, $4, $5, $6, $7, (select business_now())) returning id`,
    [act, JSON.stringify(request), amountCents, things, reason, visitor.personId, handOf(visitor)],
  );
  return rows[0]?.id as bigint;
}

/** Open proposals about any of these things. */
export async function openProposals(tx: Tx, things: readonly string[]): Promise<{ id: bigint; things: string[] }[]> {
  if (things.length === 0) return [];
  const { rows } = await tx.query<{ id: bigint; things: string[] }>(
    `select id, things from approvals where state = 'open' and things && $1::text[] order by id`,
    [things],
  );
  return rows;
}

/** For each thing the id of the open proposal about it, as the pages show it. */
export async function proposalsByThing(tx: Tx, things: readonly string[]): Promise<Map<string, number>> {
  const found = await openProposals(tx, things);
  return new Map(found.flatMap(({ id, things: about }) => about.map((thing) => [thing, Number(id)] as const)));
}

/** Locks one, so that it is decided on once. */
export async function lockApproval(tx: Tx, id: bigint): Promise<Approval | undefined> {
  const { rows } = await tx.query(`${approvalsQuery} where a.id = $1 for update of a`, [id]);
  return rows[0] && approvalFromRow(rows[0]);
}

/** Newest first, behind (below) `after`; with `open`, those that wait only. */
export async function listApprovals(
  tx: Tx,
  { limit, after, open }: { limit: number; after: bigint | undefined; open: boolean },
): Promise<Approval[]> {
  const { rows } = await tx.query(
    `${approvalsQuery} where ($2::bigint is null or a.id < $2) ${open ? `and state = 'open'` : ''}
     order by a.id desc limit $1`,
    [limit, after ?? null],
  );
  return rows.map(approvalFromRow);
}

/** Keeps what was decided. The row is locked. */
export async function decide(
  tx: Tx,
  id: bigint,
  decision: { state: Exclude<Approval['state'], 'open'>; visitor: Decider; outcome: string },
): Promise<Approval> {
  await tx.query(
    `update approvals set state = $2, decided_by = $3, decided_name = $4, decided_at = (select business_now()), outcome = $5
     where id = $1 and state = 'open'`,
    [id, decision.state, decision.visitor.personId, handOf(decision.visitor), decision.outcome],
  );
  const { rows } = await tx.query(`${approvalsQuery} where a.id = $1`, [id]);
  return approvalFromRow(rows[0] as Row);
}

function approvalFromRow(row: Row): Approval {
  return {
    id: row.id as bigint,
    act: row.act as ActName,
    request: row.request as Approval['request'],
    amountCents: row.amount_cents as bigint,
    things: row.things as string[],
    reason: row.reason as string,
    state: row.state as Approval['state'],
    proposedBy: personFrom(row.proposer, row.proposer_name, row.proposer_email),
    proposedAt: row.proposed_at as Temporal.Instant,
    decidedBy: row.decider === null ? null : personFrom(row.decider, row.decider_name, row.decider_email),
    decidedAt: row.decided_at as Temporal.Instant | null,
    outcome: row.outcome as string | null,
  };
}

function personFrom(personId: unknown, name: unknown, email: unknown): Decider {
  return { personId, name, email } as Decider;
}
