/** Sessions: how long they are good, that they can be seen and ended, and what a second factor does to those before it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLink } from '../../src/people/link-tokens.ts';
import type { Sessions } from '../../src/people/views.ts';
import { openWorld } from '../world/service.ts';
import { alsoOperator, anotherCode, goodPassword, signedIn, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { id } = await world.partner();

async function another(of: { personId: bigint }): Promise<Visit> {
  const visit = new Visit(world.address);
  await visit.mustPost('/auth/sign-in/link', { token: await makeLink(database, of.personId, 10) });
  return visit;
}

test('a session is over a week after it was made, and a day after it was last used', async () => {
  for (const change of [`expires_at = now() - interval '1 second'`, `seen_at = now() - interval '24 hours 1 second'`]) {
    const person = await signedIn(world.address, database, id, 'viewer');
    await database.query(`update people_sessions set seen_at = now() - interval '23 hours' where person_id = $1`, [
      person.personId,
    ]);
    assert.ok(await person.who(), 'used in time');
    const { rows } = await database.query<{ fresh: boolean }>(
      `select seen_at > now() - interval '1 minute' as fresh from people_sessions where person_id = $1`,
      [person.personId],
    );
    assert.deepEqual(rows, [{ fresh: true }], 'its use was noted');
    await database.query(`update people_sessions set ${change} where person_id = $1`, [person.personId]);
    assert.equal((await person.get(`/dashboard/data/${id}/people`)).status, 401, change);
    assert.equal((await person.post('/auth/set-password', { newPassword: goodPassword })).status, 401, change);
    const left = await database.query('select from people_sessions where person_id = $1', [person.personId]);
    assert.equal(left.rowCount, 0, change);
  }
});

test('a person sees the own sessions and ends them, and nobody else’s', async () => {
  const person = await signedIn(world.address, database, id, 'viewer');
  const [second, third] = [await another(person), await another(person)];
  const stranger = await signedIn(world.address, database, id, 'owner');
  const { json, text } = await person.get<Sessions>('/auth/sessions');
  assert.equal(json.sessions.length, 3);
  assert.equal(json.sessions.filter(({ current }) => current).length, 1);
  for (const each of [person, second, third]) {
    const [token = ''] = decodeURIComponent(each.jar.get('quittance.session_token') ?? '').split('.');
    assert.ok(token.length > 20 && !text.includes(token), 'no session’s token is told');
  }
  assert.equal(json.sessions[0]?.address, '127.0.0.1');

  const ids = json.sessions.filter(({ current }) => !current).map((each) => each.id);
  await stranger.mustPost('/auth/sessions/end', { id: ids[0] });
  assert.ok((await second.who()) && (await third.who()), 'a stranger ends nothing');
  await person.mustPost('/auth/sessions/end', { id: ids[0] });
  assert.equal([await second.who(), await third.who()].filter(Boolean).length, 1);
  await person.mustPost('/auth/sessions/end', { others: true });
  assert.deepEqual([await second.who(), await third.who()], [undefined, undefined]);
  assert.ok(await person.who());
  assert.equal((await new Visit(world.address).get('/auth/sessions')).status, 401);
});

test('a cookie that was changed, or is of nobody, opens nothing', async () => {
  const person = await signedIn(world.address, database, id, 'owner');
  const good = person.jar.get('quittance.session_token') ?? '';
  const [token = ''] = decodeURIComponent(good).split('.');
  for (const bad of [token, `${token}.`, `${token}.${'A'.repeat(43)}%3D`, `${good}x`, 'x.y', '%', '']) {
    const answer = await new Visit(world.address).get(`/dashboard/data/${id}/people`, {
      cookie: `quittance.session_token=${bad}`,
    });
    assert.equal(answer.status, 401, bad);
  }
});

test('setting up a second factor ends the sessions that have shown none; taking it away is not for operators', async () => {
  const person = await signedIn(world.address, database, id, 'developer');
  const before = await another(person);
  const setUp = await person.secure();
  assert.equal(await before.who(), undefined);
  assert.equal((await person.who())?.secondFactor, true);
  assert.equal(
    (await person.post('/auth/two-factor/enable', { password: goodPassword })).json.code,
    'second-factor-already-set',
  );
  assert.equal(
    (await person.post('/auth/two-factor/verify-totp', { code: '123456' })).json.code,
    'second-factor-already-set',
  );
  assert.equal(
    (await person.post('/auth/two-factor/disable', { password: 'wrong wrong wrong' })).json.code,
    'wrong-password',
  );
  const renewed = await person.mustPost<{ backupCodes: string[] }>('/auth/two-factor/generate-backup-codes', {
    password: goodPassword,
  });
  assert.notDeepEqual(renewed.backupCodes, setUp.backupCodes);
  await person.mustPost('/auth/two-factor/disable', { password: goodPassword });
  assert.deepEqual([(await person.who())?.hasSecondFactor, (await person.who())?.secondFactor], [false, false]);

  const operator = await signedIn(world.address, database, id, 'developer');
  await operator.secure();
  await alsoOperator(database, operator.personId);
  const refused = await operator.post('/auth/two-factor/disable', { password: goodPassword });
  assert.deepEqual([refused.status, refused.json.code], [403, 'second-factor-demanded']);
});

test('when the second factor is taken away, no session counts as having shown it, also after another one is set up', async () => {
  const person = await signedIn(world.address, database, id, 'developer');
  const setUp = await person.secure();
  const elsewhere = new Visit(world.address);
  await elsewhere.mustPost('/auth/sign-in/email', { email: person.email, password: goodPassword });
  await elsewhere.mustPost('/auth/two-factor/verify-totp', { code: anotherCode(setUp) });
  assert.equal((await elsewhere.who())?.secondFactor, true);
  await person.mustPost('/auth/two-factor/disable', { password: goodPassword });
  await alsoOperator(database, person.personId);
  for (const visit of [person, elsewhere]) {
    assert.equal((await visit.who())?.secondFactor, false);
    assert.equal((await visit.get('/console/data/people')).status, 403);
  }
  await database.query('update people set second_factor_enabled = true where id = $1', [person.personId]);
  assert.equal((await elsewhere.get('/console/data/people')).status, 403, 'it showed the earlier one');
  await database.query('update people_sessions set second_factor = true where person_id = $1', [person.personId]);
  await database.query('update people set second_factor_enabled = false where id = $1', [person.personId]);
  assert.equal((await elsewhere.get('/console/data/people')).status, 403, 'there is none');
});

test('a session that is signed in as one cannot become another by the other’s link without the other’s code', async () => {
  const mighty = await signedIn(world.address, database, id, 'owner');
  await mighty.secure();
  const visit = await signedIn(world.address, database, id, 'viewer');
  const token = await makeLink(database, mighty.personId, 10);
  await visit.mustPost('/auth/sign-in/link', { token });
  assert.equal(await visit.who(), undefined, 'signed out of the one, not yet in as the other');
});

test('a link is good for its time only', async () => {
  const person = await signedIn(world.address, database, id, 'viewer');
  const token = await makeLink(database, person.personId, 10);
  await database.query(`update people_verifications set expires_at = now() - interval '1 second'`);
  assert.equal((await new Visit(world.address).post('/auth/sign-in/link', { token })).json.code, 'link-used');
});

test('of several who set the first password of one person at once, one does, and the others are told', async () => {
  const person = await signedIn(world.address, database, id, 'viewer');
  const passwords = [1, 2, 3].map((each) => `${goodPassword} ${each}`);
  const answers = await Promise.all(passwords.map((newPassword) => person.post('/auth/set-password', { newPassword })));
  assert.deepEqual(answers.map(({ status, json }) => [status, json.code]).sort(), [
    [200, undefined],
    [400, 'password-already-set'],
    [400, 'password-already-set'],
  ]);
  const password = passwords[answers.findIndex(({ status }) => status === 200)];
  const again = await new Visit(world.address).post('/auth/sign-in/email', { email: person.email, password });
  assert.equal(again.status, 200);
});

test('of many who use one link at the same moment, one gets in', async () => {
  const person = await signedIn(world.address, database, id, 'viewer');
  const token = await makeLink(database, person.personId, 10);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => new Visit(world.address).post('/auth/sign-in/link', { token })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
});
