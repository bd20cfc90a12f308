import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { audit } from '../../src/console/audit.ts';
import { rent } from '../world/bodies.ts';
import { until } from '../world/payments.ts';
import { call } from '../world/service.ts';
import { type CardPayment, openStripeWorld } from '../world/stripe-service.ts';

const world = await openStripeWorld({ ROLES: 'api' });
const { stripe } = world;
const { book } = stripe;
const partner = await world.partner();
beforeEach(() => stripe.behave());

/** The payer is back on the page, which is whole, and the payment waits as before. */
async function onThePage(payment: CardPayment, place: string, state: string): Promise<void> {
  assert.ok(place.startsWith(payment.path), place);
  const answer = await call(world.address, 'GET', place);
  assert.equal(answer.status, 200);
  assert.match(answer.text, /<\/html>/);
  assert.equal(await world.state(payment), state);
  assert.equal((await world.shown(payment)).status, 'pending');
}

test('a Stripe that fails at the payer’s click leads back to the page, and the next click works', async () => {
  for (const how of [500, 'made, then 500', 429, 403, 503, 'reset', 'garbage'] as const) {
    const payment = await world.payment(partner.token);
    stripe.misbehave(/POST /, how, 9);
    await onThePage(payment, await world.press(payment, 'identity'), 'to_verify');
    stripe.behave();
    await world.verified(payment);
    stripe.misbehave(/POST /, how, 9);
    await onThePage(payment, await world.press(payment, 'card'), 'to_pay');
    stripe.behave();
    assert.match(await world.press(payment, 'card'), /\/c\/pay\/cs_test_/, `after ${how}`);
    await world.tell(...book.pay(String(book.all('checkout.session').at(-1)?.id)));
    assert.equal((await world.shown(payment)).status, 'completed');
  }
});

test('an answer that got lost is asked for again under its key: there is one session, and it is the payer’s', async () => {
  const payment = await world.payment(partner.token);
  await world.verified(payment);
  const before = book.all('checkout.session').length;
  stripe.misbehave(/POST .*checkout/, 'lost', 3);
  await onThePage(payment, await world.press(payment, 'card'), 'to_pay');
  assert.match(await world.press(payment, 'card'), /\/c\/pay\/cs_test_/);
  assert.equal(book.all('checkout.session').length, before + 1);
});

test('two tabs in two languages, and a lost answer, are one question to Stripe, and one page', async () => {
  const payment = await world.payment(partner.token);
  await world.verified(payment);
  const before = book.all('checkout.session').length;
  stripe.misbehave(/POST .*checkout/, 'lost', 3);
  await onThePage(payment, await world.press(payment, 'card', '?lang=en'), 'to_pay');
  const places = await Promise.all(['?lang=fr', '', '?lang=en'].map((query) => world.press(payment, 'card', query)));
  assert.match(places[0] ?? '', /\/c\/pay\/cs_test_/);
  assert.equal(new Set(places).size, 1);
  assert.equal(book.all('checkout.session').length, before + 1);
  const asked = stripe.asked(/^POST .*checkout\/sessions$/).at(-1)?.form;
  assert.deepEqual([asked?.locale, asked?.success_url], ['en', `${payment.record.paymentUrl}?back=1&lang=en`]);
  const { rows } = await world.testDatabase.database.query('select row_to_json(s)::text as text from card_sessions s');
  assert.ok(!rows.some(({ text }) => (text as string).includes(payment.path.slice(-43))), 'the link is not kept');
});

test('nobody is sent to a session that is not written down, however slowly Stripe answers', async () => {
  const payment = await world.payment(partner.token);
  await world.verified(payment);
  const creations = /^POST .*checkout\/sessions$/;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  stripe.misbehave(creations, answered);
  const asked = stripe.asked(creations).length;
  const slow = world.press(payment, 'card');
  await until('the first tab to ask Stripe', () => stripe.asked(creations).length > asked);
  await world.testDatabase.database.query(`update card_sessions set state = 'refused' where payment_id = $1`, [
    payment.record.id,
  ]);
  answer();
  assert.ok((await slow).startsWith(payment.path), 'its attempt was given up meanwhile');
  const place = await world.press(payment, 'card');
  const { rows } = await world.testDatabase.database.query<{ provider_id: string }>(
    `select provider_id from card_sessions where payment_id = $1 and state = 'open'`,
    [payment.record.id],
  );
  assert.deepEqual(
    rows.map(({ provider_id: id }) => `${stripe.address}/c/pay/${id}`),
    [place],
  );
});

test('a declined card leaves the payment pending, and the payer may try again on the same page of Stripe', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  await world.tell(...book.decline(session, { code: 'card_declined', decline_code: 'insufficient_funds' }));
  assert.equal(await world.state(payment), 'to_pay');
  assert.equal((await world.shown(payment)).status, 'pending');
  assert.deepEqual(await declinesOf(payment), ['insufficient_funds']);
  assert.equal(await world.press(payment, 'card'), book.get(session).url);
  await world.tell(...book.pay(session));
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('a payment that fails after it was processed can be made again, on a new page of Stripe', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  await world.tell(...book.process(session));
  assert.equal(await world.state(payment), 'processing');
  assert.ok((await world.press(payment, 'card')).startsWith(payment.path), 'not twice while it is processed');
  await world.tell(...book.finish(session, { code: 'card_declined', decline_code: 'do_not_honor' }));
  assert.equal(await world.state(payment), 'to_pay');
  assert.deepEqual(await declinesOf(payment), ['declined']);
  assert.match(await world.press(payment, 'card'), /\/c\/pay\/cs_test_/);
});

