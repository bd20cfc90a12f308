/** Tries are limited, by account and by address; nothing that is answered tells whether somebody is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey, invitationsPerPerson, triesPerAccount, triesPerAddress } from '../../src/people/guesses.ts';
import { makeLink } from '../../src/people/link-tokens.ts';
import type { SecondFactorSetUp, Sessions } from '../../src/people/views.ts';
import { openWorld, startService } from '../world/service.ts';
import { anotherCode, forgetTries, goodPassword, signedIn, Visit } from './a-person.ts';

const world = await openWorld({ TRUST_PROXY: '10.9.8.7' });
const { database } = world.testDatabase;
const { id } = await world.partner();
const person = await signedIn(world.address, database, id, 'owner', 'known@example.com');
const setUp: SecondFactorSetUp = await person.secure();
const wrong = { email: person.email, password: 'wrong wrong wrong' };

test('one account is tried so often and no more, also by many at once and from many addresses; others are not touched', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  const tries = Array.from({ length: triesPerAccount + 5 }, (_, index) =>
    visit.post('/auth/sign-in/email', wrong, { 'x-forwarded-for': `9.9.9.${index}` }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, triesPerAccount);
  assert.equal(statuses.filter((status) => status === 429).length, 5);
  const right = await visit.post('/auth/sign-in/email', { email: 'KNOWN@example.com', password: goodPassword });
  assert.equal(right.status, 429, 'not even with the right password');
  assert.equal(right.json.code, 'too-many-tries');
  const wait = Number(right.headers['retry-after']);
  assert.ok(wait > 800 && wait <= 900, `${wait}`);
  assert.equal((await visit.post('/auth/sign-in/email', { ...wrong, email: 'other@example.com' })).status, 401);
  await visit.mustPost('/auth/sign-in/link', { token: await makeLink(database, person.personId, 10) });

  // a quarter of an hour later
  await database.query(`update people_guesses set since = since - interval '15 minutes 1 second'`);
  await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
});

test('a success begins anew', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  for (let round = 0; round < 2; round += 1) {
    for (let tried = 1; tried < triesPerAccount; tried += 1) {
      assert.equal((await visit.post('/auth/sign-in/email', wrong)).status, 401);
    }
    await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
  }
});

test('one address tries so often and no more, whatever account or token; what it says of itself counts for nothing', async () => {
  await forgetTries(database);
  const key = addressKey('127.0.0.1').key;
  await database.query('insert into people_guesses (key, count) values ($1, $2)', [key, triesPerAddress - 1]);
  const visit = new Visit(world.address);
  const token = 'x'.repeat(43);
  const headers = { 'x-forwarded-for': '1.2.3.4', 'x-quittance-address': '1.2.3.5', 'x-real-ip': '1.2.3.6' };
  assert.equal((await visit.post('/auth/sign-in/link', { token }, headers)).status, 401);
  for (const [path, body] of [
    ['/auth/sign-in/link', { token }],
    ['/auth/sign-in/email', { email: 'x@example.com', password: goodPassword }],
    ['/auth/accept-invitation', { token }],
    ['/auth/reset-password', { token, newPassword: goodPassword }],
    ['/auth/request-link', { email: 'x@example.com' }],
    ['/auth/two-factor/verify-totp', { code: '123456' }],
  ] as const) {
    assert.equal((await visit.post(path, body, headers)).status, 429, path);
  }
  assert.ok(await person.who(), 'who is signed in stays so');
  await person.mustPost('/auth/sessions/end', { others: true });
});

test('a second factor is locked after ten wrong codes, over all challenges, and a password does not open it', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  const codes: string[] = [];
  for (let challenge = 0; challenge < 3; challenge += 1) {
    await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
    for (let tried = 0; tried < 5; tried += 1) {
      codes.push((await visit.post('/auth/two-factor/verify-totp', { code: '000000' })).json.code);
    }
  }
  assert.deepEqual(codes.slice(0, 10), Array(10).fill('wrong-code'));
  assert.ok(
    codes.slice(10).every((code) => code !== 'wrong-code'),
    codes.join(),
  );
  await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
  const right = await visit.post('/auth/two-factor/verify-totp', { code: anotherCode(setUp) });
  assert.equal(right.json.code, 'too-many-tries');
  assert.equal(right.status, 429);
  assert.equal(await visit.who(), undefined);
  await database.query('update people_second_factors set failed_count = 0, locked_until = null');
});

test('of many who show the same code at the same moment, one gets in', async () => {
  await forgetTries(database);
  await database.query('delete from people_used_codes');
  const visits = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const visit = new Visit(world.address);
      await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
      return visit;
    }),
  );
  const code = anotherCode(setUp);
  const answers = await Promise.all(visits.map((visit) => visit.post('/auth/two-factor/verify-totp', { code })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  const inside = await Promise.all(visits.map(async (visit) => (await visit.who()) !== undefined));
  assert.equal(inside.filter(Boolean).length, 1);
});

test('of many who show the same backup code at the same moment, one gets in', async () => {
  await forgetTries(database);
  const visits = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const visit = new Visit(world.address);
      await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
      return visit;
    }),
  );
  const code = setUp.backupCodes[0];
  await Promise.all(visits.map((visit) => visit.post('/auth/two-factor/verify-backup-code', { code })));
  const inside = await Promise.all(visits.map(async (visit) => (await visit.who()) !== undefined));
  assert.equal(inside.filter(Boolean).length, 1);
});

test('wrong backup codes lock the second factor as well', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  for (let challenge = 0; challenge < 2; challenge += 1) {
    await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
    for (let tried = 0; tried < 5; tried += 1) {
      await visit.post('/auth/two-factor/verify-backup-code', { code: 'aaaaa-aaaaa' });
    }
  }
  await visit.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
  const right = await visit.post('/auth/two-factor/verify-backup-code', { code: setUp.backupCodes[1] });
  assert.equal(right.json.code, 'too-many-tries');
  await database.query('update people_second_factors set failed_count = 0, locked_until = null');
});

test('nobody’s mailbox is filled: links and resets are asked for so often and no more', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  for (const path of ['/auth/request-link', '/auth/request-password-reset']) {
    const statuses: number[] = [];
    for (let asked = 0; asked <= triesPerAccount; asked += 1) {
      statuses.push((await visit.post(path, { email: person.email })).status);
    }
    assert.deepEqual(statuses, [...Array(triesPerAccount).fill(200), 429], path);
  }
});

test('one address is invited so often and no more, whoever invites; and one person invites so many and no more', async () => {
  await forgetTries(database);
  const { id: elsewhere } = await world.partner();
  const inviters = [
    { visit: person, at: id },
    { visit: await signedIn(world.address, database, elsewhere, 'owner'), at: elsewhere },
  ];
  const statuses: number[] = [];
  for (let asked = 0; asked <= triesPerAccount; asked += 1) {
    const { visit, at } = inviters[asked % 2] as (typeof inviters)[0];
    const body = { email: asked % 2 ? 'Victim@example.com' : 'victim@example.com', role: 'viewer' };
    statuses.push((await visit.post(`/dashboard/data/${at}/invitations`, body)).status);
  }
  assert.deepEqual(statuses, [...Array(triesPerAccount).fill(200), 429]);

  await forgetTries(database);
  const answers = await Promise.all(
    Array.from({ length: invitationsPerPerson + 5 }, (_, index) =>
      person.post(`/dashboard/data/${id}/invitations`, { email: `team-${index}@example.com`, role: 'viewer' }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, invitationsPerPerson);
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 5);
  assert.match(refused[0]?.json.error ?? '', /wait 15 minutes/);
});

test('the address is the one that a trusted proxy tells, and no other', async () => {
  await forgetTries(database);
  const behind = await startService({ DATABASE_URL: world.testDatabase.url, TRUST_PROXY: 'loopback' });
  for (const [address, told] of [
    [behind.address, '203.0.113.9'],
    [world.address, '127.0.0.1'],
  ] as const) {
    const visit = new Visit(address);
    const token = await makeLink(database, (await signedIn(address, database, id, 'viewer')).personId, 10);
    await visit.post('/auth/sign-in/link', { token }, { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' });
    const { json } = await visit.get<Sessions>('/auth/sessions');
    assert.equal(json.sessions.find(({ current }) => current)?.address, told);
  }
  assert.equal(await behind.end(), 0);
});

test('the answer is the same whether somebody is known, for links, resets and passwords', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  for (const path of ['/auth/request-link', '/auth/request-password-reset']) {
    const [known, unknown] = [
      await visit.post(path, { email: person.email }),
      await visit.post(path, { email: 'nobody@example.com' }),
    ];
    assert.deepEqual([known.status, known.text], [200, '{"done":true}']);
    assert.deepEqual([unknown.status, unknown.text], [200, '{"done":true}']);
  }
  const [known, unknown] = [
    await visit.post('/auth/sign-in/email', wrong),
    await visit.post('/auth/sign-in/email', { ...wrong, email: 'nobody@example.com' }),
  ];
  assert.deepEqual(
    [known.status, known.json.code, known.json.error],
    [unknown.status, unknown.json.code, unknown.json.error],
  );
});

test('addresses of one IPv6 line count together', () => {
  assert.equal(addressKey('2001:db8::1').key, addressKey('2001:db8:0:0:ffff::2').key);
  assert.notEqual(addressKey('2001:db8:0:1::1').key, addressKey('2001:db8::1').key);
  assert.equal(addressKey('::ffff:1.2.3.4').key, 'address 1.2.3.4');
  assert.equal(addressKey('1.2.3.4').key, 'address 1.2.3.4');
  assert.equal(addressKey('1.2.3.4:50001').key, 'address 1.2.3.4', 'some proxies tell the port as well');
  for (const told of ['[2001:db8::1]:443', '[2001:db8::1]']) {
    assert.equal(addressKey(told).key, addressKey('2001:db8::1').key);
  }
});
