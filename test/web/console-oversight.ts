/** The console's payee catalogue, ledger, partners, operators, endpoints, cards and trail, used as an operator would. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { AuditView, PartnerDetail, PayeeDetail } from '../../src/console/desk/views.ts';
import type { People, Trail } from '../../src/people/views.ts';
import { mailedToken } from '../people/a-person.ts';
import { anyPayee, created } from '../world/bodies.ts';
import { does, memberAt, operatorAt } from './operator.ts';
import { fill, holdCard, payeePath } from './oversight-world.ts';
import { faultsOf, goToPlace, onEachSize, openOwnWeb, shown } from './web-world.ts';

const web = await openOwnWeb();
const { seat, world } = web;
const { database } = world.testDatabase;
const approver = await operatorAt(web, 'approver');
const agent = await operatorAt(web, 'agent');
const approverSits = seat({ storageState: approver.storageState });
const agentSits = seat({ storageState: agent.storageState });
const partner = await fill(world, agent);
const owner = await memberAt(web, partner.id, 'owner');
const viewer = await memberAt(web, partner.id, 'viewer');
const ownerSits = seat({ storageState: owner.storageState });
const viewerSits = seat({ storageState: viewer.storageState });
/** Payees of whose account numbers no format is known. */
const payeeOf = { desktop: anyPayee, phone: 'Hydro Ottawa' };
const publish = 'Publish the rules';
let cardHeld: Promise<void> | undefined;

async function changeRules(page: Page, lengths: string) {
  await page.getByRole('button', { name: 'Change the rules' }).click();
  await page.getByLabel('Account numbers').selectOption('Digits only');
  await page.getByLabel('Numbers of digits').fill('ten');
  await page.getByText('Whole numbers from 1 to 64').waitFor();
  assert.ok(await page.getByRole('button', { name: 'See what would change' }).isDisabled());
  await page.getByLabel('Numbers of digits').fill(lengths);
  await page.getByLabel('How well known').selectOption('Confirmed');
  await page.getByLabel('Source', { exact: true }).fill('the payee, by letter');
  await page.getByRole('button', { name: 'See what would change' }).click();
}

onEachSize(
  'rules of a payee: edited, tried on the last numbers, published by an approver with a reason; an agent only looks',
  async (size) => {
    const payeeName = payeeOf[size];
    for (const accountNumber of ['299001234567', '2990012345'])
      await created(world, partner.token, { payeeName, accountNumber });
    await agentSits(size, payeePath(payeeName), payeeName, async (page) => {
      await changeRules(page, '10');
      await page.getByText('An approver publishes rules').waitFor();
      assert.equal(await page.getByRole('button', { name: publish }).count(), 0);
    });
    await approverSits(size, '/console/payees', 'Payee catalogue', async (page) => {
      await page.getByLabel('Search payees').fill(payeeName.toLowerCase().slice(0, -2));
      await page.getByRole('link', { name: payeeName }).click();
      await shown(page, payeeName);
      await page.getByText('Not known: every number is accepted').first().waitFor();
      await changeRules(page, '10');
      await page.getByRole('status').getByText('2 numbers change their verdict').waitFor();
      await page.getByTestId('preview').getByText('Accepted').first().waitFor();
      await page.getByTestId('preview').getByText('Fails', { exact: true }).waitFor();
      await page.getByRole('button', { name: publish }).click();
      await page.getByRole('dialog').getByText('10 digits').waitFor();
      await does(page, publish, 'Published: the rules hold from now on', 'as they wrote');
      await page.getByRole('table', { name: 'Versions' }).getByText('10 digits').waitFor();
    });
    const { payee } = await agent.get<PayeeDetail>(`/payees/${encodeURIComponent(payeeName)}`);
    assert.deepEqual([payee.accountFormat, payee.confidence], [{ lengths: [10] }, 'sourced']);
    const checked = await world.call<{ valid: boolean }>('POST', '/v1/payees/validate-account', {
      token: partner.token,
      body: { payeeName, accountNumber: '299001234567' },
    });
    assert.equal(checked.json.valid, false);
  },
);

