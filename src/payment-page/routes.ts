/**
 * The payer's page: everything under /pay, in a context of its own with forms instead of JSON and pages instead of error bodies.
 *
 *   GET /pay/{link} ──▶ the page as it stands now            POST …/identity, …/card ──▶ 303 to the provider, or back to the page
 *   GET …/state ──▶ {state}, for the page's script            GET /pay/assets/{name} ──▶ style, script, icon
 *
 * The link is the payer's key: it stands in no log line (the server logs the pattern of the route) and is sent to nobody but the
 * provider, as the way back.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../base/database.ts';
import type { CardRail } from '../collection/card/card-payments.ts';
import { findByLink, type LinkedPayment, payPath } from '../collection/card/links.ts';
import { readStanding } from '../collection/card/standing.ts';
import type { Payment } from '../payments/record.ts';
import { type Assets, encodingFor, loadAssets } from './assets.ts';
import { messagePage } from './document.ts';
import { descriptionOf, factsOf } from './facts.ts';
import { contentSecurityPolicy, guardHeaders } from './headers.ts';
import { isLanguage, languageFrom } from './language.ts';
import { html } from './markup.ts';
import { addressOf, type PageStanding, payerPage, type Visit } from './page.ts';
import { texts } from './texts.ts';

interface PageContext {
  database: Database;
  /** Undefined: card payments are switched off. Who has a receipt still finds it. */
  cards: CardRail | undefined;
  assets: Assets;
}

type Kind = 'identity' | 'card';

/** The forms of the page have no fields: whoever sends more than this did not use them. */
const formBytesMax = 16 * 1024;
/** So long after it was paid, a payer who comes from the provider is thanked; afterwards it is "already paid". */
const justPaidMinutes = 15;

export function installPaymentPage(app: FastifyInstance, { database, cards }: Omit<PageContext, 'assets'>): void {
  const context: PageContext = { database, cards, assets: loadAssets() };
  const install = (pages: FastifyInstance) => {
    pages.removeAllContentTypeParsers();
    // What is sent along says nothing here: what a step does follows from the link alone.
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formBytesMax }, (_request, _body, done) =>
      done(null, undefined),
    );
    pages.addHook('onRequest', (request, reply, done) => {
      // A simulated provider stands under the service's own address, which may not be the one that this page was opened by.
      const steps = cards ? [new URL(cards.publicUrl()).origin, ...cards.payments.ports.pageOrigins] : [];
      const policy = contentSecurityPolicy(steps);
      reply.headers(guardHeaders).header('content-security-policy', policy).header('x-request-id', request.id);
      done();
    });
    pages.setErrorHandler((error: FastifyError, request, reply) => answerFault(context, request, reply, error));
    const exposeHeadRoute = true;
    pages.get('/assets/:name', { exposeHeadRoute }, (request, reply) => sendAsset(context, request, reply));
    pages.get('/:link', { exposeHeadRoute }, (request, reply) => sendPage(context, request, reply));
    pages.get('/:link/state', { exposeHeadRoute }, (request, reply) => sendState(context, request, reply));
    for (const kind of ['identity', 'card'] as const) {
      pages.post(`/:link/${kind}`, (request, reply) => takeStep(context, kind, request, reply));
      // A step is pressed, not visited: whoever comes by its address gets to the page.
      pages.get(`/:link/${kind}`, { exposeHeadRoute }, (request, reply) =>
        reply.redirect(addressOf(visitOf(request)), 303),
      );
    }
    for (const url of ['/', '/*']) pages.all(url, (request, reply) => sendUnknown(context, request, reply));
  };
  void app.register(async (pages) => install(pages), { prefix: payPath });
}

function visitOf(request: FastifyRequest): Visit {
  const { link = '' } = request.params as { link?: string };
  const { lang, back, problem } = request.query as Record<string, unknown>;
  const chosen = isLanguage(lang);
  return {
    link,
    language: chosen ? lang : languageFrom(request.headers['accept-language']),
    chosen,
    back: back === '1',
    problem: problem === '1',
  };
}

async function sendPage(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { database, cards, assets } = context;
  const visit = visitOf(request);
  const found = await findByLink(database, visit.link);
  if (!found) return sendUnknown(context, request, reply);
  const standing = await standingOf(context, found.payment);
  const { payment, partnerName } = await asOf(database, visit.link, found, standing);
  const text = payerPage({
    visit,
    assets,
    facts: factsOf(payment, partnerName, visit.language),
    standing,
    justPaid: visit.back && payment.completedAt !== null && (await isRecent(database, payment.completedAt)),
    simulated: cards?.payments.ports.card.provider === 'simulated',
  });
  return sendHtml(reply, 200, visit, text);
}

