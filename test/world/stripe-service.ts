/**
 * The real service with the played Stripe behind it, and a payer who presses what the page offers.
 *
 *   openStripeWorld() ─▶ world.payment(token) ─▶ world.verified(payment) ─▶ world.atCheckout(payment) ─▶ stripe.book.pay(…)
 */
import assert from 'node:assert/strict';
import { rent } from './bodies.ts';
import { type Answer, call, openWorld, type PaymentRecord, type World } from './service.ts';
import { type PlayedStripe, startStripe, stripeKeys } from './stripe.ts';
import type { PlayedEvent } from './stripe-objects.ts';

export interface CardPayment {
  record: PaymentRecord;
  /** `/pay/{link}`. */
  path: string;
  token: string;
}

export interface StripeWorld extends World {
  stripe: PlayedStripe;
  payment(token: string, more?: Record<string, unknown>): Promise<CardPayment>;
  /** The payer presses the button; answers where that leads. */
  press(payment: CardPayment, kind: 'identity' | 'card', query?: string): Promise<string>;
  page(payment: CardPayment): Promise<Answer<unknown>>;
  state(payment: CardPayment): Promise<string>;
  shown(payment: CardPayment): Promise<PaymentRecord>;
  /** Sends events to the service, one after the other; each has to be taken. */
  tell(...events: readonly PlayedEvent[]): Promise<void>;
  /** Verified at Stripe; answers the id of the verification. */
  verified(payment: CardPayment): Promise<string>;
  /** Verified, and on Stripe's page with the card in hand; answers the id of the checkout session. */
  atCheckout(payment: CardPayment): Promise<string>;
}

/** What the service has to be started with, so that it speaks to this Stripe. */
export function stripeEnv(stripe: PlayedStripe): Record<string, string> {
  return {
    CARD_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.signingSecret,
    STRIPE_ADDRESS: stripe.address,
  };
}

export async function openStripeWorld(more: Record<string, string> = {}): Promise<StripeWorld> {
  const stripe = await startStripe();
  const world = await openWorld({ ...stripeEnv(stripe), ...more });
  const press: StripeWorld['press'] = async ({ path }, kind, query = '') => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await call(world.address, 'POST', `${path}/${kind}${query}`, { body: Buffer.alloc(0), headers });
    assert.equal(answer.status, 303, answer.text);
    return String(answer.headers.location);
  };
  /** The latest of this payment's sessions at Stripe. */
  const latest = (object: string, { record }: CardPayment) => {
    const all = stripe.book.all(object).filter((each) => String(each.client_reference_id).endsWith(`-${record.id}`));
    return all.at(-1)?.id ?? assert.fail(`there is no ${object} of payment ${record.id}`);
  };
  const tell: StripeWorld['tell'] = async (...events) => {
    for (const event of events) {
      const answer = await stripe.send(world, event);
      assert.equal(answer.status, 200, `${event.type}: ${answer.text}`);
    }
  };
  const verified: StripeWorld['verified'] = async (payment) => {
    assert.match(await press(payment, 'identity'), /\/verify\/start\//);
    const id = latest('identity.verification_session', payment);
    await tell(...stripe.book.check(id, 'verified'));
    return id;
  };
  return {
    ...world,
    stripe,
    press,
    tell,
    verified,
    payment: async (token, body = {}) => {
      const target = '/v1/create-credit-card-payment';
      const answer = await world.call<PaymentRecord>('POST', target, { token, body: { ...rent, ...body } });
      assert.equal(answer.status, 200, answer.text);
      return { record: answer.json, path: new URL(String(answer.json.paymentUrl)).pathname, token };
    },
    page: ({ path }) => world.call('GET', path),
    state: async ({ path }) => (await world.call<{ state: string }>('GET', `${path}/state`)).json.state,
    shown: async ({ record, token }) => {
      const body = { ids: [record.id] };
      const answer = await world.call<{ payments: PaymentRecord[] }>('POST', '/v1/payment-history', { token, body });
      return answer.json.payments[0] ?? assert.fail(answer.text);
    },
    atCheckout: async (payment) => {
      await verified(payment);
      assert.match(await press(payment, 'card'), /\/c\/pay\/cs_test_/);
      return latest('checkout.session', payment);
    },
  };
}
