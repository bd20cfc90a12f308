/** Bank accounts, payees, rent reports, getting started and the sandbox panel. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type {
  BankAccountList,
  BankAccountRecord,
  CheckedAccountNumber,
  CreatedToken,
  GettingStarted,
  Page,
  PayeeList,
  PaymentView,
  RentReportDetail,
  RentReportView,
} from '../../src/dashboard/views.ts';
import { asShown, bill, created, strictPayee } from '../world/bodies.ts';
import { registered } from '../world/eft.ts';
import { openWorld } from '../world/service.ts';
import { deskOf, trailOf } from './a-dashboard.ts';

const world = await openWorld();
const partner = await world.partner();
const desk = await deskOf(world, partner.id);
const { token } = partner;

test('a bank account is registered, listed and deactivated, its full number is nowhere, and the trail has it', async () => {
  const account = {
    institutionNumber: '815',
    transitNumber: '30001',
    accountNumber: '7654321',
    accountHolderName: 'Amélie Roy',
    padAgreement: { category: 'business', signedAt: '2026-11-01', signatoryName: 'Amélie Roy', more: 'ignored' },
  };
  const made = await desk.post<BankAccountRecord>('/bank-accounts', account);
  assert.deepEqual([made.status, made.accountNumber.slice(-4)], ['active', '4321']);
  assert.deepEqual(made.padAgreement, { category: 'business', signedAt: '2026-11-01', signatoryName: 'Amélie Roy' });
  const inactive = await desk.post<BankAccountRecord>(`/bank-accounts/${made.id}/deactivate`);
  assert.equal(inactive.status, 'inactive');
  await desk.post(`/bank-accounts/${made.id}/deactivate`);
  const list = await desk.ask<BankAccountList>('GET', '/bank-accounts');
  assert.deepEqual(list.json.items, [inactive]);
  const told = (await trailOf(world, partner)).filter(({ subject }) => subject?.startsWith('bank account'));
  assert.deepEqual(
    told.map(({ act }) => act),
    ['bank account registered', 'bank account deactivated'],
  );
  assert.ok(!(list.text + JSON.stringify(told)).includes('7654321'));
  const api = await world.call<{ bankAccounts: unknown[] }>('GET', '/v1/bank-accounts', { token });
  assert.deepEqual(api.json.bankAccounts, list.json.items, 'the very records of the API');
  assert.equal((await desk.ask('POST', '/bank-accounts', { ...account, transitNumber: '1' })).status, 400);
});

test('bank accounts are listed newest first, page by page, and an account made meanwhile is on no later page', async () => {
  const { id, token: theirs } = await world.partner();
  const owner = await deskOf(world, id);
  const made: number[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await registered(world, theirs)).id);
  const seen: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: BankAccountList = await owner.get(`/bank-accounts?limit=2&cursor=${cursor}`);
    assert.ok(page.items.length <= 2);
    seen.push(...page.items.map((each) => each.id));
    cursor = page.nextCursor;
    await registered(world, theirs);
  }
  assert.deepEqual(seen, made);
  assert.equal((await owner.ask('GET', '/bank-accounts?cursor=x')).status, 400);
  const api = await world.call<{ bankAccounts: unknown[] }>('GET', '/v1/bank-accounts', { token: theirs });
  assert.equal(api.json.bankAccounts.length, 8, 'the API answers all of them');
});

test('payees are found as by the API, and a number is tried by the rules of processing', async () => {
  const { items } = await desk.get<PayeeList>('/payees?search=vancuver&limit=3');
  assert.ok(items.length <= 3 && items.some(({ name }) => name === strictPayee));
  const tried = (accountNumber: string, payeeName = strictPayee) =>
    desk.ask<CheckedAccountNumber>('POST', '/payees/check', { payeeName, accountNumber });
  assert.deepEqual((await tried('123456789012')).json, { valid: true });
  const wrong = await tried('12');
  assert.equal(wrong.json.valid, false);
  assert.match(wrong.json.reason ?? '', /12/);
  assert.equal((await tried('1', 'Nobody')).status, 400);
});

test('past rent reports are listed newest first and shown as they were sent', async () => {
  const sent = (userEmail: string, more: object) =>
    world.call<{ id: number }>('POST', '/v1/past-rent-reports', {
      token,
      body: {
        userEmail,
        payments: [
          { month: '2026-03', amount: 1650.1 },
          { month: '2026-01', amount: 0 },
        ],
        ...more,
      },
    });
  const first = await sent('one@example.com', { userName: 'One', landlord: { name: 'L', since: 1e21 } });
  const second = await sent('two@example.com', { userName: { first: 'Two' }, payments: [] });
  const list = await desk.get<Page<RentReportView>>('/rent-reports?limit=1');
  assert.deepEqual([list.items[0]?.id, list.items[0]?.months], [second.json.id, 0]);
  const next = await desk.get<Page<RentReportView>>(`/rent-reports?limit=1&cursor=${list.nextCursor}`);
  const { warningCount, createdAt, ...item } = next.items[0]!;
  assert.deepEqual(item, {
    id: first.json.id,
    userEmail: 'one@example.com',
    userName: 'One',
    months: 2,
    firstMonth: '2026-01',
    lastMonth: '2026-03',
  });
  assert.equal(next.nextCursor, undefined);
  const detail = await desk.get<RentReportDetail>(`/rent-reports/${first.json.id}`);
  assert.deepEqual(detail.report.landlord, { name: 'L', since: 1e21 });
  assert.deepEqual([detail.warnings.length, detail.createdAt], [warningCount, createdAt]);
  assert.equal((await desk.ask('GET', '/rent-reports/999999999')).status, 404);
});

test('the snippets of getting started run as they stand, one after the other, with a token just made', async () => {
  const begun = await desk.get<GettingStarted>('/start');
  assert.deepEqual([begun.environment, begun.baseAddress], ['sandbox', `${world.address}/v1`]);
  assert.deepEqual([begun.done.webhook, begun.done.completed], [false, false]);
  const scopes = ['public_api:payment_create', 'public_api:payments_read'];
  const { value } = await desk.post<CreatedToken>('/tokens', { name: 'getting started', scopes });
  const script = begun.snippets.map(({ text }) => text.replaceAll('{{token}}', value)).join('\necho\n');
  const output = execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' });
  assert.match(output, /"status":"pending"/);
  assert.match(output, /"outcome":"matched"/);
  assert.match(output, /"status":"completed"/);
  assert.match(output, /No webhook URL is configured/);
  const { done } = await desk.get<GettingStarted>('/start');
  assert.deepEqual(done, { token: true, webhook: false, payment: true, completed: true });
});

test('the panel plays payer, biller, operator and clock by the very handlers of the sandbox, and the trail says who played', async () => {
  const payment = await created(world, token, { payeeName: strictPayee, accountNumber: '123456789012' });
  const transfer = { senderEmail: bill.userEmail, amount: payment.amount, description: payment.identificationNumber };
  const received = await desk.post<{ outcome: string; paymentId: number }>('/sandbox/interac-transfers', transfer);
  assert.deepEqual([received.outcome, received.paymentId], ['matched', payment.id]);
  const settled = { paymentId: payment.id, outcome: 'rejected' };
  assert.equal((await desk.post<PaymentView>('/sandbox/settlements', settled)).status, 'failed');
  await desk.post('/sandbox/requeues', { paymentId: payment.id, accountNumber: '210987654321' });
  await desk.post('/sandbox/settlements', { paymentId: payment.id, outcome: 'accepted' });
  assert.equal((await asShown(world, token, payment.id)).status, 'completed');
  const before = await desk.get<GettingStarted>('/start');
  await desk.post('/sandbox/clock', { advanceSeconds: 3600 });
  const after = await desk.get<GettingStarted>('/start');
  assert.ok(Date.parse(after.now) - Date.parse(before.now) >= 3_600_000);
  assert.equal((await desk.ask('POST', '/sandbox/settlements', settled)).status, 400, 'an impossible step');
  const other = await world.partner();
  const foreign = await created(world, other.token);
  const taken = await desk.ask('POST', '/sandbox/settlements', { paymentId: foreign.id, outcome: 'accepted' });
  assert.equal(taken.status, 400);
  assert.match(taken.text, /is not a payment of yours/);
  const played = (await trailOf(world, partner)).filter(({ act }) => act === 'sandbox played');
  const impossible = ['settlements', 'settlements'];
  assert.deepEqual(
    played.map(({ subject }) => subject),
    ['interac-transfers', 'settlements', 'requeues', 'settlements', 'clock', ...impossible],
  );
  assert.deepEqual(played[1]?.after, settled);
});
