import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import type { BeginCard, ProviderFault } from '../../src/collection/card/ports.ts';
import { stripePorts } from '../../src/collection/card/stripe/ports.ts';
import { type Misbehaviour, startStripe, stripeKeys } from '../world/stripe.ts';

const stripe = await startStripe();
const settings = { secretKey: stripeKeys.secretKey, address: stripe.address, silenceMilliseconds: 300 };
const { card, identity } = stripePorts(settings);
beforeEach(() => stripe.behave());

const creations = /^POST .*checkout\/sessions$/;
const request = (more: Partial<BeginCard> = {}): BeginCard => ({
  key: randomUUID(),
  partnerId: 2n,
  paymentId: 17n,
  userEmail: 'ada.payer@example.com',
  language: 'en',
  returnUrl: 'http://127.0.0.1:1/pay/back',
  amountCents: 165_000n,
  description: 'Rent, December',
  ...more,
});
const faultOf = (answer: object): ProviderFault => {
  assert.ok('fault' in answer, `no fault: ${JSON.stringify(answer)}`);
  return answer as ProviderFault;
};

test('the same key gives the same session, however often it is asked for', async () => {
  const asked = request();
  const sessions = await Promise.all([card.begin(asked), card.begin(asked), card.begin(asked)]);
  assert.equal(new Set(sessions.map((each) => ('providerId' in each ? each.providerId : each.why))).size, 1);
});

const faults: readonly [how: Misbehaviour, begin: string, look: string, session: boolean][] = [
  [500, 'refused', 'unavailable', false],
  ['made, then 500', 'refused', 'unavailable', true],
  [429, 'unavailable', 'unavailable', false],
  [409, 'unavailable', 'unavailable', false],
  [403, 'refused', 'refused', false],
  ['reset', 'unavailable', 'unavailable', false],
  ['garbage', 'unavailable', 'unavailable', true],
];
for (const [how, begun, looked, made] of faults) {
  test(`Stripe that answers ${how} is a fault: ${begun} for a new session, ${looked} for a look`, async () => {
    const before = stripe.book.all('checkout.session').length;
    stripe.misbehave(/ /, how, 9);
    const asked = request();
    assert.equal(faultOf(await card.begin(asked)).fault, begun);
    assert.equal(faultOf(await card.look('cs_test_any')).fault, looked);
    assert.equal(faultOf(await identity.look('vs_any')).fault, looked);
    assert.equal(stripe.book.all('checkout.session').length, before + (made ? 1 : 0));
    stripe.behave();
    const again = await card.begin(asked);
    // What Stripe keeps under the key it answers for ever: that is why such an attempt is given up.
    if (how === 500 || how === 'made, then 500') assert.equal(faultOf(again).fault, 'refused');
    else assert.ok('providerId' in again, JSON.stringify(again));
    const at = /garbage|made/.test(String(how)) ? 1 : begun === 'refused' && how !== 403 ? 0 : 1;
    assert.equal(stripe.book.all('checkout.session').length, before + at, 'never a second session for one key');
  });
}

test('one failure by the way is made up for by asking again under the same key', async () => {
  for (const how of ['reset', 'lost', 503, 'hang'] as const) {
    const before = stripe.book.all('checkout.session').length;
    const asked = stripe.asked(creations).length;
    stripe.misbehave(creations, how);
    const answer = await card.begin(request());
    assert.ok('providerId' in answer, `${how}: ${JSON.stringify(answer)}`);
    assert.equal(stripe.book.all('checkout.session').length, before + 1);
    const keys = stripe
      .asked(creations)
      .slice(asked)
      .map(({ headers }) => headers['idempotency-key']);
    assert.ok(keys.length > 1);
    assert.equal(new Set(keys).size, 1);
  }
});

test('a Stripe that does not answer at all is unavailable, and soon enough', async () => {
  stripe.misbehave(/ /, 'hang', 99);
  const began = performance.now();
  assert.match(faultOf(await card.begin(request())).why, /StripeConnectionError/);
  assert.ok(performance.now() - began < 8_000);
});

test('nobody at the address is unavailable', async () => {
  const nobody = stripePorts({ ...settings, address: 'http://127.0.0.1:1' });
  const fault = faultOf(await nobody.card.begin(request()));
  assert.equal(fault.fault, 'unavailable');
  assert.match(fault.why, /ECONNREFUSED/);
});

test('what a fault tells names neither the key nor the payer', async () => {
  const stranger = stripePorts({ ...settings, secretKey: 'sk_test_anotherAccountsKey' });
  const wrongKey = faultOf(await stranger.card.begin(request()));
  assert.equal(wrongKey.fault, 'refused');
  assert.match(wrongKey.why, /StripeAuthenticationError.*status 401.*req_played123/);
  const tooMuch = faultOf(await card.begin(request({ amountCents: 100_000_000n })));
  assert.equal(tooMuch.fault, 'refused');
  assert.match(tooMuch.why, /amount_too_large.*unit_amount/);
  const asked = request({ userEmail: 'no address' });
  await card.begin(asked);
  const otherwise = faultOf(await card.begin({ ...asked, amountCents: 1n }));
  for (const { why } of [wrongKey, tooMuch, otherwise]) {
    assert.doesNotMatch(why, /sk_test|anotherAcc|no address|ada\.payer/);
  }
});

test('the same key with another request is refused, and makes nothing', async () => {
  const asked = request();
  await card.begin(asked);
  const before = stripe.book.all('checkout.session').length;
  const fault = faultOf(await card.begin({ ...asked, language: 'fr' }));
  assert.equal(fault.fault, 'refused');
  assert.equal(stripe.book.all('checkout.session').length, before);
});

test('a session that Stripe knows nothing of is over, and said to be gone', async () => {
  assert.deepEqual(await card.look('cs_test_of_another_account'), { state: 'expired', gone: true });
  assert.deepEqual(await identity.look('vs_of_another_account'), { state: 'canceled', gone: true });
});

test('amounts arrive to the cent, up to what Stripe takes', async () => {
  for (const amountCents of [50n, 165_000n, 1_999_999n, 99_999_999n]) {
    await card.begin(request({ amountCents }));
    const items = stripe.asked(creations).at(-1)?.form.line_items as { 0: { price_data: { unit_amount: string } } };
    assert.equal(items[0].price_data.unit_amount, `${amountCents}`);
  }
});

test('a long description is cut where Stripe ends, between characters', async () => {
  const answer = await card.begin(request({ description: '🏠'.repeat(400) }));
  assert.ok('providerId' in answer);
  const items = stripe.asked(creations).at(-1)?.form.line_items as {
    0: { price_data: { product_data: { name: string } } };
  };
  assert.equal(items[0].price_data.product_data.name, '🏠'.repeat(250));
});

test('the pages of Stripe are named for the page that leads there', () => {
  const { pageOrigins } = stripePorts({ secretKey: stripeKeys.secretKey, address: 'https://api.stripe.com' });
  assert.deepEqual(pageOrigins, ['https://checkout.stripe.com', 'https://verify.stripe.com']);
});
