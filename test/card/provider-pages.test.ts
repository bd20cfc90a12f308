/** The simulated provider's pages: safe, in both languages, good for a real browser, and a sensible answer to every way of coming there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { findByLink } from '../../src/collection/card/links.ts';
import { cardOutcomes, identityOutcomes } from '../../src/sandbox/card-provider/outcomes.ts';
import { texts } from '../../src/sandbox/card-provider/texts.ts';
import { launchBrowser } from '../world/browser.ts';
import { call, openWorld } from '../world/service.ts';
import { browse, type CardRecord, cardPayment, chosen, pressed, stateOf, through } from './card-world.ts';

const world = await openWorld();
const { token } = await world.partner();
const { database } = world.testDatabase;
const browser = await launchBrowser();
after(() => browser.close());

async function atProvider(kind: 'identity' | 'card', more: object = {}): Promise<{ payment: CardRecord; url: string }> {
  const payment = await cardPayment(world, token, more);
  if (kind === 'card') await through(payment, 'identity', 'verified');
  return { payment, url: await pressed(payment, kind) };
}
/** The same, where the payer's page is in French. */
async function inFrench(kind: 'identity' | 'card'): Promise<string> {
  const payment = await cardPayment(world, token);
  if (kind === 'card') await through(payment, 'identity', 'verified');
  const { pathname } = new URL(payment.paymentUrl);
  const answer = await call(world.address, 'POST', `${pathname}/${kind}?lang=fr`);
  return String(answer.headers.location);
}

test('every page says what it is, has no script, and may load and send nothing elsewhere', async () => {
  for (const kind of ['identity', 'card'] as const) {
    const { url } = await atProvider(kind);
    const missing = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const address of [url, missing]) {
      const { headers, text } = await browse('GET', address);
      assert.match(text, /Simulated provider – no real document, no real card/);
      assert.doesNotMatch(text, /<script|<input|<img|\son\w+=/i);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'/,
      );
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
      assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'no-referrer']);
    }
  }
});

test('where there is no page, under an address that is somebody’s secret, the answer is guarded all the same', async () => {
  const { url, payment } = await atProvider('identity');
  const { pathname } = new URL(payment.paymentUrl);
  for (const [method, path] of [
    ['GET', '/pay/%zz'],
    ['PROPFIND', pathname],
    ['PUT', new URL(url).pathname],
    ['GET', '/sandbox/provider/identity/%zz'],
    ['GET', `/sandbox/provider/card/${'a'.repeat(101)}`],
  ] as const) {
    const { status, headers } = await call(world.address, method, path);
    assert.equal(status, 404, path);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/, path);
    assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'no-referrer'], path);
  }
  assert.equal((await call(world.address, 'GET', '/v1/nothing')).headers['content-security-policy'], undefined);
});

test('the pages offer every outcome, in the language of the payer', async () => {
  const { url } = await atProvider('card');
  for (const [address, kind, language] of [
    [url, 'card', 'en'],
    [await inFrench('card'), 'card', 'fr'],
    [(await atProvider('identity')).url, 'identity', 'en'],
    [await inFrench('identity'), 'identity', 'fr'],
  ] as const) {
    const { text } = await browse('GET', address);
    assert.match(text, new RegExp(`<html lang="${language}-CA">`));
    const labels: Record<string, string> = texts[language][kind];
    for (const name of Object.keys(kind === 'card' ? cardOutcomes : identityOutcomes)) {
      assert.ok(text.includes(`value="${name}">${labels[name]}<`), name);
    }
  }
  assert.match((await browse('GET', url)).text, /<dd>\$1,650\.00<\/dd>/);
});

test('what others wrote is shown as text, never as markup', async () => {
  const { url, payment } = await atProvider('card');
  const evil = '"><script>alert(1)</script>';
  await database.query(
    `update simulated_sessions set request = request || jsonb_build_object('description', $2::text) where id = $1`,
    [url.split('/').at(-1), evil],
  );
  const { text } = await browse('GET', url);
  assert.ok(!text.includes('<script') && text.includes('&quot;&gt;&lt;script&gt;'));
  assert.ok(await findByLink(database, payment.paymentUrl.slice(-43)));
});

