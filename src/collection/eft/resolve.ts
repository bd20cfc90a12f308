/**
 * Returns that wait for an operator, dealt with.
 *
 *   held ─┬─ settled with the bank ─▶ resolved: nothing changes, the debit may count as paid
 *         └─ taken up again ─▶ the debit as it stands by now: sent ─▶ fail · presumed paid ─▶ late · else it stays held
 *   late ─── settled with the partner ─▶ resolved
 *
 * Taken up again, a return counts as that of the debit which its reference names, whatever it says of amount and account: that is
 * what the operator has found out. What is posted is the amount of the debit.
 */
import type { Database, Tx } from '../../base/database.ts';
import { lockPayments } from '../../payments/store.ts';
import { decideReturn, type ReturnDecision, type ReturnReason } from './decide-return.ts';
import * as store from './resolve-store.ts';
import { takeEffect } from './returns.ts';

export interface Resolve extends store.Hand {
  ids: readonly bigint[];
  /** Takes held ones up again, instead of leaving everything as it is. */
  apply: boolean;
  /** The business time. */
  at: Temporal.Instant;
}

export interface ResolvedReturn {
  returnId: bigint;
  result: 'resolved' | 'returned' | 'late';
}

/** What became of each; or why none of them was touched. */
export type Resolution = { outcome: 'resolved'; returns: ResolvedReturn[] } | { outcome: 'refused'; why: string };

/** Why a return that was held by this rule is not taken up again; undefined where it may be. */
const notTakenUp: Readonly<Partial<Record<ReturnReason, string>>> = {
  nobodys: 'its reference names no debit of ours',
  'credit-returned': 'it returns a credit, and we send none',
  'second-return': 'its debit came back before',
};

/** Nothing was resolved; the message says why. */
export class ReturnsNotResolved extends Error {}

/** Resolves returns, all of them or none. */
export async function resolveReturns(database: Database, request: Resolve): Promise<Resolution> {
  try {
    return { outcome: 'resolved', returns: await database.transaction((tx) => resolveReturnsIn(tx, request)) };
  } catch (error) {
    if (error instanceof ReturnsNotResolved) return { outcome: 'refused', why: error.message };
    throw error;
  }
}

/** The same in the caller's transaction, which is undone where it throws ReturnsNotResolved. */
export async function resolveReturnsIn(tx: Tx, request: Resolve): Promise<ResolvedReturn[]> {
  const locked = await lockPayments(tx, await store.paymentsNamed(tx, request.ids));
  const found = await store.lockOpenReturns(tx, request.ids);
  const missing = request.ids.find((id) => !found.some((each) => each.id === id));
  if (missing !== undefined) throw new ReturnsNotResolved(`There is no return ${missing} that waits for anybody`);
  if (!request.apply) {
    await store.markResolved(tx, request.ids, request);
    return found.map(({ id }) => ({ returnId: id, result: 'resolved' as const }));
  }
  const returns: ResolvedReturn[] = [];
  // In the order in which the payments are locked: each return locks accounts of its partner's ledger.
  const place = new Map(locked.map(({ partnerId, id }, index) => [`${partnerId} ${id}`, index]));
  const placeOf = ({ debit }: store.OpenReturn) => place.get(`${debit?.partnerId} ${debit?.paymentId}`) ?? -1;
  for (const each of found.toSorted((a, b) => placeOf(a) - placeOf(b)))
    returns.push(await takeUpHeld(tx, each, locked, request));
  return returns;
}

async function takeUpHeld(
  tx: Tx,
  held: store.OpenReturn,
  locked: Parameters<typeof takeEffect>[3],
  request: Resolve,
): Promise<{ returnId: bigint; result: 'returned' | 'late' }> {
  const refuse = (why: string): never => {
    throw new ReturnsNotResolved(
      `Return ${held.id} is not taken up again: ${why}. It can still be marked as dealt with`,
    );
  };
  if (held.action === 'late') refuse('it is no held one, it has had its effect');
  const debit = held.debit && (await store.findDebit(tx, held.debit));
  const against = notTakenUp[held.reason];
  if (against !== undefined || !debit) throw refuse(against ?? (notTakenUp.nobodys as string));
  const decision = decisionOn(held, debit);
  const { action } = decision;
  if (action !== 'fail' && action !== 'late')
    throw refuse(`its debit is ${debit.written ? 'returned' : 'not sent'} by now`);
  const row = { position: 1, debit, returnCode: held.returnCode, amountCents: debit.amountCents, action };
  await takeEffect(tx, [row], [{ position: 1, debit }], locked, request.at);
  const why = `${decision.why} Held at first: ${held.why} Taken up by ${request.by}: ${request.reason}`;
  await store.markTakenUp(tx, held.id, { action, reason: decision.reason, why }, request);
  return { returnId: held.id, result: action === 'fail' ? 'returned' : 'late' };
}

/** The decision of every return, on what the operator says this one is. */
function decisionOn(held: store.OpenReturn, debit: store.DebitInFile): ReturnDecision {
  const given = {
    side: 'debit',
    code: held.returnCode,
    trace: '',
    originalBranch: '',
    originalAccountNumber: '',
  } as const;
  const state = debit.state === 'presumed' ? 'presumed' : debit.written ? 'sent' : 'in_file';
  const facts = { ...debit, accountNumber: '' };
  return decideReturn(
    { ...given, amountCents: debit.amountCents },
    debit.state === 'returned'
      ? { ...facts, state: 'returned', earlierReturn: { code: held.returnCode, trace: '' } }
      : { ...facts, state },
  );
}
