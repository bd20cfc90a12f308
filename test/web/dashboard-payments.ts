/** Payments as their partner sees them: found, watched, exported, summed up; and in the sandbox played by everybody outside. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { GettingStarted, Totals } from '../../src/dashboard/views.ts';
import { cardPayment } from '../card/card-world.ts';
import { asShown, bill, created, paid } from '../world/bodies.ts';
import { eftPayment, registered } from '../world/eft.ts';
import { startReceiver } from '../world/receiver.ts';
import { dashboardsAt } from './dashboard-world.ts';
import { operatorAt } from './operator.ts';
import { goToPlace, onEachSize, openWeb, shown } from './web-world.ts';

const web = await openWeb();
const { world } = web;
const receiver = await startReceiver();
const at = await dashboardsAt(web, { url: receiver.url, events: ['payment.created', 'payment.completed'] });
const agent = await operatorAt(web, 'agent');

onEachSize(
  'totals: by day, status and way of paying, how long payments took, over the range that is chosen',
  async (size) => {
    const { sits, token, owner } = at[size];
    const old = await paid(world, token);
    await world.testDatabase.database.query(
      `update payments set created_at = created_at - interval '60 days' where id = $1`,
      [old.id],
    );
    await paid(world, token);
    await created(world, token);
    await created(world, token, { paymentType: 'rent', amount: 900 });
    await sits('totals', 'Totals', async (page) => {
      const row = (table: string, name: string | RegExp) =>
        page.getByRole('table', { name: table }).getByRole('row', { name });
      await row('By status', 'Completed 1 $125.50').waitFor();
      await row('By status', 'Pending 2 $1,025.50').waitFor();
      await row('By way of paying', 'Bill · e-Transfer 2 $251.00').waitFor();
      await row('By way of paying', 'Rent · e-Transfer 1 $900.00').waitFor();
      await row('By day', / 3 \$1,151\.00 1 2 0$/).waitFor();
      await page.getByText(/^median \d+ \w+ · 95 % within \d+ \w+ · 1 payment/).waitFor();
      await page.getByRole('img', { name: 'By day' }).getByText('3', { exact: true }).waitFor();
      await page.getByRole('radiogroup', { name: 'Measure' }).getByText('Amount').click();
      await page.getByRole('img', { name: 'By day' }).getByText('$1,151.00', { exact: true }).waitFor();
      await page.getByRole('radiogroup', { name: 'Range' }).getByText('90 days').click();
      await row('By status', 'Completed 2 $251.00').waitFor();
      await page.getByRole('radiogroup', { name: 'Range' }).getByText('7 days').click();
      await row('By status', 'Completed 1 $125.50').waitFor();
    });
    assert.equal((await owner.get<Totals>('/totals')).all.count, 3);
  },
);

onEachSize(
  'payments are found by status, way, day, number, payee and person; what fits nothing says so',
  async (size) => {
    const { sits, token } = at[size];
    const done = await paid(world, token, { userName: 'Fiona Found' });
    const waiting = await created(world, token, { userName: 'Bruno Bleau', payeeName: 'Hydro Ottawa' });
    await eftPayment(world, token, (await registered(world, token)).id, { userName: 'Edda Eft' });
    await sits('payments', 'Payments', async (page) => {
      const only = async (name: string) => {
        await page.getByText('1 payment', { exact: true }).waitFor();
        await page.getByRole('row').filter({ hasText: name }).waitFor();
      };
      const search = page.getByLabel('Search', { exact: true });
      const clear = () => page.getByRole('button', { name: 'Clear filters' }).first().click();
      await page.getByLabel('Way of paying').selectOption('Debit (EFT)');
      await only('Edda Eft');
      await page.getByLabel('Status', { exact: true }).selectOption('Completed');
      await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
      await clear();
      await search.fill(done.identificationNumber.replace(/(\d{4})/g, '$1 '));
      await only('Fiona Found');
      await search.fill('otawa');
      await only('Bruno Bleau');
      await search.fill('bruno');
      await only('Bruno Bleau');
      await page.getByLabel('Status', { exact: true }).selectOption('Pending');
      await only('Bruno Bleau');
      await page.waitForURL('**/payments?search=bruno&status=pending');
      await page.getByLabel('From', { exact: true }).fill('2099-01-01');
      await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
      await clear();
      await page.getByText(/^\d+ payments – that is all$/).waitFor();
      await page
        .getByRole('row')
        .filter({ hasText: 'Bruno Bleau' })
        .getByRole('link', { name: 'Hydro Ottawa' })
        .click();
      await shown(page, `Payment ${waiting.id}`);
    });
  },
);

onEachSize('the list keeps itself up to date, also with what came while one looked at another page', async (size) => {
  const { sits, token } = at[size];
  await sits('payments', 'Payments', async (page) => {
    const row = page.getByRole('row').filter({ hasText: 'Lea Live' });
    const payment = await created(world, token, { userName: 'Lea Live' });
    await row.getByText('Pending').filter({ visible: true }).waitFor();
    const transfer = { senderEmail: bill.userEmail, amount: payment.amount, description: payment.identificationNumber };
    await world.call('POST', '/sandbox/interac-transfers', { token, body: transfer });
    await row.getByText('Completed').filter({ visible: true }).waitFor();
    await goToPlace(page, 'Totals');
    await created(world, token, { userName: 'Meanwhile Roy' });
    await goToPlace(page, 'Payments');
    await page.getByText('Meanwhile Roy').waitFor();
  });
});