/** Where the payer stands now. With card payments switched off, whoever has not paid cannot do anything here. */
async function standingOf({ database, cards }: PageContext, payment: Payment): Promise<PageStanding> {
  if (cards) return await cards.payments.standing(payment, { fresh: true });
  const standing = await readStanding(database, payment);
  const stays = standing.state === 'paid' || standing.state === 'under_review';
  return stays ? standing : { ...standing, state: 'switched_off' };
}

/** The payment as its standing has it: asking the provider may have completed it just now. */
async function asOf(
  database: Database,
  link: string,
  found: LinkedPayment,
  { state }: PageStanding,
): Promise<LinkedPayment> {
  if (state !== 'paid' || found.payment.completedAt !== null) return found;
  return (await findByLink(database, link)) ?? found;
}

/** By the clock of the business, which the sandbox may have moved. */
async function isRecent(database: Database, instant: Temporal.Instant): Promise<boolean> {
  const { rows } = await database.query<{ recent: boolean }>({
    name: 'just-paid',
    text: 'select $1::timestamptz > business_now() - make_interval(mins => $2) as recent',
    values: [instant.toString(), justPaidMinutes],
  });
  return rows[0]?.recent === true;
}

async function sendState(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = await findByLink(context.database, visitOf(request).link);
  if (!found) return reply.code(404).send({ state: 'unknown' });
  const { state } = await standingOf(context, found.payment);
  return reply.send({ state });
}

async function takeStep(
  context: PageContext,
  kind: Kind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, cards } = context;
  const visit = visitOf(request);
  const found = await findByLink(database, visit.link);
  if (!found) return sendUnknown(context, request, reply);
  if (!cards) return reply.redirect(addressOf(visit), 303);
  const { payment, partnerName } = found;
  const details = {
    language: visit.language,
    returnUrl: `${cards.publicUrl()}${addressOf(visit, '', ['back=1'])}`,
    description: descriptionOf(factsOf(payment, partnerName, visit.language), texts[visit.language].rent),
  };
  const step =
    kind === 'identity'
      ? await cards.payments.beginIdentity(payment, details)
      : await cards.payments.beginCard(payment, details);
  if (step.outcome === 'go') return reply.redirect(step.url, 303);
  const problem = step.outcome === 'fault' || (await isStillTo(kind, cards, found));
  return reply.redirect(addressOf(visit, '', problem ? ['problem=1'] : []), 303);
}

/** The payer is where they were before they pressed the button: then the page owes them a word about it. */
async function isStillTo(kind: Kind, { payments }: CardRail, { payment }: LinkedPayment): Promise<boolean> {
  const { state } = await payments.standing(payment);
  return kind === 'card' ? state === 'to_pay' : state === 'to_verify' || state === 'verification_failed';
}

function sendUnknown(context: PageContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendHtml(reply, 404, visitOf(request), messagePage(frameOf(context, request), 'unknownLink'));
}

/** What the framework refuses is the sender's (400); anything else is ours. */
function answerFault(
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  error: FastifyError,
): FastifyReply {
  // Fastify would close the connection under a sender who is still sending, before the answer is read.
  reply.removeHeader('connection');
  const refused = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  if (!refused) request.log.error({ err: error, requestId: request.id }, 'a payment page failed');
  const visit = visitOf(request);
  const again = html`<p class="action"><a class="button" href="${addressOf(visit)}">${texts[visit.language].buttons.tryAgain}</a></p>`;
  return sendHtml(
    reply,
    refused ? 400 : 500,
    visit,
    messagePage(frameOf(context, request), 'fault', visit.link !== '' && again),
  );
}

function frameOf({ assets }: PageContext, request: FastifyRequest) {
  return { assets, language: visitOf(request).language, addressIn: (language: string) => `?lang=${language}` };
}

function sendHtml(reply: FastifyReply, status: number, { language }: Visit, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-language': language, vary: 'accept-language' })
    .send(text);
}

function sendAsset(context: PageContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { name = '' } = request.params as { name?: string };
  const found = context.assets.find(name);
  if (!found) return sendUnknown(context, request, reply);
  const { asset, isCurrent } = found;
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (isCurrent) reply.header('cache-control', 'public, max-age=31536000, immutable');
  return reply.headers({ 'content-type': asset.contentType, vary: 'accept-encoding' }).send(asset.bytes(encoding));
}
