/** The tables are those that better-auth expects, and who does not sign in never loads it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';
import { connectionOptions } from '../../src/base/database.ts';
import { signInOptions } from '../../src/people/sign-in.ts';
import { createTestDatabase } from '../world/database.ts';
import { openWorld, temporaryFolder } from '../world/service.ts';
import { Visit } from './a-person.ts';

test('better-auth would make no table, no column and no index beyond ours', async () => {
  const { url, close } = await createTestDatabase();
  const { types: _ours, ...options } = connectionOptions(url, 'sandbox');
  const pool = new pg.Pool(options as pg.PoolConfig);
  // A connection on its way out may still hear of the end of its database.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  try {
    const plan = await getMigrations(
      signInOptions({
        pool,
        publicUrl: 'http://127.0.0.1:3000',
        trustedOrigins: [],
        secret: Buffer.alloc(32),
        sendPasswordReset: () => undefined,
        onPasswordReset: async () => undefined,
        countCode: async () => undefined,
        // It takes ids for texts where they point at somebody; that they are numbers is what we ask of it elsewhere.
        warn: (message) => assert.match(message, /^Field person_id in table people_\w+ has a different type/),
      }),
    );
    assert.deepEqual(plan.toBeCreated, []);
    assert.deepEqual(plan.toBeAdded, []);
    assert.deepEqual(plan.toBeAddedIndexes, []);
  } finally {
    await pool.end();
    await close();
  }
});

test('a start, the API and a visitor without a session load neither better-auth nor the mailer', async () => {
  const spy = path.join(temporaryFolder(), 'spy.mjs');
  writeFileSync(
    spy,
    `import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) {
       const name = /node_modules\\/(better-auth|nodemailer|zod)\\//.exec(url)?.[1];
       if (name) process.stderr.write('LOADED ' + name + '\\n');
       return next(url, context);
     } });`,
  );
  const world = await openWorld({ NODE_OPTIONS: `--import=${spy}` });
  const { token } = await world.partner();
  assert.equal((await world.call('POST', '/v1/payees/search', { token })).status, 200);
  assert.equal((await world.call('POST', '/v1/payment-history', { token })).status, 200);
  const visit = new Visit(world.address);
  assert.equal(await visit.who(), undefined);
  assert.equal((await visit.get('/console/data/people')).status, 401);
  assert.doesNotMatch(world.output(), /LOADED/);
  await visit.post('/auth/sign-in/link', { token: 'x'.repeat(43) });
  assert.match(world.output(), /LOADED better-auth/, 'the spy sees it when it comes');
  assert.doesNotMatch(world.output(), /LOADED nodemailer/);
});
