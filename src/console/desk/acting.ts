/**
 * One person or two: an act up to APPROVAL_ABOVE is carried out at once; above it, it is rehearsed, proposed, and carried out when
 * another approver approves it. What an open proposal is about is nobody's to act on meanwhile.
 *
 *   request ─▶ how much? ─up to the amount─▶ carried out ─▶ trail
 *                 └ above ─▶ rehearsed (done and undone) ─▶ open ─┬─ approved by somebody else ─▶ carried out anew ─▶ approved
 *                                                                │                               └ does not fit any more ─▶ refused
 *                                                                └─ declined, or withdrawn by who proposed it
 */
import type { Tx } from '../../base/database.ts';
import { lockNumber } from '../../base/locks.ts';
import type { Answer } from '../../http/answer.ts';
import { Refusal, refuse, shown } from '../../people/asked.ts';
import { operatorId, type PersonExchange, trail } from '../../people/door.ts';
import type { ActDone, Hand, Requests } from './act.ts';
import { acts } from './acts.ts';
import * as store from './approval-store.ts';
import { type DeskContext, dollars, handOf } from './context.ts';
import type { ActAnswer, ActName } from './views.ts';

/** Does an act, or proposes it, and answers that. */
export async function doOrPropose<Name extends ActName>(
  desk: DeskContext,
  exchange: PersonExchange,
  name: Name,
  request: Requests[Name],
): Promise<Answer> {
  return shown(await acted(desk, exchange, name, request));
}

/** The same, with what became of it for the caller to tell. Throws a Refusal. */
export async function acted<Name extends ActName>(
  desk: DeskContext,
  { visitor }: PersonExchange,
  name: Name,
  request: Requests[Name],
): Promise<ActAnswer> {
  const { database, config } = desk;
  const hand = await handAt(desk, handOf(visitor));
  const act = acts[name];
  const answer = await database.transaction(async (tx): Promise<ActAnswer> => {
    const amountCents = await act.amountCents(tx, request);
    const amount = dollars(amountCents);
    const things = [...new Set(act.things(request))];
    const subject = things.join(', ');
    const alone = amountCents <= config.approvalAboveCents;
    await lockProposals(tx, database.schema, alone);
    const [known] = await store.openProposals(tx, things);
    if (known) return refuse(409, `Proposal ${known.id} about ${known.things.join(', ')} waits for approval already`);
    if (alone || (await rehearsed(tx, () => act.carryOut(tx, request, hand))).tried) {
      const { before, after, result, tried } = await act.carryOut(tx, request, hand);
      await trail(tx, {
        partnerId: operatorId,
        visitor,
        act: tried?.words ?? act.words,
        subject,
        before,
        after: { ...said(request), done: after },
      });
      return { outcome: 'done', act: name, amount, result };
    }
    const id = await store.insertProposal(tx, {
      act: name,
      request,
      amountCents,
      things,
      reason: request.reason,
      visitor,
    });
    await trail(tx, {
      partnerId: operatorId,
      visitor,
      act: `${name} proposed`,
      subject: `approval ${id}: ${subject}`,
      after: { ...said(request), amount },
    });
    return { outcome: 'proposed', act: name, amount, approvalId: Number(id) };
  });
  if (answer.outcome === 'done') desk.wakeDeliverer();
  return answer;
}

/** The hand of somebody, now. */
export async function handAt({ database, clock, accountBox }: DeskContext, by: string): Promise<Hand> {
  return { by, at: await clock.now(), schema: database.schema, box: accountBox };
}

/**
 * Before anything else is locked. Acts go beside each other, a proposal goes alone: whatever comes after it, proposal or act, finds it
 * where it is about the same.
 */
async function lockProposals(tx: Tx, schema: string, shared: boolean): Promise<void> {
  const lock = shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(`select ${lock}($1)`, [lockNumber(schema, 'proposals')]);
}

/** What the trail keeps of a request: all of it, as it was asked. */
const said = (request: Requests[ActName]) => ({ request: JSON.parse(JSON.stringify(request)) });

/** Carries out and undoes: answers what would be done, or throws the refusal there would be. */
async function rehearsed(tx: Tx, work: () => Promise<ActDone>): Promise<ActDone> {
  await tx.query('savepoint rehearsal');
  const done = await work();
  await tx.query('rollback to savepoint rehearsal');
  return done;
}

/** Carries out an approved act as it was asked; answers why not, where it does not fit any more, with nothing of it done. */
export async function carryOutApproved(
  tx: Tx,
  { act: name, request, amountCents }: store.Approval,
  hand: Hand,
): Promise<ActDone | { refused: string }> {
  await tx.query('savepoint approved');
  try {
    return await carryOutAs(tx, name, request, amountCents, hand);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query('rollback to savepoint approved');
    return { refused: error.message };
  }
}

async function carryOutAs<Name extends ActName>(
  tx: Tx,
  name: Name,
  request: store.Approval['request'],
  amountCents: bigint,
  hand: Hand,
): Promise<ActDone> {
  const act = acts[name];
  const asked = request as Requests[Name];
  const now = await act.amountCents(tx, asked);
  if (now !== amountCents)
    return refuse(409, `It is about ${dollars(now)} by now, proposed was ${dollars(amountCents)}`);
  const done = await act.carryOut(tx, asked, hand);
  return done.tried ? refuse(409, done.tried.why) : done;
}
