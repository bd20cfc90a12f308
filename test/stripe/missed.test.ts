import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock } from '../../src/base/clock.ts';
import { createLog } from '../../src/base/log.ts';
import { stripeRail } from '../../src/collection/card/stripe/rail.ts';
import { audit } from '../../src/console/audit.ts';
import { startService } from '../world/service.ts';
import { stripeKeys } from '../world/stripe.ts';
import { openStripeWorld, stripeEnv } from '../world/stripe-service.ts';

// The clock is moved by hand; a worker would do the same each minute.
const world = await openStripeWorld({ ROLES: 'api' });
const { stripe } = world;
const { book } = stripe;
const partner = await world.partner();

async function minutesPass(minutes: number): Promise<void> {
  const body = { advanceSeconds: minutes * 60 };
  const answer = await world.call('POST', '/sandbox/clock', { token: partner.token, body });
  assert.equal(answer.status, 200, answer.text);
}

async function receivable(partnerId: bigint): Promise<bigint> {
  const { rows } = await world.testDatabase.database.query<{ cents: bigint }>(
    `select debits_cents - credits_cents as cents from ledger_accounts where partner_id = $1 and code = 'receivable'`,
    [partnerId],
  );
  return rows[0]?.cents ?? 0n;
}

const completed = async (payment: Parameters<typeof world.shown>[0]) =>
  (await world.shown(payment)).status === 'completed';

test('without any webhook a payment completes by the clock', async () => {
  const payment = await world.payment(partner.token);
  await world.press(payment, 'identity');
  book.check(String(book.all('identity.verification_session').at(-1)?.id), 'verified');
  await minutesPass(2);
  assert.match(await world.press(payment, 'card'), /\/c\/pay\//);
  const session = String(book.all('checkout.session').at(-1)?.id);
  book.process(session);
  await minutesPass(5);
  assert.equal(await completed(payment), false);
  book.finish(session);
  await minutesPass(30);
  assert.equal(await completed(payment), true);
});

test('a payer who left the open page of Stripe and paid there hours later is found', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  await minutesPass(10 * 60);
  book.pay(session);
  await minutesPass(7 * 60);
  assert.equal(await completed(payment), true);
});

test('refunds and disputes that no webhook told are found, once', async () => {
  const own = await world.partner();
  const payment = await world.payment(own.token);
  const session = await world.atCheckout(payment);
  await world.tell(...book.pay(session));
  await minutesPass(6);
  const refunded = book.refund(session, { amount: 5_000 });
  const disputed = book.dispute(session, { amount: 7_000 });
  await minutesPass(6);
  assert.equal(await receivable(own.id), 12_000n);
  assert.match(world.output(), /"missed":\d+,"msg":"events of Stripe's that no webhook had brought"/);
  const asked = stripe.requests.length;
  await world.tell(...refunded, ...disputed);
  assert.equal(stripe.requests.length, asked, 'the webhooks that come after all are known');
  await minutesPass(6);
  assert.equal(await receivable(own.id), 12_000n);
  assert.deepEqual(stripe.asked(/GET .*(refunds|disputes)/).length, 4, 'looked at once for each event');
});

test('a Stripe that was down is asked again, and nothing of the time in between is missed', async () => {
  const own = await world.partner();
  const payment = await world.payment(own.token);
  const session = await world.atCheckout(payment);
  await world.tell(...book.pay(session));
  await minutesPass(6);
  book.refund(session, { amount: 5_000 });
  stripe.misbehave(/GET .*events/, 429, 1);
  await minutesPass(6);
  assert.equal(await receivable(own.id), 0n);
  stripe.misbehave(/GET .*refunds/, 429, 2);
  await minutesPass(6);
  assert.equal(await receivable(own.id), 0n);
  await minutesPass(6);
  assert.equal(await receivable(own.id), 5_000n);
});

test('after hours without a worker, what could not be dealt with is not taken for dealt with', async () => {
  const own = await world.partner();
  const payment = await world.payment(own.token);
  const session = await world.atCheckout(payment);
  await world.tell(...book.pay(session));
  await minutesPass(6);
  for (const event of book.refund(session, { amount: 5_000 })) event.created -= 9 * 3_600;
  await world.testDatabase.database.query("update provider_listings set listed_until = now() - interval '10 hours'");
  stripe.misbehave(/GET .*refunds/, 429, 2);
  await minutesPass(6);
  assert.equal(await receivable(own.id), 0n);
  await minutesPass(6);
  assert.equal(await receivable(own.id), 5_000n);
  const { rows } = await world.testDatabase.database.query<{ late: boolean }>(
    "select listed_until < now() - interval '1 minute' as late from provider_listings",
  );
  assert.deepEqual(rows, [{ late: false }], 'and everything up to now is listed');
});

