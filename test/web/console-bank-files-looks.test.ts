/** How the console's pages of bank files, quarantine, returns and settlement look, empty and with something on each. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { BankFileList, BatchList, QuarantineList } from '../../src/console/desk/views.ts';
import { camt054File, created, paid, transferFor } from '../world/bodies.ts';
import { eftPayment, registered } from '../world/eft.ts';
import { bankFilesAt } from './bank-files-world.ts';
import { operatorAt } from './operator.ts';
import { faultsOf, looks, openWeb, shown } from './web-world.ts';

const web = await openWeb();
const { world, visitor } = web;
const { token } = await world.partner();
const approver = await operatorAt(web, 'approver');
const bank = bankFilesAt(world, token, approver);
const pages = ['files', 'quarantine', 'returns', 'settlement', 'answers'];

/** Nothing for axe to find on these pages, nothing cut off, no error in the browser. */
async function walk(paths: readonly string[], each: readonly (typeof looks)[number][] = looks) {
  for (const look of each) {
    await web.walk(
      paths.map((path) => `/console/${path}`),
      { ...look, storageState: approver.storageState },
    );
  }
}

test('with nothing there, every page says so, and nothing is wrong with it', () =>
  walk([...pages, 'quarantine?fileId=1'], looks.slice(1)));

test('with something on each, nothing is wrong with any page', async () => {
  await bank.heldReturn(51);
  await bank.lateReturn(52);
  await bank.answeredBatch();
  await bank.strangeReport();
  await paid(world, token, { amount: 60 });
  await eftPayment(world, token, (await registered(world, token)).id, { amount: 61 });
  const drop = path.join(String(world.env.DATA_DIR), 'bank', 'quarantine');
  writeFileSync(path.join(drop, 'letter.pdf'), '%PDF');
  writeFileSync(path.join(drop, 'letter.pdf.reason.txt'), 'why: neither XML nor AFT (line 1, column 1)\n');
  const { items: files } = await approver.get<BankFileList>('/files');
  const { items: lines } = await approver.get<QuarantineList>('/quarantine');
  const [batch] = (await approver.get<BatchList>('/settlement/batches')).items;
  const out = files.find(({ direction }) => direction === 'out');
  const all = [...pages, `files/${lines[0]?.fileId}`, `files/${out?.fileId}`, `settlement/${batch?.batchId}`];
  await walk(all);
});

test('nothing is wrong with the sheets: a file looked into, and lines that are about to be set aside', async () => {
  const payment = await created(world, token);
  const transfers = [transferFor(payment), transferFor(payment, { amountCents: 100n })];
  const { context, page, wrong, at } = await visitor({ locale: 'en-CA', storageState: approver.storageState });
  const look = async (name: string) => {
    for (const { viewport, colorScheme } of looks) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await faultsOf(page), [], `${name} ${viewport.width} ${colorScheme}`);
    }
  };
  await at('/console/files');
  await shown(page, 'Bank files');
  await page.getByRole('button', { name: 'Take a file in' }).click();
  await page.getByRole('dialog').getByText('Drop the file here').waitFor();
  await look('upload');
  await page.locator('input[type=file]').setInputFiles(camt054File(transfers));
  await page.getByText('Nothing has happened yet').waitFor();
  await look('preview');
  await page.getByRole('button', { name: 'Take it in' }).click();
  await page.getByText('The file was taken in').waitFor();
  await look('taken');
  await at('/console/quarantine');
  await shown(page, 'Quarantine');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Set aside' }).click();
  await page
    .getByRole('dialog')
    .getByText(/will be taken in/)
    .waitFor();
  await look('set-aside');
  assert.deepEqual(wrong, []);
  await context.close();
});
