/**
 * What Stripe's objects say, in the words of the ports. Pure, and mostly tables: a word that is in none of them is a fault, never
 * a guess. Of a card it is the money that speaks: once the payment intent has succeeded, it is paid, whatever the session says.
 */
import type Stripe from 'stripe';
import type { CardDecline, CardView, IdentityFailure, IdentityView, ProviderFault } from '../ports.ts';
import type { Reversal } from '../reversals.ts';

/** https://docs.stripe.com/identity/how-sessions-work; `requires_input` is told apart by its last error. */
const identityStates: Readonly<Record<string, IdentityView['state']>> = {
  requires_input: 'open',
  processing: 'processing',
  verified: 'verified',
  canceled: 'canceled',
};

/** Codes that are not here: `not_verified`. */
const identityFailures: Readonly<Record<string, IdentityFailure>> = {
  consent_declined: 'consent_declined',
  under_supported_age: 'too_young',
  country_not_supported: 'document_not_accepted',
  document_expired: 'document_expired',
  document_type_not_supported: 'document_not_accepted',
  document_unverified_other: 'document_unreadable',
  selfie_document_missing_photo: 'document_not_accepted',
  selfie_face_mismatch: 'face_mismatch',
  selfie_manipulated: 'face_mismatch',
  selfie_unverified_other: 'face_mismatch',
};

/** No failed check: the payer left, or has a device that cannot do it, and may simply begin again. */
const notFailures: readonly string[] = ['abandoned', 'device_not_supported'];

export function identityView(session: Stripe.Identity.VerificationSession): IdentityView | ProviderFault {
  const state = identityStates[session.status];
  if (!state) return unreadable(`identity status ${session.status}`);
  const url = session.url ? { url: session.url } : {};
  if (state !== 'open') return { state };
  const code = session.last_error?.code ?? undefined;
  if (!session.last_error || (code !== undefined && notFailures.includes(code))) return { state, ...url };
  return { state: 'failed', failure: identityFailures[code ?? ''] ?? 'not_verified', ...url };
}

/** By decline code, else by error code; what is not here: `declined`. https://docs.stripe.com/declines/codes */
const declines: Readonly<Record<string, CardDecline>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  card_velocity_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_number: 'incorrect_number',
  invalid_number: 'incorrect_number',
  incorrect_cvc: 'incorrect_number',
  invalid_cvc: 'incorrect_number',
  invalid_expiry_month: 'incorrect_number',
  invalid_expiry_year: 'incorrect_number',
  incorrect_zip: 'incorrect_number',
  incorrect_address: 'incorrect_number',
  authentication_required: 'authentication_failed',
  authentication_not_handled: 'authentication_failed',
  mobile_device_authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  processing_error: 'processing_error',
  issuer_not_available: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  payment_method_provider_timeout: 'processing_error',
};

/** `payment_intent` must be expanded. */
export function cardView(session: Stripe.Checkout.Session): CardView | ProviderFault {
  const intent = session.payment_intent;
  if (typeof intent === 'string') throw new Error('a checkout session was asked for without its payment intent');
  const decline = declineOf(intent?.last_payment_error);
  const known = {
    ...(intent && { providerPaymentId: intent.id }),
    ...(decline && { decline }),
  };
  if (session.payment_status === 'paid' || intent?.status === 'succeeded') return paidView(session, intent);
  switch (session.status) {
    case 'open':
      if (intent?.status === 'processing') return { ...known, state: 'processing' };
      return { ...known, state: 'open', ...(session.url && { url: session.url }) };
    case 'expired':
      // Its page is over; money that was on its way then still is.
      return { ...known, state: intent?.status === 'processing' ? 'processing' : 'expired' };
    case 'complete':
      // What needs no payment brought no money either, and can bring none any more.
      if (session.payment_status === 'no_payment_required') return { ...known, state: 'expired' };
      return { ...known, state: intent && isOver(intent) ? 'expired' : 'processing' };
    default:
      return unreadable(`checkout status ${session.status}`);
  }
}

const isOver = ({ status }: Stripe.PaymentIntent) => status === 'canceled' || status === 'requires_payment_method';

/** What was paid is what the payment intent received; the session's total is only what was to be paid. */
function paidView(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): CardView | ProviderFault {
  const [amount, currency] = intent
    ? [intent.amount_received, intent.currency]
    : [session.amount_total, session.currency];
  if (!Number.isSafeInteger(amount) || (amount as number) <= 0 || !currency) {
    return unreadable(`a paid session that received ${amount} ${currency}`);
  }
  const paid = { amountCents: BigInt(amount as number), currency: currency.toUpperCase() };
  return { state: 'paid', paid, ...(intent && { providerPaymentId: intent.id }) };
}

function declineOf(error: Stripe.PaymentIntent.LastPaymentError | null | undefined): CardDecline | undefined {
  if (!error) return undefined;
  return declines[error.decline_code ?? ''] ?? declines[error.code ?? ''] ?? 'declined';
}

/** In their order. `requires_action`: the payer has still to say where the money goes, nothing has moved. */
const refundStates: Readonly<Record<string, { step: number; isGone: boolean; isPending?: true } | 'none'>> = {
  requires_action: 'none',
  pending: { step: 1, isGone: true, isPending: true },
  succeeded: { step: 2, isGone: true },
  failed: { step: 3, isGone: false },
  canceled: { step: 3, isGone: false },
};

/** What went back, or nothing to record. `foreign`: in a currency that no payment here has. */
export type ReversalView = Reversal | 'none' | 'foreign';

export function refundView(refund: Stripe.Refund): ReversalView | ProviderFault {
  const state = refundStates[refund.status ?? ''];
  if (!state) return unreadable(`refund status ${refund.status}`);
  if (state === 'none') return 'none';
  const { step, isGone, isPending } = state;
  return reversal(refund, {
    kind: 'refund',
    goneCents: isGone ? BigInt(refund.amount) : 0n,
    step,
    ...(isPending && { isPending }),
  });
}

/**
 * Stripe lists what a dispute moved: nothing (an inquiry, `prevented`, or all refunded before), out, in again, also in part, and
 * perhaps out once more. The sum is what counts, not the status: one that is `won` has its money back only once it is listed.
 */
export function disputeView(dispute: Stripe.Dispute): ReversalView {
  const moved = dispute.balance_transactions;
  if (moved.length === 0) return 'none';
  if (moved.some(({ currency }) => currency !== 'cad')) return 'foreign';
  const gone = -moved.reduce((total, each) => total + each.amount, 0);
  return reversal(dispute, { kind: 'dispute', goneCents: BigInt(Math.max(gone, 0)), step: moved.length });
}

function reversal(
  of: Stripe.Refund | Stripe.Dispute,
  what: Pick<Reversal, 'kind' | 'goneCents' | 'step' | 'isPending'>,
): ReversalView {
  const payment = typeof of.payment_intent === 'string' ? of.payment_intent : of.payment_intent?.id;
  if (!payment) return 'none'; // all of ours have one
  if (of.currency !== 'cad') return 'foreign';
  const reason = of.reason ? { reason: of.reason } : {};
  return { ...what, provider: 'stripe', providerId: of.id, providerPaymentId: payment, ...reason };
}

const unreadable = (what: string): ProviderFault => ({ fault: 'unavailable', why: `not understood: ${what}` });
