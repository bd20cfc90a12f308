/**
 * The people's pages in a real browser, on the real service: sign in by the link that its first start prints, and look at
 * everything that goes wrong meanwhile.
 *
 *   openWeb() ─▶ visitor({…}) ─▶ goToPlace(page, 'Webhooks') ─▶ …          everything ends with the test file
 *           └──▶ seat({…}) ─▶ a page that somebody keeps from test to test, on the size that is asked for
 *
 * What a person does is gone through on each size: `onEachSize` makes a test of each.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../world/browser.ts';
import { openWorld, type World } from '../world/service.ts';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };
export const sizes = { desktop, phone };
export type Size = keyof typeof sizes;
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const axeOptions: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
};
const linkOf = { dashboard: 'Dashboard', console: 'Console' } as const;

/** No page lives long enough here for its script to be worth optimizing. */
const hasty = ['--js-flags=--no-opt,--no-maglev,--single-threaded-gc'];
let browser: Promise<Browser> | undefined;
let web: ReturnType<typeof openOwnWeb> | undefined;

/** The one web of a test file, also where its tests stand in several modules. */
export function openWeb() {
  web ??= openOwnWeb();
  return web;
}

/** A service of its own, in the browser of the test file. */
export async function openOwnWeb() {
  const world = await openWorld();
  browser ??= launchBrowser(hasty);
  const open = await browser;
  after(() => open.close());
  const visitor = (options: BrowserContextOptions = {}) => visitorOf(open, world.address, options);
  return {
    world,
    address: world.address,
    visitor,
    seat: (options: BrowserContextOptions) => seatOf(visitor, options),
    firstLink: (which: keyof typeof linkOf) => firstLinkOf(world, which),
    walk: (...given: Walk) => walkOf(visitor, ...given),
  };
}

type Visitor = (options?: BrowserContextOptions) => ReturnType<typeof visitorOf>;

/**
 * A browser of its own, and everything that went wrong in it. A refused request (401, 404…) is not wrong by itself, nor is one that
 * the test cuts off.
 */
async function visitorOf(browser: Browser, address: string, options: BrowserContextOptions) {
  // What moves is judged half-way otherwise, and waited for.
  const context = await browser.newContext({
    viewport: desktop,
    locale: 'en-CA',
    reducedMotion: 'reduce',
    ...options,
  });
  const wrong: string[] = [];
  context.on('weberror', (error) => wrong.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d|net::ERR_FAILED/.test(message.text()))
      wrong.push(message.text());
  });
  const page = await context.newPage();
  return { context, page, wrong, at: (path: string) => page.goto(`${address}${path}`) };
}

/**
 * A page that somebody keeps: an address is loaded in it, on a size, something is done there, and nothing must have gone wrong. A window
 * of one's own for each test would cost twice as much as the test.
 */
function seatOf(visitor: Visitor, options: BrowserContextOptions) {
  let kept: ReturnType<Visitor> | undefined;
  return async (size: Size, path: string, heading: string | RegExp, work: (page: Page) => Promise<void>) => {
    kept ??= visitor(options);
    const { page, wrong, at } = await kept;
    await page.setViewportSize(sizes[size]);
    await at(path);
    await shown(page, heading);
    await work(page);
    assert.deepEqual(wrong.splice(0), []);
  };
}

/** The one-time link that the first start printed: of the demo partner's owner, or of the operator. */
async function firstLinkOf(world: World, which: keyof typeof linkOf): Promise<string> {
  const line = new RegExp(`^ *${linkOf[which]} +(\\S+/sign-in/link#\\S+)`, 'm');
  // The welcome comes a moment after the line that says "ready".
  for (let tries = 0; tries < 100; tries += 1) {
    const found = line.exec(world.output())?.[1];
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
    await world.call('GET', '/healthz');
  }
  throw new Error(`no link of the ${which} in\n${world.output()}`);
}

type Walk = [
  paths: readonly string[],
  options: BrowserContextOptions,
  before?: (page: Page, path: string) => Promise<void>,
];

/**
 * Page after page: nothing for axe to find, nothing wider than the screen, no error in the browser. The first is loaded, and what stands
 * in a mail; the others are gone to as by a link. `before` does something on a page before it is judged.
 */
async function walkOf(visitor: Visitor, ...[paths, options, before]: Walk): Promise<void> {
  const { context, page, wrong, at } = await visitor(options);
  let shape = '';
  for (const path of paths) {
    // Two addresses of one page: its heading would stay, and nobody could tell when the second one stands.
    if (shape === '' || shapeOf(path) === shape || path.includes('#')) await at(path);
    else await goTo(page, path);
    shape = shapeOf(path);
    await shown(page, /./);
    await before?.(page, path);
    assert.deepEqual(await faultsOf(page), [], path);
  }
  assert.deepEqual(wrong, []);
  await context.close();
}

/** The same on desktop and phone size, a test for each. `name` states what both prove. */
export function onEachSize(name: string, flow: (size: Size) => Promise<void>): void {
  for (const size of ['desktop', 'phone'] as const) test(`${name} (${size})`, () => flow(size));
}

/** Goes to another page by the navigation, which stands behind a button on a phone. */
export async function goToPlace(page: Page, place: string): Promise<void> {
  const isPhone = page.viewportSize()?.width === phone.width;
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: place, exact: true }).click();
  await shown(page, place);
  if (isPhone) await page.getByRole('button', { name: 'Menu', expanded: false }).waitFor();
}

const shapeOf = (path: string) => path.replace(/\?.*/, '').replace(/\d+/g, '1');

/** Goes to another page as a link does, without loading the document again. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `document.querySelector('h1').setAttribute('data-left', ''); history.pushState({}, '', ${JSON.stringify(path)})`,
  );
  await page.locator('h1:not([data-left])').waitFor();
}

/** What axe finds on a page as it stands, and whether it is wider than its screen. */
export async function faultsOf(page: Page): Promise<string[]> {
  // A size or scheme that was just changed is there with the frame after next.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(axeOptions)})`)) as AxeResults;
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
  const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  if (width > (page.viewportSize()?.width ?? 0)) found.push(`${width} pixels wide`);
  return found;
}

/**
 * The looks in which pages are judged: each size, scheme and language once. What axe finds depends on scheme (contrast), size (targets,
 * what is hidden) and language (names) one by one, hardly ever on two of them together.
 */
export const looks = [
  { viewport: desktop, colorScheme: 'light', locale: 'en-CA' },
  { viewport: phone, colorScheme: 'dark', locale: 'fr-CA' },
] as const;

/** Waits until a page has its heading and everything that it fetches. */
export async function shown(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.locator('html:not(:has([role=status][aria-label]))').waitFor({ state: 'attached' });
}
