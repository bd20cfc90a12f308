/** Tokens in the dashboard: shown once, switched off and on, last use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissions } from '../../contract/permissions.ts';
import type { CreatedToken, TokenList, TokenView } from '../../src/dashboard/views.ts';
import { messageAt } from '../world/answers.ts';
import { until } from '../world/payments.ts';
import { type ErrorBody, openWorld } from '../world/service.ts';
import { deskOf, trailOf } from './a-dashboard.ts';

const world = await openWorld();
const partner = await world.partner();
const desk = await deskOf(world, partner.id, 'developer');
const history = (token: string) => world.call('POST', '/v1/payment-history', { token, body: {} });
const listed = async (id: number) => (await desk.get<TokenList>('/tokens')).items.find((token) => token.id === id);

test('a token is made with its scopes, its value is answered once, and it works', async () => {
  const body = { name: '  back office ', scopes: ['public_api:payments_read'] };
  const { token, value } = await desk.post<CreatedToken>('/tokens', body);
  assert.match(value, /^svcapi_[0-9a-f]{64}$/);
  assert.deepEqual(
    { ...token, id: 0, createdAt: '' },
    {
      id: 0,
      name: 'back office',
      prefix: value.slice(0, 11),
      lastFour: value.slice(-4),
      scopes: ['public_api:payments_read'],
      active: true,
      createdAt: '',
    },
  );
  assert.equal((await history(value)).status, 200);
  const search = await world.call('POST', '/v1/payees/search', { token: value, body: {} });
  assert.equal(search.status, 401, 'it has no other scope');
  const list = await desk.ask<TokenList>('GET', '/tokens');
  assert.ok(!list.text.includes(value) && list.json.items[0]?.id === token.id);
  assert.deepEqual(
    list.json.scopes.map(({ scope }) => scope),
    permissions,
  );
});

test('a token that was used says so, to the minute, and one that was not says nothing', async () => {
  const { token, value } = await desk.post<CreatedToken>('/tokens', { name: 'unused', scopes: [permissions[2]] });
  assert.equal((await listed(token.id))?.lastUsedAt, undefined);
  await history(value);
  const lastUsedAt = await until('the note', async () => (await listed(token.id))?.lastUsedAt);
  assert.ok(Math.abs(Date.parse(lastUsedAt) - Date.now()) < 60_000);
  await history(value);
  assert.equal((await listed(token.id))?.lastUsedAt, lastUsedAt, 'noted once a minute at most');
});

test('a deactivated token is refused by the next request, and works again once it is reactivated', async () => {
  const { token, value } = await desk.post<CreatedToken>('/tokens', { name: 'switched', scopes: [permissions[2]] });
  assert.equal((await desk.post<TokenView>(`/tokens/${token.id}/deactivate`)).active, false);
  assert.equal((await history(value)).status, 401);
  assert.equal((await desk.post<TokenView>(`/tokens/${token.id}/deactivate`)).active, false, 'again changes nothing');
  assert.equal((await desk.post<TokenView>(`/tokens/${token.id}/reactivate`)).active, true);
  assert.equal((await history(value)).status, 200);
  const told = (await trailOf(world, partner)).filter(({ subject }) => subject === `token ${token.id}`);
  assert.deepEqual(
    told.map(({ by, act, before, after }) => ({ by, act, before, after })),
    [
      { by: desk.email, act: 'token created', before: null, after: { name: 'switched', scopes: [permissions[2]] } },
      { by: desk.email, act: 'token deactivated', before: { active: true }, after: { active: false } },
      { by: desk.email, act: 'token reactivated', before: { active: false }, after: { active: true } },
    ],
  );
  assert.ok(!JSON.stringify(told).includes(value.slice(11)));
});

test('a token without a name or without a scope that exists is refused, with what would be accepted', async () => {
  const refused = async (body: unknown, path: string) => {
    const answer = await desk.ask<ErrorBody>('POST', '/tokens', body);
    assert.equal(answer.status, 400, answer.text);
    assert.match(messageAt(answer.json, path) ?? answer.text, /is required|must be/);
  };
  await refused({}, 'name');
  for (const name of [' ', '\u200b', '\u202e\u2060']) await refused({ name, scopes: [permissions[0]] }, 'name');
  await refused({ name: 'x'.repeat(101), scopes: [permissions[0]] }, 'name');
  await refused({ name: 'x', scopes: [] }, 'scopes');
  await refused({ name: 'x', scopes: ['everything'] }, 'scopes.0');
  await refused({ name: 'x', scopes: [permissions[0], permissions[0]] }, 'scopes');
});
