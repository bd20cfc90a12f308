import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bill, created } from '../world/bodies.ts';
import { startReceiver, verified } from '../world/receiver.ts';
import { call } from '../world/service.ts';
import { desktop, openWeb, phone, shown } from './web-world.ts';

const web = await openWeb();
const { address, visitor, firstLink, world } = web;
const password = 'four calm green words';
const owner = 'owner@demo.invalid';

test('from the printed link to a password, a token that works, a webhook and a paid bill, as a person would', async () => {
  const { context, page, wrong, at } = await visitor();
  await page.goto(await firstLink('dashboard'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shown(page, 'Payments');
  assert.equal(new URL(page.url()).hash, '');

  await at('/account');
  await shown(page, 'Your account');
  await page.getByLabel('Name', { exact: true }).fill('Zoé Tremblay');
  await page.getByRole('button', { name: 'Change the name' }).click();
  await page.getByText('Zoé Tremblay ·').waitFor();
  await page.getByLabel('New password').fill('too short');
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByText('At least 12 characters', { exact: true }).waitFor();
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByRole('heading', { name: 'Change the password' }).waitFor();

  await page.getByRole('link', { name: 'API tokens' }).click();
  await shown(page, 'API tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('web server');
  await dialog.getByRole('button', { name: 'All permissions' }).click();
  await dialog.getByRole('button', { name: 'Create the token' }).click();
  const token = await page.getByTestId('once').innerText();
  assert.match(token, /^svcapi_[0-9a-f]{64}$/);
  assert.equal((await call(address, 'POST', '/v1/payment-history', { token, body: {} })).status, 200);

  const receiver = await startReceiver();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await shown(page, 'Webhooks');
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Save' }).click();
  const secret = await page.getByTestId('once').innerText();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test was delivered').waitFor();
  const [delivery] = await receiver.received(1);
  assert.ok(delivery);
  verified(delivery, secret);
  await page.getByRole('button', { name: 'payment.created' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('HTTP 200').waitFor();
  await drawer.getByRole('button', { name: 'Send again' }).click();
  await drawer.getByText(/Attempt 2/).waitFor();
  await page.keyboard.press('Escape');

  const payment = await created(world, token, { amount: 125.5 });
  await page.getByRole('link', { name: 'Payments' }).click();
  await shown(page, 'Payments');
  await page.getByRole('link', { name: bill.payeeName }).click();
  await shown(page, `Payment ${payment.id}`);
  await page.getByRole('button', { name: 'Payer sends the e-transfer' }).click();
  await page.getByText('The money has arrived').waitFor();
  await page.getByRole('button', { name: 'Biller rejects' }).click();
  await page.getByText('Rejected by the payee').first().waitFor();
  await page.getByRole('button', { name: 'Operator takes it up again' }).click();
  await page.getByText('Submitted to the payee again').waitFor();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test('with the password, on a phone and in French: back to where one wanted to go; a wrong one is said in words', async () => {
  const { context, page, wrong, at } = await visitor({ viewport: phone, locale: 'fr-CA', colorScheme: 'dark' });
  await at('/dashboard/1/payees');
  await page.getByRole('heading', { name: 'Connexion' }).waitFor();
  await page.getByLabel('Adresse courriel').fill(owner);
  await page.getByLabel('Mot de passe', { exact: true }).fill('not this one, no');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByText('L’adresse courriel ou le mot de passe est incorrect').waitFor();
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await shown(page, 'Bénéficiaires');
  assert.equal(new URL(page.url()).pathname, '/dashboard/1/payees');
  await page.getByLabel('Chercher un bénéficiaire').fill('toronto hydro');
  await page.getByRole('button', { name: 'Toronto Hydro' }).click();
  await page.getByRole('textbox', { name: 'Numéro de compte' }).fill('12345');
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await page.getByText(/Ce numéro/).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test('another partner’s address, and a page that is none, say that nothing is there', async () => {
  const other = await world.partner();
  const { context, page, at } = await visitor();
  await at('/sign-in');
  await page.getByLabel('E-mail address').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shown(page, 'Payments');
  for (const path of [
    `/dashboard/${other.id}/payments`,
    `/dashboard/${other.id}/tokens`,
    '/dashboard/1/nothing',
    '/x',
  ]) {
    await at(path.startsWith('/x') ? '/dashboard/x/payments' : path);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  }
  const status = await page.evaluate(`fetch('/dashboard/data/${other.id}/payments').then((answer) => answer.status)`);
  assert.equal(status, 404);
  await context.close();
});

test('a payment that was created while one looked at another page is in the list when one comes back at once', async () => {
  const { context, page, at } = await visitor();
  await at('/sign-in');
  await page.getByLabel('E-mail address').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shown(page, 'Payments');
  await page.getByRole('link', { name: 'Totals' }).click();
  await shown(page, 'Totals');
  const token = /svcapi_[0-9a-f]{64}/.exec(world.output())?.[0] as string;
  await created(world, token, { userName: 'Meanwhile Roy' });
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByText('Meanwhile Roy').waitFor();
  await context.close();
});

test('the keyboard: g and a letter open pages, / goes to the search, ? lists it all; the heading has the focus', async () => {
  const { context, page, at } = await visitor({ viewport: desktop });
  await at('/sign-in');
  await page.getByLabel('E-mail address').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await shown(page, 'Payments');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await shown(page, 'Totals');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Totals');
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await shown(page, 'Payees');
  await page.keyboard.press('/');
  assert.equal(await page.evaluate('document.activeElement.type'), 'search');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Getting started').waitFor();
  await context.close();
});
