/** The sandbox's welcome (design §9): a DATA_DIR that is not there is made; one that cannot be written costs the convenience only. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { until } from '../world/payments.ts';
import { openWorld, type Service, startService, temporaryFolder } from '../world/service.ts';

const world = await openWorld();

/** The token that it shows, once that works. */
async function shownToken(service: Service): Promise<string> {
  const token = await until('the token', () => /svcapi_[0-9a-f]{64}/.exec(service.output())?.[0]);
  assert.equal((await service.call('POST', '/v1/payees/search', { token })).status, 200);
  return token;
}

test('a DATA_DIR that does not exist is made, and keeps the token', async () => {
  const DATA_DIR = path.join(temporaryFolder(), 'not', 'there');
  const tokens: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    const service = await startService({ DATABASE_URL: world.testDatabase.url, DATA_DIR });
    // Who waits for `ready` (or /readyz) may read the token at once.
    assert.ok(existsSync(path.join(DATA_DIR, 'demo-token')), service.output());
    tokens.push(await shownToken(service));
    assert.equal(await service.end(), 0, service.output());
    assert.doesNotMatch(service.output(), /"level":"?(40|warn)/);
  }
  assert.equal(tokens[0], tokens[1]);
});

test('a DATA_DIR that cannot be written leaves a token for this start, and a warning', async () => {
  const file = path.join(temporaryFolder(), 'a-file');
  writeFileSync(file, 'not a folder');
  const service = await startService({ DATABASE_URL: world.testDatabase.url, DATA_DIR: path.join(file, 'data') });
  await shownToken(service);
  assert.match(service.output(), /the demo token could not be kept/);
  assert.equal(await service.end(), 0);
});
