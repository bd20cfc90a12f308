/** `POST /sandbox/card-payments` (design §9): identity and card succeed, from wherever the payer stands; an impossible step is 400. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/console/audit.ts';
import { assertError, assertJson, pathsOf } from '../world/answers.ts';
import { asShown, bill, created } from '../world/bodies.ts';
import { openWorld, type PaymentRecord, startService } from '../world/service.ts';
import { cardPayment, chosen, pressed, through } from './card-world.ts';

const world = await openWorld();
const { token } = await world.partner();
const path = '/sandbox/card-payments';
const play = (body: unknown, as = token) => world.call<PaymentRecord>('POST', path, { token: as, body });
const refused = async (body: unknown) => assertError(await play(body), 400, path);

test('it answers the payment, completed, as the history shows it', async () => {
  const payment = await cardPayment(world, token, { term: 'December' });
  const answer = await play({ paymentId: payment.id });
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  const { paymentUrl: _, ...record } = payment;
  const { paymentMade } = answer.json;
  assert.deepEqual(answer.json, { ...record, status: 'completed', paymentMade });
  assert.deepEqual(await asShown(world, token, payment.id), answer.json);
});

test('it goes on from wherever the payer stands', async () => {
  const ways: ((payment: Awaited<ReturnType<typeof cardPayment>>) => Promise<unknown>)[] = [
    (payment) => pressed(payment, 'identity'),
    (payment) => through(payment, 'identity', 'verified_later'),
    (payment) => through(payment, 'identity', 'face_mismatch'),
    (payment) => through(payment, 'identity', 'canceled'),
    (payment) => through(payment, 'identity', 'verified'),
    ...['declined', 'paid_later', 'declined_later', 'unreachable'].map(
      (outcome) => async (payment: Awaited<ReturnType<typeof cardPayment>>) => {
        await through(payment, 'identity', 'verified');
        await chosen(await pressed(payment, 'card'), outcome);
      },
    ),
  ];
  for (const [index, way] of ways.entries()) {
    const payment = await cardPayment(world, token);
    await way(payment);
    const answer = await play({ paymentId: `${payment.id}` });
    assert.equal(answer.status, 200, `${index}: ${answer.text}`);
    assert.equal(answer.json.status, 'completed');
  }
});

test('played many times at once it pays once', async () => {
  const payment = await cardPayment(world, token);
  const answers = await Promise.all(Array.from({ length: 6 }, () => play({ paymentId: payment.id })));
  for (const answer of answers) assert.ok([200, 400].includes(answer.status), answer.text);
  assert.ok(answers.some((answer) => answer.status === 200));
  const { rows } = await world.testDatabase.database.query('select state from card_sessions where payment_id = $1', [
    payment.id,
  ]);
  assert.deepEqual(rows, [{ state: 'paid' }]);
});

test('what is paid already, or not by card, or not of this partner, is refused', async () => {
  const payment = await cardPayment(world, token);
  await play({ paymentId: payment.id });
  assert.match((await refused({ paymentId: payment.id })).error, /paid already: it is collected/);
  for (const more of [{}, { paymentType: 'rent' }]) {
    const other = await created(world, token, more);
    assert.match((await refused({ paymentId: other.id })).error, /not paid by card/);
  }
  for (const paymentId of [999_999_999, '999999999'])
    assert.deepEqual(pathsOf(await refused({ paymentId })), ['paymentId']);
  for (const body of [{}, { paymentId: 'x' }, { paymentId: 1.5 }, { paymentId: null }]) {
    assert.deepEqual(pathsOf(await refused(body)), ['paymentId']);
  }
  assertError(await world.call('POST', path, { body: bill }), 401, path);
  const stranger = await world.partner({ scopes: [] });
  const open = await cardPayment(world, token);
  assert.deepEqual(pathsOf(assertError(await play({ paymentId: open.id }, stranger.token), 400, path)), ['paymentId']);
});

test('with Stripe behind the ports nothing is played: it is said where to pay instead', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_123456789', STRIPE_WEBHOOK_SECRET: 'whsec_123456789' };
  const stripe = await startService({
    DATABASE_URL: world.testDatabase.url,
    CARD_PROVIDER: 'stripe',
    STRIPE_ADDRESS: 'http://127.0.0.1:9',
    ROLES: 'api',
    ...keys,
  });
  const payment = await cardPayment(stripe, token);
  const answer = await stripe.call('POST', path, { token, body: { paymentId: payment.id } });
  assert.match(assertError(answer, 400, path).error, /Stripe/);
  assert.equal((await stripe.call('GET', '/sandbox/provider/card/x')).status, 404);
});

test('after all of it the books balance', async () => {
  const { checks } = await audit(world.testDatabase.database);
  assert.deepEqual(
    checks.filter((check) => !check.holds),
    [],
  );
});
