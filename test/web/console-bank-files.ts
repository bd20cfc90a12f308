/** The console's pages of bank files, quarantine, returns and settlement, used as an operator would. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { BatchList, HeldAnswerList, OpenReturnList, QuarantineList } from '../../src/console/desk/views.ts';
import { asShown, camt054File, created, paid, strictPayee, transferFor } from '../world/bodies.ts';
import { eftPayment, registered } from '../world/eft.ts';
import { bankFilesAt } from './bank-files-world.ts';
import { does, operatorAt } from './operator.ts';
import { onEachSize, openOwnWeb, type Size, shown } from './web-world.ts';

const web = await openOwnWeb();
const { world, seat } = web;
const { token } = await world.partner();
const approver = await operatorAt(web, 'approver');
const agent = await operatorAt(web, 'agent');
const bank = bankFilesAt(world, token, approver);

const sits = {
  approver: seat({ storageState: approver.storageState }),
  agent: seat({ storageState: agent.storageState }),
};

/** The approver approves the one proposal that says this; it is carried out. */
async function approves(size: Size, proposal: string | RegExp) {
  await sits.approver(size, '/console/approvals', 'Approvals', async (page) => {
    await page
      .getByRole('article')
      .filter({ hasText: proposal })
      .getByRole('button', { name: /^Approve/ })
      .click();
    await page.getByRole('button', { name: 'Approve and carry out' }).click();
    await page.getByText(/is approved and carried out/).waitFor();
  });
}

onEachSize(
  'a file is chosen, looked into without effect, and taken in; known content and a broken file are said',
  async (size) => {
    const payment = await created(world, token);
    const file = camt054File([transferFor(payment), transferFor(payment, { amountCents: 100n })]);
    await sits.agent(size, '/console/files', 'Bank files', async (page) => {
      await page.getByRole('button', { name: 'Take a file in' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByText('Nothing has happened yet').waitFor();
      await dialog.getByText('$126.50').waitFor();
      await dialog
        .getByText(new RegExp(`${payment.identificationNumber}$`))
        .first()
        .waitFor();
      assert.equal((await asShown(world, token, payment.id)).status, 'pending');
      await dialog.getByRole('button', { name: 'Take it in' }).click();
      await dialog.getByText('The file was taken in').waitFor();
      await dialog.getByText('Matched').waitFor();
      assert.equal((await asShown(world, token, payment.id)).status, 'completed');

      await dialog.getByRole('button', { name: 'Another file' }).click();
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByText('This content was taken in before').waitFor();
      await dialog.getByRole('button', { name: 'Another file' }).click();
      const broken = { name: 'cut.xml', mimeType: 'text/xml', buffer: readFileSync(file).subarray(0, -30) };
      await dialog.locator('input[type=file]').setInputFiles(broken);
      await dialog.getByText('This file cannot be taken in').waitFor();
      await dialog.getByText(/line \d+, column \d+/).waitFor();
      assert.equal(await dialog.getByRole('button', { name: 'Take it in' }).count(), 0);
      await dialog.getByRole('button', { name: 'Another file' }).click();
      const large = { name: 'large.xml', mimeType: 'text/xml', buffer: Buffer.alloc(9 * 2 ** 20, 'x') };
      await dialog.locator('input[type=file]').setInputFiles(large);
      await dialog.getByText(/put it into the inbox/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: path.basename(file) }).click();
      await shown(page, /^Bank file \d+$/);
      await page.getByText('Transfers received (camt.054)').waitFor();
      await page.getByText('$126.50').waitFor();
    });
  },
);

onEachSize('a line in quarantine is tried with a reason, stays with its result, and is set aside', async (size) => {
  const payment = await created(world, token, { amount: 30 });
  const first = transferFor(payment, { amountCents: 100n });
  await bank.upload('first.xml', readFileSync(camt054File([first])));
  const answer = await bank.upload('again.xml', readFileSync(camt054File([{ ...first, amountCents: 200n }])));
  assert.ok(answer.outcome === 'taken-in');
  const { fileId } = answer.file;
  await sits.agent(size, `/console/quarantine?fileId=${fileId}`, 'Quarantine', async (page) => {
    await page.getByRole('checkbox', { name: /^Quarantine no/ }).check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Take up again' }).click();
    await does(page, 'Take up again');
    await page.getByRole('heading', { name: 'What became of each line' }).waitFor();
    await page.getByText(/It stays in quarantine/).waitFor();
    await page.getByRole('button', { name: 'Set aside' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Nothing of this line will be taken in/)
      .waitFor();
    await page.getByRole('dialog').getByText('$2.00').waitFor();
    await does(page, 'Set aside');
    await page.getByRole('heading', { name: 'Nothing is in quarantine' }).waitFor();
    assert.deepEqual((await agent.get<QuarantineList>(`/quarantine?fileId=${fileId}`)).items, []);
  });
});

test('on a French page the service speaks French: why a line is in quarantine, and why an act is refused', async () => {
  const transfer = transferFor(await created(world, token), { amountCents: 300n });
  await bank.upload('premier.xml', readFileSync(camt054File([transfer])));
  const answer = await bank.upload('encore.xml', readFileSync(camt054File([{ ...transfer, amountCents: 400n }])));
  assert.ok(answer.outcome === 'taken-in');
  const list = `quarantine?fileId=${answer.file.fileId}`;
  const french = seat({ storageState: agent.storageState, locale: 'fr-CA' });
  await french('desktop', `/console/${list}`, 'Quarantaine', async (page) => {
    await page.getByText(/^La référence .* a déjà été reçue avec un autre montant/).waitFor();
    await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check();
    await page.getByRole('button', { name: 'Écarter' }).click();
    const lineIds = (await agent.get<QuarantineList>(`/${list}`)).items.map(({ lineId }) => lineId);
    await agent.post('/quarantine/set-aside', { lineIds, reason: 'by somebody else meanwhile' });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motif').fill('Doublon');
    await dialog.getByRole('button', { name: 'Écarter' }).click();
    await dialog.getByRole('alert').getByText(`Il n’y a pas de ligne ouverte ${lineIds[0]}`).waitFor();
  });
});

onEachSize(
  'a held return is taken up and its payment fails; a late one can only be marked as dealt with',
  async (size) => {
    const held = await bank.heldReturn(45);
    const late = await bank.lateReturn(46);
    await sits.agent(size, '/console/returns', 'EFT returns', async (page) => {
      await page.getByText('901 – There is not enough money in the account.').waitFor();
      await page.getByText(/See that the account holds the money/).waitFor();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByText('Only returns on hold that name a debit of ours can be taken up.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Take up' }).isDisabled(), true);
      await page.getByRole('checkbox', { name: 'Select none' }).click();
      const item = (id: number) => page.getByRole('listitem').filter({ hasText: `Payment ${id} ` });
      await item(held.id).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Take up' }).click();
      await page.getByRole('dialog').getByText(`Payment ${held.id}`).waitFor();
      await does(page, 'Take up');
      await item(held.id).waitFor({ state: 'hidden' });
      assert.equal((await asShown(world, token, held.id)).status, 'failed');
      await item(late.id).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Mark as dealt with' }).click();
      await page
        .getByRole('dialog')
        .getByText(/of \$46\.00 leaves the list/)
        .waitFor();
      await does(page, 'Mark as dealt with');
      await page.getByRole('heading', { name: 'No return waits' }).waitFor();
      assert.deepEqual((await agent.get<OpenReturnList>('/returns')).items, []);
      assert.equal((await asShown(world, token, late.id)).status, 'completed');
    });
  },
);