test('a session that is not there is 404, whatever is sent to it', async () => {
  const { url } = await atProvider('identity');
  const id = url.split('/').at(-1);
  for (const address of [
    `${world.address}/sandbox/provider/card/${id}`,
    `${world.address}/sandbox/provider/identity/sim_identity_x`,
    `${world.address}/sandbox/provider/identity/%00`,
    `${url}${'x'.repeat(200)}`,
  ]) {
    for (const answer of [await browse('GET', address), await browse('POST', address, { outcome: 'paid' })]) {
      assert.ok([404, 400].includes(answer.status), `${answer.status} ${address}`);
    }
  }
  const french = await call(world.address, 'GET', '/sandbox/provider/card/x', {
    headers: { 'accept-language': 'fr-CA' },
  });
  assert.match(french.text, /Cette session n’existe pas/);
});

test('what is not one of the choices is 400 with a page, and changes nothing', async () => {
  const { url, payment } = await atProvider('card');
  const { pathname } = new URL(url);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const [body, headers] of [
    ['outcome=', form],
    ['outcome=verified', form],
    ['outcome=__proto__', form],
    ['', form],
    [`outcome=paid&more=${'x'.repeat(5000)}`, form],
    ['{"outcome":"paid"}', { 'content-type': 'application/json' }],
    ['outcome=paid', { 'content-type': 'text/plain' }],
  ] as const) {
    const answer = await call(world.address, 'POST', pathname, { body, headers });
    assert.equal(answer.status, 400, body.slice(0, 30));
    assert.match(answer.text, /That was not one of the choices/);
  }
  assert.equal(await stateOf(payment), 'to_pay');
});

test('what was chosen already stands: a second choice leads back, and the page says that nothing is left to do', async () => {
  const { url, payment } = await atProvider('card');
  await chosen(url, 'paid');
  assert.ok((await chosen(url, 'declined')).startsWith(payment.paymentUrl));
  const page = await browse('GET', url);
  assert.equal(page.status, 200);
  assert.match(page.text, /Nothing more to do here/);
  assert.match(page.text, new RegExp(`href="${payment.paymentUrl}`));
  assert.equal(await stateOf(payment), 'paid');
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
for (const scheme of ['light', 'dark'] as const) {
  test(`in a browser, on a phone, in ${scheme} colours: nothing is refused by the page's own policy, and axe finds nothing`, async () => {
    const addresses = [await inFrench('identity'), await inFrench('card'), `${world.address}/sandbox/provider/card/x`];
    await chosen(addresses[1] as string, 'insufficient_funds');
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    try {
      for (const address of addresses) {
        said.length = 0;
        await page.goto(address);
        const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
        assert.ok(fits, 'nothing is to be scrolled sideways');
        assert.equal(await page.evaluate('getComputedStyle(document.body).margin'), '0px', 'the style is applied');
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
        await page.evaluate(axe);
        const found = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(tags)} })`)) as {
          violations: { id: string; nodes: { html: string }[] }[];
        };
        assert.deepEqual(
          found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          [],
        );
        assert.deepEqual(
          said.filter((line) => !line.includes('404')),
          [],
        );
      }
    } finally {
      await context.close();
    }
  });
}

test('without script, by keyboard, a payer goes from the link to paid', async () => {
  const payment = await cardPayment(world, token);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  try {
    for (const kind of ['identity', 'card'] as const) {
      await page.goto(await pressed(payment, kind));
      await page.keyboard.press('Tab');
      await Promise.all([
        page.waitForURL((url) => url.href.startsWith(payment.paymentUrl)),
        page.keyboard.press('Enter'),
      ]);
    }
    assert.equal(await stateOf(payment), 'paid');
  } finally {
    await context.close();
  }
});
