import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createLog } from '../../src/base/log.ts';
import { createServer } from '../../src/http/server.ts';
import { pagePaths } from '../../src/pages/paths.ts';
import { installPages } from '../../src/pages/routes.ts';
import { sandboxFilePrefix } from '../../src/pages/sandbox-files.ts';

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));
const log = createLog({ level: 'error' });

async function serve(folder?: string, environment: 'sandbox' | 'production' = 'sandbox') {
  const app = createServer({ log, bodyBytesMax: 2 ** 20 });
  installPages(app, { environment, ...(folder !== undefined && { folder }) });
  await app.ready();
  after(() => app.close());
  return app;
}
const app = await serve();
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const someFile = readdirSync(path.join(dist, 'assets')).find((name) => /^index-.*\.js$/.test(name)) ?? '';

test('every page of the table is the document, whatever stands in for its names', async () => {
  for (const pattern of Object.values(pagePaths)) {
    const answer = await get(`${pattern.replaceAll(/\$\w+/g, '1')}?x=1`);
    assert.equal(answer.statusCode, 200, pattern);
    assert.match(answer.headers['content-type'] as string, /^text\/html/);
    assert.match(answer.body, /<div id="root">/);
    assert.match(answer.body, /name="environment" content="sandbox"/);
  }
});

test('the bare address leads a browser to the dashboard, and tells a program that there is nothing', async () => {
  const answer = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  assert.deepEqual([answer.statusCode, answer.headers.location], [302, '/dashboard']);
  for (const accept of ['*/*', 'application/json']) assert.equal((await get('/', { accept })).statusCode, 404, accept);
});

test('an address below a page that is none is 404 with the document, so that the browser can say it in words', async () => {
  for (const url of ['/dashboard/1/nothing', '/sign-in/nothing', '/console/x/y', '/dashboard/1/payments/2/3']) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 404, url);
    assert.match(answer.body, /<div id="root">/);
  }
});

test('below the doors of data, and elsewhere, what is unknown is 404 as JSON', async () => {
  for (const url of [
    '/dashboard/data',
    '/dashboard/data/1/nothing',
    '/console/data/x',
    '/invitation/x',
    '/assets/',
    '/x',
  ]) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 404, url);
    assert.match(answer.headers['content-type'] as string, /^application\/json/, url);
  }
});

test('each answer has a nonce of its own, in its policy and in the document, and is kept by nobody', async () => {
  const nonces = new Set<string>();
  for (let index = 0; index < 3; index += 1) {
    const { headers, body } = await get('/sign-in');
    const policy = headers['content-security-policy'] as string;
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] as string;
    assert.ok(body.includes(`name="style-nonce" content="${nonce}"`));
    nonces.add(nonce);
    for (const part of ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "base-uri 'none'"]) {
      assert.ok(`${policy};`.includes(part), part);
    }
    assert.ok(policy.includes("require-trusted-types-for 'script'"));
    assert.ok(!policy.includes('unsafe'));
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
  }
  assert.equal(nonces.size, 3);
});

test('the document itself holds no script and no style: the policy would forbid it', async () => {
  const { body } = await get('/sign-in');
  assert.doesNotMatch(body, /<style|\sstyle=|\son\w+=/);
  for (const [, inside] of body.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) assert.equal(inside, '');
});

test('files are sent as small as the browser takes them, and kept for good', async () => {
  const plain = readFileSync(path.join(dist, 'assets', someFile));
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', 'identity'],
  ] as const) {
    const answer = await get(`/assets/${someFile}`, { 'accept-encoding': accepted });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-encoding'] ?? 'identity', encoding);
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.vary, 'accept-encoding');
    assert.deepEqual(unpack[encoding](answer.rawPayload), plain);
  }
});

test('nothing but the built files can be read', async () => {
  for (const url of [
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    `/assets/${someFile}.br`,
    '/assets/nothing.js',
    '/assets/..%2f..%2f..%2fnode_modules%2faxe-core%2faxe.min.js',
    '/assets/..%2f..%2f..%2fnode_modules/axe-core/axe.min.js',
    `/assets/x%2f..%2f${someFile}`,
  ]) {
    assert.equal((await get(url)).statusCode, 404, url);
  }
});

const scripts = readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'));
const played = scripts.filter((name) => name.startsWith(sandboxFilePrefix));

test('production has neither the page of the sandbox panel nor a file of it, and every other page and file', async () => {
  const production = await serve(undefined, 'production');
  const status = async (url: string) => (await production.inject({ method: 'GET', url })).statusCode;
  for (const pattern of Object.values(pagePaths)) {
    const url = pattern.replaceAll(/\$\w+/g, '1');
    assert.equal(await status(url), pattern === pagePaths.sandbox ? 404 : 200, url);
  }
  assert.ok(played.length >= 2);
  for (const name of scripts) {
    assert.equal(await status(`/assets/${name}`), played.includes(name) ? 404 : 200, name);
    assert.equal((await get(`/assets/${name}`)).statusCode, 200);
  }
});

test('what calls the plays stands in the files of the panel alone, and no other file needs one of them to run', () => {
  for (const name of scripts) {
    const text = readFileSync(path.join(dist, 'assets', name), 'utf8');
    if (played.includes(name)) continue;
    assert.doesNotMatch(text, /\/sandbox\/\$\{|interac-transfers|advanceBusinessDays/, name);
    const needed = [...text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map((match) => match[1] ?? '');
    assert.deepEqual(
      needed.filter((each) => played.includes(each)),
      [],
      name,
    );
  }
});

test('without a build a page says what to do, and everything else works', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'quittance-pages-'));
  after(() => rmSync(empty, { recursive: true }));
  const bare = await serve(empty);
  const answer = await bare.inject({ method: 'GET', url: '/dashboard' });
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /node scripts\/web-build\.ts/);
  assert.equal((await bare.inject({ method: 'GET', url: `/assets/${someFile}` })).statusCode, 404);
});
