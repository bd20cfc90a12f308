/** Codes of a second factor count before they are looked at: many at once are no way round, nor many challenges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { triesPerAccount } from '../../src/people/guesses.ts';
import { makeLink } from '../../src/people/link-tokens.ts';
import { openWorld } from '../world/service.ts';
import { anotherCode, forgetTries, signedIn, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { id } = await world.partner();
const person = await signedIn(world.address, database, id, 'owner', 'known@example.com');
const setUp = await person.secure();

/** A new challenge: the link was right, the code comes next. */
async function challenged(): Promise<Visit> {
  const visit = new Visit(world.address);
  await visit.mustPost('/auth/sign-in/link', { token: await makeLink(database, person.personId, 10) });
  return visit;
}
/** As better-auth's own lock was before: what holds here is ours. */
const unlock = () => database.query('update people_second_factors set failed_count = 0, locked_until = null');

for (const [door, wrong] of [
  ['/auth/two-factor/verify-totp', '000000'],
  ['/auth/two-factor/verify-backup-code', 'aaaaa-aaaaa'],
] as const) {
  test(`of many codes shown at once, in as many challenges, ten are looked at: ${door}`, async () => {
    await forgetTries(database);
    await unlock();
    const visits: Visit[] = [];
    for (let count = 0; count < 2 * triesPerAccount; count += 1) visits.push(await challenged());
    const answers = await Promise.all(visits.map((visit) => visit.post(door, { code: wrong })));
    const codes = answers.map(({ json }) => json.code);
    assert.equal(codes.filter((code) => code === 'wrong-code').length, triesPerAccount, codes.join());
    assert.equal(codes.filter((code) => code === 'too-many-tries').length, triesPerAccount, codes.join());
    await unlock();
    const right = await (await challenged()).post('/auth/two-factor/verify-totp', { code: anotherCode(setUp) });
    assert.deepEqual([right.status, right.json.code], [429, 'too-many-tries'], 'not even the right one');
    assert.ok(Number(right.headers['retry-after']) > 0);
  });
}

test('the wait ends, and a right code begins anew', async () => {
  await unlock();
  await database.query(`update people_guesses set since = since - interval '15 minutes 1 second'`);
  for (const right of [
    { door: '/auth/two-factor/verify-totp', code: anotherCode(setUp) },
    { door: '/auth/two-factor/verify-backup-code', code: setUp.backupCodes[0] },
  ]) {
    for (let tried = 1; tried < triesPerAccount; tried += 1) {
      const answer = await (await challenged()).post('/auth/two-factor/verify-totp', { code: '000000' });
      assert.equal(answer.json.code, 'wrong-code');
    }
    const visit = await challenged();
    await visit.mustPost(right.door, { code: right.code });
    assert.equal((await visit.who())?.secondFactor, true);
  }
});
