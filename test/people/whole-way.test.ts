/** The whole way of two people, from the first start to the console, over HTTP against the real service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Accepted, Me, SecondFactorSetUp, SignedIn, Trail } from '../../src/people/views.ts';
import { until } from '../world/payments.ts';
import { openWorld, startService } from '../world/service.ts';
import { anotherCode, codeOf, forgetTries, goodPassword, mailedToken, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;

/** The tokens of the two links that a start prints. */
const printed = (output: string) =>
  [...output.matchAll(/\/sign-in\/link#([\w-]{43})$/gm)].map((found) => found[1] ?? '');
await until('the welcome', () => (printed(world.output()).length === 2 ? true : undefined));
const [ownerToken = '', operatorToken = ''] = printed(world.output());

const operator = new Visit(world.address);
let setUp: SecondFactorSetUp;

test('the link of the first start signs the operator in, once, and the console asks for a second factor', async () => {
  assert.deepEqual(await operator.mustPost<SignedIn>('/auth/sign-in/link', { token: operatorToken }), {
    signedIn: true,
  });
  const [cookie = ''] = operator.lastCookies;
  assert.match(cookie, /^quittance\.session_token=.*; HttpOnly; SameSite=Strict/);
  assert.match(cookie, /Max-Age=604800/);
  assert.equal(
    (await new Visit(world.address).post('/auth/sign-in/link', { token: operatorToken })).json.code,
    'link-used',
  );

  const { json } = await operator.get<Me>('/auth/me');
  assert.equal(json.environment, 'sandbox');
  assert.equal(json.mail, true);
  const { person } = json;
  assert.equal(person?.email, 'operator@quittance.invalid');
  assert.deepEqual(person?.memberships, [{ partnerId: 0, partnerName: 'the operator', role: 'approver' }]);
  assert.deepEqual([person?.hasPassword, person?.hasSecondFactor, person?.secondFactor], [false, false, false]);

  const refused = await operator.get('/console/data/people');
  assert.equal(refused.status, 403);
  assert.match(refused.json.error, /second factor/);
});

test('a password and a second factor open the console', async () => {
  for (const [newPassword, code] of [
    ['short', 'password-too-short'],
    ['x'.repeat(129), 'password-too-long'],
  ]) {
    assert.equal((await operator.post('/auth/set-password', { newPassword })).json.code, code);
  }
  setUp = await operator.secure();
  assert.match(setUp.totpUri, /^otpauth:\/\/totp\/Quittance/);
  assert.ok(setUp.backupCodes.length >= 8);
  assert.equal((await operator.get('/console/data/people')).status, 200);
  const person = await operator.who();
  assert.deepEqual([person?.hasPassword, person?.hasSecondFactor, person?.secondFactor], [true, true, true]);
  assert.equal(
    (await operator.post('/auth/set-password', { newPassword: goodPassword })).json.code,
    'password-already-set',
  );
});

test('signing in again takes password and code, and there is no session between them', async () => {
  await operator.mustPost('/auth/sign-out');
  assert.equal(await operator.who(), undefined);
  const email = 'Operator@Quittance.invalid';
  const first = await operator.mustPost<SignedIn>('/auth/sign-in/email', { email, password: goodPassword });
  assert.deepEqual(first, { signedIn: false, secondFactorNeeded: true });
  assert.equal(await operator.who(), undefined);
  assert.equal((await operator.get('/console/data/people')).status, 401);

  const wrong = await operator.post('/auth/two-factor/verify-totp', { code: '000000' });
  assert.equal(wrong.json.code, 'wrong-code');
  const code = anotherCode(setUp);
  const opened = await operator.post('/auth/two-factor/verify-totp', { code, trustDevice: true });
  assert.equal(opened.status, 200, opened.text);
  assert.doesNotMatch(opened.text, /token/);
  assert.deepEqual([...operator.jar.keys()], ['quittance.session_token'], 'no device is trusted');
  assert.equal((await operator.get('/console/data/people')).status, 200);
});

test('a code that opened a session opens no second one', async () => {
  const thief = new Visit(world.address);
  await thief.mustPost('/auth/sign-in/email', { email: 'operator@quittance.invalid', password: goodPassword });
  for (const code of [codeOf(setUp), anotherCode(setUp)]) {
    const answer = await thief.post('/auth/two-factor/verify-totp', { code });
    // a half minute may have passed: then there is a code that nobody used
    if (answer.status === 200) continue;
    assert.ok(['wrong-code', 'sign-in-expired'].includes(answer.json.code), answer.text);
    assert.equal(await thief.who(), undefined);
  }
  const { rows } = await database.query<{ count: bigint }>('select count(*) from people_used_codes');
  assert.ok((rows[0]?.count ?? 0n) >= 2n);
});

test('a one-time link and a backup code sign in too, the code once', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  await visit.mustPost('/auth/request-link', { email: 'operator@quittance.invalid' });
  const token = await until('the mail', () =>
    mailedToken(world.output(), 'operator@quittance.invalid', '/sign-in/link'),
  );
  assert.match(world.output(), /A mail that the sandbox does not send/);
  const first = await visit.mustPost<SignedIn>('/auth/sign-in/link', { token });
  assert.deepEqual(first, { signedIn: false, secondFactorNeeded: true });
  assert.equal(await visit.who(), undefined, 'a link does not go round the second factor');
  const [code] = setUp.backupCodes;
  await visit.mustPost('/auth/two-factor/verify-backup-code', { code });
  assert.equal((await visit.get('/console/data/people')).status, 200);

  const again = new Visit(world.address);
  await again.mustPost('/auth/sign-in/email', { email: 'operator@quittance.invalid', password: goodPassword });
  assert.equal((await again.post('/auth/two-factor/verify-backup-code', { code })).json.code, 'wrong-code');
});

test('the owner invites a developer, who accepts, and sees that partner and nothing else', async () => {
  const owner = new Visit(world.address);
  await owner.mustPost('/auth/sign-in/link', { token: ownerToken });
  const [mine] = (await owner.who())?.memberships ?? [];
  assert.deepEqual([mine?.partnerName, mine?.role], ['Demo partner', 'owner']);
  const at = `/dashboard/data/${mine?.partnerId}`;
  const invited = await owner.post(`${at}/invitations`, { email: 'Dev@Partner.invalid', role: 'developer' });
  assert.equal(invited.status, 200, invited.text);
  assert.doesNotMatch(invited.text, /[\w-]{43}/, 'the token goes by mail only');

  const developer = new Visit(world.address);
  const token = await until('the mail', () => mailedToken(world.output(), 'Dev@Partner.invalid', '/invitation'));
  assert.equal((await developer.post('/auth/accept-invitation', { token })).json.code, 'name-missing');
  const accepted = await developer.mustPost<Accepted>('/auth/accept-invitation', { token, name: ' Deva Loper ' });
  assert.deepEqual(accepted, { partnerId: mine?.partnerId, newPerson: true });
  assert.equal(
    (await new Visit(world.address).post('/auth/accept-invitation', { token, name: 'x' })).json.code,
    'link-used',
  );
  const person = await developer.who();
  assert.equal(person?.name, 'Deva Loper');
  assert.deepEqual(person?.memberships, [
    { partnerId: mine?.partnerId, partnerName: 'Demo partner', role: 'developer' },
  ]);
  assert.equal((await developer.get(`${at}/people`)).status, 200);
  assert.equal((await developer.get(`${at}/trail`)).status, 403);
  assert.equal((await developer.get('/console/data/people')).status, 403);

  await developer.mustPost('/auth/set-password', { newPassword: 'my own long password' });
  await developer.mustPost('/auth/sign-out');
  const email = 'dev@partner.invalid';
  assert.deepEqual(await developer.mustPost('/auth/sign-in/email', { email, password: 'my own long password' }), {
    signedIn: true,
  });

  const { json } = await owner.get<Trail>(`${at}/trail`);
  assert.deepEqual(json.items.map(({ by, act }) => `${by}: ${act}`).reverse(), [
    'owner@demo.invalid: signed in by link',
    'owner@demo.invalid: person invited',
    'dev@partner.invalid: invitation accepted',
    'dev@partner.invalid: signed in by invitation',
    'dev@partner.invalid: password set',
    'dev@partner.invalid: signed out',
    'dev@partner.invalid: signed in by password',
  ]);
  assert.deepEqual(json.items.at(-2), {
    ...json.items.at(-2),
    subject: 'dev@partner.invalid',
    after: { role: 'developer' },
  });
});

test('a password that was forgotten is set anew by mail, which ends all sessions', async () => {
  await forgetTries(database);
  const visit = new Visit(world.address);
  await visit.mustPost('/auth/sign-in/email', { email: 'dev@partner.invalid', password: 'my own long password' });
  const forgetful = new Visit(world.address);
  await forgetful.mustPost('/auth/request-password-reset', { email: 'dev@partner.invalid' });
  const token = await until('the mail', () => mailedToken(world.output(), 'dev@partner.invalid', '/sign-in/password'));
  const body = { token, newPassword: 'another long password' };
  await forgetful.mustPost('/auth/reset-password', body);
  assert.equal((await forgetful.post('/auth/reset-password', body)).json.code, 'link-used');
  assert.equal(await visit.who(), undefined);
  const old = await visit.post('/auth/sign-in/email', {
    email: 'dev@partner.invalid',
    password: 'my own long password',
  });
  assert.equal(old.json.code, 'wrong-password');
  await visit.mustPost('/auth/sign-in/email', { email: 'dev@partner.invalid', password: 'another long password' });
  await visit.mustPost('/auth/change-password', {
    currentPassword: 'another long password',
    newPassword: 'a third long password',
  });
  assert.ok(await visit.who());
  const { rows } = await database.query<{ act: string }>(
    `select act from audit_trail where by = 'dev@partner.invalid' order by id desc limit 3`,
  );
  assert.deepEqual(rows.map(({ act }) => act).reverse(), [
    'password reset by mail',
    'signed in by password',
    'password changed',
  ]);
});

test('nothing secret got into the database as it is, nor into the log', async () => {
  const { rows } = await database.query<{ text: string }>(
    `select coalesce(string_agg(v.identifier || ' ' || v.value, ' '), '') as text from people_verifications v`,
  );
  for (const token of [ownerToken, operatorToken]) assert.ok(!rows[0]?.text.includes(token));
  for (const line of world.output().split('\n'))
    assert.match(line, /^(\{.*\}| {2}.*|)$/, 'the log, the welcome, a mail');
  const log = world
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');
  const secret = new URL(setUp.totpUri).searchParams.get('secret') ?? '';
  for (const text of [goodPassword, secret, ownerToken, operatorToken, ...setUp.backupCodes, '#']) {
    assert.ok(!log.includes(text), text);
  }
});

test('every start prints new links and takes the old ones back, until somebody has a password', async () => {
  await database.query('delete from people_passwords where person_id = (select id from people where email = $1)', [
    'owner@demo.invalid',
  ]);
  const tokens: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    const again = await startService({ DATABASE_URL: world.testDatabase.url });
    const [token = ''] = await until('the welcome', () => {
      const found = printed(again.output());
      return found.length > 0 && /Console/.test(again.output()) ? found : undefined;
    });
    assert.equal(printed(again.output()).length, 1, 'the operator has a password: no link for him');
    tokens.push(token);
    assert.equal(await again.end(), 0);
  }
  assert.notEqual(tokens[0], tokens[1]);
  assert.equal(
    (await new Visit(world.address).post('/auth/sign-in/link', { token: tokens[0] })).json.code,
    'link-used',
  );
  await new Visit(world.address).mustPost('/auth/sign-in/link', { token: tokens[1] });
});
