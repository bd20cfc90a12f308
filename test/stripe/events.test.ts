import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/console/audit.ts';
import { call } from '../world/service.ts';
import { stripeKeys } from '../world/stripe.ts';
import type { PlayedEvent } from '../world/stripe-objects.ts';
import { type CardPayment, openStripeWorld } from '../world/stripe-service.ts';

// Without a worker: what happens here, happens by webhooks alone.
const world = await openStripeWorld({ ROLES: 'api' });
const { stripe } = world;
const { book } = stripe;
const partner = await world.partner();

/** A payment with all that happened to it at Stripe, while no webhook came through. */
async function happened(): Promise<{ payment: CardPayment; events: PlayedEvent[] }> {
  const payment = await world.payment(partner.token);
  await world.press(payment, 'identity');
  const check = String(book.all('identity.verification_session').at(-1)?.id);
  const before = [
    ...book.check(check, 'processing'),
    ...book.check(check, 'requires_input', 'document_expired'),
    ...book.check(check, 'verified'),
  ];
  await world.tell(before[0] as PlayedEvent);
  await world.press(payment, 'card');
  const session = String(book.all('checkout.session').at(-1)?.id);
  const declined = book.decline(session);
  const processed = book.process(session);
  return { payment, events: [...before, ...declined, ...processed, ...book.finish(session)] };
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((each, at) => permutations(list.toSpliced(at, 1)).map((rest) => [each, ...rest]));
}

async function historyOf({ record }: CardPayment): Promise<string[]> {
  const { rows } = await world.testDatabase.database.query<{ event: string }>(
    'select event from payment_history where payment_id = $1 order by sequence',
    [record.id],
  );
  return rows.map(({ event }) => event);
}

test('events in any order, each told once or twice, come to the same end: paid once', async () => {
  const { events } = await happened();
  const kinds = events.filter((event, at) => events.findIndex(({ type }) => type === event.type) === at);
  // All orders of the last four, each with the earlier ones mixed in before, behind and between.
  const late = permutations(kinds.slice(-4));
  assert.equal(late.length, 24);
  for (const [at, order] of late.entries()) {
    const { payment: each, events: own } = await happened();
    const mine = order.map((event) => own.find(({ type }) => type === event.type) as PlayedEvent);
    const rest = own.filter((event) => !mine.includes(event));
    const all =
      at % 3 === 0 ? [...mine, ...rest] : at % 3 === 1 ? [...rest, ...mine, ...mine] : [...mine, ...rest, ...mine];
    await world.tell(...all);
    const shown = await world.shown(each);
    assert.equal(shown.status, 'completed', order.map(({ type }) => type).join(' '));
    assert.deepEqual(await historyOf(each), ['created', 'funds_received']);
  }
});

