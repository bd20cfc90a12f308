import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { texts } from '../../src/payment-page/texts.ts';
import { launchBrowser } from '../world/browser.ts';
import { linksByState, openPage } from './world.ts';

const world = await openPage();
const { address, pay, provider, database } = world;
const browser = await launchBrowser();
after(() => browser.close());

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const axeOptions: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
};
const { en, fr } = texts;

/** A page in a browser of its own, and everything that went wrong in it. */
async function visitor(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: phone, locale: 'en-CA', ...options });
  const wrong: string[] = [];
  context.on('weberror', (error) => wrong.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) wrong.push(message.text());
  });
  const page = await context.newPage();
  return { context, page, wrong, at: (link: string) => page.goto(`${address}/pay/${link}`) };
}

const title = (page: Page, words: string) => page.getByRole('heading', { name: words, exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const sessionsOf = async (link: string) => {
  const { id } = await pay.payment(link);
  const { rows } = await database.query('select state from card_sessions where payment_id = $1', [id]);
  return rows.map(({ state }) => state);
};
const payLabel = en.buttons.pay('$1,650.00');

/** What axe looks at is said of both schemes, both languages and the narrowest screen once; widths are looked at in each. */
const modes = [
  { viewport: phone, colorScheme: 'dark', locale: 'fr-CA', axe: true },
  { viewport: desktop, colorScheme: 'light', locale: 'en-CA', axe: true },
  { viewport: desktop, colorScheme: 'dark', locale: 'fr-CA', axe: false },
  { viewport: { width: 320, height: 568 }, colorScheme: 'light', locale: 'fr-CA', axe: true },
] as const;

for (const mode of modes) {
  const name = `${mode.viewport.width} px, ${mode.colorScheme}, ${mode.locale}`;
  test(`${mode.axe ? 'nothing for axe to find, ' : ''}nothing cut off, no error in the browser: ${name}`, async () => {
    const { axe: withAxe, ...looks } = mode;
    const { context, page, wrong, at } = await visitor(looks);
    for (const [state, link] of Object.entries(await linksByState(world))) {
      await at(link);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), mode.viewport.width, state);
      if (!withAxe) continue;
      await page.evaluate(axe);
      const { violations, incomplete } = (await page.evaluate(`axe.run(${JSON.stringify(axeOptions)})`)) as AxeResults;
      const found = [...violations, ...incomplete].map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
      assert.deepEqual(found, [], state);
    }
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test('words without end and names in any script stay within a phone of 320 px', async () => {
  const { context, page, at } = await visitor({ viewport: { width: 320, height: 568 } });
  const endless = 'Donaudampfschifffahrts'.repeat(12);
  const link = await pay.link(
    {
      userName: `\u202e${'مستأجر'.repeat(40)}`,
      rentFields: JSON.stringify({ term: 'Z\u0311\u0323\u0353'.repeat(60), landlordMemo: endless }),
      amountCents: 2n ** 46n * 100n - 1n,
    },
    endless,
  );
  for (const query of ['', '?problem=1']) {
    await at(link + query);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  }
  await context.close();
});

for (const javaScriptEnabled of [true, false]) {
  test(`from the link to the receipt in French, ${javaScriptEnabled ? 'with' : 'without'} a script`, async () => {
    const { context, page, wrong, at } = await visitor({ javaScriptEnabled, viewport: desktop });
    const link = await pay.link();
    await at(link);
    await title(page, en.states.to_verify('', '').title);
    await page.getByRole('link', { name: 'Français' }).click();
    await title(page, fr.states.to_verify('', '').title);
    await press(page, fr.buttons.verify);
    await press(page, 'later');
    await title(page, fr.states.verifying('', '').title);
    // Nobody touches the page: it moves on by itself.
    provider.say([...provider.views.keys()].at(-1) as string, { state: 'verified' });
    await title(page, fr.states.to_pay('', '').title);
    await page.getByText(fr.verified.title).waitFor();
    await press(page, fr.buttons.pay('1\u00a0650,00\u00a0$'));
    await press(page, 'back');
    await page.getByText(fr.notFinished.card.title).waitFor();
    await press(page, fr.buttons.pay('1\u00a0650,00\u00a0$'));
    await press(page, 'later');
    await title(page, fr.states.processing('', '').title);
    provider.say([...provider.views.keys()].at(-1) as string, pay.paid());
    await title(page, fr.states.paidJustNow('', '').title);
    assert.equal(await page.getByRole('button', { name: fr.buttons.print }).isVisible(), javaScriptEnabled);
    assert.deepEqual(await sessionsOf(link), ['paid']);
    assert.equal((await pay.payment(link)).state, 'collected');
    await at(link);
    await title(page, en.states.paid('', '').title);
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test('a double click is one step: one request, one session', async () => {
  const { context, page, wrong, at } = await visitor();
  const link = await pay.link();
  await pay.verify(link);
  await at(link);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.getByRole('button', { name: payLabel }).dblclick();
  await page.waitForURL(`${provider.origin}/**`);
  assert.equal(posts.length, 1);
  assert.deepEqual(await sessionsOf(link), ['open']);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('the back button leads to a page that can be used again, and after paying to one that says so', async () => {
  const { context, page, at } = await visitor();
  const link = await pay.link();
  await pay.verify(link);
  await at(link);
  await press(page, payLabel);
  await page.waitForURL(`${provider.origin}/**`);
  await page.goBack();
  await press(page, payLabel);
  await page.waitForURL(`${provider.origin}/**`);
  await press(page, 'done');
  await title(page, en.states.paidJustNow('', '').title);
  await page.goBack();
  await page.goBack();
  await title(page, en.states.paid('', '').title);
  assert.equal(await page.locator('form').count(), 0);
  assert.deepEqual(await sessionsOf(link), ['paid']);
  await context.close();
});

test('two tabs never pay twice: the second is told that it is already paid', async () => {
  const { context, page, at } = await visitor();
  const link = await pay.link();
  await pay.verify(link);
  await at(link);
  const other = await context.newPage();
  await other.goto(`${address}/pay/${link}`);
  await press(page, payLabel);
  await press(page, 'done');
  await title(page, en.states.paidJustNow('', '').title);
  await press(other, payLabel);
  await title(other, en.states.paid('', '').title);
  assert.deepEqual(await sessionsOf(link), ['paid']);
  await context.close();
});

test('what went wrong has the focus when the payer comes back, and is not said again at a reload', async () => {
  const { context, page, at } = await visitor();
  const link = await pay.link();
  await pay.verify(link);
  await at(link);
  provider.fault = { fault: 'unavailable', why: 'played by the test' };
  await press(page, payLabel);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  provider.fault = undefined;
  await page.getByText(en.problem('Maple Homes').text).waitFor();
  assert.equal(await page.evaluate("document.activeElement.getAttribute('role')"), 'alert');
  await page.reload();
  await page.getByRole('button', { name: payLabel }).waitFor();
  assert.equal(await alert.count(), 0);
  await context.close();
});

test('a receipt prints as one: without buttons, links and steps', async () => {
  const { context, page, at } = await visitor();
  const links = await linksByState(world);
  await page.addInitScript('window.print = () => { window.printed = true; }');
  await at(links.paid_just_now as string);
  await press(page, en.buttons.print);
  assert.equal(await page.evaluate('window.printed'), true);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('button', { name: en.buttons.print }).isVisible(), false);
  assert.equal(await page.getByRole('link', { name: 'Français' }).isVisible(), false);
  assert.equal(await page.getByRole('list').isVisible(), false);
  assert.equal(await page.getByRole('heading', { name: en.receipt }).isVisible(), true);
  assert.equal(await page.getByText('Maple Homes').last().isVisible(), true);
  await context.close();
});

test('the keyboard alone leads through: every step is reached, seen, and taken with Enter', async () => {
  const { context, page, at } = await visitor();
  await at(await pay.link());
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Français');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), en.buttons.verify);
  assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${provider.origin}/**`);
  await context.close();
});
