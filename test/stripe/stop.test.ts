import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../world/payments.ts';
import { openStripeWorld } from '../world/stripe-service.ts';

test('a Stripe that is silent does not hold up the end: whoever waits for it is answered, and the process ends cleanly', async () => {
  const world = await openStripeWorld();
  const { stripe } = world;
  const { token } = await world.partner();
  const payments = await Promise.all(Array.from({ length: 3 }, () => world.payment(token)));
  const [waits, listed, told] = payments as [(typeof payments)[0], (typeof payments)[0], (typeof payments)[0]];
  const session = await world.atCheckout(told);
  await world.atCheckout(listed);
  stripe.misbehave(/ /, 'hang', 999);
  const asked = stripe.requests.length;
  const press = world.press(waits, 'identity');
  const clock = world.call('POST', '/sandbox/clock', { token, body: { advanceSeconds: 600 } });
  const webhook = stripe.send(world, stripe.book.pay(session)[1] as object);
  await until('all of them to wait for Stripe', () => stripe.requests.length >= asked + 3);
  const began = performance.now();
  const [end, place, moved, answered] = await Promise.all([world.end('SIGTERM'), press, clock, webhook]);
  assert.equal(end, 0);
  assert.ok(performance.now() - began < 6_000, `${performance.now() - began} ms`);
  assert.match(place, /problem=1/);
  assert.deepEqual([moved.status, answered.status], [200, 500], 'what was told comes again');
});
