/** What changes something comes from our own pages, or it is refused: for sign-in, and behind the door of every page. */
import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { openWorld } from '../world/service.ts';
import { goodPassword, signedIn, Visit } from './a-person.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { id } = await world.partner();
const owner = await signedIn(world.address, database, id, 'owner');

const foreign: [what: string, headers: OutgoingHttpHeaders][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, in an old browser', { origin: 'https://evil.example', 'sec-fetch-site': undefined }],
  ['our own name at another port', { origin: 'http://127.0.0.1:1' }],
  ['a page that hides where it is from', { origin: 'null' }],
  ['no page at all', { origin: undefined, 'sec-fetch-site': undefined }],
  ['a page of the same site but not ours', { 'sec-fetch-site': 'same-site' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a form of plain text', { 'content-type': 'text/plain' }],
  ['nothing that says what it is', { 'content-type': undefined }],
];

test('a request from elsewhere is refused at every door that changes something', async () => {
  const doors: [target: string, body: object][] = [
    ['/auth/sign-in/email', { email: owner.email, password: goodPassword }],
    ['/auth/sign-in/link', { token: 'x'.repeat(43) }],
    ['/auth/accept-invitation', { token: 'x'.repeat(43), name: 'x' }],
    ['/auth/set-password', { newPassword: goodPassword }],
    ['/auth/name', { name: 'x' }],
    ['/auth/request-link', { email: owner.email }],
    ['/auth/sessions/end', { others: true }],
    ['/auth/sign-out', {}],
    [`/dashboard/data/${id}/invitations`, { email: 'somebody@example.com', role: 'viewer' }],
    [`/dashboard/data/${id}/people/remove`, { personId: Number(owner.personId) }],
  ];
  for (const [target, body] of doors) {
    for (const [what, headers] of foreign) {
      const answer = await owner.post(target, body, headers);
      assert.equal(answer.status, 403, `${target} from ${what}: ${answer.text}`);
      assert.deepEqual(answer.headers['set-cookie'], undefined);
    }
  }
  assert.equal((await owner.who())?.hasPassword, false);
  assert.ok(await owner.who());
});

test('the same machine under its other name is ours, in a sandbox without PUBLIC_URL', async () => {
  const localhost = world.address.replace('127.0.0.1', 'localhost');
  const answer = await owner.post('/auth/set-password', { newPassword: 'short' }, { origin: localhost });
  assert.equal((answer.json as { code: string }).code, 'password-too-short');
  const signIn = await owner.post(
    '/auth/sign-in/email',
    { email: 'a@b.ca', password: goodPassword },
    { origin: localhost },
  );
  assert.equal(signIn.status, 401, signIn.text);
});

test('what better-auth has beyond our doors is not there', async () => {
  for (const path of [
    '/auth/sign-up/email',
    '/auth/update-user',
    '/auth/delete-user',
    '/auth/change-email',
    '/auth/sign-in/social',
    '/auth/revoke-session',
    '/auth/two-factor/send-otp',
    '/auth/two-factor/get-totp-uri',
    '/auth/verify-password',
  ]) {
    assert.equal(
      (await owner.post(path, { email: 'x@example.com', password: goodPassword, name: 'x' })).status,
      404,
      path,
    );
  }
  for (const path of ['/auth/get-session', '/auth/list-sessions', '/auth/ok', '/auth/error', '/auth']) {
    assert.equal((await owner.get(path)).status, 404, path);
  }
});

test('a body that is none, or holds something else than texts, is refused in words', async () => {
  const visit = new Visit(world.address);
  for (const body of [
    '[]',
    'null',
    '1',
    '{"email": "a\\u0000@b.ca", "password": "correct horse"}',
    '{"email": "a\\ud800@b.ca", "password": "correct horse"}',
    '{"email": {"$ne": ""}, "password": ["x"]}',
    `{"email": "${'x'.repeat(2000)}"}`,
  ]) {
    const answer = await visit.post('/auth/sign-in/email', body);
    assert.equal(answer.status, 400, `${body}: ${answer.text}`);
    assert.match(answer.json.error, /email and password/);
  }
  for (const body of ['{', '{"a":1,"a":', 'x'.repeat(2_000_000)]) {
    assert.equal((await visit.post('/auth/sign-in/email', body)).status, 400);
  }
  for (const body of ['[]', 'null', '{"id": "1"}', '{"id": 1.5}', '{"others": "true"}']) {
    assert.equal((await owner.post('/auth/sessions/end', body)).status, 400, body);
  }
});
