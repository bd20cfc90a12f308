/**
 * The published description and the pages made of it, in a real browser.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { openApiText } from '../../contract/openapi.ts';
import { installDocumentation } from '../../src/api/documentation.ts';
import { createLog } from '../../src/base/log.ts';
import { createServer } from '../../src/http/server.ts';
import { launchBrowser } from '../world/browser.ts';

let app: FastifyInstance;
let address: string;
let browser: Browser;

before(async () => {
  app = createServer({ log: createLog({ level: 'silent' }), bodyBytesMax: 1024 });
  installDocumentation(app);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchBrowser();
});

after(async () => {
  await browser.close();
  await app.close();
});

test('the description is published without a token, as generated', async () => {
  const answer = await fetch(`${address}/v1/openapi.json`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(await answer.text(), openApiText());
});

test('nobody frames the pages, and they run no script but their own', async () => {
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js', '/docs/openapi.json']) {
    const { headers } = await fetch(`${address}${path}`, { redirect: 'manual' });
    assert.equal(headers.get('x-frame-options'), 'DENY', path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors 'none'/, path);
    assert.match(policy, /default-src 'none'; script-src 'self'( 'sha256-[^']+')?;/, path);
  }
});

for (const [name, options] of Object.entries({
  'a desktop': { viewport: { width: 1280, height: 800 } },
  'a phone in the dark scheme': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
})) {
  test(`on ${name} the pages show every endpoint, load nothing from elsewhere and report no error`, async () => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const outside: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${address}/docs`);
    await page.getByRole('heading', { name: 'How a payment goes' }).waitFor();
    assert.equal(await page.title(), 'Quittance API');
    await page.getByText('Create a bill or rent payment').first().waitFor({ state: 'attached' });
    assert.deepEqual(outside, []);
    assert.deepEqual(errors, []);
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.ok((wide as number) <= 1, `the page is ${wide} px wider than the screen`);
    await context.close();
  });
}
