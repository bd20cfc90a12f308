/** Members that are ignored may be nested to any depth, with an Idempotency-Key and without (open point `idempotency-body`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bill } from '../world/bodies.ts';
import { openWorld } from '../world/service.ts';

const world = await openWorld();

test('a creation with a member nested 100,000 deep is the same with a key and without', async () => {
  const { token } = await world.partner();
  const withDeep = (nested: string) => `${JSON.stringify(bill).slice(0, -1)},"ignored":${nested}}`;
  const table = [
    withDeep('['.repeat(100_000) + ']'.repeat(100_000)),
    withDeep(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ];
  for (const [index, body] of table.entries()) {
    for (const headers of [{}, { 'idempotency-key': `deep ${index}` }]) {
      const answer = await world.call('POST', '/v1/create-payment', { token, body, headers });
      assert.equal(answer.status, 200, answer.text);
    }
    const headers = { 'idempotency-key': `deep ${index}` };
    const again = await world.call('POST', '/v1/create-payment', { token, body, headers });
    assert.equal(again.headers['idempotency-replayed'], 'true');
    const other = await world.call('POST', '/v1/create-payment', { token, body: withDeep('[]'), headers });
    assert.equal(other.status, 400, 'a different body under the same key');
  }
});
