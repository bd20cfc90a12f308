/**
 * The two ports behind which a provider stands: one verifies the payer's identity, one takes the card. The sandbox plays both;
 * Stripe stands behind them in production. No card number and no document ever comes through them.
 *
 *   begin ─▶ a page of the provider, to which the payer is sent        look ─▶ what the provider says of it now
 *
 * What a provider tells by itself (its webhook, the return of the payer) is never believed: it only makes us look.
 */

export type Provider = 'simulated' | 'stripe';
export type Language = 'en' | 'fr';

/** Why an identity could not be verified, whatever the provider. Texts for the payer: src/payment-page/. */
export const identityFailures = [
  'document_unreadable',
  'document_expired',
  'document_not_accepted',
  'face_mismatch',
  'too_young',
  'consent_declined',
  'not_verified',
] as const;
export type IdentityFailure = (typeof identityFailures)[number];

/** Why a card was declined, whatever the provider. */
export const cardDeclines = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_number',
  'authentication_failed',
  'processing_error',
] as const;
export type CardDecline = (typeof cardDeclines)[number];

export interface IdentityView {
  /** `failed` may be tried again on the same session; `canceled` not. */
  state: 'open' | 'processing' | 'verified' | 'failed' | 'canceled';
  failure?: IdentityFailure;
  /** Where the payer goes on, where there is something to do. */
  url?: string;
  /** The provider knows nothing of it: another account, or it was deleted there. */
  gone?: true;
}

export interface CardView {
  /** `expired`: nothing can be paid there any more, and nothing was. */
  state: 'open' | 'processing' | 'paid' | 'expired';
  url?: string;
  decline?: CardDecline;
  /** The provider's name for the payment itself, once there is one. */
  providerPaymentId?: string;
  /** With `paid`: what was really paid, in the currency's smallest unit. */
  paid?: { amountCents: bigint; currency: string };
  /** The provider knows nothing of it: another account, or it was deleted there. */
  gone?: true;
}

/** The provider did not do as it was asked; nothing changed for the payer. `why` is for the log. */
export interface ProviderFault {
  /**
   * `unavailable`: it may have happened all the same, ask again with the same key. `refused`: it did not happen, or what came of it
   * can be of no use to anybody: the next try is another one, with another key.
   */
  fault: 'unavailable' | 'refused';
  why: string;
}

export function isFault<T extends object>(answer: T | ProviderFault): answer is ProviderFault {
  return 'fault' in answer;
}

interface BeginRequest {
  /** The same key is the same session, however often it is asked for. */
  key: string;
  partnerId: bigint;
  paymentId: bigint;
  userEmail: string;
  language: Language;
  /** Where the payer comes back to, whatever the outcome. */
  returnUrl: string;
}
export type BeginIdentity = BeginRequest;
export interface BeginCard extends BeginRequest {
  amountCents: bigint;
  /** What is paid for, one line, as the payer sees it at the provider. */
  description: string;
}

export interface IdentityPort {
  readonly provider: Provider;
  begin(request: BeginIdentity): Promise<{ providerId: string; view: IdentityView } | ProviderFault>;
  look(providerId: string): Promise<IdentityView | ProviderFault>;
}

export interface CardPort {
  readonly provider: Provider;
  /** What can be paid in one session, in cents; absent: any amount. */
  readonly amountCents?: { readonly min: bigint; readonly max: bigint };
  begin(request: BeginCard): Promise<{ providerId: string; view: CardView } | ProviderFault>;
  look(providerId: string): Promise<CardView | ProviderFault>;
  /** Sees to it that nothing can be begun to be paid there any more; answers how it stands then. Absent: it ends by itself. */
  end?(providerId: string): Promise<CardView | ProviderFault>;
}

export interface CardPorts {
  identity: IdentityPort;
  card: CardPort;
  /** Origins of the provider's pages, for the page's Content-Security-Policy. */
  pageOrigins: readonly string[];
}
