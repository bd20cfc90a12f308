/** Settlement, ledger, catalogue, partners, endpoints and cards as the console shows them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  BatchDetail,
  BatchList,
  EndpointList,
  LedgerView,
  NextBatchView,
  NextDebitsView,
  OverviewView,
  PartnerDetail,
  PartnerList,
  PartnerView,
  PayeeDetail,
  PayeeList,
  PayeePreview,
  PublishAnswer,
  StatementView,
} from '../../../src/console/desk/views.ts';
import { anyPayee, created, paid, strictPayee } from '../../world/bodies.ts';
import { command, done } from '../../world/commands.ts';
import { eftPayment, registered } from '../../world/eft.ts';
import { until } from '../../world/payments.ts';
import { startService, temporaryFolder } from '../../world/service.ts';
import { readSettlementFile, rejected, report, reportOn } from '../../world/settlement.ts';
import { openConsole } from './a-desk.ts';

const { world, partner, token, agent, approver, held, play, balanced, trail } = await openConsole();
const { database } = world.testDatabase;

test('what the next cut-off would send is seen before it does, and the batch afterwards with its answers', async () => {
  const [one, two] = [await paid(world, token), await paid(world, token, { amount: 10 })];
  await paid(world, token, { payeeName: strictPayee, accountNumber: '12' });
  const next = await agent.get<NextBatchView>('/settlement/next');
  assert.deepEqual([next.payments, next.total], [2, 135.5]);
  assert.deepEqual(next.payees.find(({ payeeName }) => payeeName === strictPayee)?.failing, 1);
  assert.match(next.cutOff, /Z$/);

  const { file } = await done<{ file: string }>(world.env, 'settlement', 'submit', '--out', temporaryFolder());
  const sent = readSettlementFile(file);
  const [first] = sent.transactions;
  await report(database, reportOn(sent, rejected, first ? [first] : []));
  const { items } = await agent.get<BatchList>('/settlement/batches');
  const [batch] = items;
  assert.deepEqual([batch?.payments, batch?.total, batch?.open, batch?.rejected], [2, 135.5, 1, 1]);
  const page = await agent.get<BatchDetail>(`/settlement/batches/${batch?.batchId}?limit=1`);
  assert.deepEqual(
    page.items.map(({ paymentId, outcome }) => [paymentId, outcome]),
    [[one.id, 'rejected']],
  );
  assert.equal(page.items[0]?.reason?.code, 'AC01');
  const rest = await agent.get<BatchDetail>(`/settlement/batches/${batch?.batchId}?limit=1&cursor=${page.nextCursor}`);
  assert.deepEqual(
    rest.items.map(({ paymentId, outcome }) => [paymentId, outcome]),
    [[two.id, 'open']],
  );
  assert.equal(rest.nextCursor, undefined);
});

test('the debits of the next file are counted before they are made', async () => {
  const account = await registered(world, token);
  await eftPayment(world, token, account.id);
  const next = await agent.get<NextDebitsView>('/eft/next');
  assert.deepEqual([next.debits, next.total, next.waiting], [1, 125.5, 0]);
});

test('the statement says where every cent is, and adds up to the ledger, in all and for each partner', async () => {
  await held(33, 'no number');
  await created(world, token, { paymentType: 'rent' });
  for (const query of ['', `?partnerId=${partner.id}`, '?partnerId=0']) {
    const statement = await agent.get<StatementView>(`/ledger/statement${query}`);
    assert.ok(statement.proven, JSON.stringify(statement.proofs));
    const ledger = await agent.get<LedgerView>(`/ledger${query}`);
    assert.equal(ledger.sum, 0);
    for (const { account, ledger: balance } of statement.proofs) {
      assert.equal(ledger.accounts.find((each) => each.account === account)?.balance, balance, account);
    }
  }
  const own = await agent.get<StatementView>('/ledger/statement?partnerId=0');
  assert.equal(own.lines.find(({ place }) => place === 'transfers on hold')?.amount, 33);
  assert.equal((await agent.ask('GET', '/ledger/statement?partnerId=999999')).status, 404);
});

test('a cent that is nowhere is found by the statement', async () => {
  await database.query(`update interac_transfers set amount_cents = amount_cents + 1 where state = 'held'`);
  const statement = await agent.get<StatementView>('/ledger/statement');
  assert.equal(statement.proven, false);
  const wrong = statement.proofs.filter(({ holds }) => !holds).map(({ account }) => account);
  assert.deepEqual(wrong.sort(), ['collected_interac', 'held_funds']);
  await database.query(`update interac_transfers set amount_cents = amount_cents - 1 where state = 'held'`);
  await balanced();
});

test('before rules are published it is seen which numbers would change verdict; then they hold, and stay after a start', async () => {
  const { payee, version: seen } = await agent.get<PayeeDetail>(`/payees/${encodeURIComponent(anyPayee)}`);
  assert.equal(payee.accountFormat, null);
  const rules = {
    name: anyPayee,
    accountFormat: { lengths: [10] },
    confidence: 'sourced',
    source: 'the payee, by letter',
  };
  const preview = await agent.post<PayeePreview>('/payees/preview', rules);
  assert.deepEqual([preview.numbers, preview.version], [1, seen]);
  const [change] = preview.changes;
  assert.deepEqual(
    [change?.accountNumber, change?.before.failsAtProcessing, change?.after.failsAtProcessing],
    ['299001234567', false, true],
  );
  assert.match(String(change?.after.reason), /10 digits/);

  const body = { ...rules, version: preview.version, reason: 'as they wrote' };
  await agent.refused(403, '/payees/publish', body);
  assert.match(await approver.refused(409, '/payees/publish', { ...body, version: 99 }), /look again/);
  assert.match(await approver.refused(400, '/payees/publish', { ...body, accountFormat: { lengths: [0] } }), /lengths/);
  const { version } = await approver.post<PublishAnswer>('/payees/publish', body);
  assert.equal(version, preview.version + 1);
  assert.equal((await trail()).at(-1)?.act, 'payee rules published');
  const number = { payeeName: anyPayee, accountNumber: '299001234567' };
  const checked = await world.call<{ valid: boolean }>('POST', '/v1/payees/validate-account', { token, body: number });
  assert.equal(checked.json.valid, false);

  const other = await startService({ DATABASE_URL: world.testDatabase.url });
  await other.end();
  const { items, version: now } = await agent.get<PayeeList>(`/payees?search=${encodeURIComponent(anyPayee)}`);
  assert.equal(now, version, 'a start makes no version');
  assert.equal(items[0]?.expectation, '10 digits');
});

test('the catalogue is listed whole, page by page', async () => {
  const names: string[] = [];
  let cursor = '';
  do {
    const page = await agent.get<PayeeList>(`/payees?cursor=${encodeURIComponent(cursor)}`);
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes(anyPayee) && names.includes(strictPayee));
  const behind = await agent.get<PayeeList>(`/payees?cursor=${encodeURIComponent(`${names[2]} that left meanwhile`)}`);
  assert.equal(behind.items[0]?.name, names[3], 'a name that is in the catalogue no more still has its place');
});

test('a partner is made by an approver and shown with its numbers', async () => {
  const reason = 'contract signed';
  await agent.refused(403, '/partners', { name: 'Nordlicht', reason });
  assert.match(await approver.refused(400, '/partners', { name: 'Nordlicht' }), /details/);
  const made = await approver.post<PartnerView>('/partners', { name: '  Nordlicht ', reason });
  assert.equal(made.name, 'Nordlicht');
  const entry = (await trail()).at(-1);
  assert.deepEqual([entry?.subject, entry?.after], [`partner ${made.partnerId}`, { name: 'Nordlicht', reason }]);
  const { items } = await agent.get<PartnerList>('/partners');
  assert.ok(items.some(({ partnerId }) => partnerId === made.partnerId));
  const { partner: own, numbers } = await agent.get<PartnerDetail>(`/partners/${partner.id}`);
  assert.equal(own.activeTokens, 1);
  assert.ok((numbers.statuses.find(({ status }) => status === 'completed')?.count ?? 0) > 0);
});

test('of one name there is one partner, however it is typed and how often it is clicked', async () => {
  const reason = 'contract signed';
  for (const name of ['Nordlicht', 'NORDLICHT ', 'Nord\u200blicht']) {
    assert.match(await approver.refused(409, '/partners', { name, reason }), /There is a partner "Nordlicht" already/);
  }
  const twice = await Promise.all(
    [1, 2].map(() => approver.ask('POST', '/partners', { name: 'Clicked twice', reason })),
  );
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
  const byCommand = await command(world.env, 'partner', 'create', '--name', 'clicked  twice');
  assert.notEqual(byCommand.code, 0);
  assert.match(byCommand.stderr, /There is a partner "Clicked twice" already/);
});

test('an endpoint whose last deliveries failed is named with how often, and disappears once one arrives', async () => {
  const events = ['payment.created', 'payment.completed'];
  const deaf = await world.partner({ webhook: { url: 'http://127.0.0.1:1/hook', events } });
  for (let count = 0; count < 2; count += 1) await created(world, deaf.token);
  const failing = async () =>
    (await agent.get<EndpointList>('/endpoints')).items.find(({ partnerId }) => partnerId === Number(deaf.id));
  const view = await until('two failed deliveries', async () => {
    const found = await failing();
    return found?.failedInARow === 2 ? found : undefined;
  });
  assert.deepEqual([view.url, view.lastStatusCode, view.lastDeliveredAt], ['http://127.0.0.1:1/hook', null, null]);
  const overview = await agent.get<OverviewView>('/overview');
  assert.equal(overview.failingEndpoints, 1);
  await database.query(
    `update webhook_events set state = 'delivered' where partner_id = $1 and id = (
    select max(id) from webhook_events where partner_id = $1)`,
    [deaf.id],
  );
  assert.equal(await failing(), undefined);
});

test('the overview counts what waits for a person', async () => {
  const overview = await agent.get<OverviewView>('/overview');
  assert.equal(overview.environment, 'sandbox');
  assert.deepEqual(overview.heldTransfers, { count: 1, amount: 33 });
  assert.ok(overview.failedPayments.count >= 1);
  await play('clock', { advanceSeconds: 1 });
  await balanced();
});

test('balances beside one another are those of 1,000 partners, and say how many more count in the sums', async () => {
  const before = await agent.get<LedgerView>('/ledger');
  assert.equal(before.partnersLeftOut, 0);
  await database.query(
    `with made as (insert into public.partners (name) select 'Partner ' || n from generate_series(1, 1000) n returning id)
     insert into ledger_accounts (partner_id, code) select id, 'held_funds' from made`,
  );
  const { partners, partnersLeftOut, accounts } = await agent.get<LedgerView>('/ledger');
  assert.deepEqual([partners.length, partnersLeftOut], [1000, before.partners.length]);
  assert.deepEqual(accounts, before.accounts);
});