onEachSize(
  'above the amount, taking a return up is proposed, the page says that it waits, and an approver lets it happen',
  async (size) => {
    const held = await bank.heldReturn(1200);
    await sits.agent(size, '/console/returns', 'EFT returns', async (page) => {
      await page.getByRole('checkbox', { name: /^Return / }).check();
      await page.getByRole('button', { name: 'Take up' }).click();
      await does(page, 'Take up');
      await page.getByText(/Proposed as number \d+/).waitFor();
      await page.getByText('Waits for a second person').waitFor();
      assert.equal(await page.getByRole('checkbox', { name: /^Return / }).isDisabled(), true);
      assert.equal((await asShown(world, token, held.id)).status, 'pending');
    });
    await approves(size, `payment ${held.id}`);
    assert.equal((await asShown(world, token, held.id)).status, 'failed');
  },
);

onEachSize(
  'above the amount, taking a line up is proposed, and the page says that it waits; once approved, its money is there',
  async (size) => {
    const payment = await created(world, token, { amount: 40_000 });
    const name = `adds-up-to-more-${size}.xml`;
    const second = `<TxDtls><Refs><ClrSysRef>${size}</ClrSysRef></Refs><Amt Ccy="CAD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>`;
    const content = readFileSync(camt054File([transferFor(payment)]), 'utf8');
    const text = content.replace(/<TxDtls>.*<\/TxDtls>/s, (whole) => `${whole}${second}`);
    const answer = await bank.upload(name, Buffer.from(text));
    assert.ok(answer.outcome === 'taken-in');
    await sits.agent(size, `/console/quarantine?fileId=${answer.file.fileId}`, 'Quarantine', async (page) => {
      const item = page.getByRole('listitem').filter({ hasText: '$40,000.00' });
      await item.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Take up again' }).click();
      await does(page, 'Take up again');
      await page.getByText(/Proposed as number \d+: it waits/).waitFor();
      await item.getByText('Waits for a second person').waitFor();
      assert.equal(await item.getByRole('checkbox').isDisabled(), true);
      await item.getByRole('link', { name: 'To the approvals' }).click();
      await shown(page, 'Approvals');
      await page.getByText(/The line \d+ of the quarantine, about \$40,000\.00, takes effect/).waitFor();
      await page.getByRole('heading', { name: 'Quarantined lines' }).waitFor();
      await page.getByRole('link', { name }).waitFor();
      assert.equal((await asShown(world, token, payment.id)).status, 'pending');
    });
    await approves(size, name);
    assert.equal((await asShown(world, token, payment.id)).status, 'completed');
  },
);

