/** `person`: the first ones get in, and those who lost the way get back; every mistake is named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, done } from '../world/commands.ts';
import { openWorld } from '../world/service.ts';
import { alsoOperator, goodPassword, signedIn, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { id } = await world.partner();
const tokenOf = (link: string) => link.split('#')[1];

test('an invitation made by command lets a partner’s owner in', async () => {
  const invite = ['person', 'invite', '--partner', `${id}`, '--email', 'Boss@example.com', '--role', 'owner'];
  const { link, invitationId } = await done<{ link: string; invitationId: number }>(world.env, ...invite);
  const listed = () =>
    done<{ people: { email: string; role: string }[]; invitations: { id: number }[] }>(
      world.env,
      'person',
      'list',
      '--partner',
      `${id}`,
    );
  assert.deepEqual(
    (await listed()).invitations.map((each) => each.id),
    [invitationId],
  );
  const visit = new Visit(world.address);
  await visit.mustPost('/auth/accept-invitation', { token: tokenOf(link), name: 'Boss' });
  assert.equal((await visit.get(`/dashboard/data/${id}/trail`)).status, 200);
  const { people, invitations } = await listed();
  assert.deepEqual(
    people.map(({ email, role }) => [email, role]),
    [['boss@example.com', 'owner']],
  );
  assert.deepEqual(invitations, []);
  const again = await command(world.env, ...invite);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /belongs there already/);
  const { rows } = await database.query<{ by: string; act: string }>(
    'select by, act from audit_trail where partner_id = $1 order by id limit 1',
    [id],
  );
  assert.match(rows[0]?.by ?? '', / by command$/);
  assert.equal(rows[0]?.act, 'person invited');
});

test('a link by command signs in with the second factor, or takes it away where it is lost', async () => {
  const person = await signedIn(world.address, database, id, 'developer');
  await person.secure();
  await alsoOperator(database, person.personId);
  const linkFor = async (...more: string[]) =>
    tokenOf((await done<{ link: string }>(world.env, 'person', 'link', '--email', person.email, ...more)).link);
  const visit = new Visit(world.address);
  const asked = await visit.mustPost<{ signedIn: boolean }>('/auth/sign-in/link', { token: await linkFor() });
  assert.equal(asked.signedIn, false);
  const token = await linkFor('--reset-second-factor');
  assert.equal(await person.who(), undefined, 'its sessions end');
  await visit.mustPost('/auth/sign-in/link', { token });
  const who = await visit.who();
  assert.deepEqual([who?.hasSecondFactor, who?.hasPassword], [false, true]);
  assert.equal((await visit.get('/console/data/people')).status, 403);
  const setUp = await visit.post('/auth/two-factor/enable', { password: goodPassword });
  assert.equal(setUp.status, 200);
});

test('every mistake is named', async () => {
  const refusals: [args: string[], message: RegExp][] = [
    [['invite', '--email', 'x', '--role', 'agent'], /--email must be an e-mail address/],
    [
      ['invite', '--email', 'x@example.com', '--role', 'owner'],
      /--role of the operator must be one of agent, approver/,
    ],
    [
      ['invite', '--email', 'x@example.com', '--role', 'agent', '--partner', `${id}`],
      /one of owner, developer, viewer/,
    ],
    [['invite', '--email', 'x@example.com', '--role', 'owner', '--partner', '999999'], /no partner 999999/],
    [['link', '--email', 'nobody@example.com'], /Nobody has the address nobody@example.com/],
    [['list', '--partner', 'one'], /--partner must be a number/],
  ];
  const results = await Promise.all(refusals.map(([args]) => command(world.env, 'person', ...args)));
  results.forEach((result, index) => {
    const [args, message] = refusals[index] as (typeof refusals)[number];
    assert.equal(result.code, 1, args.join(' '));
    assert.match(result.stderr, message);
    assert.equal(result.stdout, '');
  });
});