onEachSize(
  'a filtered list loses what no longer fits, and says when it cannot keep itself up to date',
  async (size) => {
    const { sits, token } = at[size];
    await sits('payments?status=pending', 'Payments', async (page) => {
      const row = page.getByRole('row').filter({ hasText: 'Fay Filtered' });
      const payment = await created(world, token, { userName: 'Fay Filtered' });
      await row.waitFor();
      const transfer = {
        senderEmail: bill.userEmail,
        amount: payment.amount,
        description: payment.identificationNumber,
      };
      await world.call('POST', '/sandbox/interac-transfers', { token, body: transfer });
      await row.waitFor({ state: 'detached' });
      // Cut off by the test itself, which the browser is not blamed for.
      await page.route('**/changes*', (route) => route.abort('failed'));
      await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
      await page.unroute('**/changes*');
      await page.getByRole('alert').waitFor({ state: 'detached' });
    });
  },
);

onEachSize(
  'the export is saved under its name; while too many run, or where it breaks off, the page says so',
  async (size) => {
    const { sits, token } = at[size];
    const payment = await created(world, token);
    const done = await paid(world, token);
    await sits('payments?status=pending', 'Payments', async (page) => {
      const button = page.getByRole('button', { name: 'Export CSV' });
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      assert.equal(download.suggestedFilename(), 'payments.csv');
      const text = readFileSync(await download.path(), 'utf8');
      assert.match(text, new RegExp(`\\r\\n${payment.id},`));
      assert.doesNotMatch(text, new RegExp(`\\r\\n${done.id},`), 'what the filters leave out');

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
      await page.unroute('**/payments/export*');
    });
  },
);

onEachSize(
  'a payment is played from its page, and its timeline tells of money, biller, operator and webhooks',
  async (size) => {
    const { sits, token } = at[size];
    const payment = await created(world, token);
    await sits(`payments/${payment.id}`, `Payment ${payment.id}`, async (page) => {
      for (const [play, state] of [
        ['Payer sends the e-transfer', 'The money has arrived'],
        ['Biller rejects', 'Rejected by the payee'],
        ['Operator takes it up again', 'Submitted to the payee again'],
        ['Biller accepts', 'Settled with the payee'],
      ] as const) {
        await page.getByRole('button', { name: play }).click();
        await page.getByText(state).first().waitFor();
      }
      const timeline = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Timeline' }) });
      for (const entry of [
        'e-Transfer received',
        'The money arrived',
        'Rejected by the payee',
        'Taken up again',
        'Accepted by the payee',
        'payment.created sent',
        'payment.completed sent',
      ]) {
        await timeline.getByText(entry, { exact: true }).first().waitFor();
      }
      await timeline
        .getByText(/Delivered · HTTP 200 · \d+ ms/)
        .first()
        .waitFor();
    });
    assert.equal((await asShown(world, token, payment.id)).status, 'completed');
  },
);

onEachSize('the sandbox panel plays payer, bank, biller, card and clock', async (size) => {
  const { sits, token, owner } = at[size];
  const status = async ({ id }: { id: number }) => (await asShown(world, token, id)).status;
  const account = await registered(world, token);
  const byTransfer = await created(world, token, { userName: 'Pia Payer' });
  const debit = await eftPayment(world, token, account.id, { userName: 'Dora Debit' });
  const back = await eftPayment(world, token, account.id, { userName: 'Bert Back' });
  const card = await cardPayment(world, token, { userName: 'Cara Card' });
  await sits('sandbox', 'Sandbox panel', async (page) => {
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const play = (name: string, button: string) => row(name).getByRole('button', { name: button }).click();
    await play('Pia Payer', 'Payer sends the e-transfer');
    await play('Pia Payer', 'Biller rejects');
    await play('Pia Payer', 'Operator takes it up again');
    await play('Pia Payer', 'Biller accepts');
    await row('Pia Payer').waitFor({ state: 'detached' });
    await play('Dora Debit', 'Debit goes through');
    await row('Dora Debit').getByRole('button', { name: 'Biller accepts' }).waitFor();
    await play('Bert Back', 'Debit comes back');
    await row('Bert Back').getByRole('button', { name: 'Operator takes it up again' }).waitFor();
    await play('Cara Card', 'Payer pays by card');
    await row('Cara Card').waitFor({ state: 'detached' });
    const all = [byTransfer, debit, back, card];
    assert.deepEqual(await Promise.all(all.map(status)), ['completed', 'completed', 'failed', 'completed']);

    await page.getByLabel('Sender’s e-mail').fill('somebody@example.com');
    await page.getByLabel('Amount', { exact: true }).fill('17.25');
    await page.getByLabel('Message (holds the number)').fill(`for nothing, from the ${size}`);
    const press = (name: string, answer: string) =>
      Promise.all([
        page.waitForResponse(`**/sandbox/${answer}`),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
    await press('Send the transfer', 'interac-transfers');
    await page.getByText('Played').first().waitFor();
    const { items } = await agent.get<{ items: { description: string; amount: number }[] }>('/transfers');
    assert.equal(items.find(({ description }) => description.endsWith(size))?.amount, 17.25);

    const now = async () => new Date((await owner.get<GettingStarted>('/start')).now);
    const begun = await now();
    for (const step of ['+ 1 hour', '+ 1 business day', '+ 5 business days']) await press(step, 'clock');
    const moved = await now();
    assert.ok((moved.getTime() - begun.getTime()) / 86_400_000 > 6);
    const today = moved.toLocaleDateString('en-CA', { timeZone: 'America/Toronto', dateStyle: 'medium' });
    await page.getByText(`${today}, `).waitFor();
  });
});
