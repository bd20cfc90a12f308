/** Whoever is removed or given a lesser role is out: with what was under way, and with the invitations that he left behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { invite } from '../../src/people/invitations.ts';
import { trailOf } from '../dashboard/a-dashboard.ts';
import { until } from '../world/payments.ts';
import { openWorld } from '../world/service.ts';
import { mailedToken, signedIn, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { id } = await world.partner();
const owner = await signedIn(world.address, database, id, 'owner');
const at = `/dashboard/data/${id}`;
const mailed = (to: string) => until('the mail', () => mailedToken(world.output(), to, '/invitation'));
const accept = async (to: string) =>
  new Visit(world.address).post('/auth/accept-invitation', { token: await mailed(to), name: 'Again' });

test('a change whose body arrives after its sender was removed is not carried out', async () => {
  const leaver = await signedIn(world.address, database, id, 'owner');
  await database.query(`update people_sessions set seen_at = now() - interval '1 hour' where person_id = $1`, [
    leaver.personId,
  ]);
  const body = JSON.stringify({ name: 'back door', scopes: ['public_api:payments_read'] });
  const { hostname, port, host } = new URL(world.address);
  const socket = net.connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  const headers = {
    Host: host,
    Origin: world.address,
    'Content-Type': 'application/json',
    Cookie: [...leaver.jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'Content-Length': body.length,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${at}/tokens HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, 5)}`);
  await until('the admission', async () => {
    const { rows } = await database.query<{ seen: boolean }>(
      `select seen_at > now() - interval '1 minute' as seen from people_sessions where person_id = $1`,
      [leaver.personId],
    );
    return rows[0]?.seen;
  });
  await owner.mustPost(`${at}/people/remove`, { personId: Number(leaver.personId) });
  socket.write(body.slice(5));
  await once(socket, 'close');
  assert.match(answer, /^HTTP\/1\.1 404 /);
  const { rows } = await database.query(`select from api_tokens where partner_id = $1 and name = 'back door'`, [id]);
  assert.equal(rows.length, 0);
});

test('with an owner who is removed or becomes less, his open invitations end, and the trail says so', async () => {
  for (const [path, more] of [
    ['remove', {}],
    ['role', { role: 'developer' }],
  ] as const) {
    const leaver = await signedIn(world.address, database, id, 'owner');
    const email = `after-${path}@example.com`;
    await leaver.mustPost(`${at}/invitations`, { email, role: 'owner' });
    await owner.mustPost(`${at}/invitations`, { email: `stays-${path}@example.com`, role: 'viewer' });
    await owner.mustPost(`${at}/people/${path}`, { personId: Number(leaver.personId), ...more });
    assert.equal((await accept(email)).json.code, 'link-used', path);
    assert.equal((await accept(`stays-${path}@example.com`)).status, 200, 'those of others stay');
    const told = (await trailOf(world, { id })).find(
      ({ act, subject }) => act === 'invitation withdrawn' && subject === email,
    );
    assert.deepEqual([told?.by, told?.before], [owner.email, { role: 'owner', invitedBy: leaver.email }]);
  }
});

test('with an approver who is removed, also his invitations to partners end', async () => {
  const approver = await signedIn(world.address, database, 0n, 'approver');
  const leaver = await signedIn(world.address, database, 0n, 'approver');
  const { id: fresh } = await world.partner();
  await leaver.mustPost(`/console/data/partners/${fresh}/invitations`, { email: 'back@example.com' });
  await leaver.mustPost('/console/data/invitations', { email: 'boss@example.com', role: 'approver' });
  await approver.mustPost('/console/data/people/remove', { personId: Number(leaver.personId) });
  for (const email of ['back@example.com', 'boss@example.com']) {
    assert.equal((await accept(email)).json.code, 'link-used', email);
  }
});

test('whoever may not invite any more leaves no invitation behind, whatever was decided before', async () => {
  const lesser = await signedIn(world.address, database, id, 'developer');
  const given = { partnerId: id, email: 'late@example.com', role: 'owner', invitedBy: lesser.personId } as const;
  const made = await database.transaction((tx) => invite(tx, given));
  assert.equal(made.outcome, 'may not invite');
});

test('an approver brings in the first owner of a partner, and nobody once there is one, by no earlier invitation either', async () => {
  const approver = await signedIn(world.address, database, 0n, 'approver');
  const { id: fresh } = await world.partner();
  const doors = `/console/data/partners/${fresh}/invitations`;
  for (const email of ['one@example.com', 'two@example.com']) await approver.mustPost(doors, { email });
  assert.equal((await accept('one@example.com')).status, 200);
  assert.equal((await accept('two@example.com')).json.code, 'link-used');
  const refused = await approver.post(doors, { email: approver.email });
  assert.deepEqual([refused.status, refused.json.error], [409, 'This partner has an owner: its owners invite']);
  const { rows } = await database.query<{ email: string }>(
    'select email from memberships m join people p on p.id = m.person_id where partner_id = $1',
    [fresh],
  );
  assert.deepEqual(rows, [{ email: 'one@example.com' }]);
  // Whoever is an owner there himself invites as such.
  const both = await signedIn(world.address, database, fresh, 'owner');
  await both.mustPost(`/dashboard/data/${fresh}/invitations`, { email: 'three@example.com', role: 'owner' });
  assert.equal((await accept('three@example.com')).status, 200);
});

test('inviting holds up nobody who creates payments of that partner', async () => {
  await database.transaction(async (tx) => {
    await invite(tx, { partnerId: id, email: 'beside@example.com', role: 'viewer' });
    // What a foreign key asks for.
    await database.query('select from public.partners where id = $1 for key share nowait', [id]);
  });
});
