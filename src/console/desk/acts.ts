/**
 * What an operator does with money, as one table: how much it is about, and how it is carried out by the rooms' own doors.
 * Whether one person is enough is decided in acting.ts; an act knows nothing of it, so an approved one is the very same.
 *
 *   name             is about                                       by; refuses, as that does, where it does not fit any more
 *   attach           the transfers, or the payment, the larger      collection/interac/resolve.ts
 *   return-transfer  the transfer                                   collection/interac/resolve.ts
 *   requeue          the payments together                          console/requeue.ts
 *   refund           the payment                                    console/refund.ts
 *   others           what bank files brought                        acts-of-files.ts
 */
import type { Tx } from '../../base/database.ts';
import type { JsonValue } from '../../base/json.ts';
import { centsFromText, decimalFromCents } from '../../base/money.ts';
import { attach, returnTransfer } from '../../collection/interac/resolve.ts';
import { findTransfers } from '../../collection/interac/store.ts';
import { statusOf } from '../../payments/machine.ts';
import type { Payment } from '../../payments/record.ts';
import { findPaymentOfAnyPartner, findPaymentsOfAnyPartner, lockPayments } from '../../payments/store.ts';
import { refuse } from '../../people/asked.ts';
import { refundPayment } from '../refund.ts';
import { requeueIn, requeueRefusal } from '../requeue.ts';
import { type Act, distinctIds, nothingDone, type Requests, sumOf } from './act.ts';
import { applyReturnsAct, markAnswersAct, markReturnsAct, setAsideAct, takeUpAct } from './acts-of-files.ts';
import type { ActName, AttachRequest, RefundRequest, RequeueRequest, ReturnTransferRequest } from './views.ts';

const shownPayment = ({ id, state }: Payment) => ({ paymentId: Number(id), status: statusOf[state], state });

const attachAct: Act<AttachRequest> = {
  words: 'transfers attached',
  things: ({ transferIds, paymentId }) => [...transferIds.map((id) => `transfer ${id}`), `payment ${paymentId}`],
  // A few dollars can complete a payment of thousands.
  amountCents: async (tx, { transferIds, paymentId }) => {
    const received = await heldCents(tx, distinctIds(transferIds));
    const paid = (await findPaymentOfAnyPartner(tx, BigInt(paymentId)))?.amountCents ?? 0n;
    return paid > received ? paid : received;
  },
  carryOut: async (tx, request, { by, at }) => {
    const transferIds = distinctIds(request.transferIds);
    const paymentId = BigInt(request.paymentId);
    const { reason } = request;
    const attached = await attach(tx, { transferIds, paymentId, reason, by }, at);
    if (attached.outcome === 'refused') return refuse(409, attached.why);
    checkAccepted(request, attached.payment.amountCents, attached.receivedCents);
    return {
      result: { ...nothingDone, payments: [shownPayment(attached.payment)], transferIds: transferIds.map(Number) },
      before: { transfers: 'held', payment: 'awaiting_funds', amount: decimalFromCents(attached.payment.amountCents) },
      after: { transfers: 'matched', payment: 'collected', received: decimalFromCents(attached.receivedCents) },
    };
  },
};

/** Another amount than that of the payment counts only where somebody has said that very amount. */
function checkAccepted({ acceptedAmount }: AttachRequest, expectedCents: bigint, receivedCents: bigint): void {
  const accepted = acceptedAmount === undefined ? expectedCents : centsFromText(String(acceptedAmount));
  if (accepted === receivedCents) return;
  const [received, expected] = [decimalFromCents(receivedCents), decimalFromCents(expectedCents)];
  refuse(
    409,
    `The transfers come to ${received}, the payment is over ${expected}: to accept that, send acceptedAmount ${received}`,
  );
}

async function heldCents(tx: Tx, ids: readonly bigint[]): Promise<bigint> {
  const found = await findTransfers(tx, ids);
  const missing = ids.find((id) => !found.some((transfer) => transfer.id === id));
  if (missing !== undefined) return refuse(404, `There is no transfer ${missing}`);
  return sumOf(found.map((transfer) => transfer.amountCents));
}

