/** Who may do what in the dashboard: every route of the table, with every role, with another partner's session, and with none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DashboardRoute, dashboardRoutes, developers } from '../../src/dashboard/routes.ts';
import { createToken } from '../../src/partners/tokens.ts';
import { signedIn, Visit } from '../people/a-person.ts';
import { created } from '../world/bodies.ts';
import { startReceiver } from '../world/receiver.ts';
import { newPartner, openWorld, startService, testSecretKey } from '../world/service.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const receiver = await startReceiver();
const webhook = { url: receiver.url, events: ['payment.created'] };
const partner = await world.partner({ webhook });
const other = await world.partner({ webhook });

const account = {
  institutionNumber: '815',
  transitNumber: '30001',
  accountNumber: '1234567',
  accountHolderName: 'A B',
};
const report = { userEmail: 'a@example.com', payments: [{ month: '2026-01', amount: 1 }] };

/** One of everything of a partner: what a path may name. */
async function thingsOf({ id, token }: typeof partner): Promise<Record<string, string>> {
  const payment = await created(world, token);
  await receiver.received(receiver.deliveries.length);
  const made = async (path: string, body: object) =>
    (await world.call<{ id: number }>('POST', `/v1${path}`, { token, body })).json.id;
  const { rows } = await database.query<{ id: bigint }>('select id from webhook_events where partner_id = $1 limit 1', [
    id,
  ]);
  return {
    partnerId: String(id),
    paymentId: String(payment.id),
    tokenId: String((await createToken(database, id, 'spare', [])).tokenId),
    deliveryId: String(rows[0]?.id),
    bankAccountId: String(await made('/bank-accounts', account)),
    reportId: String(await made('/past-rent-reports', report)),
  };
}

const things = await thingsOf(partner);
const things2 = await thingsOf(other);

const plays = ['interac-transfers', 'settlements', 'eft-debits', 'card-payments', 'requeues', 'clock'];
/** The table, and the sandbox's panel beside it. */
const routes: readonly Pick<DashboardRoute, 'method' | 'path' | 'roles'>[] = [
  ...dashboardRoutes,
  ...plays.map((play) => ({ method: 'POST' as const, path: `/sandbox/${play}`, roles: developers })),
];
const filled = (path: string, given: Record<string, string>) =>
  `/dashboard/data/:partnerId${path}`.replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? assert.fail(name));
const go = (visit: Visit, { method }: { method: string }, target: string, headers = {}) =>
  method === 'GET' ? visit.get(target, headers) : visit.post(target, {}, headers);

const owner = await signedIn(world.address, database, partner.id, 'owner');
const developer = await signedIn(world.address, database, partner.id, 'developer');
const viewer = await signedIn(world.address, database, partner.id, 'viewer');
const stranger = await signedIn(world.address, database, other.id, 'owner');
const operator = await signedIn(world.address, database, 0n, 'approver');

test('without a session every route is 401', async () => {
  for (const route of routes) {
    const answer = await go(new Visit(world.address), route, filled(route.path, things));
    assert.equal(answer.status, 401, `${route.method} ${route.path}: ${answer.text}`);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

test("with another partner's session, or the operator's, every route is 404, as that of a partner that is not there", async () => {
  for (const route of routes) {
    for (const visit of [stranger, operator]) {
      const foreign = await go(visit, route, filled(route.path, things));
      assert.equal(foreign.status, 404, `${route.method} ${route.path}: ${foreign.text}`);
      const missing = await go(visit, route, filled(route.path, { ...things, partnerId: '987654321' }));
      assert.deepEqual([missing.status, missing.json.error], [404, foreign.json.error]);
    }
  }
});

test("what belongs to another partner is not there under one's own address either", async () => {
  for (const route of routes.filter(({ path }) => path.includes(':'))) {
    const mixed = filled(route.path, { ...things, partnerId: String(other.id) });
    const answer = await go(stranger, route, mixed);
    assert.equal(answer.status, 404, `${route.method} ${mixed}: ${answer.text}`);
    const nobodys = route.path.replaceAll(/:(\w+)/g, '999999999');
    const unknown = await go(stranger, route, filled(nobodys, things2));
    assert.equal(unknown.json.error, answer.json.error, 'in the same words');
  }
  const { rows } = await database.query('select active from api_tokens where partner_id = $1 and not active', [
    partner.id,
  ]);
  assert.deepEqual(rows, []);
});

test('each role gets what the table says, and 403 for the rest', async () => {
  const visits = { owner, developer, viewer };
  for (const route of routes) {
    for (const [role, visit] of Object.entries(visits)) {
      const answer = await go(visit, route, filled(route.path, things));
      const may = (route.roles as readonly string[]).includes(role);
      const what = `${role} ${route.method} ${route.path}: ${answer.status} ${answer.text.slice(0, 200)}`;
      assert.equal(answer.status === 403, !may, what);
      assert.ok(!may || [200, 400, 409].includes(answer.status), what);
    }
  }
});

test('a change that another site brings about is refused, and changes nothing', async () => {
  const before = await database.query('select count(*) from audit_trail where partner_id = $1', [partner.id]);
  for (const route of routes.filter(({ method }) => method === 'POST')) {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: undefined },
      { 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain' },
    ]) {
      const answer = await go(owner, route, filled(route.path, things), headers);
      assert.equal(answer.status, 403, `${route.path} ${JSON.stringify(headers)}: ${answer.text}`);
    }
  }
  const after = await database.query('select count(*) from audit_trail where partner_id = $1', [partner.id]);
  assert.deepEqual(after.rows, before.rows);
});

test('a person who is removed from the partner is out at once', async () => {
  const leaver = await signedIn(world.address, database, partner.id, 'viewer');
  const target = filled('/payments', things);
  assert.equal((await leaver.get(target)).status, 200);
  await database.query('delete from memberships where person_id = $1', [leaver.personId]);
  assert.equal((await leaver.get(target)).status, 404);
});

test('production has no trace of the sandbox panel', async () => {
  const production = await startService({
    DATABASE_URL: world.testDatabase.url,
    SECRET_KEY: testSecretKey,
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://pay.example',
    CARD_PROVIDER: 'off',
  });
  const { id } = await newPartner(world.testDatabase.url, 'production');
  for (const play of plays) {
    const answer = await production.call('POST', `/dashboard/data/${id}/sandbox/${play}`, {
      body: {},
      headers: { origin: 'https://pay.example' },
    });
    assert.equal(answer.status, 404, play);
    assert.match(answer.text, /There is nothing at POST/);
  }
  assert.equal((await production.call('GET', `/dashboard/data/${id}/payments`)).status, 401);
  await production.end();
});
