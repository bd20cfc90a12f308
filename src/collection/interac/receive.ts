/**
 * The door through which transfers come in, whatever source they come from.
 *
 *   known reference? ─same content─▶ duplicate          (nothing changes)
 *        │           └other content─▶ conflict           (the caller quarantines it)
 *        ▼
 *   lock the payments its numbers lead to → decide (pure) → transfer + payment + ledger, in the caller's transaction
 *                                             matched: funds_received      held: stays with the operator, posted as held
 */
import type { Tx } from '../../base/database.ts';
import { operatorId } from '../../ledger/accounts.ts';
import { type Posting, post } from '../../ledger/post.ts';
import { apply, type PaymentChange } from '../../payments/apply.ts';
import type { Payment } from '../../payments/record.ts';
import { findByNumbers, lockPaymentsByNumber } from '../../payments/store.ts';
import { type Decision, decide, type HeldReason, type PaymentFacts } from './decide.ts';
import { type ExtractedNumbers, extractNumbers, numbersOneSlipAway } from './number-extraction.ts';
import {
  type DecidedTransfer,
  findByReference,
  insertTransfers,
  type ReportedTransfer,
  type Transfer,
} from './store.ts';

export type Receipt =
  | { outcome: 'matched'; transferId: bigint; partnerId: bigint; paymentId: bigint }
  | { outcome: 'held'; transferId: bigint; reason: HeldReason }
  | { outcome: 'duplicate'; known: Pick<Transfer, 'fileId' | 'position' | 'state'> }
  | { outcome: 'conflict'; reason: string };

/** How many near misses of one list are looked up for suggestions: a hostile file must not make many queries of them. */
const nearMissesMax = 200;

export interface ReceiveOptions {
  /** Only this partner's payments are looked at, now and when it is matched again: the sandbox plays for its own partner only. */
  partnerId?: bigint;
  /** Called once the payments that the transfers may belong to are locked. */
  onLocked?: () => void;
}

/** Takes in transfers, in the order given. Answers what became of each. `at` is the business time. */
export async function receive(
  tx: Tx,
  transfers: readonly ReportedTransfer[],
  at: Temporal.Instant,
  options: ReceiveOptions = {},
): Promise<Receipt[]> {
  if (transfers.length === 0) return [];
  const known = await findByReference(
    tx,
    transfers.map((each) => each.reference),
  );
  const receipts: Receipt[] = new Array(transfers.length);
  const fresh = new Map<string, number>();
  transfers.forEach((transfer, index) => {
    const first = fresh.get(transfer.reference);
    const before = known.get(transfer.reference) ?? (first === undefined ? undefined : transfers[first]);
    if (!before) fresh.set(transfer.reference, index);
    else receipts[index] = repeated(transfer, before);
  });
  const { decided, locked } = await decideAll(
    tx,
    [...fresh.values()].map((index) => transfers[index] as ReportedTransfer),
    options,
  );
  const ids = await insertTransfers(tx, decided, options.partnerId);
  const elsewhere = await broughtElsewhere(tx, decided, ids);
  const changes: PaymentChange[] = [];
  const postings: Posting[] = [];
  for (const transfer of decided) {
    const index = fresh.get(transfer.reference) as number;
    const transferId = ids.get(transfer.reference);
    if (transferId === undefined) {
      receipts[index] = repeated(transfer, elsewhere.get(transfer.reference) ?? transfer);
    } else if (transfer.state === 'matched') {
      const payment = { partnerId: transfer.partnerId as bigint, paymentId: transfer.paymentId as bigint };
      changes.push({
        ...payment,
        event: 'funds_received',
        cause: `interac transfer ${transferId}`,
        receivedCents: transfer.amountCents,
      });
      receipts[index] = { outcome: 'matched', transferId, ...payment };
    } else {
      postings.push(heldPosting(transferId, transfer.amountCents));
      receipts[index] = { outcome: 'held', transferId, reason: transfer.heldReason as HeldReason };
    }
  }
  for (const outcome of await apply(tx, changes, at, locked)) {
    if (!outcome.done) throw new Error(`a payment that was locked as awaiting funds refused them: ${outcome.refusal}`);
  }
  await post(tx, postings);
  return receipts;
}

/** References that another list brought while this one was being decided on: what they brought, for comparing. */
async function broughtElsewhere(
  tx: Tx,
  decided: readonly DecidedTransfer[],
  ids: ReadonlyMap<string, bigint>,
): Promise<Map<string, Transfer>> {
  const missing = decided.map((each) => each.reference).filter((reference) => !ids.has(reference));
  return missing.length === 0 ? new Map() : findByReference(tx, missing);
}

