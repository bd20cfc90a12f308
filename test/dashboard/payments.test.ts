/** The payments list, one payment, the export, the totals and what changed, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { torontoDate } from '../../src/base/calendar.ts';
import type { Changes, PaymentDetail, PaymentsPage, Totals } from '../../src/dashboard/views.ts';
import { anyPayee, created, paid, strictPayee } from '../world/bodies.ts';
import { openWorld } from '../world/service.ts';
import { deskOf, trailOf } from './a-dashboard.ts';

const world = await openWorld();
const partner = await world.partner();
const desk = await deskOf(world, partner.id);
const { token } = partner;

const pending = await created(world, token);
const rent = await created(world, token, { paymentType: 'rent', userName: 'Bo Tenant', userEmail: 'bo@example.com' });
const completed = await paid(world, token, { amount: 80 });
const failed = await paid(world, token, { payeeName: strictPayee, accountNumber: '1', amount: 20.05 });
await world.call('POST', '/sandbox/settlements', { token, body: { paymentId: failed.id, outcome: 'rejected' } });
const card = await world.call<{ id: number }>('POST', '/v1/create-credit-card-payment', {
  token,
  body: { userName: 'Bo Tenant', userEmail: 'Bo@example.com', amount: 900, dueDate: '2026-12-01T00:00:00Z' },
});
const newestFirst = [card.json.id, failed.id, completed.id, rent.id, pending.id];
const today = torontoDate(Temporal.Now.instant());

const ids = async (query: string) =>
  (await desk.get<PaymentsPage>(`/payments?${query}`)).items.map((payment) => payment.id);

test('the list has every payment, newest first, with what the partner knows of each', async () => {
  const { items, nextCursor } = await desk.get<PaymentsPage>('/payments');
  assert.deepEqual(
    items.map((payment) => payment.id),
    newestFirst,
  );
  assert.equal(nextCursor, undefined);
  const { userId, identificationNumber, createdAt, changedAt, ...first } = items[4]!;
  assert.deepEqual(first, {
    id: pending.id,
    type: 'bill',
    method: 'interac',
    status: 'pending',
    state: 'awaiting_funds',
    amount: 125.5,
    userName: 'Amélie Roy',
    userEmail: 'amelie.roy@example.com',
    payeeName: anyPayee,
    billType: 'electricity',
    accountNumber: '299001234567',
    dueDate: '2026-12-01T00:00:00.000Z',
  });
  assert.equal(identificationNumber, pending.identificationNumber);
  assert.equal(userId, pending.userId);
  assert.equal(createdAt, pending.createdAt);
  assert.ok(changedAt >= createdAt);
});

test('filters by status, type, way of paying and day of creation all hold together', async () => {
  assert.deepEqual(await ids('status=failed'), [failed.id]);
  assert.deepEqual(await ids('status=completed'), [completed.id]);
  assert.deepEqual(await ids('type=rent'), [card.json.id, rent.id]);
  assert.deepEqual(await ids('method=card'), [card.json.id]);
  assert.deepEqual(await ids('type=bill&method=card'), []);
  assert.deepEqual(await ids('method=interac&status=pending'), [rent.id, pending.id]);
  assert.deepEqual(await ids(`from=${today}&to=${today}`), newestFirst);
  assert.deepEqual(await ids(`to=${today.subtract({ days: 1 })}`), []);
  assert.deepEqual(await ids(`from=${today.add({ days: 1 })}`), []);
});

test('pages by cursor hold every payment once, also when one is created in between', async () => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await desk.get<PaymentsPage>(`/payments?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.items.map((payment) => payment.id));
    cursor = page.nextCursor;
    if (seen.length === 2) newestFirst.unshift((await created(world, token)).id);
  } while (cursor);
  assert.deepEqual(seen, newestFirst.slice(1));
});

test('a search finds by id, identification number, e-mail address, name, payee and account number', async () => {
  const number = rent.identificationNumber;
  assert.deepEqual(await ids(`search=${number}`), [rent.id]);
  assert.deepEqual(await ids(`search=${number.slice(0, 4)}%20${number.slice(4, 8)}-${number.slice(8)}`), [rent.id]);
  assert.deepEqual(await ids(`search=%23${failed.id}`), [failed.id]);
  assert.equal((await ids(`search=${failed.id}`))[0], failed.id);
  assert.deepEqual(await ids('search=BO@EXAMPLE.COM'), [card.json.id, rent.id]);
  assert.deepEqual(await ids('search=bo@example.com&method=card'), [card.json.id]);
  assert.deepEqual(await ids('search=tenant'), [card.json.id, rent.id]);
  assert.deepEqual(await ids(`search=${encodeURIComponent('am')}&status=failed`), [failed.id]);
  assert.deepEqual(
    await ids('search=vancuver%20property'),
    [failed.id],
    'payees by the forgiving search of the catalogue',
  );
  assert.ok((await ids('search=299001234567')).includes(pending.id), 'twelve digits may be an account number too');
  for (const odd of [
    '100%25',
    '_',
    '%5C',
    "'%3B%20drop",
    '9'.repeat(40),
    encodeURIComponent('\ud800'.toWellFormed()),
  ]) {
    assert.deepEqual(await ids(`search=zz${odd}`), [], odd);
  }
});

test('a payment is found by the address that it was given later, and by the one before', async () => {
  const moved = await created(world, token, { userEmail: 'old@example.com' });
  await world.call('PATCH', '/v1/update-payment', { token, body: { id: moved.id, userEmail: 'New@example.com' } });
  assert.deepEqual(await ids('search=new@example.com'), [moved.id]);
  assert.deepEqual(await ids('search=old@example.com'), [moved.id]);
});

test('what is asked for in another form is refused with what would be accepted', async () => {
  for (const query of [
    'status=paid',
    'type=x',
    'method=cash',
    'from=yesterday',
    'to=2026-02-30',
    'to=9999-12-31',
    'from=0001-01-01',
    'limit=0',
    'cursor=x',
  ]) {
    const { status, text } = await desk.ask('GET', `/payments?${query}`);
    assert.equal(status, 400, query);
    assert.match(text, new RegExp(`The parameter ${query.split('=')[0]} must be`));
  }
});

test('one payment tells its timeline, and no text of others', async () => {
  const { payment, timeline } = await desk.get<PaymentDetail>(`/payments/${failed.id}`);
  assert.equal(payment.status, 'failed');
  const told = timeline.map((entry) => (entry.what === 'move' ? entry.to : entry.what));
  assert.deepEqual(told, ['awaiting_funds', 'transfer', 'collected', 'rejected']);
  assert.ok(timeline.every((entry, index) => index === 0 || entry.at >= (timeline[index - 1]?.at ?? '')));
  for (const unknown of ['999999999', 'x', '0']) {
    assert.equal((await desk.ask('GET', `/payments/${unknown}`)).status, 404);
  }
});

test('the totals add up, by day, status and way of paying, with the times to completion', async () => {
  const all = await desk.get<PaymentsPage>('/payments?limit=200');
  const totals = await desk.get<Totals>(`/totals?from=${today.subtract({ days: 2 })}&to=${today}`);
  const cents = all.items.reduce((sum, payment) => sum + Math.round(payment.amount * 100), 0);
  assert.deepEqual(totals.all, { count: all.items.length, amount: cents / 100 });
  assert.equal(totals.byDay.length, 3);
  assert.deepEqual(totals.byDay[0], {
    day: today.subtract({ days: 2 }).toString(),
    count: 0,
    amount: 0,
    pending: 0,
    completed: 0,
    failed: 0,
  });
  const last = totals.byDay[2]!;
  assert.equal(last.pending + last.completed + last.failed, last.count);
  assert.deepEqual(
    totals.byStatus.map(({ status, count }) => [status, count]),
    (['pending', 'completed', 'failed'] as const).map((status) => [
      status,
      all.items.filter((payment) => payment.status === status).length,
    ]),
  );
  assert.equal(totals.byMethod.find((each) => each.method === 'card')?.amount, 900);
  assert.equal(totals.secondsToCompletion?.count, 2, 'what failed after its completion counts too');
  assert.ok((totals.secondsToCompletion?.median ?? -1) >= 0);
  assert.equal((await desk.get<Totals>('/totals')).byDay.length, 30);
  for (const query of [
    `from=${today}&to=${today.subtract({ days: 1 })}`,
    'from=2020-01-01',
    'from=x',
    'from=9999-12-31&to=9999-12-31',
  ]) {
    assert.equal((await desk.ask('GET', `/totals?${query}`)).status, 400, query);
  }
});

test('what changed since an asOf is told, and nothing is missed between two of them', async () => {
  const begun = await desk.get<Changes>('/changes');
  assert.deepEqual([begun.payments, begun.more], [[], false]);
  const fresh = await created(world, token);
  const first = await desk.get<Changes>(`/changes?since=${begun.asOf}`);
  assert.deepEqual(
    first.payments.map((payment) => payment.id),
    [fresh.id],
  );
  const body = { senderEmail: fresh.recipientEmail, amount: fresh.amount, description: fresh.identificationNumber };
  await world.call('POST', '/sandbox/interac-transfers', { token, body });
  const second = await desk.get<Changes>(`/changes?since=${first.asOf}`);
  assert.equal(second.payments.find((payment) => payment.id === fresh.id)?.status, 'completed');
  assert.equal((await desk.ask('GET', '/changes?since=lately')).status, 400);
});

test('the export is a CSV file with the filters of the list, in which nothing is a formula, and it is written to the trail', async () => {
  const hostile = await created(world, token, {
    paymentType: 'rent',
    userName: '=HYPERLINK("http://evil.example","click"), "now"',
    userEmail: 'csv@example.com',
  });
  const file = await desk.ask('GET', '/payments/export?search=csv@example.com');
  assert.equal(file.status, 200);
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(file.headers['content-disposition'], 'attachment; filename="payments.csv"');
  const [head = '', line = '', ...rest] = file.text.split('\r\n');
  assert.match(head, /^\ufeffid,createdAt,status,/);
  assert.ok(line.startsWith(`${hostile.id},${hostile.createdAt},pending,rent,interac,1650.00,,`), line);
  assert.ok(line.includes(`"'=HYPERLINK(""http://evil.example"",""click""), ""now"""`), line);
  assert.deepEqual(rest, ['']);
  const whole = await desk.ask('GET', `/payments/export?from=${today}&to=${today}`);
  const list = await desk.get<PaymentsPage>('/payments?limit=200');
  assert.equal(whole.text.trim().split('\r\n').length - 1, list.items.length);
  const exported = (await trailOf(world, partner)).filter((entry) => entry.act === 'payments exported');
  assert.deepEqual(exported[0]?.after, { search: 'csv@example.com' });
  assert.equal(exported.length, 2);
});
