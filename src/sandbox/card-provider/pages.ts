/**
 * The pages of the sandbox's own provider, where a payer plays document, face and card. They exist with the simulated provider only.
 *
 *   GET  choices ─▶ POST outcome ─▶ remembered ─▶ the service is told, as by a webhook ─▶ 303 back to the payer's page
 *                        └─ declined: 303 to the choices again, with the reason
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/database.ts';
import type { CardRail } from '../../collection/card/card-payments.ts';
import type { Language } from '../../collection/card/ports.ts';
import { choicesPage, type Message, messagePage, policyOf } from './html.ts';
import { outcomeNamed } from './outcomes.ts';
import { providerPath } from './ports.ts';
import { choose, findSession, isOpen, type Kind, type SimulatedSession } from './sessions.ts';

export interface ProviderSettings {
  database: Database;
  clock: Clock;
  cards: CardRail;
}

const bodyBytesMax = 4096;

/** Adds the pages, in a context of their own: they take forms, not JSON, and answer errors as pages. */
export function installSimulatedProvider(app: FastifyInstance, settings: ProviderSettings): void {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      (_request, text, done) => done(null, new URLSearchParams(text as string)),
    );
    pages.setErrorHandler((error: FastifyError, request, reply) => {
      // Fastify would close the connection under a sender who is still sending, before the answer is read.
      reply.removeHeader('connection');
      const refused = error.statusCode !== undefined && error.statusCode < 500;
      if (!refused) request.log.error({ err: error, requestId: request.id }, 'a page of the simulated provider failed');
      return sendMessage(request, reply, refused ? 'notUnderstood' : 'failed');
    });
    for (const kind of ['identity', 'card'] as const) {
      const url = `${providerPath}/${kind}/:id`;
      pages.get<{ Params: { id: string } }>(url, (request, reply) => show(settings, kind, request, reply));
      pages.post<{ Params: { id: string } }>(url, (request, reply) => take(settings, kind, request, reply));
    }
  });
}

type PageRequest = FastifyRequest<{ Params: { id: string } }>;

async function show(
  { database, clock }: ProviderSettings,
  kind: Kind,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await findSession(database, kind, request.params.id, await clock.now());
  if (!session || !isOpen(session)) return sendOver(request, reply, session);
  return send(reply, 200, choicesPage(session), session.returnUrl);
}

async function take(
  { database, clock, cards }: ProviderSettings,
  kind: Kind,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const at = await clock.now();
  const session = await findSession(database, kind, id, at);
  if (!session || session.state === 'expired') return sendOver(request, reply, session);
  const outcome = outcomeNamed(kind, (request.body as URLSearchParams | undefined)?.get('outcome'));
  if (!outcome) return sendMessage(request, reply, 'notUnderstood', session);
  // Where another tab or a double click came first, that choice stands, and the payer's page shows it.
  const isDone = await choose(database, kind, id, outcome, at);
  // What comes of it is not known here: one who does not answer now is asked again.
  if (isDone) await cards.payments.told(kind, id);
  const another = isDone && kind === 'card' && outcome.state === 'open';
  return reply
    .header('cache-control', 'no-store')
    .redirect(another ? `${providerPath}/${kind}/${encodeURIComponent(id)}` : session.returnUrl, 303);
}

/** A session that is none, or on which there is nothing to choose. */
function sendOver(request: FastifyRequest, reply: FastifyReply, session: SimulatedSession | undefined): FastifyReply {
  if (!session) return sendMessage(request, reply, 'unknown');
  return sendMessage(request, reply, session.state === 'expired' ? 'expired' : 'over', session);
}

const statusOf: Readonly<Record<Message, number>> = {
  over: 200,
  expired: 410,
  unknown: 404,
  notUnderstood: 400,
  failed: 500,
};

function sendMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  message: Message,
  session?: SimulatedSession,
): FastifyReply {
  const language = session?.language ?? spokenBy(request);
  return send(reply, statusOf[message], messagePage(language, message, session?.returnUrl), session?.returnUrl);
}

function send(reply: FastifyReply, status: number, html: string, returnUrl: string | undefined): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(returnUrl),
      'cache-control': 'no-store',
      // The address of a session is a secret.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(html);
}

/** Where no session says so: what the browser prefers. */
function spokenBy(request: FastifyRequest): Language {
  return /^\s*fr\b/i.test(request.headers['accept-language'] ?? '') ? 'fr' : 'en';
}
