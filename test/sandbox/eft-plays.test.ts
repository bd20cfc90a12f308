/** `/sandbox/eft-debits` and `/sandbox/clock` at their edges: an impossible step is 400, and the world goes on. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { lastYear } from '../../src/base/bank-holidays.ts';
import { assertError, messageAt } from '../world/answers.ts';
import { eftPayment } from '../world/eft.ts';
import { openEftWorld } from '../world/eft-world.ts';
import { until } from '../world/payments.ts';
import type { PaymentRecord } from '../world/service.ts';

const { world, token, account, statusOf, balanced, rowsOf } = await openEftWorld();
const play = (name: string, body: object) => world.call<PaymentRecord>('POST', `/sandbox/${name}`, { token, body });
const refused = async (name: string, body: object) => assertError(await play(name, body), 400, `/sandbox/${name}`);

test('of plays that return one debit at once, one does it and the others are told that it came back already', async () => {
  const payment = await eftPayment(world, token, account.id);
  const body = { paymentId: payment.id, outcome: 'returned' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => play('eft-debits', body)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400]);
  for (const { status, text } of answers) if (status === 400) assert.match(text, /came back already/);
  assert.equal(await statusOf(payment), 'failed');
  const returns = await rowsOf('select action from eft_returns where payment_id = $1', payment.id);
  assert.deepEqual(
    returns.map(({ action }) => action),
    ['fail'],
  );
  const left = readdirSync(path.join(world.env.DATA_DIR ?? '', 'sandbox')).filter((name) => name.startsWith('returns'));
  assert.deepEqual(left, []);
  await balanced();
});

test('a debit that came back late does not come back again', async () => {
  const payment = await eftPayment(world, token, account.id);
  assert.equal((await play('eft-debits', { paymentId: payment.id, outcome: 'completed' })).status, 200);
  assert.equal((await play('eft-debits', { paymentId: payment.id, outcome: 'returned' })).status, 200);
  for (const returnCode of ['901', '905']) {
    const again = await refused('eft-debits', { paymentId: payment.id, outcome: 'returned', returnCode });
    assert.match(again.error, /came back already/);
  }
  assert.equal(await statusOf(payment), 'completed');
  await balanced();
});

test('an id that is none of a payment is told as such', async () => {
  for (const [name, more] of [
    ['eft-debits', { outcome: 'completed' }],
    ['settlements', { outcome: 'accepted' }],
    ['requeues', {}],
    ['card-payments', {}],
  ] as const) {
    assert.match(messageAt(await refused(name, { ...more, paymentId: 'x' }), 'paymentId') ?? '', /the id of a payment/);
  }
  const bank = await refused('requeues', { paymentId: 1, bankAccountId: 'x' });
  assert.match(messageAt(bank, 'bankAccountId') ?? '', /the id of a bank account/);
});

test('the clock stops short of the end of the bank calendar, and everything goes on working there', async () => {
  // Most of the way at once: on foot, the clock stops at every cut-off.
  await world.testDatabase.database.query(
    'update sandbox_clock set moved_by = make_timestamptz($1, 7, 1, 12, 0, 0) - now()',
    [lastYear],
  );
  await until('the clock of the service', async () => {
    const { text } = await play('clock', { advanceSeconds: 1 });
    return text.includes(`${lastYear}-07`);
  });
  let moved = 0;
  for (const step of [92, 30, 10]) {
    const advanceSeconds = step * 24 * 3600;
    for (let answer = await play('clock', { advanceSeconds }); answer.status === 200; moved += 1) {
      answer = await play('clock', { advanceSeconds });
    }
    assert.match((await refused('clock', { advanceSeconds })).error, new RegExp(`up to ${lastYear}`));
  }
  assert.ok(moved > 1);
  assert.match((await refused('clock', { advanceBusinessDays: 260 })).error, /cannot be moved so far/);
  const payment = await eftPayment(world, token, account.id);
  assert.equal((await play('eft-debits', { paymentId: payment.id, outcome: 'completed' })).status, 200);
  assert.equal((await play('clock', { advanceSeconds: 1 })).status, 200);
  await balanced();
});