const returnAct: Act<ReturnTransferRequest> = {
  words: 'transfer returned',
  things: ({ transferId }) => [`transfer ${transferId}`],
  amountCents: async (tx, { transferId }) => heldCents(tx, [BigInt(transferId)]),
  carryOut: async (tx, { transferId, reason }, { by }) => {
    const returned = await returnTransfer(tx, { transferId: BigInt(transferId), reason, by });
    if (returned.outcome === 'refused') return refuse(409, returned.why);
    return {
      result: { ...nothingDone, transferIds: [transferId] },
      before: { state: 'held', amount: decimalFromCents(returned.amountCents) },
      after: { state: 'returned' },
    };
  },
};

const fieldsOf = (payments: readonly Payment[]): JsonValue =>
  payments.map(({ id, state, accountNumber, bankAccountId }) => ({
    paymentId: Number(id),
    state,
    accountNumber,
    bankAccountId: bankAccountId === null ? null : Number(bankAccountId),
  }));

const requeueAct: Act<RequeueRequest> = {
  words: 'payments re-queued',
  things: ({ payments }) => payments.map(({ paymentId }) => `payment ${paymentId}`),
  amountCents: async (tx, { payments }) => paymentCents(tx, distinctIds(payments.map(({ paymentId }) => paymentId))),
  carryOut: async (tx, request, { by, at, schema }) => {
    const ids = request.payments.map(({ paymentId }) => BigInt(paymentId));
    if (new Set(ids).size < ids.length) return refuse(400, 'A payment is named twice');
    const named = await findPaymentsOfAnyPartner(tx, ids);
    // All at once and in the one order of locks; what comes after finds them locked.
    const before = await lockPayments(
      tx,
      named.map(({ partnerId, id }) => ({ partnerId, paymentId: id })),
    );
    const after: Payment[] = [];
    // In that order too: each locks accounts of its partner's ledger.
    const place = new Map(before.map(({ id }, index) => [Number(id), index]));
    const ordered = request.payments.toSorted(
      (a, b) => (place.get(a.paymentId) ?? -1) - (place.get(b.paymentId) ?? -1),
    );
    for (const { paymentId, accountNumber, bankAccountId } of ordered) {
      const correction = {
        paymentId: BigInt(paymentId),
        cause: `operator ${by}: ${request.reason}`,
        ...(accountNumber !== undefined && { accountNumber }),
        ...(bankAccountId !== undefined && { bankAccountId: BigInt(bankAccountId) }),
      };
      const requeued = await requeueIn(tx, schema, correction, at);
      if (requeued.outcome !== 'requeued') return refuse(409, requeueRefusal(correction.paymentId, requeued) ?? '');
      after.push(requeued.payment);
    }
    const current = await findPaymentsOfAnyPartner(tx, ids);
    return {
      result: { ...nothingDone, payments: after.map(shownPayment) },
      before: fieldsOf(before),
      after: fieldsOf(current),
    };
  },
};

async function paymentCents(tx: Tx, ids: readonly bigint[]): Promise<bigint> {
  const found = await findPaymentsOfAnyPartner(tx, ids);
  const missing = ids.find((id) => !found.some((payment) => payment.id === id));
  if (missing !== undefined) return refuse(404, `There is no payment ${missing}`);
  return sumOf(found.map(({ receivedCents, amountCents }) => receivedCents ?? amountCents));
}

const refundAct: Act<RefundRequest> = {
  words: 'payment given back',
  things: ({ paymentId }) => [`payment ${paymentId}`],
  amountCents: async (tx, { paymentId }) => paymentCents(tx, [BigInt(paymentId)]),
  carryOut: async (tx, { paymentId, means, reference, reason }, { by }) => {
    const given = await refundPayment(tx, { paymentId: BigInt(paymentId), means, reference, reason, by });
    if (given.outcome === 'unknown') return refuse(404, `There is no payment ${paymentId}`);
    if (given.outcome === 'refused') return refuse(409, `Payment ${paymentId} ${given.why}`);
    return {
      result: { ...nothingDone, payments: [shownPayment(given.payment)] },
      before: { state: given.payment.state, owed: decimalFromCents(given.amountCents) },
      after: { givenBack: decimalFromCents(given.amountCents), means, reference },
    };
  },
};

export const acts: { readonly [Name in ActName]: Act<Requests[Name]> } = {
  attach: attachAct,
  'return-transfer': returnAct,
  requeue: requeueAct,
  refund: refundAct,
  'apply-returns': applyReturnsAct,
  'mark-returns': markReturnsAct,
  'mark-answers': markAnswersAct,
  'take-up': takeUpAct,
  'set-aside': setAsideAct,
};
