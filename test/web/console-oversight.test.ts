import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditView, PartnerDetail, PayeeDetail } from '../../src/console/desk/views.ts';
import type { People, Trail } from '../../src/people/views.ts';
import { mailedToken } from '../people/a-person.ts';
import { anyPayee } from '../world/bodies.ts';
import type { Partner } from '../world/service.ts';
import { memberAt, operatorAt } from './operator.ts';
import { fill, holdCard, payeePath } from './oversight-world.ts';
import { faultsOf, openWeb, phone, shown } from './web-world.ts';

const web = await openWeb();
const { visitor, world } = web;
const { database } = world.testDatabase;
const approver = await operatorAt(web, 'approver');
const agent = await operatorAt(web, 'agent');
let partner: Partner;

test('rules of a payee: edited, tried on the last numbers, published by an approver with a reason; an agent only looks', async () => {
  partner = await fill(world, agent);
  const looking = await visitor({ storageState: agent.storageState });
  await looking.at(payeePath(anyPayee));
  await shown(looking.page, anyPayee);
  const change = async (page: typeof looking.page, lengths: string) => {
    await page.getByRole('button', { name: 'Change the rules' }).click();
    await page.getByLabel('Account numbers').selectOption('Digits only');
    await page.getByLabel('Numbers of digits').fill('ten');
    await page.getByText('Whole numbers from 1 to 64').waitFor();
    assert.ok(await page.getByRole('button', { name: 'See what would change' }).isDisabled());
    await page.getByLabel('Numbers of digits').fill(lengths);
    await page.getByLabel('How well known').selectOption('Confirmed');
    await page.getByLabel('Source', { exact: true }).fill('the payee, by letter');
    await page.getByRole('button', { name: 'See what would change' }).click();
  };
  await change(looking.page, '10');
  await looking.page.getByText('An approver publishes rules').waitFor();
  assert.equal(await looking.page.getByRole('button', { name: 'Publish the rules' }).count(), 0);
  await looking.context.close();

  const { context, page, at, wrong } = await visitor({ storageState: approver.storageState });
  await at('/console/payees');
  await shown(page, 'Payee catalogue');
  await page.getByLabel('Search payees').fill('toronto hyd');
  await page.getByRole('link', { name: anyPayee }).click();
  await shown(page, anyPayee);
  await page.getByText('Not known: every number is accepted').first().waitFor();
  await change(page, '10');
  await page.getByRole('status').getByText('2 numbers change their verdict').waitFor();
  await page.getByTestId('preview').getByText('Accepted').first().waitFor();
  await page.getByTestId('preview').getByText('Fails', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish the rules' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('10 digits').waitFor();
  await dialog.getByLabel('Reason').fill('as they wrote');
  await dialog.getByRole('button', { name: 'Publish the rules' }).click();
  await page.getByText('Published: the rules hold from now on').waitFor();
  await page.getByRole('table', { name: 'Versions' }).getByText('10 digits').waitFor();
  const { payee } = await agent.get<PayeeDetail>(`/payees/${encodeURIComponent(anyPayee)}`);
  assert.deepEqual([payee.accountFormat, payee.confidence], [{ lengths: [10] }, 'sourced']);
  const number = { payeeName: anyPayee, accountNumber: '299001234567' };
  const checked = await world.call<{ valid: boolean }>('POST', '/v1/payees/validate-account', {
    token: partner.token,
    body: number,
  });
  assert.equal(checked.json.valid, false);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('a version that somebody else publishes meanwhile is said in words, and gone on from without losing what was typed', async () => {
  const name = 'Federal - GST/HST Payment - GST-P';
  const { context, page, at, wrong } = await visitor({ storageState: approver.storageState });
  await at(payeePath(name));
  await shown(page, name);
  await page.getByRole('button', { name: 'Change the rules' }).click();
  await page.getByLabel('Hint for people').fill('on the second page');
  await page.getByRole('button', { name: 'See what would change' }).click();
  await page.getByText('No number changes its verdict').waitFor();
  const detail = await agent.get<PayeeDetail>(`/payees/${encodeURIComponent(anyPayee)}`);
  const { accountFormat, confidence } = detail.payee;
  const other = { name: anyPayee, accountFormat, confidence, source: 'a telephone call', version: detail.version };
  await approver.post('/payees/publish', { ...other, reason: 'meanwhile' });
  await page.getByRole('button', { name: 'Publish the rules' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('it says so there');
  await dialog.getByRole('button', { name: 'Publish the rules' }).click();
  await dialog.getByText('Another version was published meanwhile').waitFor();
  await dialog.getByRole('button', { name: `Go on from version ${detail.version + 1}` }).click();
  assert.equal(await page.getByLabel('Hint for people').inputValue(), 'on the second page');
  await page.getByRole('button', { name: 'See what would change' }).click();
  await page.getByRole('button', { name: 'Publish the rules' }).click();
  await dialog.getByLabel('Reason').fill('it says so there');
  await dialog.getByRole('button', { name: 'Publish the rules' }).click();
  await page.getByText('Published: the rules hold from now on').waitFor();
  const { payee } = await agent.get<PayeeDetail>(`/payees/${encodeURIComponent(name)}`);
  assert.equal(payee.accountNumberHint, 'on the second page');
  assert.deepEqual(wrong, []);
  await context.close();
});

test('the ledger says where every cent is and proves it; a cent that is nowhere is named by statement and audit', async () => {
  const { context, page, at, wrong } = await visitor({ storageState: agent.storageState });
  await at('/console/ledger');
  await shown(page, 'Ledger');
  await page.getByText('Proven', { exact: true }).waitFor();
  await page.getByRole('row', { name: 'E-transfers on hold On hold 1 $33.00' }).waitFor();
  await page.getByRole('button', { name: 'Run the audit now' }).click();
  const { checks } = await agent.post<AuditView>('/ledger/audit');
  await page.getByText(`All ${checks.length} checks hold`).waitFor();

  await page.getByLabel('Show', { exact: true }).selectOption('The operator');
  await page.getByRole('row', { name: 'Waits for the next settlement Owed to billers 0 $0.00' }).waitFor();
  await page.getByText('Proven', { exact: true }).waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('All partners');
  await page.getByRole('button', { name: 'Show only this: The operator' }).click();
  await page.getByRole('row', { name: 'E-transfers on hold On hold 1 $33.00' }).waitFor();

  await database.query(`update interac_transfers set amount_cents = amount_cents + 1 where state = 'held'`);
  await page.reload();
  await shown(page, 'Ledger');
  await page.getByText('Not proven', { exact: true }).waitFor();
  await page.getByText('by -$0.01').first().waitFor();
  await page.getByRole('button', { name: 'Run the audit now' }).click();
  await page.getByText(/\d checks? do(es)? not hold/).waitFor();
  await page.getByLabel('What breaks it').first().waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await database.query(`update interac_transfers set amount_cents = amount_cents - 1 where state = 'held'`);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('a partner is created with a reason, its owner invited by mail, and the invitation withdrawn; an agent creates none', async () => {
  const { context, page, at, wrong } = await visitor({ storageState: approver.storageState });
  await at('/console/partners');
  await shown(page, 'Partners');
  await page.getByRole('button', { name: 'New partner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nordlicht');
  assert.ok(await dialog.getByRole('button', { name: 'Create the partner' }).isDisabled());
  await dialog.getByLabel('Reason').fill('contract signed');
  await dialog.getByRole('button', { name: 'Create the partner' }).click();
  await shown(page, 'Nordlicht');
  await page.getByRole('heading', { name: 'Nobody yet' }).waitFor();
  await page.getByRole('button', { name: 'Invite an owner' }).click();
  await dialog.getByLabel('E-mail address').fill('chief@nordlicht.example');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByText('Owner · until').waitFor();
  assert.ok(mailedToken(world.output(), 'chief@nordlicht.example', '/invitation'));
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const invited = await agent.get<People>(`/partners/${id}/people`);
  assert.deepEqual(
    invited.invitations.map(({ email, role }) => [email, role]),
    [['chief@nordlicht.example', 'owner']],
  );
  await page.getByRole('button', { name: 'Withdraw: chief@nordlicht.example' }).click();
  await page.getByText('The invitation is withdrawn').waitFor();
  assert.deepEqual((await agent.get<People>(`/partners/${id}/people`)).invitations, []);
  const { partner: made } = await agent.get<PartnerDetail>(`/partners/${id}`);
  assert.equal(made.name, 'Nordlicht');

  await page.goto('about:blank');
  await at(`/console/partners/${partner.id}`);
  await page.getByRole('heading', { name: 'Payments of the last 30 days' }).waitFor();
  await page.getByText('Received by e-transfer').waitFor();
  await context.close();
  const other = await visitor({ storageState: agent.storageState });
  await other.at('/console/partners');
  await other.page.getByRole('link', { name: 'Nordlicht' }).waitFor();
  assert.equal(await other.page.getByRole('button', { name: 'New partner' }).count(), 0);
  await other.page.getByRole('link', { name: 'Nordlicht' }).click();
  await other.page.getByText('An approver invites the first owner').waitFor();
  assert.equal(await other.page.getByRole('button', { name: 'Invite an owner' }).count(), 0);
  await other.context.close();
  assert.deepEqual([...wrong, ...other.wrong], []);
});

test('operators: an approver invites, gives another role and removes; an agent sees who there is', async () => {
  const third = await operatorAt(web, 'agent');
  const { context, page, at, wrong } = await visitor({ storageState: approver.storageState, viewport: phone });
  await at('/console/people');
  await shown(page, 'Operators');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('newcomer@example.com');
  await dialog.getByLabel('Role').selectOption('Approver');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByText('newcomer@example.com').first().waitFor();
  const name = third.email.split('@')[0] ?? '';
  await page.getByLabel(`Role: ${name}`).selectOption('Approver');
  await page.getByText('The role is changed').waitFor();
  const roleNow = async () =>
    (await approver.get<People>('/people')).people.find(({ email }) => email === third.email)?.role;
  assert.equal(await roleNow(), 'approver');
  await page.getByRole('button', { name: `Remove: ${name}` }).click();
  await dialog.getByText('cannot open this console any more').waitFor();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Removed', { exact: true }).waitFor();
  assert.equal(await roleNow(), undefined);
  await context.close();
  const other = await visitor({ storageState: agent.storageState });
  await other.at('/console/people');
  await other.page.getByText(approver.email).waitFor();
  assert.equal(await other.page.getByRole('button', { name: 'Invite somebody' }).count(), 0);
  assert.equal(await other.page.getByRole('button', { name: /^(Remove|Withdraw)/ }).count(), 0);
  await other.context.close();
  assert.deepEqual([...wrong, ...other.wrong], []);
});

test('endpoints that fail, card money held and gone back are listed with links to payment and partner', async () => {
  await holdCard(world, partner);
  const { context, page, at, wrong } = await visitor({ storageState: agent.storageState });
  await at('/console/endpoints');
  await shown(page, 'Failing endpoints');
  await page.getByText('http://127.0.0.1:1/hook').waitFor();
  await page.getByRole('cell', { name: /^No connection/ }).waitFor();
  await at('/console/cards');
  await shown(page, 'Cards');
  await page.getByText('Another amount').waitFor();
  await page.getByText('Dispute').waitFor();
  assert.equal(await page.getByRole('link', { name: /^Payment \d+/ }).count(), 2);
  await page
    .getByRole('link', { name: /^partner of/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /^partner of/ }).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test('the audit trail shows what changed, before and after; a partner’s is for its owners', async () => {
  const { context, page, at } = await visitor({ storageState: agent.storageState });
  await at('/console/trail');
  await shown(page, 'Audit trail');
  const entry = page.getByRole('listitem').filter({ hasText: 'Published rules of a payee' }).last();
  await entry.getByRole('link', { name: `payee ${anyPayee}` }).waitFor();
  await entry.getByRole('row', { name: 'Numbers of digits' }).getByText('10').waitFor();
  await entry.getByText(approver.email).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Created a partner' }).getByText('contract signed').waitFor();
  await context.close();

  const owner = await memberAt(web, partner.id, 'owner');
  const { token: made } = await owner.post<{ token: { id: number } }>('/tokens', {
    name: 'till',
    scopes: ['public_api:payees_read'],
  });
  await owner.post(`/tokens/${made.id}/deactivate`);
  const own = await visitor({ storageState: owner.storageState });
  await own.at(`/dashboard/${partner.id}/people`);
  await shown(own.page, 'People');
  await own.page.getByRole('link', { name: 'Audit trail' }).click();
  await shown(own.page, 'Audit trail');
  const deactivated = own.page.getByRole('listitem').filter({ hasText: 'Deactivated a token' });
  await deactivated.getByRole('row', { name: 'Active Yes No' }).waitFor();
  const { items } = await owner.get<Trail>('/trail');
  assert.equal(await own.page.locator('.entries > li').count(), items.length);
  assert.deepEqual(await faultsOf(own.page), []);
  await own.context.close();

  const viewer = await memberAt(web, partner.id, 'viewer');
  const other = await visitor({ storageState: viewer.storageState });
  await other.at(`/dashboard/${partner.id}/trail`);
  await other.page.getByRole('heading', { name: 'Only owners can see the audit trail' }).waitFor();
  assert.equal(await other.page.getByRole('link', { name: 'Audit trail' }).count(), 0);
  assert.deepEqual([...own.wrong, ...other.wrong], []);
  await other.context.close();
});
