/** Card payments as tests need them: created and paid over HTTP as a payer does, or driven in this process against a provider of the test. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database.ts';
import { createLog } from '../../src/base/log.ts';
import type { Visit } from '../../src/collection/card/begin.ts';
import { CardPayments, type CardSettings } from '../../src/collection/card/card-payments.ts';
import type {
  BeginCard,
  BeginIdentity,
  CardPorts,
  CardView,
  IdentityView,
  ProviderFault,
} from '../../src/collection/card/ports.ts';
import type { Payment } from '../../src/payments/record.ts';
import { findPaymentOfAnyPartner } from '../../src/payments/store.ts';
import { type Answer, call, type PaymentRecord, type Service } from '../world/service.ts';

export const cardPath = '/v1/create-credit-card-payment';
export const cardRent = {
  userName: 'Amélie Roy',
  userEmail: 'amelie.roy@example.com',
  amount: 1650,
  dueDate: '2026-12-01T00:00:00Z',
};

export interface CardRecord extends PaymentRecord {
  paymentUrl: string;
}

/** A card payment created over HTTP; fails where it is not. */
export async function cardPayment(service: Service, token: string, more: object = {}): Promise<CardRecord> {
  const answer = await service.call<CardRecord>('POST', cardPath, { token, body: { ...cardRent, ...more } });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** The payment as the store has it. */
export async function stored(database: Database, { id }: { id: number | bigint }): Promise<Payment> {
  return (await findPaymentOfAnyPartner(database, BigInt(id))) as Payment;
}

/** Opens or sends an address as a browser without script does; the answer is not followed. */
export async function browse(
  method: 'GET' | 'POST',
  url: string,
  form?: Record<string, string>,
): Promise<Answer<unknown>> {
  const { origin, pathname, search } = new URL(url);
  return await call(origin, method, `${pathname}${search}`, {
    ...(form && {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
}

/** Presses a button on the payer's page; answers where it leads. */
export async function pressed({ paymentUrl }: CardRecord, kind: 'identity' | 'card'): Promise<string> {
  const answer = await browse('POST', `${paymentUrl}/${kind}`, {});
  assert.equal(answer.status, 303, answer.text);
  return new URL(String(answer.headers.location), paymentUrl).href;
}

/** Chooses on a page of the simulated provider; answers where that leads. */
export async function chosen(url: string, outcome: string): Promise<string> {
  const answer = await browse('POST', url, { outcome });
  assert.equal(answer.status, 303, answer.text);
  return new URL(String(answer.headers.location), url).href;
}

/** The whole of one half of the way: pressed, and chosen at the provider. */
export async function through(payment: CardRecord, kind: 'identity' | 'card', outcome: string): Promise<string> {
  const url = await pressed(payment, kind);
  assert.match(url, new RegExp(`/sandbox/provider/${kind}/sim_${kind}_[\\w-]{32}$`));
  return await chosen(url, outcome);
}

/** Where the payer's page says that the payer stands. */
export async function stateOf({ paymentUrl }: CardRecord): Promise<string> {
  const answer = await browse('GET', `${paymentUrl}/state`);
  assert.equal(answer.status, 200, answer.text);
  return (answer.json as { state: string }).state;
}

export const visit: Visit = { language: 'en', returnUrl: 'http://127.0.0.1:1/pay/link', description: 'Rent' };

type Kind = 'identity' | 'card';
type View = IdentityView | CardView;
type Begun = { providerId: string; view: View } | ProviderFault;

/** A provider of the test: it says what it is told to say, and keeps what it was asked. */
export interface TestProvider extends CardPorts {
  begun: (BeginIdentity | BeginCard)[];
  looks: string[];
  /** What is said of a session from now on. */
  says(providerId: string, view: View | ProviderFault | Error | 'nothing'): void;
  /** What is said instead of beginning one; undefined: it is begun. */
  refusesWith(fault: ProviderFault | Error | undefined): void;
}

/** A provider behind both ports at which every session is open until it is said otherwise. One key is one session. */
export function testProvider(): TestProvider {
  const byKey = new Map<string, string>();
  const views = new Map<string, View | ProviderFault | Error | 'nothing'>();
  const begun: TestProvider['begun'] = [];
  const looks: string[] = [];
  let refusal: ProviderFault | Error | undefined;
  const viewOf = (providerId: string): Promise<View | ProviderFault> => {
    const said = views.get(providerId) ?? { state: 'open', url: `https://provider.example/${providerId}` };
    if (said === 'nothing') return new Promise(() => undefined);
    return said instanceof Error ? Promise.reject(said) : Promise.resolve(said);
  };
  const begin = async (kind: Kind, request: BeginIdentity | BeginCard): Promise<Begun> => {
    begun.push(request);
    if (refusal instanceof Error) throw refusal;
    if (refusal) return refusal;
    const providerId = byKey.get(request.key) ?? `test_${kind}_${randomUUID()}`;
    byKey.set(request.key, providerId);
    const view = await viewOf(providerId);
    return 'fault' in view ? view : { providerId, view };
  };
  const look = (providerId: string) => {
    looks.push(providerId);
    return viewOf(providerId);
  };
  return {
    identity: {
      provider: 'stripe',
      begin: (request) => begin('identity', request) as ReturnType<CardPorts['identity']['begin']>,
      look: look as CardPorts['identity']['look'],
    },
    card: {
      provider: 'stripe',
      begin: (request) => begin('card', request) as ReturnType<CardPorts['card']['begin']>,
      look: look as CardPorts['card']['look'],
    },
    pageOrigins: [],
    begun,
    looks,
    says: (providerId, view) => void views.set(providerId, view),
    refusesWith: (fault) => {
      refusal = fault;
    },
  };
}

/** The rail in this process. `lines` are its log lines. */
export function cardRail(
  database: Database,
  ports: CardPorts,
  more: Partial<Pick<CardSettings, 'patience' | 'clock'>> = {},
) {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } });
  let changes = 0;
  const cards = new CardPayments({
    database,
    clock: new Clock(database, true),
    log,
    ports,
    onChange: () => {
      changes += 1;
    },
    ...more,
  });
  return { cards, lines, changes: () => changes };
}

/** Verifies and begins to pay at a provider of the test; answers the card session's id there. */
export async function toCard(cards: CardPayments, provider: TestProvider, payment: Payment): Promise<string> {
  await cards.beginIdentity(payment, visit);
  const { check } = await cards.standing(payment);
  const identity = check?.providerId ?? assert.fail('no identity check was begun');
  provider.says(identity, { state: 'verified' });
  assert.equal(await cards.told('identity', identity), 'recorded');
  const step = await cards.beginCard(payment, visit);
  assert.equal(step.outcome, 'go');
  const { sessions } = await cards.standing(payment);
  return sessions[0]?.providerId ?? assert.fail('no card session was begun');
}

/** What a provider says of a session on which so much was paid. */
export const paidView = (amountCents: bigint, more: Partial<CardView> = {}): CardView => ({
  state: 'paid',
  providerPaymentId: `pi_${randomUUID()}`,
  paid: { amountCents, currency: 'cad' },
  ...more,
});
