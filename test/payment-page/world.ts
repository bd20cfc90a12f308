/**
 * The payer's page for tests, in this process: the real page, rail and database behind a real server, and a provider that does
 * what the test says. Its own pages are served from another origin, as a provider's are.
 *
 *   openPage() ─▶ pay.link({…}) ─▶ pay.verify(link) ─▶ pay.startCard(link) ─▶ provider.say(id, view) …
 */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { Clock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database.ts';
import { createLog } from '../../src/base/log.ts';
import { CardPayments } from '../../src/collection/card/card-payments.ts';
import { findByLink, insertLink, newLink } from '../../src/collection/card/links.ts';
import type { CardView, IdentityView } from '../../src/collection/card/ports.ts';
import { createServer } from '../../src/http/server.ts';
import { createPartner } from '../../src/partners/partners.ts';
import { installPaymentPage } from '../../src/payment-page/routes.ts';
import type { NewPayment } from '../../src/payments/create.ts';
import { createTestDatabase } from '../world/database.ts';
import { aPayment } from '../world/payments.ts';
import { call } from '../world/service.ts';
import { PlayedProvider, servePages, type View } from './provider.ts';

export const french = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' };

/** Our own texts have typographic apostrophes: they stand in the markup as they are. */
export function says(text: string, words: string): void {
  assert.ok(text.includes(words), `"${words}" is missing in\n${text}`);
}

export const memo = 'Unit 4, parking included';

/** Opens a page with everything it needs; all of it ends with the test file. */
export async function openPage() {
  const test = await createTestDatabase();
  after(() => test.close());
  const { database } = test;
  const provider = new PlayedProvider();
  const providerPages = await servePages(provider);
  after(() => {
    providerPages.closeAllConnections();
    providerPages.close();
  });
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } });
  const cards = new CardPayments({
    database,
    clock: new Clock(database, true),
    log,
    ports: provider.ports(),
    onChange: () => undefined,
  });
  provider.onOutcome = (kind, id) => cards.told(kind, id);
  const app = createServer({ log, bodyBytesMax: 2 ** 20 });
  after(() => app.close());
  let address = '';
  installPaymentPage(app, { database, cards: { payments: cards, publicUrl: () => address } });
  address = await app.listen({ port: 0, host: '127.0.0.1' });

  const get = (target: string, headers: Record<string, string> = {}) =>
    call(address, 'GET', `/pay/${target}`, { headers });
  const post = (target: string, headers: Record<string, string> = {}) =>
    call(address, 'POST', `/pay/${target}`, {
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const pay = payerOf(database, cards, provider, address);
  return { address, get, post, app, database, cards, provider, pay, lines };
}

/** What a payer and their provider did before the test looks. */
function payerOf(database: Database, cards: CardPayments, provider: PlayedProvider, address: string) {
  const found = async (link: string) => {
    const linked = await findByLink(database, link);
    if (!linked) throw new Error(`no payment under ${link}`);
    return linked.payment;
  };
  const visit = (link: string) => ({
    language: 'en' as const,
    returnUrl: `${address}/pay/${link}?back=1`,
    description: '-',
  });
  const latest = (kind: string) => [...provider.views.keys()].filter((id) => id.startsWith(kind)).at(-1) as string;
  const pay = {
    /** A payment of 1,650.00 and its link. */
    link: async (more: Partial<NewPayment> = {}, partner = 'Maple Homes'): Promise<string> => {
      const link = newLink();
      await database.transaction(async (tx) => {
        const { id } = await createPartner(tx, partner);
        const payment = await aPayment(tx, id, 'rent_card', {
          amountCents: 165_000n,
          userName: 'Amélie Roy',
          dueAt: Temporal.Instant.from('2026-12-01T05:00:00Z'),
          rentFields: JSON.stringify({ term: 'December 2026', rent: 1650, landlordMemo: memo }),
          ...more,
        });
        await insertLink(tx, { partnerId: payment.partnerId, paymentId: payment.id }, link);
      });
      return link;
    },
    payment: found,
    startIdentity: async (link: string, view?: View | IdentityView): Promise<string> => {
      await cards.beginIdentity(await found(link), visit(link));
      const id = latest('identity');
      if (view) await pay.tell('identity', id, view);
      return id;
    },
    verify: async (link: string): Promise<void> => void (await pay.startIdentity(link, { state: 'verified' })),
    startCard: async (link: string, view?: View | CardView): Promise<string> => {
      await cards.beginCard(await found(link), visit(link));
      const id = latest('card');
      if (view) await pay.tell('card', id, view);
      return id;
    },
    tell: async (kind: 'identity' | 'card', id: string, view: View | IdentityView | CardView): Promise<void> => {
      provider.say(id, view as View);
      await cards.told(kind, id);
    },
    paid: (amountCents = 165_000n): CardView => ({
      state: 'paid',
      paid: { amountCents, currency: 'cad' },
      providerPaymentId: 'pi_1',
    }),
  };
  return pay;
}

export type PageWorld = Awaited<ReturnType<typeof openPage>>;

/** Payments that stand in each state of the page, by the query under which a payer would look. */
export async function linksByState({ pay }: PageWorld): Promise<Record<string, string>> {
  const toPay = async () => {
    const link = await pay.link();
    await pay.verify(link);
    return link;
  };
  const at = async (make: (link: string) => Promise<unknown>, start = toPay) => {
    const link = await start();
    await make(link);
    return link;
  };
  return {
    to_verify: await pay.link(),
    not_finished: `${await at((link) => pay.startIdentity(link), pay.link)}?back=1`,
    verifying: await at((link) => pay.startIdentity(link, { state: 'processing' }), pay.link),
    verification_failed: `${await at((link) => pay.startIdentity(link, { state: 'failed', failure: 'face_mismatch' }), pay.link)}?back=1`,
    to_pay: `${await toPay()}?back=1`,
    declined: `${await at((link) => pay.startCard(link, { state: 'open', decline: 'insufficient_funds' }))}?back=1`,
    problem: `${await toPay()}?problem=1`,
    processing: await at((link) => pay.startCard(link, { state: 'processing' })),
    under_review: await at((link) => pay.startCard(link, pay.paid(100n))),
    paid_just_now: `${await at((link) => pay.startCard(link, pay.paid()))}?back=1`,
    paid: await at((link) => pay.startCard(link, pay.paid())),
    unknown: 'no-such-link',
  };
}
