/**
 * The simulated provider's own memory: what it was asked for, and what was chosen on its pages. All SQL on it is here. What
 * finishes by itself is not written down when it does: every reader works it out from the business time.
 */
import { randomBytes } from 'node:crypto';
import type { Database, Row, Tx } from '../../base/database.ts';
import type { BeginCard, BeginIdentity, CardDecline, IdentityFailure, Language } from '../../collection/card/ports.ts';
import type { Outcome, SimulatedState } from './outcomes.ts';

export type Kind = 'identity' | 'card';

export interface SimulatedSession {
  id: string;
  kind: Kind;
  /** As it is at the time that was asked about. */
  state: SimulatedState;
  detail: IdentityFailure | CardDecline | undefined;
  language: Language;
  returnUrl: string;
  description: string;
  /** Of card sessions. */
  amountCents: bigint | undefined;
}

/** Business time after which nothing can be paid on a card session any more. */
const cardSessionHours = 24;
const idBytes = 24;
const idForm = /^sim_(identity|card)_[\w-]{32}$/;

/** Begins a session, or finds the one that was begun under this key. */
export async function beginSession(
  tx: Tx,
  kind: Kind,
  request: BeginIdentity | BeginCard,
  at: Temporal.Instant,
): Promise<SimulatedSession> {
  const { key, ...asked } = request;
  await tx.query(
    `insert into simulated_sessions (id, kind, begin_key, request, state, created_at) values ($1, $2, $3, $4, 'open', $5)
     on conflict (begin_key) do nothing`,
    [
      `sim_${kind}_${randomBytes(idBytes).toString('base64url')}`,
      kind,
      key,
      JSON.stringify(asked, (_name, value) => (typeof value === 'bigint' ? value.toString() : value)),
      at.toString(),
    ],
  );
  const { rows } = await tx.query('select * from simulated_sessions where begin_key = $1 and kind = $2', [key, kind]);
  if (!rows[0]) throw new Error(`the key of a simulated ${kind} session is that of another kind`);
  return sessionFromRow(rows[0], at);
}

/** The session as it stands at business time `at`; undefined where there is none. */
export async function findSession(
  tx: Tx,
  kind: Kind,
  id: string,
  at: Temporal.Instant,
): Promise<SimulatedSession | undefined> {
  if (!idForm.test(id)) return undefined;
  const { rows } = await tx.query('select * from simulated_sessions where id = $1 and kind = $2', [id, kind]);
  return rows[0] && sessionFromRow(rows[0], at);
}

/** Whether the payer still has a choice there. */
export function isOpen({ state }: SimulatedSession): boolean {
  return state === 'open' || state === 'failed';
}

/**
 * Does what was chosen, where the session is open still (`evenIfUnderWay`: also while something is being processed there). Answers
 * whether it was done: of two choices at once, one is.
 */
export async function choose(
  database: Database,
  kind: Kind,
  id: string,
  outcome: Outcome,
  at: Temporal.Instant,
  { evenIfUnderWay = false } = {},
): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const { rows } = await tx.query('select * from simulated_sessions where id = $1 and kind = $2 for update', [
      id,
      kind,
    ]);
    const session = rows[0] && sessionFromRow(rows[0], at);
    if (!session) return false;
    const underWay = session.state === 'processing' || session.state === 'unreachable';
    if (!isOpen(session) && !(underWay && evenIfUnderWay)) return false;
    const { finishes } = outcome;
    await tx.query(
      'update simulated_sessions set state = $2, detail = $3, finishes_at = $4, finishes_as = $5 where id = $1',
      [
        id,
        outcome.state,
        outcome.detail ?? null,
        finishes ? at.add({ seconds: finishes.seconds }).toString() : null,
        finishes?.as ?? null,
      ],
    );
    return true;
  });
}

/** The sessions that finished by themselves after `from`, up to and with `to`: what a real provider would now tell. */
export async function finishedBetween(
  tx: Tx,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<{ kind: Kind; id: string }[]> {
  const { rows } = await tx.query<{ kind: Kind; id: string }>(
    'select kind, id from simulated_sessions where finishes_at > $1 and finishes_at <= $2 order by finishes_at',
    [from.toString(), to.toString()],
  );
  return rows;
}

function sessionFromRow(row: Row, at: Temporal.Instant): SimulatedSession {
  const request = row.request as Record<string, string>;
  return {
    id: row.id as string,
    kind: row.kind as Kind,
    state: stateAt(row, at),
    detail: (row.detail as SimulatedSession['detail'] | null) ?? undefined,
    language: request.language as Language,
    returnUrl: request.returnUrl as string,
    description: request.description ?? '',
    amountCents: request.amountCents === undefined ? undefined : BigInt(request.amountCents),
  };
}

function stateAt(row: Row, at: Temporal.Instant): SimulatedState {
  const state = row.state as SimulatedState;
  const isPast = (moment: Temporal.Instant) => Temporal.Instant.compare(moment, at) <= 0;
  const finishesAt = row.finishes_at as Temporal.Instant | null;
  if (finishesAt) return isPast(finishesAt) ? (row.finishes_as as SimulatedState) : state;
  const createdAt = row.created_at as Temporal.Instant;
  const expires = row.kind === 'card' && state === 'open';
  return expires && isPast(createdAt.add({ hours: cardSessionHours })) ? 'expired' : state;
}
