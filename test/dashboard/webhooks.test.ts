/** Webhook settings, the test button, the delivery log and sending again by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  DeliveriesPage,
  DeliveryDetail,
  Resent,
  WebhookChanged,
  WebhookSettings,
  WebhookTested,
} from '../../src/dashboard/views.ts';
import { byHandMax } from '../../src/webhooks/by-hand.ts';
import { created, paid } from '../world/bodies.ts';
import { until } from '../world/payments.ts';
import { bodyOf, startReceiver, verified } from '../world/receiver.ts';
import { openWorld } from '../world/service.ts';
import { deskOf, trailOf } from './a-dashboard.ts';

const world = await openWorld();
const partner = await world.partner();
const desk = await deskOf(world, partner.id, 'developer');
const receiver = await startReceiver();
const events = ['payment.created', 'payment.completed'];
let secret = '';

const log = async (query = '') => (await desk.get<DeliveriesPage>(`/deliveries?${query}`)).items;
const ended = (paymentId: number, count: number) =>
  until('the deliveries', async () => {
    const found = await log(`paymentId=${paymentId}`);
    return found.length === count && found.every((each) => each.latest?.outcome !== undefined) && found;
  });

test('nothing is set at first, and neither test nor roll has anything to do', async () => {
  const settings = await desk.get<WebhookSettings>('/webhook');
  assert.deepEqual([settings.url, settings.events, settings.publicOnly], [undefined, [], false]);
  assert.deepEqual(
    settings.known.map(({ event }) => event),
    ['payment.created', 'payment.completed', 'payment.failed'],
  );
  assert.equal((await desk.ask('POST', '/webhook/test')).status, 400);
  assert.equal((await desk.ask('POST', '/webhook/roll')).status, 400);
});

test('the signing secret is shown when the URL is set first, and when it is rolled, and never else', async () => {
  const first = await desk.post<WebhookChanged>('/webhook', { url: receiver.url, events: ['payment.created'] });
  assert.match(first.signingSecret ?? '', /^whsec_/);
  const second = await desk.post<WebhookChanged>('/webhook', { url: receiver.url, events });
  assert.equal(second.signingSecret, undefined);
  assert.deepEqual(second.settings.events, events);
  const rolled = await desk.post<WebhookChanged>('/webhook/roll');
  secret = rolled.signingSecret ?? '';
  assert.notEqual(secret, first.signingSecret);
  assert.deepEqual([rolled.settings.url, rolled.settings.events], [receiver.url, events]);
  const told = (await trailOf(world, partner)).filter(({ subject }) => subject === 'webhook');
  assert.deepEqual(
    told.map(({ act, before }) => ({ act, before })),
    [
      { act: 'webhook set', before: null },
      { act: 'webhook set', before: { url: receiver.url, events: ['payment.created'] } },
      { act: 'webhook secret rolled', before: { url: receiver.url, events } },
    ],
  );
  assert.ok(!JSON.stringify(told).includes('whsec_'));
});

test('a URL that cannot be called and an event that does not exist are refused', async () => {
  for (const body of [
    { url: 'ftp://example.com', events },
    { url: 'not a url', events },
    { url: receiver.url, events: ['payment.paid'] },
    { url: receiver.url },
    { events },
  ]) {
    assert.equal((await desk.ask('POST', '/webhook', body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await desk.get<WebhookSettings>('/webhook')).url, receiver.url);
});

test('the test button sends a mock payment, signed, and the log shows request and answer', async () => {
  const tested = await desk.post<WebhookTested>('/webhook/test', { event: 'payment.failed' });
  assert.deepEqual(
    { ...tested, deliveryId: 0 },
    { delivered: true, deliveryId: 0, statusCode: 200, outcome: 'delivered' },
  );
  const sent = receiver.deliveries.at(-1)!;
  assert.equal(verified(sent, secret).payments[0]?.id, 0);
  const { attempts, ...head } = await desk.get<DeliveryDetail>(`/deliveries/${tested.deliveryId}`);
  assert.deepEqual([head.event, head.state, head.paymentId], ['payment.failed', 'delivered', undefined]);
  const [attempt] = attempts;
  assert.equal(attempt?.body, sent.raw.toString('utf8'));
  assert.equal(attempt?.signature, sent.headers['service-signature']);
  assert.deepEqual([attempt?.answer, attempt?.byHand, attempt?.url], ['answered 200', true, receiver.url]);
});

test('a missed event is sent again by hand: one more attempt with a new time, and the automatic one stays the only one', async () => {
  receiver.behave(503);
  const payment = await created(world, partner.token);
  const [missed] = await ended(payment.id, 1);
  assert.deepEqual([missed?.state, missed?.attempts, missed?.latest?.outcome], ['failed', 1, 'refused_status']);
  assert.deepEqual(
    (await log('state=missed')).map((each) => each.id),
    [missed?.id],
  );
  const failedAgain = await desk.post<Resent>(`/deliveries/${missed?.id}/resend`);
  assert.deepEqual([failedAgain.attempt.number, failedAgain.delivery.state], [2, 'failed']);
  receiver.behave(200);
  const again = await desk.post<Resent>(`/deliveries/${missed?.id}/resend`);
  assert.deepEqual([again.attempt.number, again.attempt.byHand, again.attempt.outcome], [3, true, 'delivered']);
  assert.equal(again.delivery.state, 'delivered');
  const ofPayment = receiver.deliveries.filter((each) => bodyOf(each).payments[0]?.id === payment.id);
  assert.equal(ofPayment.length, 3, 'nothing is sent that nobody asked for');
  const bodies = ofPayment.map((each) => verified(each, secret));
  assert.deepEqual(bodies[2]?.payments, bodies[0]?.payments, 'the record as it stood at the change');
  assert.notEqual(bodies[2]?.timestamp, bodies[0]?.timestamp);
  assert.deepEqual(await log('state=missed'), []);
  const told = (await trailOf(world, partner)).filter(({ act }) => act === 'webhook resent');
  assert.deepEqual(
    told.map(({ subject, after }) => [subject, (after as { attempt: number }).attempt]),
    [2, 3].map((attempt) => [`delivery ${missed?.id}`, attempt]),
  );
});

test('an attempt by hand that fails leaves a delivered event delivered', async () => {
  const payment = await created(world, partner.token);
  const [first] = await ended(payment.id, 1);
  receiver.behave('cut');
  const again = await desk.post<Resent>(`/deliveries/${first?.id}/resend`);
  assert.deepEqual([again.attempt.outcome, again.delivery.state], ['connection', 'delivered']);
  receiver.behave(200);
});

test('what is being sent at the moment is not sent beside it', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const before = receiver.deliveries.length;
  receiver.behave(async () => {
    await held;
    return 200;
  });
  const payment = await created(world, partner.token);
  await receiver.received(before + 1);
  const [open] = await log(`paymentId=${payment.id}`);
  assert.equal(open?.state, 'claimed');
  const refused = await desk.ask('POST', `/deliveries/${open?.id}/resend`);
  assert.equal(refused.status, 409, refused.text);
  release();
  await ended(payment.id, 1);
  // Two hands at once: one of them begins, or both one after the other, and no attempt is lost or made twice under one number.
  const both = await Promise.all([1, 2].map(() => desk.ask<Resent>('POST', `/deliveries/${open?.id}/resend`)));
  const numbers = both.filter((each) => each.status === 200).map((each) => each.json.attempt.number);
  assert.deepEqual([...new Set(numbers)].length, numbers.length);
  assert.ok(both.every((each) => each.status === 200 || each.status === 409) && numbers.length > 0);
  receiver.behave(200);
});

test('of deliveries by hand only so many are under way at a time: one more is refused, and in neither log nor trail', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const payment = await created(world, partner.token);
  const [first] = await ended(payment.id, 1);
  const before = receiver.deliveries.length;
  receiver.behave(async () => {
    await held;
    return 200;
  });
  const tests = Array.from({ length: byHandMax.perPartner }, () => desk.post<WebhookTested>('/webhook/test'));
  await receiver.received(before + byHandMax.perPartner);
  const state = async () => [(await log('limit=200')).length, (await trailOf(world, partner)).length];
  const told = await state();
  for (const path of ['/webhook/test', `/deliveries/${first?.id}/resend`]) {
    const refused = await desk.ask<{ error: string }>('POST', path);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '10'], path);
    assert.match(refused.json.error, /wait until one of them has ended/);
  }
  assert.deepEqual(await state(), told);
  // Another partner has turns of its own.
  const other = await world.partner({ webhook: { url: (await startReceiver()).url, events: [] } });
  const theirs = await deskOf(world, other.id, 'developer');
  assert.equal((await theirs.post<WebhookTested>('/webhook/test')).delivered, true);
  release();
  assert.ok((await Promise.all(tests)).every(({ delivered }) => delivered));
  receiver.behave(200);
  assert.equal((await desk.post<WebhookTested>('/webhook/test')).delivered, true);
});

test('the log goes on by cursor and is filtered by event and state', async () => {
  const payment = await paid(world, partner.token);
  await ended(payment.id, 2);
  const completed = await log('event=payment.completed');
  assert.deepEqual(
    completed.map((each) => [each.paymentId, each.state]),
    [[payment.id, 'delivered']],
  );
  const all = await log('limit=200');
  const seen: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: DeliveriesPage = await desk.get(`/deliveries?limit=2&cursor=${cursor}`);
    seen.push(...page.items.map((each) => each.id));
    cursor = page.nextCursor;
  }
  assert.deepEqual(
    seen,
    all.map((each) => each.id),
  );
  for (const query of ['state=lost', 'event=x', 'paymentId=x', 'cursor=-1']) {
    assert.equal((await desk.ask('GET', `/deliveries?${query}`)).status, 400, query);
  }
});
