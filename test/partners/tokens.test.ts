/** API tokens and partners (interface §5). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '../../src/base/database.ts';
import { migrate } from '../../src/base/migrate.ts';
import { createPartner, findPartner, findPartnerByName } from '../../src/partners/partners.ts';
import { createToken, setTokenActive, tokenLookup } from '../../src/partners/tokens.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { aPartner } from '../world/payments.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());

test('a token has the form of the interface and leads to its partner, its id and its own scopes', async () => {
  const partnerId = await aPartner(database);
  const lookup = tokenLookup(database);
  const one = await createToken(database, partnerId, 'one', ['public_api:payment_create']);
  const two = await createToken(database, partnerId, 'two', []);
  assert.match(one.token, /^svcapi_[0-9a-f]{64}$/);
  assert.deepEqual(await lookup(one.token), {
    partnerId,
    tokenId: one.tokenId,
    scopes: ['public_api:payment_create'],
  });
  assert.deepEqual(await lookup(two.token), { partnerId, tokenId: two.tokenId, scopes: [] });
});

test('the value of a token is nowhere in the database', async () => {
  const partnerId = await aPartner(database);
  const { token } = await createToken(database, partnerId, 'secret', []);
  const { rows } = await database.query(`select t::text as row from api_tokens t where partner_id = $1`, [partnerId]);
  const secret = token.slice('svcapi_'.length);
  assert.equal(rows.length, 1);
  assert.ok(!String(rows[0]?.row).includes(secret.slice(8, 40)));
});

test('a deactivated token leads nowhere from the next look-up on, a reactivated one leads back', async () => {
  const partnerId = await aPartner(database);
  const lookup = tokenLookup(database);
  const { token, tokenId } = await createToken(database, partnerId, 'switch', []);
  for (const active of [false, true, false]) {
    assert.equal(await setTokenActive(database, tokenId, active), true);
    assert.equal((await lookup(token))?.tokenId, active ? tokenId : undefined);
  }
  assert.equal(await setTokenActive(database, 999_999n, false), false);
});

test('what is no token of ours leads nowhere: other forms, other values, changed letters', async () => {
  const lookup = tokenLookup(database);
  const { token } = await createToken(database, await aPartner(database), 'real', []);
  const wrong = [
    '',
    'svcapi_',
    token.slice(0, -1),
    `${token}0`,
    token.toUpperCase(),
    `svcapi_${'0'.repeat(64)}`,
    ` ${token}`,
  ];
  for (const text of wrong) assert.equal(await lookup(text), undefined, text);
});

test('many look-ups at once each get their own caller', async () => {
  const lookup = tokenLookup(database);
  const partnerIds = await Promise.all(Array.from({ length: 20 }, () => aPartner(database)));
  const tokens = await Promise.all(partnerIds.map((id) => createToken(database, id, 'many', [`scope ${id}`])));
  const asked = [...tokens, ...tokens.toReversed()];
  const callers = await Promise.all(asked.map((each) => lookup(each.token)));
  for (const [index, caller] of callers.entries()) {
    assert.equal(caller?.tokenId, asked[index]?.tokenId);
    assert.deepEqual(caller?.scopes, [`scope ${caller?.partnerId}`]);
  }
});

test('a token works only in the environment that made it, also on one database; a partner is in both', async () => {
  await migrate(world.url, 'production');
  const production = openDatabase({ url: world.url, schema: 'production', connectionsMax: 2 });
  try {
    const partner = await createPartner(database, 'in both');
    const { token } = await createToken(database, partner.id, 'sandbox only', []);
    assert.equal(await tokenLookup(production)(token), undefined);
    assert.deepEqual(await findPartner(production, partner.id), partner);
  } finally {
    await production.close();
  }
});

test('partners are found by id and by name; the operator is no partner', async () => {
  const partner = await createPartner(database, 'Rent & Co');
  assert.deepEqual(await findPartner(database, partner.id), partner);
  assert.deepEqual(await findPartnerByName(database, 'Rent & Co'), partner);
  assert.equal(await findPartner(database, 0n), undefined);
  assert.equal(await findPartnerByName(database, 'the operator'), undefined);
  await assert.rejects(createPartner(database, ''), /check constraint/);
});
