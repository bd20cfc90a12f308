/**
 * The door of everything that people do in pages: who asks, for whom, whether they may, and from where.
 *
 *   request ─▶ ours? (403) ─▶ session (401) ─▶ member (404; 403) ─▶ role (403) ─▶ body (400) ─▶ handle ─▶ answer
 *              writes only                       └─ the operator's also: second factor (403)
 *                                └──────────── for writes once more, with the body there ◀──────┘
 *
 * A body may take its time: whoever is removed meanwhile must not be let through by what held when it began.
 * A route with `:partnerId` is that partner's: to others it looks as if there were no such partner. One without is the
 * operator's (partner 0). A route that changes something writes the audit trail in its transaction (`trail`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../base/database.ts';
import type { JsonValue, NumberTexts } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { type Answer, type Failure, failure } from '../http/answer.ts';
import type { JsonBody } from '../http/json-body.ts';
import { sendAnswer } from '../http/server.ts';
import { isStorableText, unstorable } from '../http/validation.ts';
import { idOf, Refusal } from './asked.ts';
import { operatorId } from './roles.ts';
import type { Role } from './views.ts';

export { operatorId } from './roles.ts';
export { type TrailEntry, trail } from './trail.ts';
export type { OperatorRole, PartnerRole, Role } from './views.ts';

/** Somebody who is signed in, as of this request. */
export interface Visitor {
  personId: bigint;
  sessionId: bigint;
  name: string;
  email: string;
  /** Whether this session was opened with a second factor. */
  secondFactor: boolean;
  /** The network address. */
  address: string;
  /** Partner id → role; partner 0 is the operator. Read anew for every request. */
  memberships: ReadonlyMap<bigint, Role>;
}

export interface PersonExchange {
  visitor: Visitor;
  /** Whose data it is about; 0 on the operator's routes. */
  partnerId: bigint;
  params: Record<string, string>;
  query: Record<string, string>;
  /** The JSON body; `{}` where there was none. */
  body: JsonValue;
  numberTexts: NumberTexts;
  requestId: string;
  log: Log;
}

export interface PersonRoute {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Who may: one of these roles, at the partner of the path or at the operator. */
  roles: readonly Role[];
  /** How large the body may be, where that is more than usual. */
  bodyBytesMax?: number;
  /** What it throws as a Refusal (asked.ts) is answered as well. */
  handle(exchange: PersonExchange): Answer | Promise<Answer>;
}

/** What the door needs of sign-in (src/people/install.ts makes it). */
export interface People {
  database: Database;
  /** Under which origins browsers reach the pages. Known once the service listens. */
  origins(): readonly string[];
  /** Who asks; undefined where nobody is signed in. */
  findVisitor(request: FastifyRequest): Promise<Visitor | undefined>;
}

const noNumbers: NumberTexts = new WeakMap();
const visits = new WeakMap<FastifyRequest, { visitor: Visitor; partnerId: bigint }>();

/** Adds one route of a page; everything about who may use it is decided before its body is read, and stays so until it is there. */
export function addPersonRoute(app: FastifyInstance, people: People, route: PersonRoute): void {
  const ofPartner = route.path.split('/').includes(':partnerId');
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyBytesMax !== undefined && { bodyLimit: route.bodyBytesMax }),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const refusal = await admit(people, route, ofPartner, request);
      if (refusal) return sendAnswer(request, reply, refusal);
    },
    handler: async (request, reply) => {
      const refusal = route.method === 'GET' ? undefined : await admit(people, route, ofPartner, request);
      return refusal ? sendAnswer(request, reply, refusal) : answer(route, request, reply);
    },
  });
}

async function admit(
  people: People,
  { roles }: PersonRoute,
  ofPartner: boolean,
  request: FastifyRequest,
): Promise<Failure | undefined> {
  const foreign = foreignWrite(people.origins(), request);
  if (foreign) return failure(403, foreign);
  const visitor = await people.findVisitor(request);
  if (!visitor) return failure(401, 'Nobody is signed in: sign in first');
  const partnerId = ofPartner ? idOf((request.params as { partnerId?: string }).partnerId) : operatorId;
  const role = partnerId === undefined ? undefined : visitor.memberships.get(partnerId);
  if (ofPartner && (partnerId === undefined || partnerId === operatorId || !role)) {
    return failure(404, 'There is no such partner, or you do not belong to it');
  }
  if (!role) return failure(403, 'This is for the operator only');
  if (!ofPartner && !visitor.secondFactor) {
    return failure(403, 'The console opens to sessions with a second factor only: set one up, or sign in with it');
  }
  if (!roles.includes(role)) {
    return failure(403, `This is for ${roles.join(' and ')} only, and your role is ${role}`);
  }
  visits.set(request, { visitor, partnerId: partnerId as bigint });
  return undefined;
}

async function answer(route: PersonRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { visitor, partnerId } = visits.get(request) as { visitor: Visitor; partnerId: bigint };
  const body = request.body as JsonBody | undefined;
  const params = request.params as Record<string, string>;
  const query = queryOf(request);
  const unfit = [...Object.entries(params), ...Object.entries(query)].find(([, value]) => !isStorableText(value));
  if (unfit) return sendAnswer(request, reply, failure(400, `The parameter ${unfit[0]} ${unstorable}`));
  const given = await handled(route, {
    visitor,
    partnerId,
    params,
    query,
    body: body ? body.value : {},
    numberTexts: body?.numberTexts ?? noNumbers,
    requestId: request.id,
    log: request.log as unknown as Log,
  });
  return sendAnswer(request, reply, given);
}

/** What a handler answers, or refuses. */
async function handled(route: PersonRoute, exchange: PersonExchange): Promise<Answer> {
  try {
    return await route.handle(exchange);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

/** The first value of every query parameter. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries(request.query as Record<string, string | string[]>);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? (value[0] ?? '') : value]));
}

/**
 * Why a request that changes something does not come from our own pages; undefined where it does. A browser names the page's
 * origin on every such request and lets no page invent it; what another site can send without asking us first is not JSON.
 */
export function foreignWrite(origins: readonly string[], { method, headers }: FastifyRequest): string | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  const { origin, 'sec-fetch-site': site, 'content-type': type } = headers;
  if (origin === undefined || !origins.includes(origin)) {
    return `The request does not come from a page of this service (Origin must be ${origins.join(' or ')}; see PUBLIC_URL)`;
  }
  if (site !== undefined && site !== 'same-origin') return 'The request comes from a page of another site';
  if (method !== 'DELETE' && !/^application\/json(;|$)/i.test(type ?? ''))
    return 'Content-Type must be application/json';
  return undefined;
}
