/**
 * What becomes of held transfers: matched again after the partner corrected the sender's address, attached to a payment by
 * the operator (one or several together), or returned to the sender. Nothing is decided by likeness.
 */
import type { Tx } from '../../base/database.ts';
import { operatorId } from '../../ledger/accounts.ts';
import { type Posting, post } from '../../ledger/post.ts';
import { apply } from '../../payments/apply.ts';
import type { Payment } from '../../payments/record.ts';
import {
  findByNumbers,
  findPayment,
  findPaymentOfAnyPartner,
  lockPayments,
  lockPaymentsByNumber,
} from '../../payments/store.ts';
import { decide } from './decide.ts';
import { extractNumbers } from './number-extraction.ts';
import { explanationText, factsOf } from './receive.ts';
import {
  findHeldWithNumber,
  lockTransfers,
  markMatched,
  markReturned,
  renewHeldReason,
  type Transfer,
} from './store.ts';

/**
 * Locks what `matchAgain` will look at: the payment, every other payment that a held transfer with its number names, then those
 * transfers; each kind in its one order, so that corrections at the same time cannot deadlock. Comes before the correction.
 */
export async function lockForMatching(tx: Tx, partnerId: bigint, paymentId: bigint): Promise<Transfer[]> {
  const payment = await findPayment(tx, partnerId, paymentId);
  if (!payment) return [];
  const before = await findHeldWithNumber(tx, payment.identificationNumber, partnerId);
  await lockPaymentsByNumber(tx, [payment.identificationNumber, ...before.flatMap((transfer) => transfer.numbers)]);
  // Behind the lock once more: a transfer that was being taken in until then would else be held for an address that is corrected.
  // Should it name further payments, which are not locked, it stays held whatever they are like.
  const held = await findHeldWithNumber(tx, payment.identificationNumber, partnerId);
  const locked = await lockTransfers(
    tx,
    held.map((transfer) => transfer.id),
  );
  return locked.filter((transfer) => transfer.state === 'held');
}

/**
 * Looks at held transfers that carry this payment's number again (interface §4.3), once the payment was corrected. Answers the
 * payment as it stands afterwards when one of them was its money, else undefined.
 */
export async function matchAgain(
  tx: Tx,
  held: readonly Transfer[],
  at: Temporal.Instant,
): Promise<Payment | undefined> {
  let collected: Payment | undefined;
  for (const transfer of held) {
    const found = extractNumbers(transfer.description);
    const candidates = (await findByNumbers(tx, found.numbers)).map(factsOf);
    const decision = decide(
      { ...found, senderEmail: transfer.senderEmail, amountCents: transfer.amountCents },
      candidates,
    );
    const explanation = explanationText(decision);
    if (decision.outcome === 'held') await renewHeldReason(tx, transfer.id, decision.reason, explanation);
    else collected = await take(tx, [transfer], decision.payment, 'matched again after a correction', at, explanation);
  }
  return collected;
}

export type Attachment =
  | { outcome: 'attached'; payment: Payment; receivedCents: bigint }
  | { outcome: 'refused'; why: string };

/**
 * Attaches held transfers, together, to a payment that awaits its funds: what was received in all is what counts as paid
 * (open point `amount-mismatch`). Refused whole where one of them is not held, or the payment does not wait.
 */
export async function attach(
  tx: Tx,
  request: { transferIds: readonly bigint[]; paymentId: bigint; reason: string; by: string },
  at: Temporal.Instant,
): Promise<Attachment> {
  const partnerId = (await findPaymentOfAnyPartner(tx, request.paymentId))?.partnerId;
  if (partnerId === undefined) return { outcome: 'refused', why: `There is no payment ${request.paymentId}` };
  const [payment] = await lockPayments(tx, [{ partnerId, paymentId: request.paymentId }]);
  const interac = payment?.kind === 'bill_interac' || payment?.kind === 'rent_interac';
  if (!payment || !interac) return { outcome: 'refused', why: `Payment ${request.paymentId} is not paid by Interac` };
  if (payment.state !== 'awaiting_funds') {
    return { outcome: 'refused', why: `Payment ${request.paymentId} does not await funds: it is ${payment.state}` };
  }
  const ids = [...new Set(request.transferIds)];
  const transfers = await lockTransfers(tx, ids);
  const missing = ids.find((id) => !transfers.some((transfer) => transfer.id === id));
  if (missing !== undefined) return { outcome: 'refused', why: `There is no transfer ${missing}` };
  const notHeld = transfers.find((transfer) => transfer.state !== 'held');
  if (notHeld) return { outcome: 'refused', why: `Transfer ${notHeld.id} is not held: it is ${notHeld.state}` };
  const collected = await take(
    tx,
    transfers,
    { partnerId, paymentId: payment.id },
    `attached by ${request.by}: ${request.reason}`,
    at,
  );
  return { outcome: 'attached', payment: collected, receivedCents: collected.receivedCents ?? 0n };
}

export type Return = { outcome: 'returned'; amountCents: bigint } | { outcome: 'refused'; why: string };

/** Records that a held transfer was sent back. The money itself goes back by the operator's bank. */
export async function returnTransfer(
  tx: Tx,
  request: { transferId: bigint; reason: string; by: string },
): Promise<Return> {
  const [transfer] = await lockTransfers(tx, [request.transferId]);
  if (!transfer) return { outcome: 'refused', why: `There is no transfer ${request.transferId}` };
  if (transfer.state !== 'held') {
    return { outcome: 'refused', why: `Transfer ${transfer.id} is not held: it is ${transfer.state}` };
  }
  await markReturned(tx, transfer.id, `returned by ${request.by}: ${request.reason}`);
  await post(tx, [releasePosting(transfer, 'returned')]);
  return { outcome: 'returned', amountCents: transfer.amountCents };
}

async function take(
  tx: Tx,
  transfers: readonly Transfer[],
  payment: { partnerId: bigint; paymentId: bigint },
  resolution: string,
  at: Temporal.Instant,
  explanation?: string,
): Promise<Payment> {
  await markMatched(tx, transfers, payment, resolution, explanation);
  const ids = transfers.map((transfer) => transfer.id).join(', ');
  const receivedCents = transfers.reduce((sum, transfer) => sum + transfer.amountCents, 0n);
  const [result] = await apply(
    tx,
    [{ ...payment, event: 'funds_received', cause: `interac transfer ${ids}, ${resolution}`, receivedCents }],
    at,
  );
  if (!result?.done) throw new Error(`payment ${payment.paymentId} was locked as awaiting funds, but refused them`);
  await post(
    tx,
    transfers.map((transfer) => releasePosting(transfer, 'released')),
  );
  return result.payment;
}

/** Money leaves the operator's hold: to a payment's own accounts (posted by its move), or back to the sender. */
function releasePosting(transfer: Transfer, what: 'released' | 'returned'): Posting {
  return {
    partnerId: operatorId,
    debit: 'held_funds',
    credit: 'collected_interac',
    amountCents: transfer.amountCents,
    cause: `interac ${transfer.id} ${what}`,
  };
}
