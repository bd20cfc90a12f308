/**
 * Acts about what bank files brought and nobody could use. Taking it in moves money; ending it without that releases money, because
 * as long as it waits nothing is presumed or sent on:
 *
 *   name           is about                                                       by
 *   apply-returns  each return, or its debit, the larger                          collection/eft/resolve.ts
 *   mark-returns   the debits of held ones: they may count as paid then           collection/eft/resolve.ts
 *   mark-answers   their payments: they may be sent or given back then            settlement/held-answers.ts
 *   take-up        the transfer in the line, or the debits that it names          console/retry.ts
 *   set-aside      the same: the debits may count as paid then, and a transfer    bank-files/quarantine.ts
 *                  that the bank has booked is in no list any more
 *
 * A line with neither transfer nor debit counts nothing: there is nothing in it that can be taken in.
 */
import { findLines, lockOpenLine, setAside } from '../../bank-files/quarantine.ts';
import type { Tx } from '../../base/database.ts';
import { ReturnsNotResolved, resolveReturnsIn } from '../../collection/eft/resolve.ts';
import { amountsHeldUp, amountsOfReturns, debitsReferenced } from '../../collection/eft/resolve-store.ts';
import { findPaymentsOfAnyPartner } from '../../payments/store.ts';
import { refuse } from '../../people/asked.ts';
import { paymentsAnswered, resolveAnswers } from '../../settlement/held-answers.ts';
import { referencesOf, retryLine, transferCents } from '../retry.ts';
import { type Act, type ActDone, distinctIds, type Hand, nothingDone, sumOf } from './act.ts';
import type { ResolveAnswersRequest, ResolveReturnsRequest, SetAsideRequest, TakeUpRequest } from './views.ts';

const returnThings = ({ returnIds }: ResolveReturnsRequest) => returnIds.map((id) => `return ${id}`);

function sumOfNamed(amounts: ReadonlyMap<bigint, bigint>, { returnIds }: ResolveReturnsRequest): bigint {
  const missing = returnIds.find((id) => !amounts.has(BigInt(id)));
  if (missing !== undefined) return refuse(404, `There is no return ${missing}`);
  return sumOf(amounts.values());
}

async function resolveOrRefuse(tx: Tx, { returnIds, apply, reason }: ResolveReturnsRequest, { by, at }: Hand) {
  try {
    return await resolveReturnsIn(tx, { ids: distinctIds(returnIds), apply, reason, by, at });
  } catch (error) {
    if (error instanceof ReturnsNotResolved) return refuse(409, error.message);
    throw error;
  }
}

export const applyReturnsAct: Act<ResolveReturnsRequest> = {
  words: 'held returns taken up',
  things: returnThings,
  amountCents: async (tx, request) => sumOfNamed(await amountsOfReturns(tx, distinctIds(request.returnIds)), request),
  carryOut: async (tx, request, hand) => {
    const returns = await resolveOrRefuse(tx, { ...request, apply: true }, hand);
    return {
      result: { ...nothingDone, returnIds: returns.map(({ returnId }) => Number(returnId)) },
      before: { action: 'hold' },
      after: returns.map(({ returnId, result }) => ({ returnId: Number(returnId), result })),
    };
  },
};

export const markReturnsAct: Act<ResolveReturnsRequest> = {
  words: 'returns marked as dealt with',
  things: returnThings,
  amountCents: async (tx, request) => sumOfNamed(await amountsHeldUp(tx, distinctIds(request.returnIds)), request),
  carryOut: async (tx, request, hand) => {
    const returns = await resolveOrRefuse(tx, { ...request, apply: false }, hand);
    return {
      result: { ...nothingDone, returnIds: returns.map(({ returnId }) => Number(returnId)) },
      before: { state: 'waits' },
      after: { state: 'resolved' },
    };
  },
};

export const markAnswersAct: Act<ResolveAnswersRequest> = {
  words: 'answers marked as dealt with',
  things: ({ answerIds }) => answerIds.map((id) => `answer ${id}`),
  amountCents: async (tx, { answerIds }) => {
    const payments = await findPaymentsOfAnyPartner(tx, await paymentsAnswered(tx, distinctIds(answerIds)));
    return sumOf(payments.map(({ receivedCents, amountCents }) => receivedCents ?? amountCents));
  },
  carryOut: async (tx, { answerIds, reason }, { by }) => {
    const ids = distinctIds(answerIds);
    const missing = await resolveAnswers(tx, ids, { by, reason });
    if (missing !== undefined) {
      return refuse(409, `There is no answer ${missing} that waits for anybody: none was marked`);
    }
    return {
      result: { ...nothingDone, answerIds: ids.map(Number) },
      before: { state: 'waits' },
      after: { state: 'resolved' },
    };
  },
};

const lineThings = ({ lineIds }: TakeUpRequest | SetAsideRequest) => lineIds.map((id) => `line ${id}`);

/** Of the transfers in the lines, and of the debits that they name. */
async function lineCents(tx: Tx, { lineIds }: TakeUpRequest | SetAsideRequest): Promise<bigint> {
  const lines = await findLines(tx, distinctIds(lineIds));
  const debits = await debitsReferenced(tx, lines.flatMap(referencesOf));
  return sumOf([...lines.map(transferCents), ...debits.map(({ amountCents }) => amountCents)]);
}

export const takeUpAct: Act<TakeUpRequest> = {
  words: 'quarantined line taken up',
  things: lineThings,
  amountCents: lineCents,
  carryOut: async (tx, { lineIds }, { at, box }): Promise<ActDone> => {
    const [id] = distinctIds(lineIds);
    if (id === undefined || lineIds.length > 1) throw new Error('quarantined lines are taken up one by one');
    if (!(await lockOpenLine(tx, id))) return refuse(409, 'There is no open line with this id');
    const { takenUp, result } = await retryLine(tx, id, { at, named: true, box });
    return {
      result: { ...nothingDone, lines: [{ lineId: Number(id), takenUp, result }] },
      before: { state: 'open' },
      after: { state: takenUp ? 'taken_up' : 'open', result },
      ...(!takenUp && { tried: { words: 'quarantined line tried', why: result } }),
    };
  },
};

export const setAsideAct: Act<SetAsideRequest> = {
  words: 'quarantined lines set aside',
  things: lineThings,
  amountCents: lineCents,
  carryOut: async (tx, { lineIds, reason }, { by }) => {
    const ids = distinctIds(lineIds);
    const missing = await setAside(tx, ids, { by, reason });
    if (missing !== undefined) return refuse(409, `There is no open line ${missing}: none was set aside`);
    return {
      result: {
        ...nothingDone,
        lines: ids.map((id) => ({ lineId: Number(id), takenUp: false, result: 'set aside' })),
      },
      before: { state: 'open' },
      after: { state: 'set_aside' },
    };
  },
};
