/**
 * A partner's webhook receiver, on this machine: keeps the raw bytes of what reaches it, answers as it is told, and verifies
 * with the `stripe` package, as partners are told they can (interface §5).
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import Stripe from 'stripe';
import { until } from './payments.ts';
import type { PaymentRecord } from './service.ts';

/** What one delivery was, as it arrived. */
export interface Delivery {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  /** Real time of arrival. */
  arrivedAt: Temporal.Instant;
}

export interface WebhookBody {
  event: string;
  payments: PaymentRecord[];
  timestamp: string;
  source: string;
}

/** A status to answer; `redirect` (to itself), `hang` (never answers), `cut` (the connection). */
export type Behaviour = number | 'redirect' | 'hang' | 'cut';

export interface Receiver {
  url: string;
  deliveries: Delivery[];
  /** What it does from now on; a function decides for each delivery. Begins with 200. */
  behave(behaviour: Behaviour | ((delivery: Delivery) => Behaviour | Promise<Behaviour>)): void;
  /** Waits until at least `count` deliveries are there, in all. Fails with what did arrive. */
  received(count: number): Promise<Delivery[]>;
  /** The bodies so far, each with the names of the events, for comparing order. */
  events(paymentId?: number): string[];
  close(): Promise<void>;
}

export function bodyOf(delivery: Delivery): WebhookBody {
  return JSON.parse(delivery.raw.toString('utf8')) as WebhookBody;
}

/** The body, after the verifier of the `stripe` package has accepted the signature over the raw bytes. Throws otherwise. */
export function verified(delivery: Delivery, signingSecret: string): WebhookBody {
  const header = delivery.headers['service-signature'];
  if (typeof header !== 'string') throw new Error('there is no single Service-Signature header');
  const stripe = new Stripe('sk_test_not_used');
  return stripe.webhooks.constructEvent(delivery.raw, header, signingSecret) as unknown as WebhookBody;
}

const open = new Set<() => Promise<void>>();
after(async () => {
  for (const close of open) await close();
});

/** Starts a receiver; it ends with the test file, or when it is closed. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  let decide: (delivery: Delivery) => Behaviour | Promise<Behaviour> = () => 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const delivery: Delivery = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        raw: Buffer.concat(chunks),
        arrivedAt: Temporal.Now.instant(),
      };
      deliveries.push(delivery);
      answer(response, await decide(delivery));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!open.delete(close)) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  open.add(close);
  const names = (paymentId?: number) =>
    deliveries
      .map(bodyOf)
      .filter((body) => paymentId === undefined || body.payments[0]?.id === paymentId)
      .map((body) => body.event);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    behave: (behaviour) => {
      decide = typeof behaviour === 'function' ? behaviour : () => behaviour;
    },
    received: async (count) => {
      await until(`${count} webhooks`, () => deliveries.length >= count, 20).catch((error: Error) => {
        throw new Error(`${error.message}; what came: ${names().join(', ') || 'nothing'}`);
      });
      return deliveries;
    },
    events: names,
    close,
  };
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'cut') response.socket?.destroy();
  else if (behaviour === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
  else response.writeHead(behaviour).end(`answered ${behaviour}`);
}
