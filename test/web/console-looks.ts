/** How the console's pages look, empty and with something on each, and the sheets in which its acts are done. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BankFileList, BatchList, PartnerView, QuarantineList } from '../../src/console/desk/views.ts';
import { anyPayee, camt054File, created, paid, transferFor } from '../world/bodies.ts';
import { eftPayment, registered } from '../world/eft.ts';
import { bankFilesAt } from './bank-files-world.ts';
import { exceptionsAt } from './exceptions-world.ts';
import { operatorAt } from './operator.ts';
import { fill, holdCard, payeePath } from './oversight-world.ts';
import { faultsOf, goToPlace, looks, openWeb } from './web-world.ts';

const web = await openWeb();
const { world } = web;
const approver = await operatorAt(web, 'approver');
const { storageState } = approver;
const sits = web.seat({ storageState });
const { token } = await world.partner();
const bank = bankFilesAt(world, token, approver);
const { held, rejected, large } = exceptionsAt(world, token, approver);
const atConsole = (paths: readonly string[]) => paths.map((each) => `/console${each && '/'}${each}`);
const listed = ['', 'transfers', 'failed-payments', 'approvals', 'payments', 'payments?find=57'];
const banks = ['files', 'quarantine', 'returns', 'settlement', 'answers'];

/** What is open on a page, in every scheme and size. */
async function judged(page: Page, name: string) {
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await faultsOf(page), [], `${name} ${viewport.width} ${colorScheme}`);
  }
}

test('where nothing waits every page says so and what to do, and nothing is wrong with it', async () => {
  await sits('desktop', '/console', 'What waits', async (page) => {
    await page.getByRole('heading', { name: 'Nothing waits for a person' }).waitFor();
    for (const [place, sentence] of [
      ['Exception desk', 'No transfer is on hold'],
      ['Failing endpoints', 'Every endpoint takes its events'],
      ['Cards', 'No card money is held'],
      ['Cards', 'Nothing went back'],
      ['Ledger', 'Nothing was posted yet'],
    ] as const) {
      await goToPlace(page, place);
      await page.getByRole('heading', { name: sentence }).waitFor();
      assert.deepEqual(await faultsOf(page), [], sentence);
    }
    await goToPlace(page, 'Payee catalogue');
    await page.getByLabel('Search payees').fill('qqqqqqqqqqqq');
    await page.getByRole('heading', { name: 'No payee of that name' }).waitFor();
  });
  const empty = [...listed, ...banks, 'quarantine?fileId=1', 'endpoints', 'cards', 'ledger'];
  await web.walk(atConsole(empty), { ...looks[1], storageState });
});

test('nothing is wrong with the sheets of the exception desk and of failed payments', async () => {
  const payment = await rejected();
  const { payment: waiting } = await large(1300);
  const strange = await held(60, 'who knows');
  await sits('desktop', '/console/transfers', 'Exception desk', async (page) => {
    const sheet = page.getByRole('dialog');
    const looked = async (button: string, says: string) => {
      await page.getByRole('button', { name: button, exact: true }).last().click();
      await sheet.getByText(says).first().waitFor();
      await judged(page, button);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    };
    await looked(`Attach to payment ${waiting.id}`, '$1.00 too little');
    await looked('Attach to a payment', `Transfer ${strange}`);
    await looked('Return to sender', '$60.00 goes back');
    await goToPlace(page, 'Failed payments');
    await looked('Correct or re-queue', `Payment ${payment.id}`);
    await looked('Record a refund', '$125.50 went back');
    // The focus goes back to where the sheet was opened from.
    await page.locator('button:focus', { hasText: 'Record a refund' }).waitFor();
  });
});

/** Something on each page; answers the pages of single things. */
async function everything(): Promise<string[]> {
  await (await large(1400)).propose();
  await held(60, 'a long message, '.repeat(40));
  await bank.heldReturn(51);
  await bank.lateReturn(52);
  await bank.answeredBatch();
  await bank.strangeReport();
  const failed = await rejected();
  await paid(world, token, { amount: 60 });
  await eftPayment(world, token, (await registered(world, token)).id, { amount: 61 });
  const drop = path.join(String(world.env.DATA_DIR), 'bank', 'quarantine');
  writeFileSync(path.join(drop, 'letter.pdf'), '%PDF');
  writeFileSync(path.join(drop, 'letter.pdf.reason.txt'), 'why: neither XML nor AFT (line 1, column 1)\n');
  const partner = await fill(world, approver);
  await holdCard(world, partner);
  const rules = { name: anyPayee, accountFormat: { lengths: [10] }, confidence: 'sourced', source: 'a letter' };
  await approver.post('/payees/publish', { ...rules, version: 1, reason: 'as they wrote' });
  await approver.post('/invitations', { email: 'newcomer@example.com', role: 'agent' });
  const made = await approver.post<PartnerView>('/partners', { name: 'Nordlicht', reason: 'contract signed' });
  await approver.post(`/partners/${made.partnerId}/invitations`, { email: 'chief@example.com' });
  const { items: files } = await approver.get<BankFileList>('/files');
  const { items: lines } = await approver.get<QuarantineList>('/quarantine');
  const [batch] = (await approver.get<BatchList>('/settlement/batches')).items;
  const out = files.find(({ direction }) => direction === 'out');
  return [
    `payments/${failed.id}`,
    `payments?find=${failed.id}`,
    `files/${lines[0]?.fileId}`,
    `files/${out?.fileId}`,
    `settlement/${batch?.batchId}`,
    `partners/${partner.id}`,
    payeePath(anyPayee).slice('/console/'.length),
  ];
}

test('with something on each, nothing is wrong with any page', async () => {
  const single = await everything();
  const places = ['payees', 'ledger', 'partners', 'endpoints', 'cards', 'people', 'trail'];
  const paths = atConsole([...listed.slice(0, -1), ...banks, ...places, ...single]);
  for (const look of looks) {
    await web.walk(paths, { ...look, storageState }, async (page, at) => {
      if (at.startsWith('/console/payees/')) {
        await page.getByRole('button', { name: /Change the rules|Modifier les règles/ }).click();
        await page.getByLabel(/Numbers of digits|Nombres de chiffres/).fill('12');
        await page.getByRole('button', { name: /See what|Voir ce qui/ }).click();
        await page.getByTestId('preview').waitFor();
      }
      if (at === '/console/ledger') {
        await page.getByRole('button', { name: /Run the audit|Vérifier maintenant/ }).click();
        await page.getByRole('table', { name: /^(Audit|Vérification)$/ }).waitFor();
      }
    });
  }
});

test('nothing is wrong with the sheets of bank files: a file looked into, and lines about to be set aside', async () => {
  const payment = await created(world, token);
  const transfers = [transferFor(payment), transferFor(payment, { amountCents: 100n })];
  await sits('desktop', '/console/files', 'Bank files', async (page) => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Take a file in' }).click();
    await dialog.getByText('Drop the file here').waitFor();
    await judged(page, 'upload');
    await page.locator('input[type=file]').setInputFiles(camt054File(transfers));
    await page.getByText('Nothing has happened yet').waitFor();
    await judged(page, 'preview');
    await page.getByRole('button', { name: 'Take it in' }).click();
    await page.getByText('The file was taken in').waitFor();
    await judged(page, 'taken');
  });
  await sits('desktop', '/console/quarantine', 'Quarantine', async (page) => {
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Set aside' }).click();
    const about = page.getByRole('dialog').getByText(/will be taken in/);
    await about.waitFor();
    await judged(page, 'set-aside');
  });
});