test('a page of Stripe that expired gives way to a new one', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  const place = book.get(session).url;
  book.expire(session);
  const next = await world.press(payment, 'card');
  assert.match(next, /\/c\/pay\/cs_test_/);
  assert.notEqual(next, place);
});

test('a look that was slow does not open a session again that has expired meanwhile', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  const looks = new RegExp(`^GET .*${session}$`);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  stripe.misbehave(looks, answered);
  const asked = stripe.asked(looks).length;
  const slow = world.tell(...book.decline(session));
  await until('the look at the open session', () => stripe.asked(looks).length > asked);
  book.expire(session);
  const next = await world.press(payment, 'card');
  assert.match(next, /\/c\/pay\/cs_test_/);
  answer();
  await slow;
  assert.equal(await world.press(payment, 'card'), next);
});

test('a failed check may be tried again, a canceled one is followed by another', async () => {
  const payment = await world.payment(partner.token);
  await world.press(payment, 'identity');
  const check = String(book.all('identity.verification_session').at(-1)?.id);
  await world.tell(...book.check(check, 'requires_input', 'selfie_face_mismatch'));
  assert.equal(await world.state(payment), 'verification_failed');
  assert.ok((await world.press(payment, 'card')).startsWith(payment.path), 'no card before the identity is verified');
  assert.match(await world.press(payment, 'identity'), /\/verify\/start\//);
  assert.equal(book.all('identity.verification_session').at(-1)?.id, check, 'the same check');
  await world.tell(...book.check(check, 'canceled'));
  assert.equal(await world.state(payment), 'to_verify');
  assert.match(await world.press(payment, 'identity'), /\/verify\/start\//);
  assert.notEqual(book.all('identity.verification_session').at(-1)?.id, check);
});

test('a session of which Stripe knows nothing for a moment is not over: nobody gets a second page beside it', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  const kept = book.get(session);
  book.objects.delete(session);
  await onThePage(payment, await world.press(payment, 'card'), 'to_pay');
  assert.match(world.output(), new RegExp(`"session":"${session}".*knows nothing of a session`));
  book.objects.set(session, kept);
  assert.equal(await world.press(payment, 'card'), kept.url);
  const moving = await world.payment(partner.token);
  const processing = await world.atCheckout(moving);
  await world.tell(...book.process(processing));
  const onItsWay = book.get(processing);
  book.objects.delete(processing);
  await world.tell(book.emit('checkout.session.async_payment_succeeded', onItsWay));
  assert.equal(await world.state(moving), 'processing', 'while money is on its way, nobody is asked for more');
});

test('before another page of Stripe there is the certain end of the one before it', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  const kept = book.get(session);
  book.objects.delete(session);
  const clock = await world.call('POST', '/sandbox/clock', { token: partner.token, body: { advanceSeconds: 90_000 } });
  assert.equal(clock.status, 200);
  // By our clock it must be over; at Stripe it is open after all.
  book.objects.set(session, kept);
  const before = book.all('checkout.session').length;
  stripe.misbehave(/POST .*expire/, 'reset', 9);
  await onThePage(payment, await world.press(payment, 'card'), 'to_pay');
  stripe.behave();
  assert.equal(book.all('checkout.session').length, before, 'no other one while that is not certain');
  assert.match(await world.press(payment, 'card'), /\/c\/pay\/cs_test_/);
  assert.equal(kept.status, 'expired');
  assert.equal(book.all('checkout.session').length, before + 1);
});

test('money that came on a session taken for over is found before there is another page', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  const kept = book.get(session);
  book.objects.delete(session);
  await world.call('POST', '/sandbox/clock', { token: partner.token, body: { advanceSeconds: 90_000 } });
  book.objects.set(session, kept);
  book.pay(session);
  assert.ok((await world.press(payment, 'card')).startsWith(payment.path));
  assert.equal(await world.state(payment), 'paid');
});

test('a look that fails leaves the page as it was known', async () => {
  const payment = await world.payment(partner.token);
  const session = await world.atCheckout(payment);
  book.pay(session);
  stripe.misbehave(/GET /, 'garbage', 9);
  assert.equal(await world.state(payment), 'to_pay');
  assert.equal((await world.page(payment)).status, 200);
  stripe.behave();
  await world.tell(book.emit('checkout.session.completed', book.get(session)));
  assert.equal(await world.state(payment), 'paid');
});

test('an amount that Stripe does not take is refused at creation, with what is accepted', async () => {
  const send = (more: object) =>
    world.call('POST', '/v1/create-credit-card-payment', { token: partner.token, body: { ...rent, ...more } });
  const message = 'must be from 0.50 to 999999.99: that is what can be paid by card';
  for (const amount of [0.01, 0.49, 1_000_000, 7e13]) {
    const { status, json } = await send({ amount });
    assert.deepEqual([status, (json as { details: object }).details], [400, [{ path: ['amount'], message }]]);
  }
  const { json } = await send({ amount: 0.49, userName: '' });
  const paths = (json as { details: { path: string[] }[] }).details.map(({ path }) => path.join());
  assert.deepEqual(paths, ['userName', 'amount'], 'with all other faults');
  for (const amount of [0.5, 999_999.99]) {
    const payment = await world.payment(partner.token, { amount });
    assert.match(String(book.get(await world.atCheckout(payment)).url), /\/c\/pay\//);
  }
});

test('the books balance after every fault', async () => {
  const result = await audit(world.testDatabase.database);
  assert.deepEqual(
    result.checks.filter((check) => !check.holds),
    [],
  );
});

async function declinesOf({ record }: CardPayment): Promise<(string | null)[]> {
  const { rows } = await world.testDatabase.database.query<{ decline: string | null }>(
    'select decline from card_sessions where payment_id = $1 order by attempt',
    [record.id],
  );
  return rows.map(({ decline }) => decline);
}
