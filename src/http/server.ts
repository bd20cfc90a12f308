/**
 * The HTTP server, without a domain: request ids, authentication before anything else, JSON read with its number texts,
 * answers and failures in one form, a drain that cuts no request that has arrived.
 *
 *   request ─▶ id ─▶ authorize (401) ─▶ body (400) ─▶ handle ─▶ answer          unknown pair ─▶ 404
 *                                                      └─ throws ─▶ log, 500                    (interface §2.4, §7)
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { versionPrefix } from '../../contract/limits.ts';
import type { JsonValue, NumberTexts } from '../base/json.ts';
import { isoFromInstant } from '../base/time.ts';
import { type Answer, type Failure, failure, isFailure } from './answer.ts';
import { installJsonBodies, type JsonBody } from './json-body.ts';

export interface Exchange<Caller> {
  caller: Caller;
  /** The JSON body; `{}` where there was none (open point `empty-body`). */
  body: JsonValue;
  numberTexts: NumberTexts;
  headers: IncomingHttpHeaders;
  requestId: string;
  log: FastifyBaseLogger;
}

export interface Route<Caller> {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Decides who calls, before the body is read; absent on open routes. */
  authorize?: (headers: IncomingHttpHeaders) => Promise<Caller | Failure>;
  handle: (exchange: Exchange<Caller>) => Answer | Promise<Answer>;
}

export interface ServerSettings {
  log: FastifyBaseLogger;
  bodyBytesMax: number;
  /** Proxies whose word on where a request comes from is taken; nobody's where absent. */
  trustedProxies?: readonly string[];
  /** How long after the beginning of a drain the rest of a request is waited for; as long as for any request where absent. */
  drainMilliseconds?: number;
  /** What every answer at a path carries, also where there is nothing. */
  headersAt?: (path: string) => Readonly<Record<string, string>> | undefined;
  /** For tests; `requestMilliseconds` where absent. */
  requestMilliseconds?: number;
  /** Called once an answer is sent. */
  onAnswered?: (route: string, method: string, status: number, seconds: number) => void;
}

const noNumbers: NumberTexts = new WeakMap();
/** How long a request may take to arrive: 1 MiB at 300 kbit/s. Without it a sender that stalls would hold its connection for ever. */
const requestMilliseconds = 30_000;
/** How often Node looks for requests that took longer: a sixth of the limit, so that it is kept by and large. */
const checksPerLimit = 6;

export function createServer(settings: ServerSettings): FastifyInstance {
  const requestTimeout = settings.requestMilliseconds ?? requestMilliseconds;
  const sendNothing = (request: FastifyRequest, reply: FastifyReply) =>
    sendFailure(request, reply.headers(settings.headersAt?.(pathOf(request)) ?? {}), notFound(request));
  const app = Fastify({
    loggerInstance: settings.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    bodyLimit: settings.bodyBytesMax,
    ...(settings.trustedProxies && { trustProxy: [...settings.trustedProxies] }),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Node would answer a request without Host by itself, without the error body; nothing here depends on that header.
    http: {
      requireHostHeader: false,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.ceil(requestTimeout / checksPerLimit),
    },
    requestTimeout,
    // While draining, requests on open connections are still answered in full; the connection is closed behind them.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => sendNothing(request, reply),
  });
  installJsonBodies(app);
  closeConnectionsInDrain(app, settings);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Fastify would close the connection, which resets it under a sender who is still sending, before the answer is read: the
    // rest of the body is passed over instead.
    reply.removeHeader('connection');
    return sendFailure(request, reply, failureOf(error, request));
  });
  app.setNotFoundHandler(sendNothing);
  // Where there is nothing, nobody looks at the body either: a malformed one would make it 400.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendNothing(request, reply);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    settings.onAnswered?.(route, method, reply.statusCode, reply.elapsedTime / 1000);
    settings.log.debug({ requestId: request.id, method, route, status: reply.statusCode }, 'answered');
    done();
  });
  // An `Expect` header that Node does not know would be answered 417: the interface has no such status.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.routing(request, response),
  );
  return app;
}

/** In the place of the framework's compilers of schemas, which every start would load: bodies are checked by validation.ts. */
function noCompiler(): never {
  throw new Error('a route has no schema here: see src/http/validation.ts');
}

/** Servers that are closing. */
const draining = new WeakSet<FastifyInstance>();
/** How often connections that have become idle are looked for while draining. */
const idleCheckMilliseconds = 50;

/**
 * A request that is under way when the drain begins is answered with `Connection: close`, so that nobody begins another one
 * behind it; and a connection that becomes idle only afterwards (its sender was still sending) is closed then. Otherwise a
 * kept connection would hold up the stop until it times out. A request that has not arrived in full `drainMilliseconds` later is
 * given up (Node's own limit does not hold any more while a server closes): one stalled sender must not hold up the stop.
 */
