/**
 * The people's pages: one document for every address of `paths.ts`, and the files that it loads.
 *
 *   GET /dashboard/… /console /sign-in/… /invitation /account ──▶ index.html with a nonce of this answer, kept by nobody
 *   GET / in a browser ──▶ /dashboard
 *   GET /assets/{name}.{hash}.js ──▶ a built file, kept for good       elsewhere under these ──▶ 404, the same document
 *
 * Production has neither the page of the sandbox panel nor its files.
 *
 * Data has its own doors (`/dashboard/data`, `/console/data`, `/auth`): what is unknown below those is 404 as JSON.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Build } from './build.ts';
import { contentSecurityPolicy, guardHeaders } from './headers.ts';
import { pagePaths } from './paths.ts';
import { sandboxFilePrefix } from './sandbox-files.ts';

export interface PagesSettings {
  environment: 'sandbox' | 'production';
  /** Where the build is; `web/dist` where absent. */
  folder?: string;
}

/** Below these everything is a page, known or not. */
const grounds = ['/dashboard/*', '/console/*', '/sign-in/*'];
const dataDoors = /^\/(dashboard|console)\/data(\/|$)/;
const nonceBytes = 16;

export function installPages(app: FastifyInstance, { environment, folder }: PagesSettings): void {
  const build = new Build(folder);
  const send = (status: number) => (request: FastifyRequest, reply: FastifyReply) => {
    if (dataDoors.test(request.url)) return reply.callNotFound();
    return sendPage(build, environment, status, request, reply);
  };
  const exposeHeadRoute = true;
  const played = environment === 'sandbox';
  for (const path of Object.values(pagePaths)) {
    if (path === pagePaths.sandbox && !played) continue;
    app.get(path.replaceAll('$', ':'), { exposeHeadRoute }, send(200));
  }
  // Who types the bare address into a browser wants the pages; a program is told that there is nothing.
  app.get('/', { exposeHeadRoute }, (request, reply) =>
    /\btext\/html\b/.test(request.headers.accept ?? '')
      ? reply.header('cache-control', 'no-store').header('vary', 'accept').redirect(pagePaths.dashboard, 302)
      : reply.callNotFound(),
  );
  for (const ground of grounds) app.get(ground, { exposeHeadRoute }, send(404));
  app.get('/assets/*', { exposeHeadRoute }, (request, reply) => {
    const { '*': name = '' } = request.params as { '*'?: string };
    if (name.startsWith(sandboxFilePrefix) && !played) return reply.callNotFound();
    return sendAsset(build, `assets/${name}`, 'public, max-age=31536000, immutable', request, reply);
  });
  // Read before anything is painted, so it stands outside the hashed files; small enough to be asked for each time.
  app.get('/scheme.js', { exposeHeadRoute }, (request, reply) =>
    sendAsset(build, 'scheme.js', 'no-cache', request, reply),
  );
}

function sendPage(
  build: Build,
  environment: string,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString('base64');
  const text = build.page(nonce, environment);
  reply
    .headers(guardHeaders)
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('x-request-id', request.id)
    .type('text/html; charset=utf-8');
  return text === undefined ? reply.code(503).send(notBuilt) : reply.code(status).send(text);
}

function sendAsset(
  build: Build,
  place: string,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const asset = build.asset(place, request.headers['accept-encoding']);
  if (!asset) {
    reply.callNotFound();
    return reply;
  }
  if (asset.encoding !== 'identity') reply.header('content-encoding', asset.encoding);
  return reply
    .headers({ 'cache-control': cacheControl, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
    .type(asset.contentType)
    .send(asset.bytes);
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Quittance</title></head>
<body>
<h1>The pages are not built yet</h1>
<p>The interface under <code>/v1</code> works. To have these pages too, run <code>node scripts/web-build.ts</code> (or
<code>npm start</code>, which does it first) and load this page again.</p>
</body>
</html>
`;
