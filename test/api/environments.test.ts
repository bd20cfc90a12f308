/** Tokens of sandbox and production, and switching tokens off and on: several processes on one database (interface §5). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError } from '../world/answers.ts';
import { bill, created } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { createTestDatabase } from '../world/database.ts';
import { newPartner, type PaymentRecord, type Service, startService } from '../world/service.ts';

const testDatabase = await createTestDatabase();
const shared = { DATABASE_URL: testDatabase.url };
const production = {
  ...shared,
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://pay.example.ca',
  CARD_PROVIDER: 'off',
};
const [sandbox, second, live] = await Promise.all([
  startService(shared),
  startService({ ...shared, ROLES: 'api' }),
  startService(production),
]);
after(async () => {
  await Promise.all([sandbox.end(), second.end(), live.end()]);
  await testDatabase.close();
});

const played = await newPartner(testDatabase.url, 'sandbox');
const real = await newPartner(testDatabase.url, 'production');
const create = (service: Service, token: string) =>
  service.call<PaymentRecord>('POST', '/v1/create-payment', { token, body: bill });

test('a token of the sandbox opens nothing in production, and the reverse, on the same database', async () => {
  assert.equal((await create(sandbox, played.token)).status, 200);
  assert.equal((await create(live, real.token)).status, 200);
  assertError(await create(live, played.token), 401, '/v1/create-payment');
  assertError(await create(sandbox, real.token), 401, '/v1/create-payment');
  assertError(await create(second, real.token), 401, '/v1/create-payment');
});

test('a token made by command for a partner of both environments works in its own alone', async () => {
  const { partnerId } = await done<{ partnerId: number }>(live.env, 'partner', 'create', '--name', 'In both');
  const make = (service: Service) =>
    done<{ token: string }>(
      service.env,
      'token',
      'create',
      '--partner',
      `${partnerId}`,
      '--name',
      't',
      '--scopes',
      'all',
    );
  const [inSandbox, inProduction] = await Promise.all([make(sandbox), make(live)]);
  assert.equal((await create(sandbox, inSandbox.token)).status, 200);
  assert.equal((await create(live, inProduction.token)).status, 200);
  assertError(await create(live, inSandbox.token), 401, '/v1/create-payment');
  assertError(await create(sandbox, inProduction.token), 401, '/v1/create-payment');
});

test('the payments of one environment are in no history of the other', async () => {
  const history = async (service: Service, token: string) =>
    (await service.call<{ payments: PaymentRecord[] }>('POST', '/v1/payment-history', { token })).json.payments;
  assert.equal((await history(sandbox, played.token)).length, 1);
  assert.equal((await history(live, real.token)).length, 1);
});

test('no simulator is reachable in production, with any token', async () => {
  for (const path of ['interac-transfers', 'settlements', 'requeues', 'clock', 'eft-debits', 'card-payments', '']) {
    for (const token of [real.token, played.token]) {
      const answer = await live.call('POST', `/sandbox/${path}`, { token, body: { advanceSeconds: 1 } });
      assertError(answer, 404, `/sandbox/${path}`);
    }
  }
  assert.doesNotMatch(live.output(), /svcapi_|Demo partner/, 'production makes no demo partner and shows no token');
});

test('switching a token off and on takes effect on the very next request, in every process', async () => {
  const { token, tokenId } = await newPartner(testDatabase.url, 'sandbox');
  const other = await newPartner(testDatabase.url, 'sandbox');
  const turn = (name: string) => done(sandbox.env, 'token', name, '--token-id', `${tokenId}`);
  for (const service of [sandbox, second]) await created(service, token);
  await turn('deactivate');
  for (const service of [sandbox, second]) {
    assertError(await create(service, token), 401, '/v1/create-payment');
    assert.equal((await create(service, other.token)).status, 200, 'other tokens go on');
  }
  assertError(await sandbox.call('POST', '/v1/webhook-test', { token }), 401, '/v1/webhook-test');
  await turn('reactivate');
  for (const service of [second, sandbox]) await created(service, token);
});