function closeConnectionsInDrain(app: FastifyInstance, { log, drainMilliseconds }: ServerSettings): void {
  const requestsOf = requestsByConnection(app);
  const giveUpIncomplete = () => {
    const stalled = [...requestsOf].filter(([, requests]) => ![...requests].some((request) => request.complete));
    if (stalled.length > 0)
      log.warn({ connections: stalled.length }, 'requests that did not arrive in full are given up');
    for (const [socket] of stalled) socket.destroy();
  };
  app.addHook('preClose', (done) => {
    draining.add(app);
    const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMilliseconds);
    const incomplete = setTimeout(giveUpIncomplete, drainMilliseconds ?? requestMilliseconds);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(incomplete);
    });
    done();
  });
}

/** Every open connection, with the requests on it that are not answered yet. */
function requestsByConnection(app: FastifyInstance): Map<Socket, Set<IncomingMessage>> {
  const requestsOf = new Map<Socket, Set<IncomingMessage>>();
  app.server.on('connection', (socket: Socket) => {
    requestsOf.set(socket, new Set());
    socket.once('close', () => requestsOf.delete(socket));
  });
  app.addHook('onRequest', (request, reply, done) => {
    const requests = requestsOf.get(request.raw.socket);
    requests?.add(request.raw);
    reply.raw.once('close', () => requests?.delete(request.raw));
    done();
  });
  return requestsOf;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: unknown;
  }
}

export function addRoute<Caller>(app: FastifyInstance, route: Route<Caller>): void {
  const { authorize, handle } = route;
  app.route({
    method: route.method,
    url: route.path,
    ...(authorize && {
      onRequest: async (request, reply) => {
        const caller = await authorize(request.headers);
        if (isFailure(caller)) return sendFailure(request, reply, caller);
        request.caller = caller;
      },
    }),
    handler: async (request, reply) => {
      const body = request.body as JsonBody | undefined;
      const answer = await handle({
        caller: request.caller as Caller,
        body: body ? body.value : {},
        numberTexts: body?.numberTexts ?? noNumbers,
        headers: request.headers,
        requestId: request.id,
        log: request.log,
      });
      return sendAnswer(request, reply, answer);
    },
  });
}

/** Sends what a handler answered: a success as it is, a failure as the error body. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.status !== 200) return sendFailure(request, reply, answer);
  reply.header('x-request-id', request.id).header('content-type', answer.contentType);
  if (draining.has(request.server)) reply.header('connection', 'close');
  if (answer.headers) reply.headers(answer.headers);
  return reply.send('stream' in answer ? answer.stream : answer.text);
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, refusal: Failure): FastifyReply {
  if (draining.has(request.server)) reply.header('connection', 'close');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return reply
    .code(refusal.status)
    .header('x-request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(refusal, request.url));
}

/** The error body of interface §2.4. `endpoint` is the path as sent, without the query (open point `endpoint-form`). */
function errorBody(refusal: Failure, url: string): string {
  return JSON.stringify({
    error: refusal.error,
    ...(refusal.details && { details: refusal.details }),
    timestamp: isoFromInstant(Temporal.Now.instant()),
    endpoint: url.split('?', 1)[0] ?? '',
  });
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

function notFound(request: FastifyRequest): Failure {
  return failure(404, `There is nothing at ${request.method} ${pathOf(request)}`);
}

/** What the framework refuses, in the interface's statuses (open point `unlisted-status`); anything else is ours: 500. */
function failureOf(error: FastifyError, request: FastifyRequest): Failure {
  const refusal = error.code === undefined ? undefined : frameworkRefusals[error.code];
  if (refusal) return failure(400, refusal(request));
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return failure(400, error.message);
  request.log.error({ err: error, requestId: request.id }, 'a request failed');
  const isOfInterface = request.url.startsWith(`${versionPrefix}/`);
  return failure(500, `The request failed on our side; ${isOfInterface ? again.byKey : again.byLooking}`);
}

/** What to do after a 500. */
const again = {
  byKey: 'it is safe to send it again with the same Idempotency-Key',
  byLooking: 'look whether it took effect before you send it again',
};

const frameworkRefusals: Record<string, (request: FastifyRequest) => string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    `The body is too large: at most ${Math.floor((routeOptions.bodyLimit ?? 0) / 2 ** 20)} MiB is accepted`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => 'Content-Type must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => 'The body does not have the length that Content-Length announced',
};

/** What is not HTTP, or breaks its limits before a route is known. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const text = errorBody(failure(400, `The request could not be read as HTTP (${error.code ?? error.message})`), '');
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${randomUUID()}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
