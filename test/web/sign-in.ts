/** People at the door, as persons would go through it: links, passwords, a second factor, sessions, invitations, roles; and who may not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { People } from '../../src/people/views.ts';
import { anotherCode, codeOf, forgetTries, mailedToken, makeMember, Visit } from '../people/a-person.ts';
import { until } from '../world/payments.ts';
import { memberAt } from './operator.ts';
import { faultsOf, goToPlace, onEachSize, openWeb, phone, type Size, shown } from './web-world.ts';

const web = await openWeb();
const { address, visitor, firstLink, world, seat } = web;
const { database } = world.testDatabase;
const password = 'four calm green words';
const partner = await world.partner();
const owner = await memberAt(web, partner.id, 'owner');
const ownerSits = seat({ storageState: owner.storageState });
const doorSits = seat({});
/** Somebody whom this browser does not know yet, and forgets again. */
const strangerSits: typeof doorSits = (size, path, heading, work) =>
  doorSits(size, path, heading, (page) => work(page).finally(() => page.context().clearCookies()));
/** Somebody new at the partner, who has neither password nor session. */
const newcomer = async (name: string) => {
  const email = `${name}@example.com`;
  await makeMember(database, partner.id, email, 'developer');
  await forgetTries(database);
  return email;
};

/** The address in the last mail to somebody; a mail goes out behind its request. */
async function mailed(to: string, path: string): Promise<string> {
  const token = await until(`a mail to ${to}`, () => mailedToken(world.output(), to, path));
  return `${path}#${token}`;
}

const to = (page: Page, path: string) => page.goto(`${address}${path}`);

async function signIn(page: Page, email: string, word: string) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

async function setPassword(page: Page) {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByRole('heading', { name: 'Change the password' }).waitFor();
}

onEachSize(
  'a mailed link signs in once; a name and a password are set, and a wrong password is said in words',
  async (size) => {
    const email = await newcomer(`linked-${size}`);
    await strangerSits(size, `/dashboard/${partner.id}/payees`, 'Sign in', async (page) => {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'E-mail me a link' }).click();
      await page.getByText('Check your mail').waitFor();
      const link = await mailed(email, '/sign-in/link');
      await to(page, link);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await shown(page, 'Payments');
      assert.equal(new URL(page.url()).hash, '');

      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Your account' }).click();
      await shown(page, 'Your account');
      await page.getByLabel('Name', { exact: true }).fill('Zoé Tremblay');
      await page.getByRole('button', { name: 'Change the name' }).click();
      await page.getByText('Zoé Tremblay ·').waitFor();
      await page.getByLabel('New password').fill('too short');
      await page.getByRole('button', { name: 'Set a password' }).click();
      await page.getByText('At least 12 characters', { exact: true }).waitFor();
      await setPassword(page);
      await signOut(page);
      await to(page, link);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('The link was used already').waitFor();
      await page.getByRole('link', { name: 'Sign in another way' }).click();
      await signIn(page, email, 'not this one, no');
      await page.getByText('The e-mail address or the password is not right').waitFor();
      await signIn(page, email, password);
      await shown(page, 'Payments');
    });
  },
);

onEachSize(
  'a forgotten password is set anew by mail; who was signed in elsewhere is signed out, or ended by hand',
  async (size) => {
    const email = await newcomer(`forgets-${size}`);
    await strangerSits(size, '/sign-in', 'Sign in', async (page) => {
      await page.getByRole('link', { name: 'Forgotten your password?' }).click();
      await shown(page, 'Forgotten your password?');
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText('Check your mail').waitFor();
      await to(page, await mailed(email, '/sign-in/password'));
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByText('Your password is set').waitFor();
      await page.getByRole('link', { name: 'Sign in' }).click();

      const elsewhere = [new Visit(address), new Visit(address), new Visit(address)];
      for (const visit of elsewhere) await visit.mustPost('/auth/sign-in/email', { email, password });
      const signedIn = async () => (await Promise.all(elsewhere.map((visit) => visit.who()))).filter(Boolean).length;
      await signIn(page, email, password);
      await shown(page, 'Payments');
      await to(page, '/account');
      await shown(page, 'Your account');
      await page.getByText('This one').waitFor();
      assert.equal(await page.getByRole('button', { name: /^End: / }).count(), 3);
      await page
        .getByRole('button', { name: /^End: / })
        .first()
        .click();
      await page.getByText('Signed out there').waitFor();
      await page
        .getByRole('button', { name: /^End: / })
        .nth(2)
        .waitFor({ state: 'detached' });
      assert.equal(await signedIn(), 2);
      await page.getByRole('button', { name: 'End all others' }).click();
      await page
        .getByRole('button', { name: /^End: / })
        .first()
        .waitFor({ state: 'detached' });
      assert.equal(await signedIn(), 0);
    });
  },
);

