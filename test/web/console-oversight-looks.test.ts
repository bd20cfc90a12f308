import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartnerView } from '../../src/console/desk/views.ts';
import { anyPayee } from '../world/bodies.ts';
import { operatorAt } from './operator.ts';
import { fill, holdCard, payeePath } from './oversight-world.ts';
import { faultsOf, looks, openWeb, shown } from './web-world.ts';

const web = await openWeb();
const { visitor, world } = web;
const approver = await operatorAt(web, 'approver');
/** Of the first partner that has everything, once it is there. */
let partnerPath = '';

test('on an empty service every page says that nothing waits, and what to do', async () => {
  const { context, page, at, wrong } = await visitor({ storageState: approver.storageState });
  for (const [path, sentence] of [
    ['endpoints', 'Every endpoint takes its events'],
    ['cards', 'No card money is held'],
    ['cards', 'Nothing went back'],
    ['ledger', 'Nothing was posted yet'],
  ] as const) {
    await at(`/console/${path}`);
    await shown(page, /./);
    await page.getByRole('heading', { name: sentence }).waitFor();
  }
  await at('/console/payees');
  await page.getByLabel('Search payees').fill('qqqqqqqqqqqq');
  await page.getByRole('heading', { name: 'No payee of that name' }).waitFor();
  for (const path of ['endpoints', 'cards', 'ledger']) {
    await at(`/console/${path}`);
    await shown(page, /./);
    assert.deepEqual(await faultsOf(page), [], path);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test('with everything there is to see, the service has it', async () => {
  const partner = await fill(world, approver);
  await holdCard(world, partner);
  const rules = { name: anyPayee, accountFormat: { lengths: [10] }, confidence: 'sourced', source: 'a letter' };
  await approver.post('/payees/publish', { ...rules, version: 1, reason: 'as they wrote' });
  await approver.post('/invitations', { email: 'newcomer@example.com', role: 'agent' });
  const made = await approver.post<PartnerView>('/partners', { name: 'Nordlicht', reason: 'contract signed' });
  await approver.post(`/partners/${made.partnerId}/invitations`, { email: 'chief@example.com' });
  partnerPath = `partners/${partner.id}`;
});

for (const look of looks) {
  test(`nothing for axe to find, nothing cut off, no error in the browser: ${look.viewport.width} px, ${look.locale}`, async () => {
    const paths = ['payees', payeePath(anyPayee).slice(9), 'ledger', 'partners', partnerPath];
    await web.walk(
      [...paths, 'endpoints', 'cards', 'people', 'trail'].map((path) => `/console/${path}`),
      { ...look, storageState: approver.storageState },
      async (page, path) => {
        if (path.startsWith('/console/payees/')) {
          await page.getByRole('button', { name: /Change the rules|Modifier les règles/ }).click();
          await page.getByLabel(/Numbers of digits|Nombres de chiffres/).fill('12');
          await page.getByRole('button', { name: /See what|Voir ce qui/ }).click();
          await page.getByTestId('preview').waitFor();
        }
        if (path === '/console/ledger') {
          await page.getByRole('button', { name: /Run the audit|Vérifier maintenant/ }).click();
          await page.getByRole('table', { name: /^(Audit|Vérification)$/ }).waitFor();
        }
      },
    );
  });
}