/** Held money stands with the operator until somebody decides. */
function heldPosting(transferId: bigint, amountCents: bigint): Posting {
  return {
    partnerId: operatorId,
    debit: 'collected_interac',
    credit: 'held_funds',
    amountCents,
    cause: `interac ${transferId} held`,
  };
}

/** A reference that was seen before: the same transfer again, or something that must not pass for it. */
function repeated(transfer: ReportedTransfer, before: ReportedTransfer & Partial<Transfer>): Receipt {
  const differs =
    before.amountCents !== transfer.amountCents
      ? 'amount'
      : (before.senderEmail ?? '') !== (transfer.senderEmail ?? '')
        ? 'sender'
        : before.description !== transfer.description
          ? 'description'
          : undefined;
  if (differs) {
    return {
      outcome: 'conflict',
      reason: `The reference ${transfer.reference} was received before with another ${differs}: ask the bank which is right`,
    };
  }
  return {
    outcome: 'duplicate',
    known: {
      state: before.state ?? 'held',
      ...(before.fileId !== undefined && { fileId: before.fileId }),
      ...(before.position !== undefined && { position: before.position }),
    },
  };
}

async function decideAll(
  tx: Tx,
  transfers: readonly ReportedTransfer[],
  { partnerId, onLocked }: ReceiveOptions,
): Promise<{ decided: DecidedTransfer[]; locked: Payment[] }> {
  const extracted = transfers.map((transfer) => extractNumbers(transfer.description));
  const numbers = [...new Set(extracted.flatMap((each) => each.numbers))];
  const locked = await lockPaymentsByNumber(tx, numbers, partnerId);
  onLocked?.();
  const payments = byNumber(locked);
  const similar = partnerId !== undefined ? new Map<string, PaymentFacts[]>() : await similarPayments(tx, extracted);
  const decided = transfers.map((transfer, index) => {
    const found = extracted[index] as ExtractedNumbers;
    const candidates = found.numbers.flatMap((number) => payments.get(number) ?? []);
    const decision = decide(
      { ...found, senderEmail: transfer.senderEmail, amountCents: transfer.amountCents },
      candidates,
      suggestionsFor(found, similar),
    );
    // The next transfer of this list for the same payment is a second one.
    if (decision.outcome === 'matched') decision.payment.state = 'collected';
    return decidedTransfer(transfer, found.numbers, decision);
  });
  return { decided, locked };
}

export function decidedTransfer(transfer: ReportedTransfer, numbers: string[], decision: Decision): DecidedTransfer {
  const matched = decision.outcome === 'matched';
  return {
    ...transfer,
    numbers,
    state: decision.outcome,
    heldReason: matched ? null : decision.reason,
    explanation: explanationText(decision),
    partnerId: matched ? decision.payment.partnerId : null,
    paymentId: matched ? decision.payment.paymentId : null,
  };
}

/** The explanation as it is stored, with the suggestion where there is one. */
export function explanationText(decision: Decision): string {
  const suggestion = decision.outcome === 'held' ? decision.suggestion : undefined;
  return JSON.stringify(suggestion ? { ...decision.explanation, suggestion } : decision.explanation);
}

export function factsOf(payment: Payment): PaymentFacts {
  return {
    partnerId: payment.partnerId,
    paymentId: payment.id,
    identificationNumber: payment.identificationNumber,
    kind: payment.kind,
    state: payment.state,
    amountCents: payment.amountCents,
    userEmail: payment.userEmail,
  };
}

function byNumber(payments: readonly Payment[]): Map<string, PaymentFacts[]> {
  const found = new Map<string, PaymentFacts[]>();
  for (const payment of payments) {
    const facts = found.get(payment.identificationNumber);
    if (facts) facts.push(factsOf(payment));
    else found.set(payment.identificationNumber, [factsOf(payment)]);
  }
  return found;
}

/** Payments whose number is one slip away from a near miss: only ever suggested, so they are not locked. */
async function similarPayments(tx: Tx, extracted: readonly ExtractedNumbers[]): Promise<Map<string, PaymentFacts[]>> {
  const misses = extracted
    .flatMap((each) => (each.numbers.length === 0 ? each.nearMisses : []))
    .slice(0, nearMissesMax);
  if (misses.length === 0) return new Map();
  return byNumber(await findByNumbers(tx, [...new Set(misses.flatMap(numbersOneSlipAway))]));
}

function suggestionsFor(found: ExtractedNumbers, similar: ReadonlyMap<string, PaymentFacts[]>): PaymentFacts[] {
  if (similar.size === 0 || found.numbers.length > 0) return [];
  return found.nearMisses
    .slice(0, nearMissesMax)
    .flatMap(numbersOneSlipAway)
    .flatMap((number) => similar.get(number) ?? []);
}
