/**
 * Stripe behind the two ports: Identity verifies the payer, Checkout takes the card, both on pages of Stripe (formats §6). Every
 * session is asked for under its attempt's key, so that asking twice gives the same one.
 */
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { stripeCents } from '../../../../contract/limits.ts';
import {
  type BeginCard,
  type BeginIdentity,
  type CardPort,
  type CardPorts,
  type CardView,
  type IdentityPort,
  isFault,
  type Language,
  type ProviderFault,
} from '../ports.ts';
import { begin, isStripeFault, look, quick, type StripeSettings, stripeClient } from './client.ts';
import { cardView, identityView } from './views.ts';

const pageOrigins = ['https://checkout.stripe.com', 'https://verify.stripe.com'];
const realAddress = 'https://api.stripe.com';
const locales: Readonly<Record<Language, 'en' | 'fr-CA'>> = { en: 'en', fr: 'fr-CA' };
/** As much as Stripe takes for the name of what is paid for. */
const nameLengthMax = 250;

export function stripePorts(settings: StripeSettings): CardPorts {
  const stripe = stripeClient(settings);
  return {
    identity: identityPort(stripe, quick(settings)),
    card: cardPort(stripe, quick(settings)),
    // Where Stripe is played elsewhere, its pages are there as well.
    pageOrigins: settings.address === realAddress ? pageOrigins : [...pageOrigins, settings.address],
  };
}

function identityPort(stripe: Stripe, options: Stripe.RequestOptions): IdentityPort {
  const sessions = stripe.identity.verificationSessions;
  return {
    provider: 'stripe',
    begin: async (request) => {
      const made = await begin(
        sessions.create(
          {
            ...namesOf(request),
            type: 'document',
            options: { document: { require_matching_selfie: true } },
            return_url: request.returnUrl,
          },
          { idempotencyKey: request.key },
        ),
      );
      return isFault(made) ? made : begun(made.id, identityView(made));
    },
    look: async (providerId) => {
      const session = await look(sessions.retrieve(providerId, {}, options));
      if (!isStripeFault(session)) return identityView(session);
      return session.fault === 'gone' ? { state: 'canceled', gone: true } : session;
    },
  };
}

function cardPort(stripe: Stripe, options: Stripe.RequestOptions): CardPort {
  const { sessions } = stripe.checkout;
  const expand = ['payment_intent'];
  const lookAt = async (providerId: string): Promise<CardView | ProviderFault> => {
    const session = await look(sessions.retrieve(providerId, { expand }, options));
    if (!isStripeFault(session)) return cardView(session);
    return session.fault === 'gone' ? { state: 'expired', gone: true } : session;
  };
  return {
    provider: 'stripe',
    amountCents: { min: BigInt(stripeCents.min), max: BigInt(stripeCents.max) },
    begin: async (request) => {
      const params = { ...checkoutParams(request), expand };
      let made = await begin(
        sessions.create({ ...params, customer_email: request.userEmail }, { idempotencyKey: request.key }),
      );
      // An address that we accept and Stripe does not must not keep anybody from paying: without it, the payer types one there.
      if (isFault(made) && made.param === 'customer_email') {
        made = await begin(sessions.create(params, { idempotencyKey: `${request.key}-no-email` }));
      }
      return isFault(made) ? made : begun(made.id, cardView(made));
    },
    look: async (providerId) => await lookAt(providerId),
    end: async (providerId) => {
      const ended = await look(sessions.expire(providerId, { expand }, { ...options, idempotencyKey: randomUUID() }));
      if (!isStripeFault(ended)) return cardView(ended);
      // Only what is open can be expired: what is not says itself how it stands. What is unavailable is asked for no more.
      return ended.fault === 'unavailable' ? ended : await lookAt(providerId);
    },
  };
}

function checkoutParams(request: BeginCard): Stripe.Checkout.SessionCreateParams {
  const names = namesOf(request);
  return {
    ...names,
    mode: 'payment',
    // A filter over what is switched on in the account: cards must be.
    allowed_payment_method_types: ['card'],
    // What is asked for is what is paid: Stripe offers no other currency.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'cad',
          unit_amount: exactly(request.amountCents),
          product_data: { name: [...request.description].slice(0, nameLengthMax).join('') },
        },
      },
    ],
    payment_intent_data: { metadata: names.metadata },
    locale: locales[request.language],
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
  };
}

/** For whoever looks at Stripe's dashboard; nothing here is ever read back. */
function namesOf({ partnerId, paymentId }: BeginIdentity) {
  return {
    client_reference_id: `${partnerId}-${paymentId}`,
    metadata: { partnerId: `${partnerId}`, paymentId: `${paymentId}` },
  };
}

function exactly(amountCents: bigint): number {
  const amount = Number(amountCents);
  if (!Number.isSafeInteger(amount)) throw new Error('an amount that a double cannot hold was let in');
  return amount;
}

function begun<T extends object>(providerId: string, view: T | ProviderFault) {
  return isFault(view) ? view : { providerId, view };
}
