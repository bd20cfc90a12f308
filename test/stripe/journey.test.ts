import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/console/audit.ts';
import { startReceiver, verified } from '../world/receiver.ts';
import { stripeKeys } from '../world/stripe.ts';
import { apiVersion } from '../world/stripe-objects.ts';
import { openStripeWorld } from '../world/stripe-service.ts';

const world = await openStripeWorld();
const { stripe } = world;
const { book } = stripe;

test('a payer is verified and pays at Stripe, the payment completes and the partner hears of it', async () => {
  const receiver = await startReceiver();
  const partner = await world.partner({
    webhook: { url: receiver.url, events: ['payment.created', 'payment.completed'] },
  });
  const payment = await world.payment(partner.token, { amount: 1650.25, memo: 'Unit 4' });
  assert.equal(await world.state(payment), 'to_verify');

  const verification = await world.press(payment, 'identity');
  assert.ok(verification.startsWith(`${stripe.address}/verify/start/`));
  const [check] = book.all('identity.verification_session');
  assert.equal(await world.state(payment), 'to_verify', 'coming back without having done it changes nothing');
  await world.tell(...book.check(check?.id ?? '', 'verified'));
  assert.equal(await world.state(payment), 'to_pay');

  const checkout = await world.press(payment, 'card');
  assert.ok(checkout.startsWith(`${stripe.address}/c/pay/cs_test_`));
  const [session] = book.all('checkout.session');
  assert.equal(await world.press(payment, 'card'), checkout, 'pressed twice, it is the same page of Stripe');
  await world.tell(...book.pay(session?.id ?? ''));

  assert.equal(await world.state(payment), 'paid');
  const shown = await world.shown(payment);
  assert.deepEqual([shown.status, shown.amount], ['completed', 1650.25]);
  assert.ok(shown.paymentMade);
  const [delivery] = await receiver.received(1);
  assert.ok(delivery);
  const body = verified(delivery, partner.signingSecret);
  assert.deepEqual([body.event, body.payments[0]?.id], ['payment.completed', payment.record.id]);
  assert.equal(receiver.deliveries.length, 1, 'payment.created is not sent for card payments');
});

test('what Stripe is asked carries the attempt’s idempotency key, the version, the exact amount and our names', async () => {
  const { token, id } = await world.partner();
  const payment = await world.payment(token, { amount: 9999.99, userEmail: 'ada@example.com' });
  await world.atCheckout(payment);
  const { paymentId, keys } = await begun(payment.record.id);
  const names = {
    client_reference_id: `${id}-${paymentId}`,
    metadata: { partnerId: `${id}`, paymentId },
  };
  const returnUrl = `${payment.record.paymentUrl}?back=1`;
  const verification = stripe.asked(/^POST .*verification_sessions$/).at(-1);
  assert.deepEqual(verification?.form, {
    ...names,
    type: 'document',
    options: { document: { require_matching_selfie: 'true' } },
    return_url: returnUrl,
  });
  const checkout = stripe.asked(/^POST .*checkout\/sessions$/).at(-1);
  const { line_items: items, ...rest } = checkout?.form ?? {};
  assert.deepEqual(rest, {
    ...names,
    mode: 'payment',
    allowed_payment_method_types: { 0: 'card' },
    adaptive_pricing: { enabled: 'false' },
    payment_intent_data: { metadata: names.metadata },
    locale: 'en',
    success_url: returnUrl,
    cancel_url: returnUrl,
    customer_email: 'ada@example.com',
    expand: { 0: 'payment_intent' },
  });
  const [item] = Object.values(items as Record<string, { quantity: string; price_data: Record<string, unknown> }>);
  assert.deepEqual([item?.quantity, item?.price_data.currency, item?.price_data.unit_amount], ['1', 'cad', '999999']);
  assert.deepEqual(
    [verification, checkout].map((each) => each?.headers['idempotency-key']),
    keys,
  );
  for (const { headers } of stripe.requests) {
    assert.equal(headers['stripe-version'], apiVersion);
    assert.match(String(headers['user-agent']), /Quittance/);
    assert.equal(headers['x-stripe-client-telemetry'], undefined);
  }
});

test('two tabs and a double click at the same moment get one session of Stripe', async () => {
  const { token } = await world.partner();
  const payment = await world.payment(token);
  await world.verified(payment);
  const before = book.all('checkout.session').length;
  const places = await Promise.all(Array.from({ length: 6 }, () => world.press(payment, 'card')));
  assert.equal(book.all('checkout.session').length, before + 1);
  const session = book.all('checkout.session').at(-1);
  for (const place of places) assert.ok(place === session?.url || place.startsWith(payment.path), place);
  assert.ok(places.includes(String(session?.url)));
  assert.equal(await world.press(payment, 'card'), session?.url);
});

test('a payment that Stripe finished after the page was closed completes by the webhook alone', async () => {
  const { token } = await world.partner();
  const payment = await world.payment(token);
  const session = await world.atCheckout(payment);
  await world.tell(...book.process(session));
  assert.equal((await world.shown(payment)).status, 'pending');
  assert.equal(await world.state(payment), 'processing');
  await world.tell(...book.finish(session));
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('a payer who comes back before the webhook finds the payment paid', async () => {
  const { token } = await world.partner();
  const payment = await world.payment(token);
  book.pay(await world.atCheckout(payment));
  assert.equal((await world.page(payment)).status, 200);
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('a French page leads to a French page of Stripe', async () => {
  const { token } = await world.partner();
  const payment = await world.payment(token);
  await world.verified(payment);
  await world.press(payment, 'card');
  const french = await world.payment(token);
  await world.verified(french);
  assert.match(await world.press(french, 'card', '?lang=fr'), /\/c\/pay\//);
  assert.deepEqual(
    stripe
      .asked(/^POST .*checkout\/sessions$/)
      .slice(-2)
      .map(({ form }) => form.locale),
    ['en', 'fr-CA'],
  );
});

test('an address that Stripe does not take for one keeps nobody from paying', async () => {
  const { token } = await world.partner();
  const payment = await world.payment(token, { userEmail: 'ada@localhost' });
  const session = await world.atCheckout(payment);
  const [refused, taken] = stripe.asked(/^POST .*checkout\/sessions$/).slice(-2);
  assert.deepEqual([refused?.form.customer_email, taken?.form.customer_email], ['ada@localhost', undefined]);
  await world.tell(...book.pay(session));
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('nothing of a key, a signature or a link is in the log, and the books balance', async () => {
  const output = world.output();
  for (const secret of [stripeKeys.secretKey, stripeKeys.secretKey.slice(0, 16), stripeKeys.signingSecret]) {
    assert.ok(!output.includes(secret));
  }
  assert.doesNotMatch(output, /\/pay\/[\w-]{43}/);
  const result = await audit(world.testDatabase.database);
  assert.deepEqual(
    result.checks.filter((check) => !check.holds),
    [],
  );
});

/** The payment's id inside, and the keys under which its latest identity check and card session were asked for. */
async function begun(recordId: number): Promise<{ paymentId: string; keys: string[] }> {
  const { rows } = await world.testDatabase.database.query<{ payment_id: bigint; check_key: string; card_key: string }>(
    `select payment_id, i.begin_key as check_key, s.begin_key as card_key
     from identity_checks i join card_sessions s using (partner_id, payment_id) where payment_id = $1`,
    [recordId],
  );
  const row = rows[0];
  assert.ok(row);
  return { paymentId: `${row.payment_id}`, keys: [row.check_key, row.card_key] };
}
