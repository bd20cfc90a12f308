/** What people do to themselves, and what takes the place of something, in the trail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Invited, Trail } from '../../src/people/views.ts';
import { openWorld } from '../world/service.ts';
import { signedIn, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { id } = await world.partner();
const { id: otherId } = await world.partner();
const at = `/dashboard/data/${id}`;
const as = (role: 'owner' | 'viewer') => signedIn(world.address, database, id, role);
const owner = await as('owner');

test('sign-ins stand in the trail of everyone whom a person belongs to, from where in that of the operator only', async () => {
  const person = await as('owner');
  await database.query(
    `insert into memberships (partner_id, person_id, role) values (0, $1, 'agent'), ($2, $1, 'viewer')`,
    [person.personId, otherId],
  );
  await person.mustPost('/auth/sign-out');
  const { rows } = await database.query<{ partnerId: bigint; address: string | null }>(
    `select partner_id as "partnerId", address from audit_trail where by = $1 and act = 'signed out' order by partner_id`,
    [person.email],
  );
  assert.deepEqual(rows, [
    { partnerId: 0n, address: '127.0.0.1' },
    { partnerId: id, address: null },
    { partnerId: otherId, address: null },
  ]);
});

test('an invitation that takes the place of an open one says in the trail what that was', async () => {
  const email = 'twice@example.com';
  for (const role of ['viewer', 'owner']) await owner.mustPost(`${at}/invitations`, { email, role });
  const { json } = await owner.get<Trail>(`${at}/trail`);
  assert.deepEqual(
    json.items.filter(({ subject }) => subject === email).map(({ before, after }) => [before, after]),
    [
      [{ role: 'viewer' }, { role: 'owner' }],
      [undefined, { role: 'viewer' }],
    ],
  );
});

test('what an operator does about a partner’s people says who and from where in the operator’s trail only', async () => {
  const approver = await signedIn(world.address, database, 0n, 'approver');
  const leaver = await signedIn(world.address, database, 0n, 'approver');
  const { id: fresh } = await world.partner();
  const doors = `/console/data/partners/${fresh}/invitations`;
  const invited = await approver.mustPost<Invited>(doors, { email: 'one@example.com' });
  await approver.mustPost(`${doors}/withdraw`, { id: invited.invitationId });
  await leaver.mustPost(doors, { email: 'two@example.com' });
  await approver.mustPost('/console/data/people/remove', { personId: Number(leaver.personId) });
  const boss = await signedIn(world.address, database, fresh, 'owner');
  const { json, text } = await boss.get<Trail>(`/dashboard/data/${fresh}/trail`);
  const told = json.items.filter(({ act }) => act !== 'signed in by link');
  assert.deepEqual(
    told.map(({ by, act, subject, address }) => [by, act, subject, address]),
    [
      ['the operator', 'invitation withdrawn', 'two@example.com', undefined],
      ['the operator', 'person invited', 'two@example.com', undefined],
      ['the operator', 'invitation withdrawn', 'one@example.com', undefined],
      ['the operator', 'person invited', 'one@example.com', undefined],
    ],
  );
  assert.ok(!text.includes(approver.email) && !text.includes(leaver.email));
  const own = (await approver.get<Trail>('/console/data/trail')).json.items;
  assert.deepEqual(
    own.flatMap(({ by, act, subject, address }) =>
      subject?.startsWith(`partner ${fresh}: `) ? [[by, act, subject.split(': ')[1], address]] : [],
    ),
    told.map(({ act, subject }, place) => [place === 1 ? leaver.email : approver.email, act, subject, '127.0.0.1']),
  );
});

test('everyone changes the own name, which stands in the trail, and a blank one is refused', async () => {
  const person = await as('viewer');
  await person.mustPost('/auth/name', { name: '  Zoé Tremblay ' });
  await person.mustPost('/auth/name', { name: 'Zoé Tremblay' });
  assert.equal((await person.who())?.name, 'Zoé Tremblay');
  for (const name of ['', '   ', 'x'.repeat(101), 7, undefined, 'nul\u0000', '\u200b', ' \u202e\u2060']) {
    assert.equal((await person.post('/auth/name', { name })).json.code, 'name-missing', String(name));
  }
  assert.equal((await new Visit(world.address).post('/auth/name', { name: 'x' })).json.code, 'sign-in-first');
  const { json } = await owner.get<Trail>(`${at}/trail`);
  const told = json.items.filter(({ by, act }) => by === person.email && act === 'name changed');
  assert.deepEqual(
    told.map(({ before, after }) => [before, after]),
    [[{ name: person.email.split('@')[0] }, { name: 'Zoé Tremblay' }]],
  );
});
