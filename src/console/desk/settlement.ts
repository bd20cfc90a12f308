/**
 * Paying the billers as an operator follows it: what the next cut-off will send, the batches with their payments and answers, answers
 * that contradict, marked as dealt with.
 */
import { nextCutOff } from '../../base/calendar.ts';
import { debitsToMake } from '../../collection/eft/upcoming.ts';
import { compileBody } from '../../http/validation.ts';
import { checkAccountNumber, failsAtProcessing } from '../../payees/account-rules.ts';
import { settlementAccount } from '../../payees/payee.ts';
import type { PayeeSnapshot } from '../../payees/snapshot.ts';
import { bodyOf, choice, cursorOf, idInPath, limitOf, paged, refuse, refuseCursor, shown } from '../../people/asked.ts';
import * as store from '../../settlement/batches.ts';
import { heldAnswers } from '../../settlement/held-answers.ts';
import { reasonFor } from '../../settlement/reason-codes.ts';
import { doOrPropose } from './acting.ts';
import { proposalsByThing } from './approval-store.ts';
import { ResolveAnswers } from './bodies.ts';
import { dollars, type Handler, iso, numberOf } from './context.ts';
import { debitWay, settlementWay } from './runs.ts';
import type {
  BatchDetail,
  BatchItemView,
  BatchList,
  BatchView,
  HeldAnswerList,
  NextBatchView,
  NextDebitsView,
  ResolveAnswersRequest,
} from './views.ts';

const checkResolve = compileBody(ResolveAnswers);

interface PayeeWaiting extends Omit<NextBatchView['payees'][number], 'total'> {
  totalCents: bigint;
}

/** By the same rules as the run itself: what waits for an account of its payee, and what would fail before it is sent. */
export const nextBatch: Handler = async (desk) => {
  const { database, clock, config, payees } = desk;
  const snapshot = await payees.current();
  const lines = await database.transaction(async (tx) => {
    const byPayee = new Map<string, PayeeWaiting>();
    for await (const numbers of store.waitingByNumber(tx)) {
      for (const number of numbers) addNumber(byPayee, number, snapshot, config.environment);
    }
    return [...byPayee.values()].sort((one, other) => (one.payeeName < other.payeeName ? -1 : 1));
  });
  return shown({
    cutOff: iso(nextCutOff(await clock.now(), config.settlementCutOff)),
    mayRun: settlementWay(desk) !== undefined,
    payments: lines.reduce((sum, { payments }) => sum + payments, 0),
    total: dollars(lines.reduce((sum, { totalCents }) => sum + totalCents, 0n)),
    payees: lines.map(({ totalCents, ...line }) => ({ ...line, total: dollars(totalCents) })),
  } satisfies NextBatchView);
};

function addNumber(
  byPayee: Map<string, PayeeWaiting>,
  { payeeName, accountNumber, payments, totalCents }: store.WaitingNumber,
  { everByName }: PayeeSnapshot,
  environment: 'sandbox' | 'production',
): void {
  const line = byPayee.get(payeeName) ?? { payeeName, payments: 0, waiting: 0, failing: 0, totalCents: 0n };
  byPayee.set(payeeName, line);
  const payee = everByName.get(payeeName);
  if (payee && failsAtProcessing(checkAccountNumber(payee, accountNumber))) line.failing += payments;
  else if (!payee || !settlementAccount(payee, environment)) line.waiting += payments;
  else {
    line.payments += payments;
    line.totalCents += totalCents;
  }
}

export const nextDebits: Handler = async (desk) => {
  const { database, clock, config } = desk;
  const { debits, totalCents, waiting } = await debitsToMake(database);
  const cutOff = iso(nextCutOff(await clock.now(), config.eftCutOff));
  return shown({
    cutOff,
    mayRun: debitWay(desk) !== undefined,
    debits,
    total: dollars(totalCents),
    waiting,
  } satisfies NextDebitsView);
};

/** Newest first. */
export const batches: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const found = await store.latestBatches(database, { limit: limit + 1, before: after });
  return shown(paged(found, limit, ({ id }) => id, batchView) satisfies BatchList);
};

/** A batch with its payments, in the order of partner and payment. */
export const batch: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const id = idInPath(exchange, 'batchId', 'batch');
  const outcome = choice(exchange, 'outcome', ['open', 'accepted', 'rejected']);
  const [found] = await store.latestBatches(database, { limit: 1, only: id });
  if (!found) return refuse(404, `There is no batch ${id}`);
  const after = afterOf(exchange.query.cursor);
  const items = await store.batchItems(database, id, { limit: limit + 1, after, outcome });
  const page = paged(items, limit, (item) => `${item.partnerId}-${item.paymentId}`, itemView);
  return shown({ batch: batchView(found), ...page } satisfies BatchDetail);
};

/** Of a cursor `partner-payment`. */
function afterOf(cursor: string | undefined): { partnerId: bigint; paymentId: bigint } | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const [, partnerId, paymentId] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (partnerId === undefined || paymentId === undefined) return refuseCursor();
  return { partnerId: BigInt(partnerId), paymentId: BigInt(paymentId) };
}

function batchView({
  id,
  createdAt,
  writtenAt,
  executionDate,
  totalCents,
  fileId,
  ...rest
}: store.BatchSummary): BatchView {
  return {
    batchId: Number(id),
    ...rest,
    createdAt: iso(createdAt),
    executionDate: executionDate.toString(),
    fileId: numberOf(fileId),
    writtenAt: iso(writtenAt),
    total: dollars(totalCents),
  };
}

function itemView({
  partnerId,
  paymentId,
  amountCents,
  reasonCode,
  answeredAt,
  ...rest
}: store.BatchItem): BatchItemView {
  return {
    ...rest,
    partnerId: Number(partnerId),
    paymentId: Number(paymentId),
    amount: dollars(amountCents),
    reason: reasonCode === null ? null : reasonFor(reasonCode),
    answeredAt: iso(answeredAt),
  };
}

/** Answers that wait for somebody, oldest first. */
export const held: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const answers = await heldAnswers(database, limit + 1, after);
  const proposals = await proposalsByThing(
    database,
    answers.map(({ answerId }) => `answer ${answerId}`),
  );
  const page = paged(
    answers,
    limit,
    ({ answerId }) => answerId,
    ({ answerId, at, partnerId, paymentId, fileId, ...rest }) => ({
      ...rest,
      answerId: Number(answerId),
      fileId: numberOf(fileId),
      at: iso(at),
      partnerId: numberOf(partnerId),
      paymentId: numberOf(paymentId),
      approvalId: proposals.get(`answer ${answerId}`) ?? null,
    }),
  );
  return shown(page satisfies HeldAnswerList);
};

/** What is to be done is done with the bank; here it is noted that it was, which lets go of their payments: an act. */
export const resolve: Handler = (desk, exchange) =>
  doOrPropose(desk, exchange, 'mark-answers', bodyOf<ResolveAnswersRequest>(checkResolve, exchange));
