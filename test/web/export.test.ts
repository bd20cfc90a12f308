/** The export in a browser: a file where it can be had, words where it cannot. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { created } from '../world/bodies.ts';
import { memberAt } from './operator.ts';
import { openWeb } from './web-world.ts';

const web = await openWeb();
const partner = await web.world.partner();
const payment = await created(web.world, partner.token);
const { storageState } = await memberAt(web, BigInt(partner.id), 'developer');

test('the export is saved under its name; while too many run, or where it breaks off, the page says so', async () => {
  const { page, at, wrong, context } = await web.visitor({ storageState });
  await at(`/dashboard/${partner.id}/payments?status=pending`);
  const button = page.getByRole('button', { name: 'Export CSV' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  assert.equal(download.suggestedFilename(), 'payments.csv');
  assert.match(readFileSync(await download.path(), 'utf8'), new RegExp(`\\r\\n${payment.id},`));

  const body = JSON.stringify({ error: '2 exports are under way: wait until one has ended' });
  await page.route('**/payments/export*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '15', 'content-type': 'application/json' }, body }),
  );
  await button.click();
  await page.getByText('Try again in 15 seconds').waitFor();
  await page.getByText('2 exports are under way').waitFor();

  await page.unroute('**/payments/export*');
  await page.route('**/payments/export*', (route) => route.abort());
  await button.click();
  await page.getByText('The service cannot be reached').waitFor();
  assert.deepEqual(
    wrong.filter((line) => !/net::ERR_FAILED/.test(line)),
    [],
  );
  await context.close();
});
