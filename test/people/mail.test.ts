/** Mails: through SMTP where it is set, and what is said where it is not or fails. Production without it starts all the same. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { openDatabase } from '../../src/base/database.ts';
import type { Accepted } from '../../src/people/views.ts';
import { done } from '../world/commands.ts';
import { createTestDatabase } from '../world/database.ts';
import { until } from '../world/payments.ts';
import { newPartner, openWorld, startService } from '../world/service.ts';
import { goodPassword, signedIn, Visit } from './a-person.ts';

/** A mail server that keeps what it gets, and says no to one sender's mails. */
async function mailServer(): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let data: string | undefined;
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (data !== undefined) {
          if (line !== '.') {
            data += `${line}\n`;
            continue;
          }
          mails.push(data);
          data = undefined;
          socket.write('250 kept\r\n');
        } else if (/^DATA/i.test(line)) {
          data = '';
          socket.write('354 go on\r\n');
        } else if (/^RCPT TO:<refused/i.test(line)) socket.write('550 not here\r\n');
        else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, mails };
}

/** The text of a mail, as it was before it was wrapped for the way. */
const unwrapped = (mail: string) =>
  mail.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

test('with SMTP_URL a mail goes out, and an invitation that cannot be sent is none', async () => {
  const { url, mails } = await mailServer();
  const world = await openWorld({ SMTP_URL: url, MAIL_FROM: 'Quittance <hello@quittance.example>' });
  const { database } = world.testDatabase;
  const { id } = await world.partner();
  const owner = await signedIn(world.address, database, id, 'owner');
  const at = `/dashboard/data/${id}`;
  await owner.mustPost(`${at}/invitations`, { email: 'new@example.com', role: 'viewer' });
  const mail = unwrapped(mails[0] ?? '');
  assert.match(mail, /^From: Quittance <hello@quittance\.example>$/m);
  assert.match(mail, /^To: new@example\.com$/m);
  const token = /\/invitation#([\w-]{43})/.exec(mail)?.[1];
  const visit = new Visit(world.address);
  assert.equal((await visit.mustPost<Accepted>('/auth/accept-invitation', { token, name: 'New' })).newPerson, true);
  assert.ok(!world.output().includes(token ?? ''), 'it is not printed as well');

  const failed = await owner.post(`${at}/invitations`, { email: 'refused@example.com', role: 'viewer' });
  assert.equal(failed.status, 400);
  assert.match(failed.json.error, /could not be sent/);
  assert.match(world.output(), /"level":"warn".*a mail could not be sent/);
  const { rows } = await database.query<{ open: bigint }>(
    'select count(*) as open from invitations where accepted_at is null and withdrawn_at is null',
  );
  assert.equal(rows[0]?.open, 0n);
  await visit.mustPost('/auth/request-link', { email: 'new@example.com' });
  await until('the second mail', () => (mails.length === 2 ? true : undefined));
});

test('production without SMTP_URL starts with a warning, says what it cannot do, and lets the first operator in by command', async () => {
  const testDatabase = await createTestDatabase({ empty: true });
  after(() => testDatabase.close());
  const PUBLIC_URL = 'https://pay.example.ca';
  const service = await startService({
    DATABASE_URL: testDatabase.url,
    ENVIRONMENT: 'production',
    PUBLIC_URL,
    CARD_PROVIDER: 'off',
  });
  assert.match(service.output(), /"level":"warn".*no mails can be sent/);
  assert.doesNotMatch(service.output(), /#/, 'no link is printed in production');
  const visit = new Visit(service.address);
  const ours = { origin: PUBLIC_URL };
  const asked = await visit.post('/auth/request-link', { email: 'a@example.com' }, ours);
  assert.deepEqual([asked.status, asked.json.code], [400, 'no-mail']);
  assert.equal(
    (await visit.post('/auth/request-password-reset', { email: 'a@example.com' }, ours)).json.code,
    'no-mail',
  );
  assert.equal(
    (await visit.post('/auth/request-link', { email: 'a@example.com' })).status,
    403,
    'Origin is PUBLIC_URL alone',
  );

  const invited = await done<{ link: string }>(
    service.env,
    'person',
    'invite',
    '--email',
    'Op@Example.ca',
    '--role',
    'approver',
  );
  const [, token] = /^https:\/\/pay\.example\.ca\/invitation#([\w-]{43})$/.exec(invited.link) ?? [];
  const accepted = await visit.post('/auth/accept-invitation', { token, name: 'Op' }, ours);
  assert.equal(accepted.status, 200, accepted.text);
  assert.match(visit.lastCookies[0] ?? '', /^__Secure-quittance\.session_token=.*Secure/);
  assert.equal((await visit.who())?.memberships[0]?.role, 'approver');
  assert.equal((await visit.post('/auth/set-password', { newPassword: goodPassword }, ours)).status, 200);

  const { id } = await newPartner(testDatabase.url, 'production');
  const production = openDatabase({ url: testDatabase.url, schema: 'production', connectionsMax: 1 });
  const owner = await production.query<{ id: bigint }>('select id from people');
  await production.query(`insert into memberships (partner_id, person_id, role) values ($1, $2, 'owner')`, [
    id,
    owner.rows[0]?.id,
  ]);
  const refused = await visit.post(
    `/dashboard/data/${id}/invitations`,
    { email: 'x@example.com', role: 'viewer' },
    ours,
  );
  assert.equal(refused.status, 400);
  assert.match(refused.json.error, /SMTP_URL is not set/);
  await production.close();
  assert.equal(await service.end(), 0);

  // The same database as a sandbox: another world, with other people.
  const sandbox = await startService({ DATABASE_URL: testDatabase.url });
  const elsewhere = new Visit(sandbox.address);
  const unknown = await elsewhere.post('/auth/sign-in/email', { email: 'op@example.ca', password: goodPassword });
  assert.equal(unknown.json.code, 'wrong-password');
  const [[, value] = []] = visit.jar;
  elsewhere.jar.set('quittance.session_token', value ?? '');
  assert.equal(await elsewhere.who(), undefined);
  assert.equal(await sandbox.end(), 0);
});
