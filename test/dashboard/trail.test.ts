/** What the dashboard changes and what its trail says are one: neither is there without the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankAccountRecord } from '../../src/dashboard/views.ts';
import { created } from '../world/bodies.ts';
import { openWorld } from '../world/service.ts';
import { deskOf, trailOf } from './a-dashboard.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const partner = await world.partner({ webhook: { url: 'http://127.0.0.1:9/', events: [] } });
const desk = await deskOf(world, partner.id, 'developer');
const account = {
  institutionNumber: '003',
  transitNumber: '12345',
  accountNumber: '1234567',
  accountHolderName: 'A B',
};
const toldOf = async (what: string) => (await trailOf(world, partner)).filter(({ act }) => act.startsWith(what));

test('an event that is sent as a test and a play in the sandbox do not happen where the trail cannot be written', async () => {
  const payment = await created(world, partner.token);
  await database.query(`
    create function no_trail() returns trigger language plpgsql as $$ begin raise exception 'no trail'; end $$;
    create trigger no_trail before insert on audit_trail for each row execute function no_trail()`);
  const state = async () => {
    const { rows } = await database.query(
      `select (select count(*) from webhook_events where partner_id = $1 and payment_id is null) as tests,
         (select count(*) from webhook_attempts where partner_id = $1) as attempts,
         (select state from payments where partner_id = $1 and id = $2) as payment`,
      [partner.id, payment.id],
    );
    return rows;
  };
  const before = await state();
  try {
    const { userEmail: senderEmail, amount, identificationNumber: description } = payment;
    for (const [path, body] of [
      ['/webhook/test', {}],
      ['/sandbox/interac-transfers', { senderEmail, amount, description }],
    ] as const) {
      assert.equal((await desk.ask('POST', path, body)).status, 500, path);
      assert.deepEqual(await state(), before, path);
    }
  } finally {
    await database.query('drop trigger no_trail on audit_trail; drop function no_trail');
  }
});

test('a play that is refused says so in the trail, and why', async () => {
  await desk.ask('POST', '/sandbox/settlements', { paymentId: 999_999_999, outcome: 'accepted' });
  const [played, refused] = await toldOf('sandbox play');
  assert.deepEqual([played?.act, refused?.act], ['sandbox played', 'sandbox play refused']);
  assert.deepEqual([refused?.by, refused?.subject], [desk.email, 'settlements']);
  assert.match(JSON.stringify(refused?.after), /not a payment of yours|not valid/);
});

test('a developer registers and deactivates bank accounts', async () => {
  const made = await desk.post<BankAccountRecord>('/bank-accounts', account);
  assert.equal((await desk.post<BankAccountRecord>(`/bank-accounts/${made.id}/deactivate`)).status, 'inactive');
});

test('registering an account again says in the trail what it was', async () => {
  const again = await desk.post<BankAccountRecord>('/bank-accounts', { ...account, accountHolderName: 'C D' });
  const { before, after } = (await toldOf('bank account registered')).at(-1) as unknown as Record<
    string,
    BankAccountRecord
  >;
  assert.deepEqual([before?.status, before?.accountHolderName], ['inactive', 'A B']);
  assert.deepEqual([after?.status, after?.accountHolderName], ['active', 'C D']);
  assert.equal(after?.id, again.id);
});

test('of several who register or deactivate one account at once, each finds what the one before him left', async () => {
  const another = { ...account, accountNumber: '7654321' };
  const made = await Promise.all([1, 2, 3].map(() => desk.post<BankAccountRecord>('/bank-accounts', another)));
  const subject = `bank account ${made[0]?.id}`;
  const registered = (await toldOf('bank account registered')).filter((entry) => entry.subject === subject);
  assert.deepEqual(
    registered.map(({ before }) => before === null),
    [true, false, false],
  );
  await Promise.all([1, 2, 3].map(() => desk.post(`/bank-accounts/${made[0]?.id}/deactivate`)));
  const deactivated = (await toldOf('bank account deactivated')).filter((entry) => entry.subject === subject);
  assert.equal(deactivated.length, 1);
});
