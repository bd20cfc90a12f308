/**
 * What follows from what a provider says of a session: pure, so that every case can be read and tested here.
 *
 *   provider's view ─▶ the row as it should stand now ─▶ and, for a card: nothing · receive the funds · hold the money
 *
 * A view may be old, repeated, or come when the payment is paid already: money is only ever received once, and what does not
 * fit is held for the operator (interface §3 shows no other way).
 */
import type { Payment } from '../../payments/record.ts';
import type { CardView, IdentityView } from './ports.ts';
import type { CardSession, HeldReason, IdentityCheck } from './store.ts';

const currency = 'CAD';
/** After so long a provider closes a card session by itself. */
const sessionHours = 24;

/** A verified identity stays so, and what is over stays over; all else follows the provider. */
export function decideCheck(check: IdentityCheck, view: IdentityView): IdentityCheck {
  if (check.state === 'verified' || check.state === 'canceled' || check.state === 'refused') return check;
  return {
    ...check,
    state: view.state,
    failure: view.state === 'failed' ? (view.failure ?? 'not_verified') : undefined,
  };
}

export interface CardDecision {
  session: CardSession;
  effect: 'none' | 'receive' | 'hold';
}

/**
 * `payment` is the session's payment, locked; `at` the business time. A session that brought money does not change any more. One that
 * is over does so only by money: an old view must not open it again beside the one that followed it.
 */
export function decideCard(
  session: CardSession,
  view: CardView,
  payment: Pick<Payment, 'state'>,
  at: Temporal.Instant,
): CardDecision {
  if (session.state === 'paid' || session.state === 'held') return { session, effect: 'none' };
  const isOver = session.state === 'expired' || session.state === 'refused';
  if (isOver && view.state !== 'paid') return { session, effect: 'none' };
  // That the provider knows nothing of it may be somebody's mistake for a moment, and no end: not where money is on its way, nor as
  // long as its page may be open somewhere.
  const mayBeOpen = at.since(session.startedAt).total('hours') < sessionHours;
  if (view.gone && (session.state === 'processing' || mayBeOpen)) return { session, effect: 'none' };
  const next: CardSession = {
    ...session,
    state: view.state,
    // A decline is what the payer has to know until something else happens; an older one is not forgotten by a look.
    decline: view.decline ?? (view.state === 'open' || view.state === 'expired' ? session.decline : undefined),
    providerPaymentId: view.providerPaymentId ?? session.providerPaymentId,
  };
  if (view.state !== 'paid') return { session: next, effect: 'none' };
  const { paid } = view;
  if (!paid) throw new Error(`the provider says that ${session.providerId} is paid, but not how much`);
  const heldReason = reasonToHold(session, paid, payment);
  if (heldReason === 'currency') return { session: { ...next, state: 'held', heldReason }, effect: 'hold' };
  const received = { ...next, receivedCents: paid.amountCents };
  if (heldReason) return { session: { ...received, state: 'held', heldReason }, effect: 'hold' };
  return { session: received, effect: 'receive' };
}

function reasonToHold(
  session: CardSession,
  paid: NonNullable<CardView['paid']>,
  payment: Pick<Payment, 'state'>,
): HeldReason | undefined {
  if (paid.currency.toUpperCase() !== currency) return 'currency';
  if (payment.state !== 'awaiting_funds') return 'already_paid';
  return paid.amountCents === session.amountCents ? undefined : 'amount';
}

/** Where the payer stands, as the page shows it. */
export type PayerState =
  | 'to_verify'
  | 'verifying'
  | 'verification_failed'
  | 'to_pay'
  | 'processing'
  | 'under_review'
  | 'paid';

/** `sessions` are all card sessions of the payment. */
export function payerState(
  payment: Pick<Payment, 'state'>,
  check: Pick<IdentityCheck, 'state'> | undefined,
  sessions: readonly Pick<CardSession, 'state' | 'wentBack'>[],
): PayerState {
  const has = (state: CardSession['state']) => sessions.some((session) => session.state === state);
  // The sessions are read behind the payment, and may know more of it.
  if (payment.state !== 'awaiting_funds' || has('paid')) return 'paid';
  // Money came that does not fit: until it went back, nobody is asked to pay again.
  if (sessions.some((session) => session.state === 'held' && !session.wentBack)) return 'under_review';
  if (has('processing')) return 'processing';
  switch (check?.state) {
    case 'verified':
      return 'to_pay';
    case 'processing':
      return 'verifying';
    case 'failed':
      return 'verification_failed';
    default:
      return 'to_verify';
  }
}