test('events that cannot be dealt with hold up no others, are tried for three days, and then given up', async () => {
  const own = await world.partner();
  const sessions = [];
  for (let each = 0; each < 2; each += 1) sessions.push(await world.atCheckout(await world.payment(own.token)));
  const [one = '', other = ''] = sessions;
  await world.tell(...book.pay(one), ...book.pay(other));
  await minutesPass(6);
  const { database } = world.testDatabase;
  await database.query("update provider_listings set listed_until = now() - interval '11 hours'");
  // More of them than are tried in a row, hours before the one that can be dealt with.
  const disputes = Array.from({ length: 6 }, () => book.dispute(one, { amount: 1_000 }).slice(0, 2)).flat();
  for (const event of disputes) event.created -= 10 * 3_600;
  for (const event of book.refund(other, { amount: 5_000 })) event.created -= 3_600;
  stripe.misbehave(/GET .*disputes/, 403, 999);
  for (let turn = 0; turn < 2; turn += 1) await minutesPass(6);
  assert.equal(await receivable(own.id), 5_000n);
  const kept = async () => (await database.query('select from provider_faults')).rowCount;
  assert.equal(await kept(), disputes.length);
  stripe.behave();
  await database.query("update provider_faults set first_at = now() - interval '4 days' where event_id = any($1)", [
    disputes.slice(0, 2).map(({ id }) => id),
  ]);
  stripe.misbehave(new RegExp(`GET .*${disputes[0]?.data.object.id}`), 403, 999);
  for (let turn = 0; turn < 2; turn += 1) await minutesPass(6);
  assert.equal(await receivable(own.id), 10_000n, 'all but the one that still cannot be dealt with');
  assert.equal(await kept(), 0);
  assert.match(world.output(), new RegExp(`"event":"${disputes[0]?.id}".*is given up`));
  stripe.behave();
});

test('an event that cannot be recorded is its own fault: the turn goes on, and the clock moves', async () => {
  const own = await world.partner();
  const session = await world.atCheckout(await world.payment(own.token));
  await world.tell(...book.pay(session));
  await minutesPass(6);
  book.dispute(session, { amount: 1_000 });
  const [odd] = book.refund(session, { amount: 2_000 });
  // An amount that no column of ours holds.
  book.get(String(odd?.data.object.id)).amount = 1e19;
  await minutesPass(6);
  assert.equal(await receivable(own.id), 1_000n);
  book.get(String(odd?.data.object.id)).amount = 2_000;
  await minutesPass(6);
  assert.equal(await receivable(own.id), 3_000n);
});

test('more events than fit on a page are all read, those of others passed over', async () => {
  const own = await world.partner();
  const payment = await world.payment(own.token);
  const session = await world.atCheckout(payment);
  await world.tell(...book.pay(session));
  await minutesPass(6);
  const foreign = book.add('re', 'refund', {
    status: 'succeeded',
    amount: 1,
    currency: 'cad',
    payment_intent: 'pi_other',
  });
  book.refund(session, { amount: 5_000 });
  for (let each = 0; each < 230; each += 1) book.emit('refund.updated', foreign);
  const pages = stripe.asked(/GET .*events/).length;
  await minutesPass(6);
  assert.equal(await receivable(own.id), 5_000n);
  assert.equal(stripe.asked(/GET .*events/).length - pages, 3);
});

test('two processes that ask at the same time do nothing twice', async () => {
  const other = await startService({ ...stripeEnv(stripe), ROLES: 'api', DATABASE_URL: world.testDatabase.url });
  const own = await world.partner();
  const payments = await Promise.all(Array.from({ length: 5 }, () => world.payment(own.token)));
  for (const payment of payments) {
    const session = await world.atCheckout(payment);
    book.pay(session);
    book.refund(session, { amount: 1_000 });
  }
  const body = { advanceSeconds: 600 };
  const move = { token: own.token, body };
  const moves = [world, other, world, other].map((each) => each.call('POST', '/sandbox/clock', move));
  for (const { status } of await Promise.all(moves)) assert.equal(status, 200);
  await minutesPass(6);
  for (const payment of payments) assert.equal(await completed(payment), true);
  assert.equal(await receivable(own.id), 5_000n);
  assert.equal(await other.end(), 0);
});

test('a page is not held up for long by a Stripe that hangs, nor is the clock', async () => {
  const payment = await world.payment(partner.token);
  await world.atCheckout(payment);
  stripe.misbehave(/ /, 'hang', 999);
  const began = performance.now();
  assert.equal((await world.page(payment)).status, 200);
  assert.ok(performance.now() - began < 6_000);
  const { payments, events } = stripeRail({
    database: world.testDatabase.database,
    clock: new Clock(world.testDatabase.database, true),
    log: createLog({ level: 'silent' }),
    onChange: () => undefined,
    publicUrl: () => 'http://127.0.0.1:1',
    secretKey: stripeKeys.secretKey,
    address: stripe.address,
    silenceMilliseconds: 200,
  });
  const later = Temporal.Now.instant().add({ hours: 24 * 30 });
  await payments.catchUp(later);
  await events?.catchUp(later);
  assert.ok(performance.now() - began < 12_000);
  stripe.behave();
  assert.equal((await world.shown(payment)).status, 'pending');
});

test('the books balance', async () => {
  const result = await audit(world.testDatabase.database);
  assert.deepEqual(
    result.checks.filter((check) => !check.holds),
    [],
  );
});
