import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { returnCodes } from '../../src/collection/eft/return-codes.ts';
import { reasonCodes } from '../../src/settlement/reason-codes.ts';
import { frenchDesk } from '../../web/src/texts/french-desk.ts';
import { exceptionPages, openExceptions } from './exceptions-world.ts';
import { faultsOf, looks, phone } from './web-world.ts';

const { agent, held, rejected, large, desk, walk } = await openExceptions();

test('where nothing waits every page says so, and nothing is cut off', async () => {
  await desk(agent, '/console', 'What waits', async (page) => {
    await page.getByRole('heading', { name: 'Nothing waits for a person' }).waitFor();
    await page.getByRole('link', { name: 'Exception desk' }).first().click();
    await page.getByRole('heading', { name: 'No transfer is on hold' }).waitFor();
  });
  await walk(exceptionPages, { viewport: phone, colorScheme: 'dark', locale: 'en-CA' });
});

test('the sheets of the acts have nothing for axe either', async () => {
  const payment = await rejected();
  const { payment: waiting } = await large(1300);
  const strange = await held(60, 'who knows');
  const look = async (page: Page) => {
    const sheet = page.getByRole('dialog');
    const looked = async (button: string, says: string) => {
      await page.getByRole('button', { name: button, exact: true }).last().click();
      await sheet.getByText(says).first().waitFor();
      assert.deepEqual(await faultsOf(page), [], button);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    };
    await looked(`Attach to payment ${waiting.id}`, '$1.00 too little');
    await looked('Attach to a payment', `Transfer ${strange}`);
    await looked('Return to sender', '$60.00 goes back');
    await page.getByRole('link', { name: 'Failed payments' }).click();
    await looked('Correct or re-queue', `Payment ${payment.id}`);
    await looked('Record a refund', '$125.50 went back');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Record a refund');
  };
  for (const scheme of ['light', 'dark'] as const) {
    await desk(agent, '/console/transfers', 'Exception desk', look, scheme);
  }
  await agent.post('/transfers/return', { transferId: strange, reason: 'nobody knows it' });
});

test('with work on every page axe finds nothing, and nothing is cut off', async () => {
  const payment = await rejected();
  await (await large(1400)).propose();
  await held(60, 'a long message, '.repeat(40));
  const paths = [
    ...exceptionPages.slice(0, 4),
    `/console/payments?find=${payment.id}`,
    `/console/payments/${payment.id}`,
  ];
  for (const look of looks) await walk(paths, look);
});

test('the French pages have words for the advice of every code', () => {
  const advised = [...returnCodes.values(), ...reasonCodes.values()].map(({ how }) => how);
  assert.deepEqual(
    [...new Set(advised)].filter((how) => frenchDesk.desk.adviceWords[how] === undefined),
    [],
  );
  assert.deepEqual(
    Object.keys(frenchDesk.desk.adviceWords).filter((how) => !advised.includes(how)),
    [],
  );
});
