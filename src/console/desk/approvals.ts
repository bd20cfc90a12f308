/**
 * The second pair of eyes: what waits for approval, approving it, declining it. See acting.ts.
 */
import { compileBody } from '../../http/validation.ts';
import { bodyOf, choice, cursorOf, idInPath, limitOf, paged, refuse, shown } from '../../people/asked.ts';
import { operatorId, type PersonExchange, trail, type Visitor } from '../../people/door.ts';
import { carryOutApproved, handAt } from './acting.ts';
import { acts } from './acts.ts';
import { type About, aboutOf } from './approval-about.ts';
import * as store from './approval-store.ts';
import { Decline } from './bodies.ts';
import { dollars, type Handler, handOf, iso } from './context.ts';
import type { ApprovalList, ApprovalView, ApproveAnswer, DeclineRequest } from './views.ts';

const checkDecline = compileBody(Decline);

/** `?state=open` for those that wait only. */
export const list: Handler = async ({ database, config }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const open = choice(exchange, 'state', ['open', 'all']) !== 'all';
  const found = await store.listApprovals(database, { limit: limit + 1, after, open });
  const about = await aboutOf(database, found);
  const page = paged(
    found,
    limit,
    ({ id }) => id,
    (each) => viewOf(each, exchange.visitor, about[found.indexOf(each)] as About),
  );
  return shown({ ...page, approvalAbove: dollars(config.approvalAboveCents) } satisfies ApprovalList);
};

/** Carries out what somebody else proposed, as it stands by now. */
export const approve: Handler = async (desk, exchange) => {
  const { visitor } = exchange;
  // Before the transaction: the clock may ask for a connection of its own.
  const hand = await handAt(desk, handOf(visitor));
  const answer = await desk.database.transaction(async (tx): Promise<ApproveAnswer> => {
    const approval = await lockOpen(tx, exchange);
    if (approval.proposedBy.personId === visitor.personId) {
      return refuse(403, 'You proposed this yourself: another approver must approve it');
    }
    const proposedBy = handOf(approval.proposedBy);
    const by = `${proposedBy}, approved by ${hand.by}`;
    const done = await carryOutApproved(tx, approval, { ...hand, by });
    const refused = 'refused' in done ? done.refused : undefined;
    const decided = await store.decide(tx, approval.id, {
      state: refused === undefined ? 'approved' : 'refused',
      visitor,
      outcome: refused ?? 'carried out',
    });
    await trail(tx, {
      partnerId: operatorId,
      visitor,
      act: refused === undefined ? acts[approval.act].words : `${approval.act} approved, but not possible any more`,
      subject: `approval ${approval.id}: ${approval.things.join(', ')}`,
      before: 'before' in done ? done.before : { state: 'open' },
      after: 'after' in done ? { done: done.after, proposedBy } : { why: done.refused },
    });
    return { approval: await viewNow(tx, decided, visitor), ...('result' in done && { result: done.result }) };
  });
  desk.wakeDeliverer();
  return shown(answer);
};

/** Ends a proposal without doing it: an approver declines any, and everybody withdraws his own. */
export const decline: Handler = async (desk, exchange) => {
  const { visitor } = exchange;
  const { reason } = bodyOf<DeclineRequest>(checkDecline, exchange);
  const approval = await desk.database.transaction(async (tx) => {
    const { id, proposedBy, act, things } = await lockOpen(tx, exchange);
    const own = proposedBy.personId === visitor.personId;
    if (!own && !isApprover(visitor)) return refuse(403, 'Only an approver declines what somebody else proposed');
    const state = own ? 'withdrawn' : 'declined';
    await trail(tx, {
      partnerId: operatorId,
      visitor,
      act: `${act} ${state}`,
      subject: `approval ${id}: ${things.join(', ')}`,
      before: { state: 'open' },
      after: { state, reason },
    });
    const decided = await store.decide(tx, id, { state, visitor, outcome: reason });
    return viewNow(tx, decided, visitor);
  });
  return shown(approval);
};

async function lockOpen(
  tx: Parameters<typeof store.lockApproval>[0],
  exchange: PersonExchange,
): Promise<store.Approval> {
  const id = idInPath(exchange, 'approvalId', 'proposal');
  const approval = await store.lockApproval(tx, id);
  if (!approval) return refuse(404, `There is no proposal ${id}`);
  const { state, decidedBy } = approval;
  if (state !== 'open') {
    return refuse(409, `Proposal ${id} was ${state} by ${decidedBy && handOf(decidedBy)} before`);
  }
  return approval;
}

const isApprover = (visitor: Visitor) => visitor.memberships.get(operatorId) === 'approver';

async function viewNow(
  tx: Parameters<typeof aboutOf>[0],
  approval: store.Approval,
  visitor: Visitor,
): Promise<ApprovalView> {
  const [about] = await aboutOf(tx, [approval]);
  return viewOf(approval, visitor, about as About);
}

function viewOf(approval: store.Approval, visitor: Visitor, about: About): ApprovalView {
  const { proposedBy, decidedBy } = approval;
  return {
    approvalId: Number(approval.id),
    act: approval.act,
    request: approval.request,
    amount: dollars(approval.amountCents),
    about,
    subject: approval.things.join(', '),
    reason: approval.reason,
    state: approval.state,
    proposedBy: { ...proposedBy, personId: Number(proposedBy.personId) },
    proposedAt: iso(approval.proposedAt),
    decidedBy: decidedBy && { ...decidedBy, personId: Number(decidedBy.personId) },
    decidedAt: iso(approval.decidedAt),
    outcomeText: approval.outcome,
    mayApprove: approval.state === 'open' && proposedBy.personId !== visitor.personId && isApprover(visitor),
  };
}