test('an event is dealt with once: told again it is known, and Stripe is not asked', async () => {
  const { payment, events } = await happened();
  const last = events.at(-1) as PlayedEvent;
  assert.equal((await stripe.send(world, last)).json.outcome, 'recorded');
  const asked = stripe.requests.length;
  for (let again = 0; again < 3; again += 1) assert.equal((await stripe.send(world, last)).json.outcome, 'known');
  assert.equal(stripe.requests.length, asked);
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('the same event ten times at the same moment completes the payment once', async () => {
  const { payment, events } = await happened();
  const last = events.at(-1) as PlayedEvent;
  const answers = await Promise.all(Array.from({ length: 10 }, () => stripe.send(world, last)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal((await historyOf(payment)).filter((event) => event === 'funds_received').length, 1);
});

test('all events at the same moment complete the payment once', async () => {
  const { payment, events } = await happened();
  const answers = await Promise.all([...events, ...events].map((event) => stripe.send(world, event)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal((await historyOf(payment)).filter((event) => event === 'funds_received').length, 1);
});

test('what an event says is not believed: a made-up one, well signed, moves nothing', async () => {
  const payment = await world.payment(partner.token);
  const id = await world.atCheckout(payment);
  const lie = structuredClone(book.get(id));
  Object.assign(lie, { status: 'complete', payment_status: 'paid' });
  const event = book.emit('checkout.session.completed', lie);
  assert.equal((await stripe.send(world, event)).json.outcome, 'recorded');
  assert.equal((await world.shown(payment)).status, 'pending');
});

test('a signature that is not ours, of another body, or none at all is 400, and nothing is looked at', async () => {
  const { payment, events } = await happened();
  const event = events.at(-1) as PlayedEvent;
  const asked = stripe.requests.length;
  const good = JSON.stringify(event);
  const refused = [
    await stripe.send(world, event, { secret: 'whsec_somebodyElse' }),
    await stripe.send(world, event, { secondsOff: -302 }),
    await stripe.send(world, event, { secondsOff: 302 }),
    await stripe.send(world, event, { secondsOff: 86_400 }),
    await stripe.send(world, event, { header: '' }),
    await stripe.send(world, event, { header: 't=abc,v1=00' }),
    await stripe.send(world, event, { header: `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }),
    await call(world.address, 'POST', '/stripe/webhooks', { body: good }),
    await call(world.address, 'POST', '/stripe/webhooks'),
  ];
  for (const { status, json } of refused) {
    assert.equal(status, 400);
    const { error, endpoint } = json as { error: string; endpoint: string };
    assert.ok(error.length > 10);
    assert.equal(endpoint, '/stripe/webhooks');
  }
  assert.equal(stripe.requests.length, asked);
  assert.equal((await world.shown(payment)).status, 'pending');
  for (const secondsOff of [-295, 295]) assert.equal((await stripe.send(world, event, { secondsOff })).status, 200);
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('bodies that are no event are 400 even when they are signed', async () => {
  const bodies = [
    '{"id":',
    'null',
    '[]',
    '"text"',
    '{}',
    '{"id":"evt_1","type":"x","livemode":false,"data":null}',
    '{"id":1,"type":"x","livemode":false,"data":{"object":{}}}',
    '{"object":"v2.core.event","id":"evt_1"}',
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    '[[[[[['.repeat(50_000),
  ];
  for (const body of bodies) assert.equal((await stripe.send(world, body)).status, 400, String(body).slice(0, 40));
  const giant = await stripe.send(world, `{"id":"evt_1","padding":"${'x'.repeat(1024 * 1024)}"}`);
  assert.equal(giant.status, 400);
  assert.match(giant.text, /1 MiB/);
});

test('a body counts byte by byte: written otherwise, the signature does not hold', async () => {
  const event = { id: 'evt_1', type: 'x', livemode: false, created: 1, data: { object: {} }, amount: 12.3 };
  const raw = JSON.stringify(event).replace('12.3', '12.30');
  assert.equal((await stripe.send(world, raw)).status, 200);
  const { headers } = { headers: { 'content-type': 'text/plain' } };
  const answer = await call(world.address, 'POST', '/stripe/webhooks', { body: raw, headers });
  assert.equal(answer.status, 400);
});

test('sessions of another system on the same account, and events that are about something else, are 200', async () => {
  const foreign = book.add('cs_test', 'checkout.session', {
    status: 'complete',
    payment_status: 'paid',
    payment_intent: null,
  });
  const events = [
    book.emit('checkout.session.completed', foreign),
    book.emit('identity.verification_session.verified', book.add('vs', 'identity.verification_session', {})),
    book.emit('payment_intent.payment_failed', book.add('pi', 'payment_intent', {})),
    book.emit('customer.created', book.add('cus', 'customer', {})),
    book.emit('a.type.of.tomorrow', book.add('x', 'x', {})),
    book.emit('__proto__', book.add('x', 'x', {})),
    book.emit('checkout.session.completed', { ...foreign, id: undefined as never }),
  ];
  for (const event of events) {
    const { status, json } = await stripe.send(world, event);
    assert.deepEqual([status, json.outcome], [200, 'not ours'], event.type);
  }
});

test('an event of the live world moves nothing in the sandbox, and the log says so', async () => {
  const { payment, events } = await happened();
  const event = { ...(events.at(-1) as PlayedEvent), livemode: true };
  assert.equal((await stripe.send(world, event)).json.outcome, 'not ours');
  assert.equal((await world.shown(payment)).status, 'pending');
  assert.match(world.output(), new RegExp(`"event":"${event.id}".*of the other world`));
  await world.tell(events.at(-1) as PlayedEvent);
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('an event that could not be dealt with is 500, and is taken when it comes again', async () => {
  const { payment, events } = await happened();
  const event = events.at(-1) as PlayedEvent;
  stripe.misbehave(/GET .*checkout\/sessions/, 429, 1);
  assert.equal((await stripe.send(world, event)).status, 500);
  assert.equal((await world.shown(payment)).status, 'pending');
  assert.equal((await stripe.send(world, event)).json.outcome, 'recorded');
  assert.equal((await world.shown(payment)).status, 'completed');
});

test('the old secret and the new one are both taken while Stripe signs with both', async () => {
  const event = book.emit('customer.created', book.add('cus', 'customer', {}));
  const time = Math.floor(Date.now() / 1000);
  const header = `t=${time},v1=${'a'.repeat(64)},v1=${await signature(JSON.stringify(event), time)},v0=${'b'.repeat(64)}`;
  assert.equal((await stripe.send(world, JSON.stringify(event), { header })).status, 200);
});

test('the books balance, whatever came in whatever order', async () => {
  const result = await audit(world.testDatabase.database);
  assert.deepEqual(
    result.checks.filter((check) => !check.holds),
    [],
  );
  assert.ok(!world.output().includes(stripeKeys.signingSecret));
});

async function signature(payload: string, timestamp: number): Promise<string> {
  const { createHmac } = await import('node:crypto');
  return createHmac('sha256', stripeKeys.signingSecret).update(`${timestamp}.${payload}`).digest('hex');
}
