/** What is changed by command stands in the trail as what is changed in the pages does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissions } from '../../contract/permissions.ts';
import { trailOf } from '../dashboard/a-dashboard.ts';
import { done } from '../world/commands.ts';
import { openWorld } from '../world/service.ts';

const world = await openWorld();
const run = <T>(...args: string[]) => done<T>(world.env, ...args);

test('partners, tokens and webhooks that are made or changed by command stand in the trail, before and after', async () => {
  const { partnerId } = await run<{ partnerId: number }>('partner', 'create', '--name', 'Told Inc.');
  const at = ['--partner', String(partnerId)];
  const { tokenId, token } = await run<{ tokenId: number; token: string }>(
    ...['token', 'create', ...at, '--name', 'backend', '--scopes', 'all'],
  );
  await run('token', 'deactivate', '--token-id', String(tokenId));
  await run('token', 'deactivate', '--token-id', String(tokenId));
  await run('token', 'reactivate', '--token-id', String(tokenId));
  const [first, second] = ['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two'];
  await run('webhook', 'set', ...at, '--url', first, '--events', 'payment.created');
  await run('webhook', 'set', ...at, '--url', second, '--events', '');

  const made = (await trailOf(world, { id: 0n })).find(({ act }) => act === 'partner created');
  assert.deepEqual([made?.subject, made?.after], [`partner ${partnerId}`, { name: 'Told Inc.' }]);
  assert.match(made?.by ?? '', / by command$/);
  const told = await trailOf(world, { id: BigInt(partnerId) });
  assert.ok(told.every(({ by }) => by === made?.by));
  const ofToken = { subject: `token ${tokenId}` };
  const webhook = { act: 'webhook set', subject: 'webhook' };
  assert.deepEqual(
    told.map(({ by: _, ...entry }) => entry),
    [
      { act: 'token created', ...ofToken, before: null, after: { name: 'backend', scopes: [...permissions] } },
      { act: 'token deactivated', ...ofToken, before: { active: true }, after: { active: false } },
      { act: 'token reactivated', ...ofToken, before: { active: false }, after: { active: true } },
      { ...webhook, before: null, after: { url: first, events: ['payment.created'], signingSecret: 'new' } },
      { ...webhook, before: { url: first, events: ['payment.created'] }, after: { url: second, events: [] } },
    ],
  );
  assert.ok(!JSON.stringify(told).includes(token.slice(11)), 'nothing secret');
});
