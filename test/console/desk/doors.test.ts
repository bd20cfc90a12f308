/** Who gets to the operator's data: nobody but its people, with a second factor, in the role that a route asks for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskTable } from '../../../src/console/desk/routes.ts';
import { signedIn, Visit } from '../../people/a-person.ts';
import { openConsole } from './a-desk.ts';

const { world, partner, agent, approver } = await openConsole();
const { database } = world.testDatabase;

/** A path as it is called: no route has anything under these ids. */
const called = (path: string) => `/console/data${path.replace(/:\w+/g, '999999')}`;
const go = (visit: Visit, [method, path]: (typeof deskTable)[number]) =>
  method === 'GET' ? visit.get(called(path)) : visit.post(called(path), {});

test('without a session every route answers 401', async () => {
  const nobody = new Visit(world.address);
  for (const row of deskTable) assert.equal((await go(nobody, row)).status, 401, row[1]);
});

test('to people of a partner every route is closed, whatever their role there', async () => {
  for (const role of ['owner', 'developer', 'viewer'] as const) {
    const visit = await signedIn(world.address, database, partner.id, role);
    for (const row of deskTable) assert.equal((await go(visit, row)).status, 403, `${role} ${row[1]}`);
  }
});

test('an operator whose session has no second factor is let nowhere', async () => {
  const visit = await signedIn(world.address, database, 0n, 'approver');
  await database.query('update people_sessions set second_factor = false where person_id = $1', [visit.personId]);
  for (const row of deskTable) assert.equal((await go(visit, row)).status, 403, row[1]);
});

test('an agent is let to all but what is for approvers', async () => {
  for (const [method, path, roles] of deskTable) {
    const { status } = await agent.ask(method as 'GET' | 'POST', called(path).replace('/console/data', ''), {});
    assert.equal(status === 403, !roles.includes('agent'), `${path} ${status}`);
    assert.ok(status < 500, `${path} ${status}`);
  }
});

test('a write that does not come from our own page is refused', async () => {
  const visit = await signedIn(world.address, database, 0n, 'approver');
  for (const [method, path] of deskTable.filter(([method]) => method === 'POST')) {
    const answer = await visit.post(called(path), {}, { origin: 'https://elsewhere.example' });
    assert.equal(answer.status, 403, `${method} ${path}`);
  }
});

test('a body that lacks what is needed is refused with every field named, and nothing is written', async () => {
  const bare = deskTable.filter(
    ([method, path]) => method === 'POST' && path !== '/ledger/audit' && !path.includes(':'),
  );
  for (const [, path] of bare) {
    const answer = await approver.ask('POST', path, {});
    assert.equal(answer.status, 400, `${path} ${answer.text}`);
    assert.ok((answer.json.details ?? []).length > 0, `${path} ${answer.text}`);
  }
  const { rows } = await database.query(
    "select act from audit_trail where partner_id = 0 and act not like 'signed in%'",
  );
  assert.deepEqual(rows, []);
});

test('every list is there, empty, and what does not exist is 404', async () => {
  for (const [method, path] of deskTable.filter(([method]) => method === 'GET')) {
    const query = path === '/payments' ? '?paymentId=999999' : '';
    const answer = await agent.ask(method as 'GET', called(path).replace('/console/data', '') + query);
    assert.equal(answer.status, path.includes(':') ? 404 : 200, `${path} ${answer.text}`);
  }
  assert.equal((await agent.ask('GET', '/transfers?limit=0')).status, 400);
  assert.equal((await agent.ask('GET', '/transfers?cursor=x')).status, 400);
  assert.equal((await agent.ask('GET', '/transfers?reason=none')).status, 400);
});
