/** Where a partner listens: one URL, its subscription, a secret shown once and sealed at rest (interface §5, §6). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../src/base/database.ts';
import { newSecretKey, SealError, SecretBox } from '../../src/base/secrets.ts';
import { findSealedEndpoint, openSecret, setEndpoint } from '../../src/webhooks/endpoints.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { aPartner } from '../world/payments.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());

const box = new SecretBox(newSecretKey(), 'webhook-secret');
/** What stands: URL, events and the secret, opened. */
async function standing(partnerId: bigint) {
  const endpoint = await findSealedEndpoint(database, partnerId);
  const { rows } = await database.query('select events from webhook_endpoints where partner_id = $1', [partnerId]);
  return (
    endpoint && {
      url: endpoint.url,
      events: rows[0]?.events,
      signingSecret: openSecret(box, partnerId, endpoint.secretSealed),
    }
  );
}
const set = (partnerId: bigint, url: string, events: string[], roll = false) =>
  database.transaction((tx) => setEndpoint(tx, box, { partnerId, url, events, roll }));

test('the secret is answered the first time and with roll, and never else', async () => {
  const partnerId = await aPartner(database);
  const first = await set(partnerId, 'http://one.example/', ['payment.created']);
  assert.match(first.signingSecret ?? '', /^whsec_\w{32,}$/);
  assert.deepEqual(await set(partnerId, 'http://two.example/', []), {});
  const rolled = await set(partnerId, 'http://two.example/', [], true);
  assert.match(rolled.signingSecret ?? '', /^whsec_\w{32,}$/);
  assert.notEqual(rolled.signingSecret, first.signingSecret);
});

test('what was set last is what stands: URL, events and the same secret', async () => {
  const partnerId = await aPartner(database);
  const { signingSecret } = await set(partnerId, 'http://one.example/', ['payment.created']);
  await set(partnerId, 'http://two.example/', ['payment.failed', 'payment.completed']);
  assert.deepEqual(await standing(partnerId), {
    url: 'http://two.example/',
    events: ['payment.failed', 'payment.completed'],
    signingSecret,
  });
  assert.equal(await standing(await aPartner(database)), undefined);
});

test('with roll, the new URL and events are set too', async () => {
  const partnerId = await aPartner(database);
  await set(partnerId, 'http://one.example/', ['payment.created']);
  const { signingSecret } = await set(partnerId, 'http://two.example/', ['payment.failed'], true);
  assert.deepEqual(await standing(partnerId), {
    url: 'http://two.example/',
    events: ['payment.failed'],
    signingSecret,
  });
});

test('two that set the first endpoint at the same time end with one row and one secret that opens', async () => {
  const partnerId = await aPartner(database);
  const answers = await Promise.all([1, 2, 3].map((n) => set(partnerId, `http://${n}.example/`, [])));
  const signingSecret = (await standing(partnerId))?.signingSecret;
  assert.ok(answers.some((answer) => answer.signingSecret === signingSecret));
  const told = answers.flatMap((answer) => answer.signingSecret ?? []);
  assert.equal(told.length, 1, 'only one of them may be told a secret: the others would hold one that never signs');
});

test('the sealed secret is not readable, and cannot be moved to another partner or opened with another key', async () => {
  const [one, other] = [await aPartner(database), await aPartner(database)];
  const { signingSecret } = await set(one, 'http://one.example/', []);
  const { rows } = await database.query('select secret_sealed from webhook_endpoints where partner_id = $1', [one]);
  const sealed = rows[0]?.secret_sealed as Buffer;
  assert.ok(!sealed.toString('latin1').includes(String(signingSecret).slice(6, 20)));
  assert.equal(openSecret(box, one, sealed), signingSecret);
  assert.throws(() => openSecret(box, other, sealed), SealError);
  assert.throws(() => openSecret(new SecretBox(newSecretKey(), 'webhook-secret'), one, sealed), SealError);
});
