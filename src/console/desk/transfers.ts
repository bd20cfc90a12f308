/**
 * The exception desk: transfers that did not fit, each with what was checked, what it may belong to, and the two ways out of it.
 */
import type { Tx } from '../../base/database.ts';
import { decimalFromCents } from '../../base/money.ts';
import {
  type Check,
  type Explanation,
  type HeldReason,
  heldReasons,
  type PaymentName,
  type Suggestion,
} from '../../collection/interac/decide.ts';
import { heldBeside, heldByReason, listHeld, type Transfer } from '../../collection/interac/store.ts';
import { compileBody } from '../../http/validation.ts';
import { bodyOf, choice, cursorOf, limitOf, paged, shown } from '../../people/asked.ts';
import { doOrPropose } from './acting.ts';
import { proposalsByThing } from './approval-store.ts';
import { Attach, ReturnTransfer } from './bodies.ts';
import { dollars, type Handler, iso, numberOf } from './context.ts';
import { briefsByKey } from './payments.ts';
import type {
  AttachRequest,
  CheckView,
  HeldTransferList,
  HeldTransferView,
  PaymentBrief,
  ReturnTransferRequest,
  SuggestedPayment,
  TransferBrief,
} from './views.ts';

const checkAttach = compileBody(Attach);
const checkReturn = compileBody(ReturnTransfer);
const reasonNames = Object.keys(heldReasons) as HeldReason[];

export const attachTransfers: Handler = (desk, exchange) =>
  doOrPropose(desk, exchange, 'attach', bodyOf<AttachRequest>(checkAttach, exchange));

export const returnToSender: Handler = (desk, exchange) =>
  doOrPropose(desk, exchange, 'return-transfer', bodyOf<ReturnTransferRequest>(checkReturn, exchange));

/** The held transfers, oldest first. */
export const list: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const reason = choice(exchange, 'reason', reasonNames);
  const view = await database.snapshot(async (tx): Promise<HeldTransferList> => {
    const held = await listHeld(tx, limit + 1, after, reason);
    const around = await aroundOf(tx, held.slice(0, limit));
    const page = paged(
      held,
      limit,
      ({ id }) => id,
      (transfer) => viewOf(transfer, around),
    );
    const reasons = await heldByReason(tx);
    return {
      ...page,
      reasons: reasons.map((each) => ({
        reason: each.reason as HeldReason,
        count: each.count,
        amount: dollars(each.cents),
      })),
    };
  });
  return shown(view);
};

type StoredExplanation = Explanation & { suggestion?: Suggestion };
const explanationOf = ({ explanation }: Transfer) => JSON.parse(explanation) as StoredExplanation;

/** What else a page of transfers is shown with: the payments they name, others like them, proposals about them. */
interface Around {
  payments: ReadonlyMap<string, PaymentBrief>;
  beside: Awaited<ReturnType<typeof heldBeside>>;
  proposals: ReadonlyMap<string, number>;
}

async function aroundOf(tx: Tx, transfers: readonly Transfer[]): Promise<Around> {
  const named = transfers.flatMap((transfer) => suggestedBy(explanationOf(transfer)));
  return {
    payments: await briefsByKey(
      tx,
      named.map(({ partnerId, paymentId }) => ({ partnerId: BigInt(partnerId), paymentId: BigInt(paymentId) })),
    ),
    beside: await heldBeside(
      tx,
      transfers.map(({ id }) => id),
    ),
    proposals: await proposalsByThing(
      tx,
      transfers.map(({ id }) => `transfer ${id}`),
    ),
  };
}

/** The payment that matching suggests first, then those whose numbers stand in the description. */
function suggestedBy({ suggestion, checks }: StoredExplanation): (PaymentName & Pick<SuggestedPayment, 'because'>)[] {
  const named = checks.flatMap((check) => (check.check === 'payment' ? check.payments : []));
  const others = named.filter(({ paymentId }) => paymentId !== suggestion?.paymentId);
  return [
    ...(suggestion ? [suggestion] : []),
    ...others.map((payment) => ({ ...payment, because: 'named-in-description' as const })),
  ];
}

function viewOf(transfer: Transfer & { receivedAt: Temporal.Instant }, around: Around): HeldTransferView {
  const explanation = explanationOf(transfer);
  const reason = transfer.heldReason as HeldReason;
  return {
    ...transferBrief(transfer),
    bookedAt: transfer.bookedAt ?? null,
    receivedAt: iso(transfer.receivedAt),
    fileId: numberOf(transfer.fileId ?? null),
    reason,
    advice: heldReasons[reason],
    checks: explanation.checks.map(checkView),
    suggestions: suggestedBy(explanation).flatMap(({ partnerId, paymentId, because }) => {
      const payment = around.payments.get(`${partnerId} ${paymentId}`);
      return payment ? [{ ...payment, because }] : [];
    }),
    related: (around.beside.get(transfer.id) ?? []).map(({ transferId, amountCents }) => ({
      transferId: Number(transferId),
      amount: dollars(amountCents),
    })),
    approvalId: around.proposals.get(`transfer ${transfer.id}`) ?? null,
  };
}

/** As the pages name a transfer. */
export function transferBrief(transfer: Transfer): TransferBrief {
  return {
    transferId: Number(transfer.id),
    amount: dollars(transfer.amountCents),
    senderName: transfer.senderName ?? null,
    senderEmail: transfer.senderEmail ?? null,
    description: transfer.description,
  };
}

function checkView(check: Check): CheckView {
  return { check: check.check, result: check.result, text: textOf(check), ...factsOf(check) };
}

function factsOf(check: Check): Omit<CheckView, 'check' | 'result' | 'text'> {
  switch (check.check) {
    case 'numbers':
      return { numbers: check.numbers, nearMisses: check.nearMisses };
    case 'payment':
      return { paymentIds: check.payments.map(({ paymentId }) => Number(paymentId)) };
    case 'kind':
      return { kind: check.kind };
    case 'state':
      return { state: check.state };
    case 'sender':
      return check.result === 'different' ? { received: check.received, expected: check.expected } : {};
    case 'amount':
      return { received: dollars(BigInt(check.receivedCents)), expected: dollars(BigInt(check.expectedCents)) };
  }
}

const centsText = (text: string) => decimalFromCents(BigInt(text));

/** A check in words. */
function textOf(check: Check): string {
  switch (check.check) {
    case 'numbers': {
      const near = check.nearMisses.length > 0 ? `; nearly numbers: ${check.nearMisses.join(', ')}` : '';
      return check.result === 'none'
        ? `The description holds no identification number${near}.`
        : `The description holds ${check.numbers.join(', ')}${near}.`;
    }
    case 'payment':
      if (check.result === 'unknown') return 'No payment carries this number.';
      return `It belongs to ${check.payments.map(({ paymentId }) => `payment ${paymentId}`).join(', ')}.`;
    case 'kind':
      return check.result === 'interac'
        ? 'The payment is paid by Interac.'
        : `The payment is not paid by Interac (${check.kind}).`;
    case 'state':
      return check.result === 'awaiting'
        ? 'The payment awaits its funds.'
        : `The payment does not await funds (${check.state}).`;
    case 'sender':
      if (check.result === 'different')
        return `It was sent from ${check.received}, the payment names ${check.expected}.`;
      return check.result === 'equal'
        ? 'The sender is the one that the payment names.'
        : 'The bank gives no sender address.';
    case 'amount':
      return check.result === 'equal'
        ? `The amount is that of the payment, ${centsText(check.expectedCents)}.`
        : `${centsText(check.receivedCents)} came, the payment is over ${centsText(check.expectedCents)}.`;
  }
}
