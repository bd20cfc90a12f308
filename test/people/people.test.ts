/** Who may invite, give roles and remove whom; what the others see; and what the trail keeps of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Accepted, AuthRefusal, Invited, People, Trail } from '../../src/people/views.ts';
import { until } from '../world/payments.ts';
import { type Answer, openWorld } from '../world/service.ts';
import { mailedToken, makeMember, signedIn, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { id } = await world.partner();
const { id: otherId } = await world.partner();
const at = `/dashboard/data/${id}`;
const as = (role: 'owner' | 'developer' | 'viewer' | 'agent' | 'approver', partnerId = id) =>
  signedIn(world.address, database, partnerId, role);
const owner = await as('owner');
const developer = await as('developer');
const viewer = await as('viewer');
const stranger = await as('owner', otherId);
const agent = await as('agent', 0n);
const approver = await as('approver', 0n);

let mailbox = 0;
const newAddress = () => {
  mailbox += 1;
  return `invited-${mailbox}@example.com`;
};
const mailed = (to: string) => until('the mail', () => mailedToken(world.output(), to, '/invitation'));

test('every door is open to its roles and to nobody else, and to the members of its partner only', async () => {
  const nobody = new Visit(world.address);
  const partnerDoors: [method: 'get' | 'post', path: string, open: Visit[]][] = [
    ['get', '/people', [owner, developer, viewer]],
    ['get', '/trail', [owner]],
    ['post', '/invitations', [owner]],
    ['post', '/invitations/withdraw', [owner]],
    ['post', '/people/role', [owner]],
    ['post', '/people/remove', [owner]],
  ];
  const missing = await owner.get('/dashboard/data/999999/people');
  for (const [method, path, open] of partnerDoors) {
    for (const visit of [owner, developer, viewer]) {
      const { status } = await visit[method](`${at}${path}`);
      assert.equal(status === 403, !open.includes(visit), `${method} ${path}`);
      assert.ok(status < 500, `${method} ${path} ${status}`);
    }
    assert.equal((await nobody[method](`${at}${path}`)).status, 401, path);
    for (const visit of [stranger, agent, approver]) {
      const answer = await visit[method](`${at}${path}`);
      assert.deepEqual([answer.status, answer.json.error], [404, missing.json.error], `${path} of another partner`);
    }
  }
  for (const strange of ['0', '00', '-1', '1e3', `${id}x`, '99999999999999999999', '%00']) {
    assert.equal((await owner.get(`/dashboard/data/${strange}/people`)).status, 404, strange);
    assert.equal((await approver.get(`/dashboard/data/${strange}/people`)).status, 404, strange);
  }
  const operatorDoors: [method: 'get' | 'post', path: string, open: Visit[]][] = [
    ['get', '/people', [agent, approver]],
    ['get', '/trail', [agent, approver]],
    ['post', '/invitations', [approver]],
    ['post', '/invitations/withdraw', [approver]],
    ['post', '/people/role', [approver]],
    ['post', '/people/remove', [approver]],
    ['get', `/partners/${id}/people`, [agent, approver]],
    ['post', `/partners/${id}/invitations`, [approver]],
    ['post', `/partners/${id}/invitations/withdraw`, [approver]],
  ];
  for (const [method, path, open] of operatorDoors) {
    for (const visit of [agent, approver, owner, developer, viewer, stranger]) {
      const { status } = await visit[method](`/console/data${path}`);
      assert.equal(status === 403, !open.includes(visit), `${method} ${path}`);
      assert.ok(status < 500, `${method} ${path} ${status}`);
    }
    assert.equal((await nobody[method](`/console/data${path}`)).status, 401, path);
  }
});

test('an operator without a second factor in this very session is not let in', async () => {
  const careless = await as('approver', 0n);
  await database.query('update people_sessions set second_factor = false where person_id = $1', [careless.personId]);
  assert.equal((await careless.get('/console/data/people')).status, 403);
  await database.query('delete from memberships where person_id = $1', [careless.personId]);
});

test('an invitation can be listed, replaced and withdrawn, and only the last mail counts', async () => {
  const email = newAddress();
  const first = await owner.mustPost<Invited>(`${at}/invitations`, { email, role: 'viewer' });
  const firstToken = await mailed(email);
  const second = await owner.mustPost<Invited>(`${at}/invitations`, { email: email.toUpperCase(), role: 'developer' });
  await mailed(email.toUpperCase());
  assert.equal(
    (await new Visit(world.address).post('/auth/accept-invitation', { token: firstToken, name: 'x' })).status,
    401,
  );
  const { json } = await viewer.get<People>(`${at}/people`);
  assert.deepEqual(
    json.invitations.map((each) => [each.id, each.email, each.role, each.invitedBy]),
    [[second.invitationId, email, 'developer', owner.email]],
  );
  assert.equal((await owner.post(`${at}/invitations/withdraw`, { id: first.invitationId })).status, 404);
  assert.equal(
    (await stranger.post(`/dashboard/data/${otherId}/invitations/withdraw`, { id: second.invitationId })).status,
    404,
  );
  const token = await mailed(email.toUpperCase());
  await owner.mustPost(`${at}/invitations/withdraw`, { id: second.invitationId });
  const late = await new Visit(world.address).post('/auth/accept-invitation', { token, name: 'x' });
  assert.equal(late.json.code, 'link-used');
  const { rows } = await database.query('select from people where email = $1', [email]);
  assert.equal(rows.length, 0, 'nobody came of it');
});

test('an invitation is good for a week', async () => {
  const email = newAddress();
  const { invitationId, expiresAt } = await owner.mustPost<Invited>(`${at}/invitations`, { email, role: 'viewer' });
  const days = Temporal.Now.instant().until(Temporal.Instant.from(expiresAt)).total('hours') / 24;
  assert.ok(days > 6.99 && days <= 7, `${days}`);
  const token = await mailed(email);
  await database.query(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [invitationId]);
  const late = await new Visit(world.address).post('/auth/accept-invitation', { token, name: 'x' });
  assert.equal(late.json.code, 'link-used');
});

test('somebody known accepts as himself and nobody else does it for him, whoever holds the token', async () => {
  const known = await signedIn(world.address, database, otherId, 'viewer');
  await owner.mustPost(`${at}/invitations`, { email: known.email, role: 'developer' });
  const token = await mailed(known.email);
  for (const thief of [new Visit(world.address), owner, approver]) {
    const answer = await thief.post('/auth/accept-invitation', { token, name: 'thief' });
    assert.deepEqual([answer.status, answer.json.code], [401, 'sign-in-first']);
  }
  const accepted = await known.mustPost<Accepted>('/auth/accept-invitation', { token, name: 'another name' });
  assert.deepEqual(accepted, { partnerId: Number(id), newPerson: false });
  const person = await known.who();
  assert.deepEqual(person?.memberships.map(({ partnerId, role }) => [partnerId, role]).sort(), [
    [Number(id), 'developer'],
    [Number(otherId), 'viewer'],
  ]);
  assert.equal(person?.name, known.email.split('@')[0], 'the name stays');
  const again = await owner.post(`${at}/invitations`, { email: known.email, role: 'viewer' });
  assert.equal(again.status, 400);
  assert.match(again.text, /is here already/);
});

test('what is no address or no role is refused in words', async () => {
  for (const [body, field] of [
    [{ email: 'nobody', role: 'viewer' }, 'email'],
    [{ email: 'x@example.com\r\nBcc: y@example.com', role: 'viewer' }, 'email'],
    [{ role: 'viewer' }, 'email'],
    [{ email: 'x@example.com', role: 'approver' }, 'role'],
    [{ email: 'x@example.com' }, 'role'],
  ] as const) {
    const answer = await owner.post<{ details: { path: string[] }[] }>(`${at}/invitations`, body);
    assert.deepEqual([answer.status, answer.json.details[0]?.path], [400, [field]], JSON.stringify(body));
  }
  for (const body of [
    '[]',
    'null',
    '{}',
    '{"personId": "1", "role": "viewer"}',
    '{"personId": 1e300, "role": "viewer"}',
  ]) {
    assert.equal((await owner.post(`${at}/people/role`, body)).status, 400, body);
  }
  assert.equal(
    (await approver.post('/console/data/invitations', { email: 'x@example.com', role: 'owner' })).status,
    400,
  );
  assert.equal((await owner.get(`${at}/trail?cursor=x`)).status, 400);
  const named = await new Visit(world.address).post('/auth/accept-invitation', { token: 'x', name: 'x'.repeat(101) });
  assert.equal(named.json.code, 'name-missing');
});

test('whoever is removed is out at the next request, with the session that is open, and keeps what is elsewhere', async () => {
  const person = await as('developer');
  await database.query('insert into memberships (partner_id, person_id, role) values ($1, $2, $3)', [
    otherId,
    person.personId,
    'viewer',
  ]);
  assert.equal((await person.get(`${at}/people`)).status, 200);
  assert.equal((await owner.post(`${at}/people/remove`, { personId: Number(agent.personId) })).status, 404);
  await owner.mustPost(`${at}/people/remove`, { personId: Number(person.personId) });
  assert.equal((await person.get(`${at}/people`)).status, 404);
  assert.equal((await person.get(`/dashboard/data/${otherId}/people`)).status, 200);

  const demoted = await as('owner');
  assert.equal((await demoted.get(`${at}/trail`)).status, 200);
  await owner.mustPost(`${at}/people/role`, { personId: Number(demoted.personId), role: 'viewer' });
  assert.equal((await demoted.get(`${at}/trail`)).status, 403);
});

test('the last owner and the last approver stay, also when two remove each other at the same moment', async () => {
  const self = { personId: Number(owner.personId) };
  for (const [path, body] of [
    ['people/remove', self],
    ['people/role', { ...self, role: 'viewer' }],
  ] as const) {
    const answer = await owner.post(`${at}/${path}`, body);
    assert.equal(answer.status, 400);
    assert.match(answer.json.error, /last owner/);
  }
  await owner.mustPost(`${at}/people/role`, { ...self, role: 'owner' });
  const second = await as('approver', 0n);
  // Both have passed the door before either is removed: they wait for a lock.
  const { both } = await database.transaction(async (tx) => {
    await tx.query('select from memberships where partner_id = 0 for update');
    const started = [
      approver.post('/console/data/people/remove', { personId: Number(second.personId) }),
      second.post('/console/data/people/remove', { personId: Number(approver.personId) }),
    ];
    await until('both to wait', async () => {
      const { rows } = await database.query<{ count: bigint }>(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count === 2n;
    });
    return { both: Promise.all(started) };
  });
  const [one, two] = (await both) as [Answer<AuthRefusal>, Answer<AuthRefusal>];
  assert.deepEqual([one.status, two.status].sort(), [200, 403], `${one.text} ${two.text}`);
  assert.match([one, two].find(({ status }) => status === 403)?.json.error ?? '', /any more/);
  const { rows } = await database.query<{ count: bigint }>(
    `select count(*) from memberships where partner_id = 0 and role = 'approver' and person_id = any ($1::bigint[])`,
    [[approver.personId, second.personId]],
  );
  // (the one of the first start is there as well)
  assert.equal(rows[0]?.count, 1n);
  await database.query(
    `insert into memberships (partner_id, person_id, role) values (0, $1, 'approver') on conflict do nothing`,
    [approver.personId],
  );
});

test('an approver invites the first owner of a partner; an agent sees its people, and cannot make himself one', async () => {
  const { id: fresh } = await world.partner();
  const email = newAddress();
  const invitations = `/console/data/partners/${fresh}/invitations`;
  assert.equal((await agent.post(invitations, { email })).status, 403);
  await approver.mustPost(invitations, { email, role: 'ignored' });
  const visit = new Visit(world.address);
  const accepted = await visit.mustPost<Accepted>('/auth/accept-invitation', {
    token: await mailed(email),
    name: 'First',
  });
  assert.equal(accepted.partnerId, Number(fresh));
  const { json } = await agent.get<People>(`/console/data/partners/${fresh}/people`);
  assert.deepEqual(
    json.people.map((each) => [each.name, each.role]),
    [['First', 'owner']],
  );
  for (const strange of ['999999', '0', 'x', '-1']) {
    assert.equal(
      (await approver.post(`/console/data/partners/${strange}/invitations`, { email: newAddress() })).status,
      404,
    );
  }
  assert.equal((await agent.get('/console/data/partners/999999/people')).status, 404);
});

test('the trail says who did what to whom, before and after, by pages, and cannot be changed', async () => {
  const { id: fresh } = await world.partner();
  const boss = await as('owner', fresh);
  const worker = await makeMember(database, fresh, newAddress(), 'viewer');
  const body = { personId: Number(worker), role: 'developer' };
  await boss.mustPost(`/dashboard/data/${fresh}/people/role`, body);
  await boss.mustPost(`/dashboard/data/${fresh}/people/remove`, body);
  const { json } = await boss.get<Trail>(`/dashboard/data/${fresh}/trail`);
  const [removed, changed] = json.items;
  assert.deepEqual(
    [changed?.act, changed?.before, changed?.after],
    ['role changed', { role: 'viewer' }, { role: 'developer' }],
  );
  assert.deepEqual(
    [removed?.act, removed?.before, removed?.after],
    ['person removed', { role: 'developer' }, undefined],
  );
  assert.deepEqual([removed?.by, removed?.address], [boss.email, '127.0.0.1']);

  for (let times = 0; times < 60; times += 1) {
    await database.query(`insert into audit_trail (partner_id, by, act) values ($1, 'test', 'nothing')`, [fresh]);
  }
  const page = (await boss.get<Trail>(`/dashboard/data/${fresh}/trail`)).json;
  const rest = (await boss.get<Trail>(`/dashboard/data/${fresh}/trail?cursor=${page.nextCursor}`)).json;
  assert.deepEqual([page.items.length, rest.items.length, rest.nextCursor], [50, 13, undefined]);
  for (const change of ['delete from audit_trail', `update audit_trail set by = 'nobody'`, 'truncate audit_trail']) {
    await assert.rejects(database.query(change), /only ever added/);
  }
});
