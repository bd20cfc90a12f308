/**
 * The contract as an OpenAPI 3.1 document.
 *
 *   endpoints ─▶ paths ──────┐
 *   events ────▶ webhooks ───┼─ every schema with a title ─▶ components.schemas, and a $ref in its place
 *   errors ────▶ components ─┘
 *
 * contract/openapi.json is its text, made by `npm run generate` and committed; the service answers the same document at
 * GET /v1/openapi.json (`openapi-address`).
 */
import type { TSchema } from 'typebox';
import { type Endpoint, endpoints } from './endpoints.ts';
import { type ErrorStatus, errorStatuses } from './errors.ts';
import { type EventName, eventSource, events, signatureHeader, WebhookPayload } from './events.ts';
import { eventExamples, requestExamples, responseExamples } from './examples.ts';
import { idempotencyKeyCharactersMax, tokenHexCharacters, tokenPrefix, versionPrefix } from './limits.ts';
import { openPoints } from './open-points.ts';
import { introduction, tagDescriptions } from './openapi-text.ts';
import { ErrorBody } from './records.ts';

/** A JSON object of the document. */
export type Node = { [name: string]: unknown };

/** Keywords that only the validation reads. */
const internalKeywords = new Set(['x-text', 'x-amount', 'x-accepted']);
/** Formats that are ours: a generator of clients would not know them. The description says what is accepted. */
const internalFormats = new Set(['iso-date-time', 'iso-moment']);

/** The schema as it is published; whatever has a title becomes a component, and a reference stands in its place. */
function published(schema: unknown, components: Node): unknown {
  if (Array.isArray(schema)) return schema.map((item) => published(item, components));
  if (schema === null || typeof schema !== 'object') return schema;
  const { title, ...rest } = schema as Node;
  if (typeof title !== 'string') return publishedMembers(rest, components);
  if (!(title in components)) {
    components[title] = {}; // keeps the place, so that components stand in the order in which they are met
    components[title] = { title, ...publishedMembers(rest, components) };
  }
  const component = components[title] as Node;
  const reference: Node = { $ref: `#/components/schemas/${title}` };
  if (rest['x-open-point'] !== undefined) reference['x-open-point'] = rest['x-open-point'];
  if (rest.description !== component.description) reference.description = rest.description;
  return reference;
}

function publishedMembers(schema: Node, components: Node): Node {
  const result: Node = {};
  for (const [name, value] of Object.entries(schema)) {
    if (internalKeywords.has(name) || (name === 'format' && internalFormats.has(String(value)))) continue;
    if (name === 'properties') {
      const members = Object.entries(value as Node).map(([member, inner]) => [member, published(inner, components)]);
      result.properties = Object.fromEntries(members);
    } else if (name === 'items' || name === 'anyOf') {
      result[name] = published(value, components);
    } else {
      result[name] = value;
    }
  }
  return result;
}

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** The statuses with which an endpoint can fail; only where keys count can one be in progress. */
export function errorStatusesOf(endpoint: Pick<Endpoint, 'idempotent'>): ErrorStatus[] {
  return endpoint.idempotent ? [400, 401, 409, 500] : [400, 401, 500];
}

function successResponse(endpoint: Endpoint, example: object, components: Node): Node {
  const replayed = { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } };
  return {
    description: (endpoint.response as Node).description,
    ...(endpoint.shown.status ? {} : { 'x-open-point': 'success-status' }),
    ...(endpoint.open.response ? { 'x-open-aspects': [endpoint.open.response] } : {}),
    headers: { ...requestIdHeader, ...(endpoint.idempotent ? replayed : {}) },
    content: { 'application/json': { schema: published(endpoint.response, components), example } },
  };
}

function requestBody(endpoint: Endpoint, request: TSchema, components: Node): Node {
  const examples = (requestExamples as Record<string, unknown>)[endpoint.key];
  return {
    required: !endpoint.emptyBodyAllowed,
    ...(endpoint.open.request ? { 'x-open-point': endpoint.open.request } : {}),
    content: { 'application/json': { schema: published(request, components), ...(examples ? { examples } : {}) } },
  };
}

