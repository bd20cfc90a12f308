/**
 * THE DOOR through which existing payments change. A bank file, a batch, the console and the sandbox all hand their events
 * in here; nothing else updates a payment's state.
 *
 *   lock (in id order) → decide by the page (pure) → history + payments + ledger + webhooks, all in the caller's transaction
 */
import type { Tx } from '../base/database.ts';
import { type Posting, post } from '../ledger/post.ts';
import { enqueue, type OwedWebhook } from '../webhooks/enqueue.ts';
import { move, type PaymentEvent, type State, statusOf, webhookOwed } from './machine.ts';
import { postingOf } from './postings.ts';
import { type Payment, recordText } from './record.ts';
import { lockPayments, type MoveRow, type PaymentKey, saveMoves } from './store.ts';

export interface PaymentChange extends PaymentKey {
  event: PaymentEvent;
  /** What made it happen, for the history: 'interac transfer 7', 'settlement batch 3', 'operator: …'. */
  cause: string;
  /** With `funds_received`: what came in. */
  receivedCents?: bigint;
}

export type ChangeOutcome =
  | { done: true; payment: Payment; from: State; to: State }
  | { done: false; refusal: 'unknown payment' }
  | { done: false; refusal: 'no such move'; state: State; payment: Payment };

/**
 * Applies changes in the order given; several may concern one payment. Answers an outcome for each, in order. A change that
 * the page does not show is refused and leaves its neighbours alone. `at` is the business time, for `paymentMade`. `locked` are
 * payments that the caller has locked and read in this very transaction: they are not read again.
 */
export async function apply(
  tx: Tx,
  changes: readonly PaymentChange[],
  at: Temporal.Instant,
  locked?: readonly Payment[],
): Promise<ChangeOutcome[]> {
  if (changes.length === 0) return [];
  const standing = new Map(
    (locked ?? (await lockPayments(tx, changes))).map((payment) => [keyOf(payment.partnerId, payment.id), payment]),
  );
  const moved = new Map<string, Payment>();
  const history: MoveRow[] = [];
  const postings: Posting[] = [];
  const owed: OwedWebhook[] = [];
  const outcomes = changes.map((change): ChangeOutcome => {
    const key = keyOf(change.partnerId, change.paymentId);
    const payment = moved.get(key) ?? standing.get(key);
    if (!payment) return { done: false, refusal: 'unknown payment' };
    const to = move(payment.kind, payment.state, change.event) as Payment['state'] | undefined;
    if (!to) return { done: false, refusal: 'no such move', state: payment.state, payment };
    const next = after(payment, to, change, at);
    moved.set(key, next);
    history.push(moveRow(payment, next, change));
    const posting = postingOf(payment.kind, payment.state, change.event, next.receivedCents ?? 0n, {
      partnerId: payment.partnerId,
      paymentId: payment.id,
      sequence: next.version,
    });
    if (posting) postings.push(posting);
    const event = webhookOwed(payment.kind, payment.state, to);
    if (event) {
      owed.push({ partnerId: payment.partnerId, paymentId: payment.id, event, record: recordText(next) });
    }
    return { done: true, payment: next, from: payment.state, to };
  });
  if (moved.size > 0) {
    await saveMoves(tx, history, [...moved.values()]);
    await post(tx, postings);
    await enqueue(tx, owed);
  }
  return outcomes;
}

const keyOf = (partnerId: bigint, paymentId: bigint) => `${partnerId} ${paymentId}`;

/** The payment after a move. A success after a failure renews `paymentMade` (open point `after-failure`). */
function after(payment: Payment, to: Payment['state'], change: PaymentChange, at: Temporal.Instant): Payment {
  const next: Payment = { ...payment, state: to, version: payment.version + 1 };
  if (change.event === 'funds_received') {
    if (change.receivedCents === undefined) throw new Error(`funds_received without an amount: ${change.cause}`);
    next.receivedCents = change.receivedCents;
  }
  if (statusOf[to] === 'completed' && statusOf[payment.state] !== 'completed') next.completedAt = at;
  return next;
}

function moveRow(before: Payment, next: Payment, change: PaymentChange): MoveRow {
  return {
    partnerId: before.partnerId,
    paymentId: before.id,
    sequence: next.version,
    kind: before.kind,
    from: before.state,
    event: change.event,
    to: next.state,
    cause: change.cause,
  };
}
