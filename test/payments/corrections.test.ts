/** What is corrected on a payment: the payer's address, the account number of a rejected one (interface §3, §4.3). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../src/base/database.ts';
import { kinds } from '../../src/payments/machine.ts';
import { requeue } from '../../src/payments/requeue.ts';
import { findPayment } from '../../src/payments/store.ts';
import { changeEmail } from '../../src/payments/update.ts';
import { userIdOf } from '../../src/payments/user-id.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { aPartner, aPayment, noon, take } from '../world/payments.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());

const change = (partnerId: bigint, paymentId: bigint, email: string) =>
  database.transaction((tx) => changeEmail(tx, partnerId, paymentId, email, 'token 1'));

async function corrections(partnerId: bigint): Promise<string[]> {
  const { rows } = await database.query('select * from payment_corrections where partner_id = $1 order by id', [
    partnerId,
  ]);
  return rows.map((row) => `${row.field}: ${row.before} → ${row.after} (${row.cause})`);
}

test('a pending Interac payment takes a new address; its userId stays, and what was before is kept', async () => {
  for (const kind of ['bill_interac', 'rent_interac'] as const) {
    const partnerId = await aPartner(database);
    const payment = await aPayment(database, partnerId, kind);
    const result = await change(partnerId, payment.id, 'new@example.com');
    const stored = await findPayment(database, partnerId, payment.id);
    assert.deepEqual(result, { outcome: 'changed', payment: stored });
    assert.deepEqual([stored?.userEmail, stored?.userId], ['new@example.com', payment.userId]);
    assert.deepEqual(await corrections(partnerId), ['user_email: ada@example.com → new@example.com (token 1)']);
  }
});

test('the same address again changes nothing and is no correction', async () => {
  const partnerId = await aPartner(database);
  const { id } = await aPayment(database, partnerId);
  assert.equal((await change(partnerId, id, 'ada@example.com')).outcome, 'changed');
  assert.deepEqual(await corrections(partnerId), []);
});

test('only Interac payments that still wait can be changed; an unknown and a foreign one are the same', async () => {
  const partnerId = await aPartner(database);
  for (const kind of kinds.filter((each) => each === 'bill_eft' || each === 'rent_card')) {
    const { id } = await aPayment(database, partnerId, kind);
    assert.equal((await change(partnerId, id, 'new@example.com')).outcome, 'not_waiting');
  }
  const paid = await aPayment(database, partnerId);
  await take(database, paid, 'funds_received');
  assert.equal((await change(partnerId, paid.id, 'new@example.com')).outcome, 'not_waiting');
  const foreign = await aPayment(database, await aPartner(database));
  assert.deepEqual(await change(partnerId, foreign.id, 'new@example.com'), { outcome: 'unknown' });
  assert.deepEqual(await change(partnerId, 999_999n, 'new@example.com'), { outcome: 'unknown' });
  assert.deepEqual(await corrections(partnerId), []);
});

test('userId is one per partner and address whatever the case, and tells nothing of it', () => {
  assert.equal(userIdOf(1n, 'Ada@Example.com'), userIdOf(1n, 'ada@EXAMPLE.com'));
  assert.notEqual(userIdOf(1n, 'ada@example.com'), userIdOf(2n, 'ada@example.com'));
  assert.notEqual(userIdOf(1n, 'ada@example.com'), userIdOf(1n, 'bob@example.com'));
  assert.match(userIdOf(1n, 'ada@example.com'), /^usr_[0-9a-f]{26}$/);
});

test('a rejected bill is re-queued with a corrected account number, which is kept as a correction', async () => {
  const partnerId = await aPartner(database);
  const payment = await aPayment(database, partnerId);
  await take(database, payment, 'funds_received', 'rejected');
  const request = { paymentId: payment.id, accountNumber: '987', cause: 'operator: the payer called' };
  const result = await database.transaction((tx) => requeue(tx, request, noon));
  assert.equal(result.outcome, 'requeued');
  const stored = await findPayment(database, partnerId, payment.id);
  assert.deepEqual([stored?.state, stored?.accountNumber], ['resettling', '987']);
  assert.deepEqual(await corrections(partnerId), ['account_number: 123456789 → 987 (operator: the payer called)']);
  assert.equal(result.outcome === 'requeued' && result.payment.accountNumber, '987');
});

test('re-queueing what is not rejected, or not this partner’s, is refused as a value and changes nothing', async () => {
  const partnerId = await aPartner(database);
  const payment = await aPayment(database, partnerId);
  const again = (request: { paymentId: bigint; partnerId?: bigint; accountNumber?: string }) =>
    database.transaction((tx) => requeue(tx, { ...request, cause: 'test' }, noon));
  assert.deepEqual(await again({ paymentId: payment.id, accountNumber: '1' }), {
    outcome: 'not_failed',
    state: 'awaiting_funds',
  });
  assert.deepEqual(await again({ paymentId: 999_999n }), { outcome: 'unknown' });
  await take(database, payment, 'funds_received', 'rejected');
  assert.deepEqual(await again({ paymentId: payment.id, partnerId: partnerId + 1n }), { outcome: 'unknown' });
  assert.equal((await again({ paymentId: payment.id, partnerId })).outcome, 'requeued');
  assert.deepEqual(await again({ paymentId: payment.id }), { outcome: 'not_failed', state: 'resettling' });
  assert.deepEqual(await corrections(partnerId), []);
});