function operation(endpoint: Endpoint, components: Node): Node {
  const example = (responseExamples as Record<string, object>)[endpoint.key] as object;
  const aspects = [...(endpoint.open.permission ? [endpoint.open.permission] : []), ...(endpoint.open.also ?? [])];
  const permission = endpoint.permission ? `\`${endpoint.permission}\`` : 'none in particular; any active token';
  const responses: Node = { 200: successResponse(endpoint, example, components) };
  for (const status of errorStatusesOf(endpoint)) responses[status] = { $ref: `#/components/responses/Error${status}` };
  return {
    operationId: endpoint.key,
    summary: endpoint.summary,
    description: `${endpoint.description}\n\n**Permission:** ${permission}.`,
    tags: [endpoint.tag],
    security: [{ apiToken: endpoint.permission ? [endpoint.permission] : [] }],
    'x-permission': endpoint.permission,
    'x-interface-section': endpoint.section,
    ...(aspects.length > 0 ? { 'x-open-aspects': aspects } : {}),
    ...(endpoint.idempotent ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    ...(endpoint.request ? { requestBody: requestBody(endpoint, endpoint.request, components) } : {}),
    responses,
  };
}

function webhook(name: EventName, components: Node): Node {
  const example = {
    event: name,
    payments: [eventExamples[name]],
    timestamp: '2026-11-27T18:20:41.350Z',
    source: eventSource,
  };
  return {
    post: {
      operationId: name.replace(/\.(.)/, (_, first: string) => first.toUpperCase()),
      summary: events[name].replaceAll('`', ''),
      description: `${events[name]}\n\nSent once, to the address configured in the dashboard, if subscribed to.`,
      tags: ['Webhooks'],
      'x-open-aspects': ['webhook-request', 'webhook-timeouts', 'resend-by-hand', 'event-snapshot'],
      security: [],
      parameters: [{ $ref: '#/components/parameters/ServiceSignature' }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: published(WebhookPayload, components), example } },
      },
      responses: {
        '2XX': { description: 'Counts as delivered.' },
        default: { description: 'Logged as not delivered; the service does not send it again.' },
      },
    },
  };
}

function errorResponse(status: ErrorStatus): Node {
  const { meaning, handling, example } = errorStatuses[status];
  const value = {
    error: example,
    ...(status === 400 ? { details: [{ path: ['amount'], message: 'is required' }] } : {}),
    timestamp: '2026-11-27T15:04:05.120Z',
    endpoint: `${versionPrefix}/create-payment`,
  };
  return {
    description: `${meaning} ${handling}`,
    headers: requestIdHeader,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, example: value } },
  };
}

const headers = {
  RequestId: {
    description: 'Names this request; the logs of the service carry the same text.',
    'x-open-point': 'request-id',
    schema: { type: 'string' },
    example: '01JDQ7Z3T8M5V0W2',
  },
  IdempotencyReplayed: {
    description: 'Present, and `true`, when the answer is that of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes repeating the request safe. One key per payment you mean to create; keys belong to the token.',
    schema: { type: 'string', maxLength: idempotencyKeyCharactersMax },
    example: '6f1d2b0c-6f0e-4c6e-9d59-1f0f3c6b7a11',
  },
  ServiceSignature: {
    name: signatureHeader,
    in: 'header',
    required: true,
    description:
      '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `t`, a dot and the exact body.',
    schema: { type: 'string', pattern: '^t=[0-9]+,v1=[0-9a-f]{64}$' },
    example: 't=1795803641,v1=23fc0d3417038fe77c6ed1a93bcf2c97e03ce367c16f04809f6e57cd20a60c2b',
  },
};

const securitySchemes = {
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${tokenPrefix} and ${tokenHexCharacters} hexadecimal characters`,
    description: 'An API token from the dashboard.',
  },
};

/** Builds the document anew: plain data, the caller's own. */
export function openApiDocument(): Node {
  const schemas: Node = {};
  const paths: { [path: string]: Node } = {};
  for (const endpoint of endpoints as readonly Endpoint[]) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, schemas),
    };
  }
  const names = Object.keys(events) as EventName[];
  const webhooks = Object.fromEntries(names.map((name) => [name, webhook(name, schemas)]));
  published(ErrorBody, schemas);
  const statuses = Object.keys(errorStatuses).map(Number) as ErrorStatus[];
  const responses = Object.fromEntries(statuses.map((status) => [`Error${status}`, errorResponse(status)]));
  const points = openPoints.map(({ id, ...point }) => [id, point]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance',
      summary: 'Bill and rent payments',
      description: introduction,
      version: '1.0.0',
    },
    servers: [
      { url: versionPrefix, description: 'The environment that serves this document' },
      { url: `http://127.0.0.1:3000${versionPrefix}`, description: 'A sandbox on this machine' },
    ],
    security: [{ apiToken: [] }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: { schemas, responses, parameters, headers, securitySchemes },
    'x-open-points': Object.fromEntries(points),
  };
}

/** The text of contract/openapi.json. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
