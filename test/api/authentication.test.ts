/** Authentication (interface §5): 401 in all its cases, before anything else of a request is looked at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { type Permission, permissions } from '../../contract/permissions.ts';
import { assertError } from '../world/answers.ts';
import { bill, created } from '../world/bodies.ts';
import { openWorld } from '../world/service.ts';

const world = await openWorld();
const partner = await world.partner();
const all: readonly Endpoint[] = endpoints;
const unknown = `svcapi_${'0123456789abcdef'.repeat(4)}`;

/** Every way in which an Authorization header is not the right one. */
const wrong: Record<string, string | undefined> = {
  'is missing': undefined,
  'is empty': '',
  'has another scheme': `Basic ${partner.token}`,
  'has no scheme': partner.token,
  'has a scheme and nothing else': 'Bearer',
  'has a token without its prefix': `Bearer ${partner.token.slice('svcapi_'.length)}`,
  'has a token that is cut off': `Bearer ${partner.token.slice(0, -1)}`,
  'has a token with a character more': `Bearer ${partner.token}0`,
  'has a token that is not hexadecimal': `Bearer svcapi_${'g'.repeat(64)}`,
  'has a token in capitals': `Bearer ${partner.token.toUpperCase()}`,
  'has a token nobody knows': `Bearer ${unknown}`,
  'has two tokens': `Bearer ${partner.token} ${partner.token}`,
  'has a comma behind the token': `Bearer ${partner.token},`,
  'has quotes around the token': `Bearer "${partner.token}"`,
  'has an SQL text': "Bearer svcapi_' or true --",
};

for (const endpoint of all) {
  const path = `/v1${endpoint.path}`;
  test(`${endpoint.method} ${path} answers 401 with the error body for every wrong Authorization header`, async () => {
    for (const authorization of Object.values(wrong)) {
      for (const body of [undefined, {}, '{"malformed']) {
        const answer = await world.call(endpoint.method, path, {
          ...(body !== undefined && endpoint.method !== 'GET' && { body }),
          headers: { authorization },
        });
        assertError(answer, 401, path);
        assert.ok(!answer.text.includes(partner.token), 'a token is never answered');
      }
    }
  });

  test(`${endpoint.method} ${path} is opened by ${endpoint.permission ?? 'any token'} and by no other scope`, async () => {
    const call = async (scopes: readonly Permission[]) => {
      const { token } = await world.partner({ scopes });
      return world.call(endpoint.method, path, { token, ...(endpoint.method !== 'GET' && { body: '{"malformed' }) });
    };
    const others = permissions.filter((permission) => permission !== endpoint.permission);
    const without = await call(others);
    if (endpoint.permission === null) {
      assert.notEqual(without.status, 401);
      assert.notEqual((await call([])).status, 401);
      return;
    }
    assert.ok(assertError(without, 401, path).error.includes(endpoint.permission), 'the answer names the permission');
    assertError(await call([]), 401, path);
    assert.notEqual((await call([endpoint.permission])).status, 401);
  });
}

test('authentication comes before the body: too large, of a wrong type, or not JSON at all', async () => {
  for (const body of ['x'.repeat(2_000_000), '', '[', '\u0000']) {
    for (const type of ['application/json', 'text/plain', 'nonsense']) {
      const answer = await world.call('POST', '/v1/create-payment', { body, headers: { 'content-type': type } });
      assertError(answer, 401, '/v1/create-payment');
    }
  }
});

test('authentication comes before the idempotency key', async () => {
  const headers = { 'idempotency-key': 'k'.repeat(300) };
  assertError(await world.call('POST', '/v1/create-payment', { body: bill, headers }), 401, '/v1/create-payment');
});

test('the scheme may be written in any case, with spaces around the token', async () => {
  for (const authorization of [`bearer ${partner.token}`, `BEARER ${partner.token}`, `Bearer   ${partner.token}  `]) {
    const answer = await world.call('POST', '/v1/payees/search', { headers: { authorization } });
    assert.equal(answer.status, 200, authorization);
  }
});

test('a token in the query or in another header opens nothing', async () => {
  const target = `/v1/payees/search?access_token=${partner.token}&token=${partner.token}`;
  const answer = await world.call('POST', target, { headers: { 'x-api-key': partner.token } });
  assertError(answer, 401, '/v1/payees/search');
});

test('the tokens of one partner have each their own scopes', async () => {
  const reader = await world.partner({ scopes: ['public_api:payments_read'] });
  const answer = await world.call('POST', '/v1/create-payment', { token: reader.token, body: bill });
  assertError(answer, 401, '/v1/create-payment');
  assert.equal((await world.call('POST', '/v1/payment-history', { token: reader.token })).status, 200);
});

test('no answer and no log line carries a token', async () => {
  await created(world, partner.token);
  await world.call('POST', '/v1/create-payment', { token: unknown, body: bill });
  const log = world
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  for (const line of log) assert.ok(!/svcapi_[0-9a-f]{64}/.test(line), line);
});
