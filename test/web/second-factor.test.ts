import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, openWeb, shown } from './web-world.ts';

const { visitor, firstLink } = await openWeb();

/** Six digits as an authenticator app shows them (RFC 6238), from the key that is typed into it; also those of later. */
function codeFor(key: string, stepsAhead = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...key.replaceAll(/[\s=]/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('the operator sets up a second factor, and signs in with it and with a code from paper; then the console opens', async () => {
  const { context, page, wrong, at } = await visitor();
  const password = 'four calm green words';
  await page.goto(await firstLink('console'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Operator console' }).waitFor();
  await page.getByText('A second factor is needed here').waitFor();
  await page.getByRole('link', { name: 'To your account' }).click();
  await shown(page, 'Your account');
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
  assert.deepEqual(await faultsOf(page), []);
  const key = await page.locator('code.once').first().innerText();
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByText('The code is not right').waitFor();
  await page.getByLabel('Code from the app').fill(codeFor(key));
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByText('Codes for paper', { exact: true }).waitFor();
  const [paper = ''] = (await page.locator('code.once').innerText()).split('\n');

  for (const way of ['app', 'paper'] as const) {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').fill('operator@quittance.invalid');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    // A code works once: the next one is taken a little early, which clocks that differ make necessary.
    if (way === 'paper') await page.getByRole('button', { name: 'Use a code from paper' }).click();
    await page.getByRole('textbox').fill(way === 'app' ? codeFor(key, 1) : paper);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'What waits' }).waitFor();
    assert.equal(await page.getByText('A second factor is needed here').count(), 0);
  }
  await at('/account');
  await shown(page, 'Your account');
  await page.getByText('This one').waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});
