/**
 * A small Stripe over HTTP: the real client speaks to it. It keeps what it is told, answers in Stripe's form, holds to idempotency
 * keys, signs webhooks with the `stripe` package's own signer, and misbehaves when it is told to.
 *
 *   startStripe() ─▶ the service is pointed at its address ─▶ stripe.book.pay(id) ─▶ stripe.send(service, events)
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import Stripe from 'stripe';
import { type Answer, call } from './service.ts';
import { answerApi, type Reply } from './stripe-api.ts';
import { type Form, readForm } from './stripe-form.ts';
import { apiVersion, StripeBook } from './stripe-objects.ts';

export interface StripeRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  form: Form;
}

/**
 * A number: that status, and nothing happened; a 500 is kept under the idempotency key, as Stripe keeps it. `lost`: done, then
 * the connection is cut. `garbage`: done, the answer is no JSON. `made, then 500`: done, but 500 is answered and kept. `hang`: no answer.
 * A promise: done, and answered once it is kept.
 */
export type Misbehaviour = number | 'lost' | 'garbage' | 'made, then 500' | 'reset' | 'hang' | Promise<void>;

export interface SendOptions {
  secret?: string;
  /** Seconds from now that the signature says. */
  secondsOff?: number;
  header?: string;
}

export const stripeKeys = {
  secretKey: `sk_test_${'51Quittance'.repeat(3)}`,
  signingSecret: `whsec_${'f00dcafe'.repeat(4)}`,
};

const open = new Set<() => Promise<void>>();
after(async () => {
  for (const close of open) await close();
});

export class PlayedStripe {
  readonly book = new StripeBook();
  readonly requests: StripeRequest[] = [];
  address = '';
  #kept = new Map<string, { asked: string; reply: Reply }>();
  #misbehave: { match: RegExp; how: Misbehaviour; times: number }[] = [];

  /** What it does with the next requests whose method and path match, `times` in all. */
  misbehave(match: RegExp, how: Misbehaviour, times = 1): void {
    this.#misbehave.push({ match, how, times });
  }

  behave(): void {
    this.#misbehave = [];
  }

  /** The requests whose method and path match, the oldest first. */
  asked(match: RegExp): StripeRequest[] {
    return this.requests.filter(({ method, path }) => match.test(`${method} ${path}`));
  }

  /** Sends one event, signed; or a body that is none. */
  async send<T = { outcome: string }>(
    to: { address: string },
    event: object | string | Buffer,
    { secret = stripeKeys.signingSecret, secondsOff = 0, header }: SendOptions = {},
  ): Promise<Answer<T>> {
    const raw =
      typeof event === 'string' || Buffer.isBuffer(event)
        ? Buffer.from(event)
        : Buffer.from(JSON.stringify(event, null, 2));
    const timestamp = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000) + secondsOff;
    const payload = raw.toString('utf8');
    const signed = new Stripe(stripeKeys.secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header ?? signed };
    return await call<T>(to.address, 'POST', '/stripe/webhooks', { body: raw, headers });
  }

  async answer(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const path = url.split('?', 1)[0] ?? '';
    this.requests.push({ method, path, headers, form: readForm(method === 'POST' ? body : (url.split('?')[1] ?? '')) });
    const how = this.#next(`${method} ${path}`);
    if (how === 'hang') return;
    if (how === 'reset') return void request.socket.destroy();
    const reply = this.#refused(headers) ?? this.#once(method, url, headers, body, how);
    if (how === 'lost') return void request.socket.destroy();
    if (how instanceof Promise) await how;
    const text = how === 'garbage' ? '<html>Bad gateway</html>' : JSON.stringify(reply.body);
    response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': 'req_played123' }).end(text);
  }

  #next(what: string): Misbehaviour | undefined {
    const found = this.#misbehave.find(({ match, times }) => times > 0 && match.test(what));
    if (found) found.times -= 1;
    return found?.how;
  }

  #refused(headers: IncomingHttpHeaders): Reply | undefined {
    const error = (status: number, message: string) => ({
      status,
      body: { error: { type: 'invalid_request_error', message } },
    });
    // As Stripe does it, the message quotes a part of the key.
    const key = headers.authorization?.replace('Bearer ', '') ?? '';
    if (key !== stripeKeys.secretKey) return error(401, `Invalid API Key provided: ${key.slice(0, 12)}`);
    return headers['stripe-version'] === apiVersion ? undefined : error(400, 'no Stripe-Version');
  }

  /** Does what is asked once for each idempotency key; refused parameters leave the key free, as they do at Stripe. */
  #once(method: string, url: string, headers: IncomingHttpHeaders, body: string, how?: Misbehaviour): Reply {
    const key = method === 'POST' ? String(headers['idempotency-key'] ?? '') : undefined;
    if (key === '') return { status: 400, body: { error: { type: 'invalid_request_error', message: 'no key' } } };
    const asked = `${method} ${url} ${body}`;
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (kept && kept.asked !== asked) {
      const error = {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters',
      };
      return { status: 400, body: { error } };
    }
    if (kept) return kept.reply;
    if (typeof how === 'number' && how !== 500) return { status: how, body: { error: errorOf(how) } };
    const done = how === 500 ? undefined : answerApi(this.book, method, url, body, this.address);
    const failed = how === 500 || how === 'made, then 500';
    const reply = done && !failed ? structuredClone(done) : { status: 500, body: { error: { type: 'api_error' } } };
    if (key !== undefined && (reply.status === 200 || reply.status >= 500)) this.#kept.set(key, { asked, reply });
    return reply;
  }
}

const errorOf = (status: number) =>
  ({
    402: { type: 'card_error', code: 'card_declined', message: 'declined' },
    409: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'in progress' },
    429: { type: 'invalid_request_error', code: 'rate_limit', message: 'too many' },
  })[status] ?? { type: 'invalid_request_error', message: `played ${status}` };

/** Starts a Stripe; it ends with the test file. */
export async function startStripe(): Promise<PlayedStripe> {
  const stripe = new PlayedStripe();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await stripe.answer(request, Buffer.concat(chunks).toString('utf8'), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stripe.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    if (!open.delete(close)) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  open.add(close);
  return stripe;
}
