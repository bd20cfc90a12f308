/**
 * EFT returns that wait: held ones, which nobody could assign, and late ones, which the partner owes.
 */
import { openReturns } from '../../collection/eft/resolve-store.ts';
import { returnCodeFor } from '../../collection/eft/return-codes.ts';
import { compileBody } from '../../http/validation.ts';
import { bodyOf, cursorOf, limitOf, paged, shown } from '../../people/asked.ts';
import { doOrPropose } from './acting.ts';
import { proposalsByThing } from './approval-store.ts';
import { ResolveReturns } from './bodies.ts';
import { dollars, type Handler, iso, numberOf } from './context.ts';
import { briefsByKey } from './payments.ts';
import type { OpenReturnList, ResolveReturnsRequest } from './views.ts';

const checkResolve = compileBody(ResolveReturns);

/** Oldest first. */
export const list: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const found = await openReturns(database, limit + 1, after);
  const payments = await briefsByKey(
    database,
    found.flatMap(({ debit }) => (debit ? [debit] : [])),
  );
  const proposals = await proposalsByThing(
    database,
    found.map(({ id }) => `return ${id}`),
  );
  const page = paged(
    found,
    limit,
    ({ id }) => id,
    ({ id, returnCode, debit, amountCents, at, ...each }) => {
      const { code, meaning, acts, how, retry } = returnCodeFor(returnCode);
      return {
        returnId: Number(id),
        action: each.action,
        reason: each.reason,
        why: each.why,
        code: { code, meaning, acts, how, retry },
        amount: dollars(amountCents),
        crossReference: each.crossReference,
        fileId: Number(each.fileId),
        fileName: each.fileName,
        line: each.line,
        partnerId: numberOf(debit?.partnerId ?? null),
        partnerName: debit ? (payments.get(`${debit.partnerId} ${debit.paymentId}`)?.partnerName ?? null) : null,
        paymentId: numberOf(debit?.paymentId ?? null),
        attempt: debit?.attempt ?? null,
        at: iso(at),
        approvalId: proposals.get(`return ${id}`) ?? null,
      };
    },
  );
  return shown(page satisfies OpenReturnList);
};

/** Taken up, they move money; marked as dealt with, held ones let go of it: each an act of its own. */
export const resolve: Handler = (desk, exchange) => {
  const request = bodyOf<ResolveReturnsRequest>(checkResolve, exchange);
  return doOrPropose(desk, exchange, request.apply ? 'apply-returns' : 'mark-returns', request);
};