onEachSize(
  'a version that somebody else publishes meanwhile is said in words, and gone on from without losing what was typed',
  async (size) => {
    const name = 'Federal - GST/HST Payment - GST-P';
    const hint = `on the second page, said on the ${size}`;
    await approverSits(size, payeePath(name), name, async (page) => {
      await page.getByRole('button', { name: 'Change the rules' }).click();
      await page.getByLabel('Hint for people').fill(hint);
      await page.getByRole('button', { name: 'See what would change' }).click();
      await page.getByText('No number changes its verdict').waitFor();
      const detail = await agent.get<PayeeDetail>(`/payees/${encodeURIComponent(anyPayee)}`);
      const { accountFormat, confidence } = detail.payee;
      const other = {
        name: anyPayee,
        accountFormat,
        confidence,
        source: `a call on the ${size}`,
        version: detail.version,
      };
      await approver.post('/payees/publish', { ...other, reason: 'meanwhile' });
      await page.getByRole('button', { name: publish }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('it says so there');
      await dialog.getByRole('button', { name: publish }).click();
      await dialog.getByText('Another version was published meanwhile').waitFor();
      await dialog.getByRole('button', { name: `Go on from version ${detail.version + 1}` }).click();
      assert.equal(await page.getByLabel('Hint for people').inputValue(), hint);
      await page.getByRole('button', { name: 'See what would change' }).click();
      await page.getByRole('button', { name: publish }).click();
      await does(page, publish, 'Published: the rules hold from now on', 'it says so there');
    });
    const { payee } = await agent.get<PayeeDetail>(`/payees/${encodeURIComponent(name)}`);
    assert.equal(payee.accountNumberHint, hint);
  },
);

onEachSize(
  'the ledger says where every cent is and proves it; a cent that is nowhere is named by statement and audit',
  async (size) => {
    const add = (cents: number) =>
      database.query(`update interac_transfers set amount_cents = amount_cents + $1 where state = 'held'`, [cents]);
    await agentSits(size, '/console/ledger', 'Ledger', async (page) => {
      // On a phone, how many there are stands below what they are.
      const line = (place: string, account: string, count: number, amount: string) =>
        page.getByRole('row', {
          name: size === 'phone' ? `${place} Number: ${count} ${amount}` : `${place} ${account} ${count} ${amount}`,
        });
      await page.getByText('Proven', { exact: true }).waitFor();
      await line('E-transfers on hold', 'On hold', 1, '$33.00').waitFor();
      await page.getByRole('button', { name: 'Run the audit now' }).click();
      const { checks } = await agent.post<AuditView>('/ledger/audit');
      await page.getByText(`All ${checks.length} checks hold`).waitFor();

      await page.getByLabel('Show', { exact: true }).selectOption('The operator');
      await line('Waits for the next settlement', 'Owed to billers', 0, '$0.00').waitFor();
      await page.getByText('Proven', { exact: true }).waitFor();
      await page.getByLabel('Show', { exact: true }).selectOption('All partners');
      await page.getByRole('button', { name: 'Show only this: The operator' }).click();
      await line('E-transfers on hold', 'On hold', 1, '$33.00').waitFor();

      await add(1);
      await page.reload();
      await shown(page, 'Ledger');
      await page.getByText('Not proven', { exact: true }).waitFor();
      await page.getByText('by -$0.01').first().waitFor();
      await page.getByRole('button', { name: 'Run the audit now' }).click();
      await page.getByText(/\d checks? do(es)? not hold/).waitFor();
      await page.getByLabel('What breaks it').first().waitFor();
      assert.deepEqual(await faultsOf(page), []);
    }).finally(() => add(-1));
  },
);

onEachSize(
  'a partner is created with a reason, its owner invited by mail, and the invitation withdrawn; an agent creates none',
  async (size) => {
    const name = `Nordlicht of the ${size}`;
    const email = `chief-${size}@nordlicht.example`;
    await approverSits(size, '/console/partners', 'Partners', async (page) => {
      await page.getByRole('button', { name: 'New partner' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      assert.ok(await dialog.getByRole('button', { name: 'Create the partner' }).isDisabled());
      await does(page, 'Create the partner', '', 'contract signed');
      await shown(page, name);
      await page.getByRole('heading', { name: 'Nobody yet' }).waitFor();
      await page.getByRole('button', { name: 'Invite an owner' }).click();
      await dialog.getByLabel('E-mail address').fill(email);
      await dialog.getByRole('button', { name: 'Send the invitation' }).click();
      await page.getByText('Owner · until').waitFor();
      assert.ok(mailedToken(world.output(), email, '/invitation'));
      const id = new URL(page.url()).pathname.split('/').at(-1);
      const invited = await agent.get<People>(`/partners/${id}/people`);
      assert.deepEqual(
        invited.invitations.map((each) => [each.email, each.role]),
        [[email, 'owner']],
      );
      await page.getByRole('button', { name: `Withdraw: ${email}` }).click();
      await page.getByText('The invitation is withdrawn').waitFor();
      assert.deepEqual((await agent.get<People>(`/partners/${id}/people`)).invitations, []);
      const { partner: made } = await agent.get<PartnerDetail>(`/partners/${id}`);
      assert.equal(made.name, name);
    });
    await agentSits(size, '/console/partners', 'Partners', async (page) => {
      assert.equal(await page.getByRole('button', { name: 'New partner' }).count(), 0);
      await page.getByRole('link', { name }).click();
      await page.getByText('An approver invites the first owner').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Invite an owner' }).count(), 0);
      await page.goBack();
      await page
        .getByRole('link', { name: /^partner of/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Payments of the last 30 days' }).waitFor();
    });
  },
);

onEachSize(
  'operators: an approver invites, gives another role and removes; an agent sees who there is',
  async (size) => {
    const third = await operatorAt(web, 'agent');
    const roleNow = async () =>
      (await approver.get<People>('/people')).people.find(({ email }) => email === third.email)?.role;
    await approverSits(size, '/console/people', 'Operators', async (page) => {
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-mail address').fill(`newcomer-${size}@example.com`);
      await dialog.getByLabel('Role').selectOption('Approver');
      await dialog.getByRole('button', { name: 'Send the invitation' }).click();
      await page.getByText(`newcomer-${size}@example.com`).first().waitFor();
      const name = third.email.split('@')[0] ?? '';
      await page.getByLabel(`Role: ${name}`).selectOption('Approver');
      await page.getByText('The role is changed').waitFor();
      assert.equal(await roleNow(), 'approver');
      await page.getByRole('button', { name: `Remove: ${name}` }).click();
      await dialog.getByText('cannot open this console any more').waitFor();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Removed', { exact: true }).waitFor();
      assert.equal(await roleNow(), undefined);
    });
    await agentSits(size, '/console/people', 'Operators', async (page) => {
      await page.getByText(approver.email).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Invite somebody' }).count(), 0);
      assert.equal(await page.getByRole('button', { name: /^(Remove|Withdraw)/ }).count(), 0);
    });
  },
);

onEachSize(
  'endpoints that fail, card money held and gone back are listed with links to payment and partner',
  async (size) => {
    cardHeld ??= holdCard(world, partner);
    await cardHeld;
    await agentSits(size, '/console/endpoints', 'Failing endpoints', async (page) => {
      await page.getByText('http://127.0.0.1:1/hook').waitFor();
      await page.getByText('No connection').filter({ visible: true }).waitFor();
      await goToPlace(page, 'Cards');
      await page.getByText('Another amount').filter({ visible: true }).waitFor();
      await page.getByText('Dispute').filter({ visible: true }).waitFor();
      assert.equal(await page.getByRole('link', { name: /^Payment \d+/ }).count(), 2);
      await page
        .getByRole('link', { name: /^partner of/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: /^partner of/ }).waitFor();
    });
  },
);
onEachSize('the audit trail shows what changed, before and after; a partner’s is for its owners', async (size) => {
  await agentSits(size, '/console/trail', 'Audit trail', async (page) => {
    const entry = page.getByRole('listitem').filter({ hasText: 'Published rules of a payee' }).last();
    await entry.getByRole('link', { name: `payee ${anyPayee}` }).waitFor();
    await entry.getByRole('row', { name: 'Numbers of digits' }).getByText('10').waitFor();
    await entry.getByText(approver.email).waitFor();
    const created = page.getByRole('listitem').filter({ hasText: 'Created a partner' });
    await created.getByText('contract signed').first().waitFor();
  });
  const { token: made } = await owner.post<{ token: { id: number } }>('/tokens', {
    name: `till of the ${size}`,
    scopes: ['public_api:payees_read'],
  });
  await owner.post(`/tokens/${made.id}/deactivate`);
  await ownerSits(size, `/dashboard/${partner.id}/people`, 'People', async (page) => {
    await goToPlace(page, 'Audit trail');
    const deactivated = page.getByRole('listitem').filter({ hasText: 'Deactivated a token' });
    await deactivated.first().getByRole('row', { name: 'Active Yes No' }).waitFor();
    const { items } = await owner.get<Trail>('/trail');
    assert.equal(await page.locator('.entries > li').count(), items.length);
    assert.deepEqual(await faultsOf(page), []);
  });
  await viewerSits(size, `/dashboard/${partner.id}/trail`, /./, async (page) => {
    await page.getByRole('heading', { name: 'Only owners can see the audit trail' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Audit trail' }).count(), 0);
  });
});
