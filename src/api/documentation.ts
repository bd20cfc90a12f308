/**
 * The published description (`GET /v1/openapi.json`, open point `openapi-address`) and the pages made of it (`/docs`). The
 * pages' program is large and seldom asked for: it is loaded at the first visit, and comes from this service alone.
 */
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
      return reply.code(made.statusCode).header('x-request-id', request.id).send(made.rawPayload);
    });
  }
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
