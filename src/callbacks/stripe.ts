/**
 * What Stripe calls: its webhooks, at `POST /stripe/webhooks`. The signature is over the bytes as they came, so they are kept as they
 * are; once it is verified, the event still only says where to look (src/collection/card/stripe/events.ts).
 *
 *   bytes ─▶ signature, time (400) ─▶ event ─▶ taken, known, not ours (200)        could not look or record (500): Stripe sends it again
 */
import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import type { StripeEvent } from '../collection/card/stripe/event-types.ts';
import type { StripeEvents } from '../collection/card/stripe/events.ts';
import { type Answer, failure, ok } from '../http/answer.ts';
import { addRoute, type Exchange } from '../http/server.ts';

export const stripeWebhookPath = '/stripe/webhooks';
/** How far the time of a signature may be from ours, before or behind (formats §6.1). */
const toleranceSeconds = 300;

export interface StripeCallbackSettings {
  events: StripeEvents;
  signingSecret: string;
}

export function installStripeCallbacks(app: FastifyInstance, settings: StripeCallbackSettings): void {
  // A context of its own: its bodies are bytes, whatever their type is said to be.
  app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, { value: raw }));
    addRoute(own, { method: 'POST', path: stripeWebhookPath, handle: (exchange) => receive(settings, exchange) });
  });
}

async function receive(settings: StripeCallbackSettings, exchange: Exchange<unknown>): Promise<Answer> {
  const { events, signingSecret } = settings;
  const raw = exchange.body as unknown;
  const header = exchange.headers['stripe-signature'];
  if (!(raw instanceof Uint8Array) || typeof header !== 'string') {
    return failure(400, 'A webhook of Stripe has a body and a Stripe-Signature header');
  }
  const event = verified(events.client, Buffer.from(raw), header, signingSecret);
  if (typeof event === 'string') {
    exchange.log.warn({ requestId: exchange.requestId, why: event }, 'a webhook of Stripe was refused');
    return failure(400, event);
  }
  const taken = await events.take(event);
  if (typeof taken === 'object') {
    exchange.log.warn(
      { event: event.id, type: event.type, fault: taken },
      'an event of Stripe could not be dealt with',
    );
    return failure(500, 'The event could not be dealt with now: send it again');
  }
  return ok({ outcome: taken });
}

/** The event, or why it is not taken for one. The `stripe` package does not look at times in the future. */
function verified(client: Stripe, raw: Buffer, header: string, secret: string): StripeEvent | string {
  let event: unknown;
  try {
    event = client.webhooks.constructEvent(raw, header, secret, toleranceSeconds);
  } catch (error) {
    if (error instanceof SyntaxError) return 'The body is not valid JSON';
    return 'The Stripe-Signature header does not sign this body with our secret, at this time';
  }
  const time = Number.parseInt(
    header
      .match(/(?:^|,)t=([^,]*)/g)
      ?.at(-1)
      ?.replace(/^,?t=/, '') ?? '',
    10,
  );
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);
  if (!(Math.abs(now - time) <= toleranceSeconds)) {
    return `The time of the signature is more than ${toleranceSeconds} s from ours`;
  }
  return isEvent(event) ? event : 'The body is not an event of Stripe';
}

function isEvent(value: unknown): value is StripeEvent {
  const event = value as Partial<StripeEvent> | null;
  return (
    typeof event === 'object' &&
    event !== null &&
    typeof event.id === 'string' &&
    typeof event.type === 'string' &&
    typeof event.livemode === 'boolean' &&
    typeof event.data === 'object' &&
    typeof event.data?.object === 'object' &&
    event.data.object !== null
  );
}
