/**
 * Writing down what a provider says of a session, in the caller's transaction: the row, and where money came, the payment's
 * move (through the one door) or the posting that holds it.
 */
import type { Tx } from '../../base/database.ts';
import { post } from '../../ledger/post.ts';
import { apply } from '../../payments/apply.ts';
import { lockPayments, type PaymentKey } from '../../payments/store.ts';
import { decideCard, decideCheck } from './decide.ts';
import type { CardView, IdentityView } from './ports.ts';
import * as store from './store.ts';

/** A look is worth while something may still happen by itself: often at first, then less and less. */
const lookMinutesMin = 1;
const lookMinutesMax = 360;
/** A payer who left an identity check alone for so long comes back by the page, which looks then. */
const identityLookDaysMax = 7;

/** Writes what the provider says of an identity check. */
export async function recordIdentity(
  tx: Tx,
  key: PaymentKey,
  seen: store.Seen,
  view: IdentityView,
  at: Temporal.Instant,
): Promise<store.IdentityCheck | undefined> {
  await lockPayments(tx, [key]);
  const check = await store.findCheck(tx, key, seen);
  if (!check) return undefined;
  const next = decideCheck({ ...check, providerId: seen.providerId }, view);
  const waits = next.state === 'open' || next.state === 'processing';
  const tooOld = at.since(check.startedAt).total('hours') > identityLookDaysMax * 24;
  await store.saveCheck(tx, next, waits && !tooOld ? nextLook(check.startedAt, at) : undefined);
  return next;
}

/** Writes what the provider says of a card session; with its money the payment completes, or it is held. */
export async function recordCard(
  tx: Tx,
  key: PaymentKey,
  seen: store.Seen,
  view: CardView,
  at: Temporal.Instant,
): Promise<{ session: store.CardSession; effect: 'none' | 'receive' | 'hold' } | undefined> {
  const [payment] = await lockPayments(tx, [key]);
  const session = payment && (await store.findSession(tx, key, seen));
  if (!session) return undefined;
  const decision = decideCard({ ...session, providerId: seen.providerId }, view, payment, at);
  const next = decision.session;
  const waits = next.state === 'open' || next.state === 'processing';
  await store.saveSession(tx, next, waits ? nextLook(session.startedAt, at) : undefined);
  const received = next.receivedCents;
  const cause = `card session ${next.attempt} (${next.provider} ${next.providerId})`;
  if (decision.effect === 'receive') {
    const change = { ...key, event: 'funds_received' as const, cause, ...(received && { receivedCents: received }) };
    const [outcome] = await apply(tx, [change], at, [payment]);
    if (!outcome?.done) throw new Error(`a card payment that waits for funds refused them: ${outcome?.refusal}`);
  } else if (decision.effect === 'hold' && received !== undefined) {
    const posting = { partnerId: key.partnerId, amountCents: received, cause: heldCause(next) };
    await post(tx, [{ ...posting, debit: 'collected_card', credit: 'held_funds' }]);
  }
  return decision;
}

/** The provider gave no session: the next try is another one. Another tab may have got one meanwhile: that one stays. */
export async function recordRefused(tx: Tx, asked: store.IdentityCheck | store.CardSession): Promise<void> {
  await lockPayments(tx, [asked]);
  await store.refuseAsked(tx, 'amountCents' in asked ? 'card_sessions' : 'identity_checks', asked);
}

/** The cause under which money of a session is held, and by which it is found when it goes back. */
export function heldCause({ paymentId, attempt }: { paymentId: bigint; attempt: number }): string {
  return `payment ${paymentId} card session ${attempt} held`;
}

/** Half as much time as has gone by since the beginning, within bounds. */
function nextLook(startedAt: Temporal.Instant, at: Temporal.Instant): Temporal.Instant {
  const minutes = at.since(startedAt).total('minutes') / 2;
  return at.add({ minutes: Math.round(Math.min(lookMinutesMax, Math.max(lookMinutesMin, minutes))) });
}
