/** What a partner sets up and looks up: tokens, webhooks, bank accounts, payees, rent reports, the first requests. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bill, created, strictPayee } from '../world/bodies.ts';
import { anAccount, type BankAccountRecord } from '../world/eft.ts';
import { bodyOf, startReceiver, verified } from '../world/receiver.ts';
import { dashboardsAt } from './dashboard-world.ts';
import { onEachSize, openWeb, shown } from './web-world.ts';

const web = await openWeb();
const { world } = web;
const at = await dashboardsAt(web);
const events = ['payment.created', 'payment.completed'];

onEachSize(
  'a token is made with chosen permissions, shown once, tells when it was used, and is taken out of use and back',
  async (size) => {
    const reads = async (token: string) =>
      (await world.call('POST', '/v1/payment-history', { token, body: {} })).status;
    await at[size].sits('tokens', 'API tokens', async (page) => {
      await page.getByRole('button', { name: 'New token' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('web server');
      assert.equal(await dialog.getByRole('button', { name: 'Create the token' }).isDisabled(), true);
      await dialog.getByLabel('Read payments and their statuses').check();
      await dialog.getByRole('button', { name: 'Create the token' }).click();
      const token = await page.getByTestId('once').innerText();
      assert.match(token, /^svcapi_[0-9a-f]{64}$/);
      const row = page.getByRole('row', { name: /web server/ });
      await row.getByText('Never').filter({ visible: true }).waitFor();
      assert.equal(await reads(token), 200);
      const refused = await world.call('POST', '/v1/create-payment', { token, body: bill });
      assert.match(refused.json.error, /permission/i);

      await page.reload();
      await shown(page, 'API tokens');
      await row
        .getByText(/, 20\d\d, /)
        .filter({ visible: true })
        .waitFor();
      assert.equal((await page.content()).includes(token), false);
      await page.getByRole('button', { name: 'Deactivate: web server' }).click();
      await page.getByText('“web server” is deactivated').waitFor();
      await row.getByText('Deactivated').waitFor();
      assert.equal(await reads(token), 401);
      await page.getByRole('button', { name: 'Reactivate: web server' }).click();
      await page.getByText('“web server” works again').waitFor();
      await page.getByRole('button', { name: 'Deactivate: web server' }).waitFor();
      assert.equal(await reads(token), 200);
    });
  },
);

onEachSize(
  'a webhook is set and tested, a failed delivery explains itself and is sent again, and the secret is rolled',
  async (size) => {
    const receiver = await startReceiver();
    const { sits, token } = at[size];
    await sits('webhooks', 'Webhooks', async (page) => {
      await page.getByLabel('URL').fill(receiver.url);
      await page.getByLabel('payment.failed').uncheck();
      await page.getByRole('button', { name: 'Save' }).click();
      const secret = await page.getByTestId('once').innerText();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('The test was delivered: HTTP 200').waitFor();
      const [test] = await receiver.received(1);
      assert.ok(test);
      verified(test, secret);

      receiver.behave('cut');
      const payment = await created(world, token);
      await receiver.received(2);
      await page.getByLabel('Status', { exact: true }).selectOption('Failed');
      const row = page.getByRole('row').filter({ hasText: `Payment ${payment.id}` });
      await row.getByRole('button', { name: 'payment.created' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('No connection').waitFor();
      await drawer.getByText('Reason', { exact: true }).waitFor();
      await drawer.getByText(/^\d+ ms$/).waitFor();
      await drawer.getByText(`"identificationNumber": "${payment.identificationNumber}"`).waitFor();
      receiver.behave(200);
      await drawer.getByRole('button', { name: 'Send again' }).click();
      await drawer.getByRole('heading', { name: 'Attempt 2 · by hand' }).waitFor();
      await drawer.getByText('HTTP 200').waitFor();
      await drawer.getByText('answered 200').waitFor();
      const again = (await receiver.received(3))[2];
      assert.ok(again);
      assert.equal(verified(again, secret).payments[0]?.id, payment.id);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Roll the secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Roll the secret' }).click();
      await page.getByTestId('once').filter({ hasNotText: secret }).waitFor();
      const rolled = await page.getByTestId('once').innerText();
      await page.getByRole('button', { name: 'Send a test' }).click();
      const last = (await receiver.received(4))[3];
      assert.ok(last);
      verified(last, rolled);
      assert.throws(() => verified(last, secret));
      const { events: chosen } = await at[size].owner.get<{ events: string[] }>('/webhook');
      assert.deepEqual(chosen.toSorted(), events.toSorted());
      await page.reload();
      await shown(page, 'Webhooks');
      assert.equal((await page.content()).includes(rolled), false);
    });
  },
);

onEachSize('a bank account is registered with its agreement, and deactivated after a question', async (size) => {
  const { sits, token } = at[size];
  const { institutionNumber, transitNumber, accountNumber } = anAccount();
  const accounts = async () =>
    (await world.call<{ bankAccounts: BankAccountRecord[] }>('GET', '/v1/bank-accounts', { token })).json.bankAccounts;
  await sits('bank-accounts', 'Bank accounts', async (page) => {
    await page.getByRole('heading', { name: 'No bank account yet' }).waitFor();
    await page.getByRole('button', { name: 'Register an account' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account holder').fill('Zoé Tremblay');
    await dialog.getByLabel('Institution').fill(institutionNumber);
    await dialog.getByLabel('Transit').fill(transitNumber);
    await dialog.getByLabel('Account number').fill(accountNumber);
    await dialog.getByLabel('Kind of agreement').selectOption('Personal');
    await dialog.getByLabel('Signed by').fill('Zoé Tremblay');
    await dialog.getByRole('button', { name: 'Register an account' }).click();
    await page.getByText('The account is registered').waitFor();
    const row = page.getByRole('row', { name: /Zoé Tremblay/ });
    await row.getByText('Active', { exact: true }).filter({ visible: true }).waitFor();
    assert.deepEqual(
      (await accounts()).map((each) => [
        each.status,
        each.accountNumber.slice(-4),
        (each.padAgreement as { category: string }).category,
      ]),
      [['active', accountNumber.slice(-4), 'personal']],
    );
    await page.getByRole('button', { name: /^Deactivate: Zoé Tremblay/ }).click();
    await dialog.getByText('Nothing more is drawn on the account of Zoé Tremblay').waitFor();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('The account is deactivated').waitFor();
    await row.getByText('Inactive', { exact: true }).filter({ visible: true }).waitFor();
  });
  assert.deepEqual(
    (await accounts()).map(({ status }) => status),
    ['inactive'],
  );
});

onEachSize('a payee is found although its name is mistyped, and a number is tried before anybody is billed', (size) =>
  at[size].sits('payees', 'Payees', async (page) => {
    await page.getByLabel('Search payees').fill('city of vancuver prop');
    await page.getByRole('button', { name: strictPayee }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Payee', exact: true }).inputValue(), strictPayee);
    await page.getByRole('textbox', { name: 'Account number' }).fill('12345');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('status').filter({ hasText: 'This number does not fit' }).getByText(/12/).waitFor();
    await page.getByRole('textbox', { name: 'Account number' }).fill('123456789012');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('status').filter({ hasText: 'This number fits' }).waitFor();
  }),
);

onEachSize('a rent report that was sent is listed, and opens as it was sent', async (size) => {
  const { sits, token } = at[size];
  const months = ['2026-01', '2026-02', '2026-03'].map((month) => ({ month, amount: 1650.1 }));
  const body = {
    userEmail: 'r@example.com',
    userName: 'Rosa Roy',
    landlord: { name: 'Immeubles Lac' },
    payments: months,
  };
  assert.equal((await world.call('POST', '/v1/past-rent-reports', { token, body })).status, 200);
  await sits('rent-reports', 'Rent reports', async (page) => {
    await page
      .getByRole('row', { name: /Rosa Roy/ })
      .getByText('2026-01 – 2026-03')
      .waitFor();
    await page.getByRole('button', { name: 'Rosa Roy' }).click();
    const report = page.getByRole('dialog').getByRole('region', { name: 'Report as it was sent' });
    assert.deepEqual(JSON.parse(await report.innerText()), body);
  });
});

onEachSize(
  'the snippets of getting started run as they stand with the token made there, from nothing to a paid bill and a webhook',
  async (size) => {
    const receiver = await startReceiver();
    const { sits, owner } = at[size];
    await owner.post('/webhook', { url: receiver.url, events });
    await sits('start', 'Getting started', async (page) => {
      await page.getByText('Make a token above').first().waitFor();
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByText('Your token is in the snippets').waitFor();
      const snippets: string[] = [];
      for (const name of await page.getByRole('heading', { name: /^\d\. / }).allInnerTexts()) {
        const snippet = page.locator('section').filter({ has: page.getByRole('heading', { name }) });
        await snippet.getByRole('button', { name: 'Copy' }).click();
        snippets.push((await page.evaluate('navigator.clipboard.readText()')) as string);
      }
      assert.equal(snippets.length, 4);
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', snippets.join('\necho\n')]);
      assert.match(stdout, /"status":"pending".*"outcome":"matched".*"status":"completed"/s);
      const [first, second, test] = (await receiver.received(3)).map(bodyOf);
      assert.deepEqual(
        [first?.event, second?.event, test?.event],
        ['payment.created', 'payment.completed', 'payment.completed'],
      );
      for (const step of ['Token made', 'Payment created', 'Payment completed', 'Webhook set']) {
        await page.getByText(`✓ ${step} (done)`).waitFor();
      }
    });
  },
);