onEachSize(
  'somebody is invited, accepts, is given another role and removed; from then on nothing is there for them',
  async (size) => {
    const email = `invited-${size}@example.com`;
    const path = `/dashboard/${partner.id}/people`;
    await forgetTries(database);
    await ownerSits(size, path, 'People', async (page) => {
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      await page.getByRole('dialog').getByLabel('E-mail address').fill(email);
      await page.getByRole('dialog').getByRole('button', { name: 'Send the invitation' }).click();
      await page.getByText(`An invitation is on its way to ${email}`).waitFor();
    });
    await strangerSits(size, await mailed(email, '/invitation'), 'You are invited', async (page) => {
      await page.getByLabel('Your name').fill(`Ines of the ${size}`);
      await page.getByRole('button', { name: 'Accept the invitation' }).click();
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set the password and go on' }).click();
      await shown(page, 'Payments');
      await goToPlace(page, 'API tokens');
      assert.equal(await page.getByRole('button', { name: 'New token' }).count(), 0, 'a viewer makes none');

      const roleNow = async () =>
        (await owner.get<People>('/people')).people.find((each) => each.email === email)?.role;
      await ownerSits(size, path, 'People', async (owners) => {
        await owners.getByLabel(`Role: Ines of the ${size}`).selectOption('Developer');
        await owners.getByText('The role is changed').waitFor();
        assert.equal(await roleNow(), 'developer');
        await page.reload();
        await page.getByRole('button', { name: 'New token' }).first().waitFor();
        await owners.getByRole('button', { name: `Remove: Ines of the ${size}` }).click();
        await owners.getByRole('dialog').getByText('cannot see anything of this partner any more').waitFor();
        await owners.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
        await owners.getByText('Removed', { exact: true }).waitFor();
        assert.equal(await roleNow(), undefined);
      });
      await page.reload();
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      const status = await page.evaluate(
        `fetch('/dashboard/data/${partner.id}/payments').then((answer) => answer.status)`,
      );
      assert.equal(status, 404);
    });
  },
);

/** Where an operator comes in for the first time: the link that the first start prints, or one by mail. */
async function operatorsWayIn(size: Size): Promise<{ link: string; email: string }> {
  await forgetTries(database);
  if (size === 'desktop')
    return { link: (await firstLink('console')).slice(address.length), email: 'operator@quittance.invalid' };
  const email = 'second-operator@example.com';
  await makeMember(database, 0n, email, 'approver');
  await new Visit(address).mustPost('/auth/request-link', { email });
  return { link: await mailed(email, '/sign-in/link'), email };
}

onEachSize(
  'an operator sets up a second factor, and signs in with it and with a code from paper; then the console opens',
  async (size) => {
    const { link, email } = await operatorsWayIn(size);
    await strangerSits(size, link, 'Sign in with this link', async (page) => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Operator console' }).waitFor();
      await page.getByText('A second factor is needed here').waitFor();
      await page.getByRole('link', { name: 'To your account' }).click();
      await shown(page, 'Your account');
      await setPassword(page);
      await page.getByRole('button', { name: 'Set up a second factor' }).click();
      await page.getByLabel('Your password').fill(password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
      assert.deepEqual(await faultsOf(page), []);
      const key = (await page.locator('code.once').first().innerText()).replaceAll(/\s/g, '');
      const app = { totpUri: `otpauth://totp/?secret=${key}`, backupCodes: [] };
      await page.getByLabel('Code from the app').fill('000000');
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('The code is not right').waitFor();
      await page.getByLabel('Code from the app').fill(codeOf(app));
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('Codes for paper', { exact: true }).waitFor();
      const [paper = ''] = (await page.locator('code.once').innerText()).split('\n');

      for (const way of ['app', 'paper'] as const) {
        await signOut(page);
        await signIn(page, email, password);
        await page.getByRole('heading', { name: 'Second step' }).waitFor();
        if (way === 'paper') await page.getByRole('button', { name: 'Use a code from paper' }).click();
        // A code works once.
        await page.getByRole('textbox').fill(way === 'app' ? anotherCode(app) : paper);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('heading', { level: 1, name: 'What waits' }).waitFor();
        assert.equal(await page.getByText('A second factor is needed here').count(), 0);
      }
    });
  },
);

onEachSize('another partner’s address, and a page that is none, say that nothing is there', async (size) => {
  const other = await world.partner();
  const own = `/dashboard/${partner.id}`;
  for (const path of [
    `/dashboard/${other.id}/payments`,
    `/dashboard/${other.id}/tokens`,
    `${own}/nothing`,
    `${own}/payments/abc`,
    '/dashboard/x/payments',
  ]) {
    await ownerSits(size, path, 'There is no such page', async (page) => {
      const status = await page.evaluate(
        `fetch('/dashboard/data/${other.id}/payments').then((answer) => answer.status)`,
      );
      assert.equal(status, 404);
    });
  }
});

test('in French, in the dark, on a phone: by the password back to where one wanted to go; a wrong one is said in words', async () => {
  const email = await newcomer('francine');
  const visit = new Visit(address);
  await visit.mustPost('/auth/request-link', { email });
  const [, token] = (await mailed(email, '/sign-in/link')).split('#');
  await visit.mustPost('/auth/sign-in/link', { token });
  await visit.mustPost('/auth/set-password', { newPassword: password });
  const { context, page, wrong, at } = await visitor({ viewport: phone, locale: 'fr-CA', colorScheme: 'dark' });
  const path = `/dashboard/${partner.id}/payees`;
  await at(path);
  await shown(page, 'Connexion');
  await page.getByLabel('Adresse courriel').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('not this one, no');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByText('L’adresse courriel ou le mot de passe est incorrect').waitFor();
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await shown(page, 'Bénéficiaires');
  assert.equal(new URL(page.url()).pathname, path);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('the keyboard: g and a letter open pages, / goes to the search, ? lists it all; the heading has the focus', () =>
  ownerSits('desktop', `/dashboard/${partner.id}/payments`, 'Payments', async (page) => {
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
  }));
