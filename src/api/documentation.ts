/**
 * The published description (`GET /v1/openapi.json`, open point `openapi-address`) and the pages made of it (`/docs`). The
 * pages' program is large and seldom asked for: it is loaded at the first visit, and comes from this service alone. It is of the same
 * origin as the people's pages: nobody frames it, and it runs nothing but itself and the script that stands in its document.
 */
import { hash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { versionPrefix } from '../../contract/limits.ts';
import { openApiText } from '../../contract/openapi.ts';
import { page } from '../http/answer.ts';
import { addRoute } from '../http/server.ts';

export function installDocumentation(app: FastifyInstance): void {
  const text = openApiText();
  addRoute(app, {
    method: 'GET',
    path: `${versionPrefix}/openapi.json`,
    handle: () => page(text, 'application/json; charset=utf-8'),
  });
  let pages: Promise<FastifyInstance> | undefined;
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      pages ??= documentationPages(text);
      const made = await (await pages).inject({ method: 'GET', url: request.url });
      for (const name of ['content-type', 'location', 'cache-control'] as const) {
        const value = made.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply
        .code(made.statusCode)
        .headers({ ...guardHeaders, 'content-security-policy': contentSecurityPolicy(made.payload) })
        .header('x-request-id', request.id)
        .send(made.rawPayload);
    });
  }
}

const guardHeaders = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What the pages need: their program, styles that it writes, and the description. */
function contentSecurityPolicy(document: string): string {
  const scripts = [...document.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function documentationPages(content: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = Fastify();
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      content,
      pageTitle: 'Quittance API',
      // Nothing that leads to or loads from anywhere else.
      showDeveloperTools: 'never',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return pages;
}
