/** How the pages around signing in and the dashboard's look, and that nothing on them moves while loading. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { created } from '../world/bodies.ts';
import { looks, openWeb, shown } from './web-world.ts';

const { visitor, walk, firstLink, world } = await openWeb();
const first = await visitor();
await first.page.goto(await firstLink('dashboard'));
await first.page.getByRole('button', { name: 'Sign in', exact: true }).click();
await shown(first.page, 'Payments');
const storageState = await first.context.storageState();
await first.context.close();

const { token } = { token: /svcapi_[0-9a-f]{64}/.exec(world.output())?.[0] as string };
const payment = await created(world, token);

const open = [
  '/sign-in',
  '/sign-in/link#x',
  '/sign-in/second-factor',
  '/sign-in/forgotten',
  '/sign-in/password#x',
  '/invitation#x',
];
const inside = [
  'payments',
  'payments?search=nothing-fits',
  `payments/${payment.id}`,
  'totals',
  'tokens',
  'webhooks',
  'bank-accounts',
  'payees',
  'rent-reports',
  'start',
  'people',
  'sandbox',
].map((name) => `/dashboard/1/${name}`);
for (const mode of looks) {
  const name = `${mode.viewport.width} px, ${mode.colorScheme}, ${mode.locale}`;
  test(`nothing for axe to find on any page, nothing cut off, no error in the browser: ${name}`, async () => {
    await walk(open, mode);
    await walk([...inside, '/account', '/console', '/dashboard/999/payments'], { ...mode, storageState });
  });
}

test('nothing on a page moves while it is loading', async () => {
  const { context, page, at } = await visitor({ storageState });
  for (const path of inside) {
    await page.addInitScript(`window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
    await at(path);
    await shown(page, /./);
    const shift = (await page.evaluate('window.shift')) as number;
    assert.ok(shift < 0.1, `${path}: ${shift}`);
  }
  await context.close();
});