onEachSize(
  'a file that could move more than the amount is for an approver: an agent sees what is in it, and why not',
  async (size) => {
    const payment = await created(world, token, { amount: 5000 });
    const file = camt054File([transferFor(payment)]);
    for (const who of ['agent', 'approver'] as const) {
      await sits[who](size, '/console/files', 'Bank files', async (page) => {
        await page.getByRole('button', { name: 'Take a file in' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.locator('input[type=file]').setInputFiles(file);
        await dialog.getByText('$5,000.00').first().waitFor();
        const take = dialog.getByRole('button', { name: 'Take it in' });
        if (who === 'agent') {
          await dialog.getByText(/an approver must take it in/).waitFor();
          assert.equal(await take.count(), 0);
        } else {
          await take.click();
          await dialog.getByText('The file was taken in').waitFor();
        }
      });
    }
    assert.equal((await asShown(world, token, payment.id)).status, 'completed');
  },
);

onEachSize(
  'settlement: what comes next is shown, an approver runs it, and the file that went out is downloaded',
  async (size) => {
    await paid(world, token, { amount: 75 });
    const { accountNumber: _none, ...strict } = { payeeName: strictPayee, accountNumber: '', amount: 20 };
    await paid(world, token, { ...strict, accountNumber: '123456789012' });
    const eft = await eftPayment(world, token, (await registered(world, token)).id, { amount: 33 });
    await sits.approver(size, '/console/settlement', 'Settlement', async (page) => {
      await page.getByRole('button', { name: 'Run settlement now' }).click();
      await page
        .getByRole('dialog')
        .getByText(/are put into one file for the bank/)
        .waitFor();
      await does(page, 'Run settlement now');
      await page.getByText(/^Written: /).waitFor();
      await page.getByText('Nothing is collected that waits to be sent.').waitFor();
      await page.getByRole('button', { name: 'Make the debits now' }).click();
      await page
        .getByRole('dialog')
        .getByText(/1 debit, \$33\.00/)
        .waitFor();
      await does(page, 'Make the debits now');
      await page.getByText('No payment waits for a debit.').waitFor();
      assert.equal((await asShown(world, token, eft.id)).status, 'pending');
      const [batch] = (await approver.get<BatchList>('/settlement/batches')).items;
      await page.getByRole('link', { name: `Batch ${batch?.batchId}` }).click();
      await shown(page, `Batch ${batch?.batchId}`);
      await page.getByRole('link', { name: String(batch?.fileName) }).click();
      await shown(page, `Bank file ${batch?.fileId}`);
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      const download = await downloading;
      assert.equal(download.suggestedFilename(), batch?.fileName);
      assert.match(readFileSync(await download.path(), 'utf8'), /<Document/);
    });
  },
);

onEachSize('a batch shows what its bank answered; an agent sees no button to run anything', async (size) => {
  await bank.answeredBatch();
  const [batch] = (await agent.get<BatchList>('/settlement/batches')).items;
  await sits.agent(size, '/console/settlement', 'Settlement', async (page) => {
    assert.equal(await page.getByRole('button', { name: /now$/ }).count(), 0);
    await page.getByRole('link', { name: `Batch ${batch?.batchId}` }).click();
    await shown(page, `Batch ${batch?.batchId}`);
    await page.getByLabel('Answer', { exact: true }).selectOption('Rejected');
    await page
      .getByText(/AC01 – The account number is wrong or missing/)
      .filter({ visible: true })
      .waitFor();
    await page.getByText('No such account').filter({ visible: true }).waitFor();
    await page.getByLabel('Answer', { exact: true }).selectOption('Accepted');
    await page.getByText('No payment with this answer').waitFor();
  });
});

onEachSize('an answer that nobody could apply is marked as dealt with', async (size) => {
  await bank.strangeReport();
  await sits.agent(size, '/console/answers', 'Biller answers', async (page) => {
    await page.getByText('Never submitted by us').waitFor();
    await page.getByRole('checkbox', { name: /^Answer / }).check();
    await page.getByRole('button', { name: 'Mark as dealt with' }).click();
    await does(page, 'Mark as dealt with');
    await page.getByRole('heading', { name: 'No answer waits' }).waitFor();
    assert.deepEqual((await agent.get<HeldAnswerList>('/settlement/held')).items, []);
  });
});
