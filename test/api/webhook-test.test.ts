/** `POST /webhook-test` (interface §4.9, open points `webhook-test-scope`, `webhook-test-shape`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byHandMax } from '../../src/webhooks/by-hand.ts';
import { assertError, assertJson, pathsOf } from '../world/answers.ts';
import { type Behaviour, startReceiver, verified } from '../world/receiver.ts';
import { openWorld } from '../world/service.ts';

const receiver = await startReceiver();
const world = await openWorld();
const partner = await world.partner({ scopes: [], webhook: { url: receiver.url, events: [] } });
const send = (body?: unknown, token = partner.token) =>
  world.call<{ delivered: boolean; statusCode?: number; error?: string }>('POST', '/v1/webhook-test', { token, body });

test('without a configured URL it is 400 and says so', async () => {
  const { token } = await world.partner({ scopes: [] });
  assert.match(assertError(await send({}, token), 400, '/v1/webhook-test').error, /No webhook URL is configured/);
});

for (const event of ['payment.created', 'payment.completed', 'payment.failed'] as const) {
  test(`a test of ${event} arrives once, signed, though nothing is subscribed`, async () => {
    const before = receiver.deliveries.length;
    const answer = await send({ event });
    assert.equal(answer.status, 200, answer.text);
    assertJson(answer);
    assert.deepEqual(answer.json, { delivered: true, statusCode: 200 });
    assert.equal(receiver.deliveries.length, before + 1);
    const delivery = receiver.deliveries.at(-1)!;
    const body = verified(delivery, partner.signingSecret);
    assert.equal(body.event, event);
    assert.equal(body.source, 'quittance');
    assert.equal(body.payments.length, 1);
    const [record] = body.payments;
    assert.equal(
      record?.status,
      { 'payment.created': 'pending', 'payment.completed': 'completed', 'payment.failed': 'failed' }[event],
    );
    assert.match(record?.identificationNumber ?? '', /^[1-9]\d{11}$/);
    assert.equal(record?.source, 'public-api');
    assert.equal(Object.hasOwn(record ?? {}, 'paymentMade'), event !== 'payment.created');
    assert.equal(delivery.headers.authorization, undefined);
    assert.ok(!delivery.raw.includes('svcapi_'));
  });
}

test('without a body it sends payment.created', async () => {
  await send();
  assert.equal(verified(receiver.deliveries.at(-1)!, partner.signingSecret).event, 'payment.created');
});

test('an event that there is not is refused', async () => {
  for (const event of ['payment.updated', '', null, 3]) {
    assert.deepEqual(pathsOf(assertError(await send({ event }), 400, '/v1/webhook-test')), ['event']);
  }
});

for (const [behaviour, expected] of [
  [204, { delivered: true, statusCode: 204 }],
  [299, { delivered: true, statusCode: 299 }],
  [500, { delivered: false, statusCode: 500 }],
  [404, { delivered: false, statusCode: 404 }],
  ['redirect', { delivered: false, statusCode: 307 }],
  ['cut', { delivered: false, statusCode: undefined }],
] as [Behaviour, { delivered: boolean; statusCode: number | undefined }][]) {
  test(`a receiver that answers ${behaviour} is told of as it is, after one attempt, with status 200`, async () => {
    const before = receiver.deliveries.length;
    receiver.behave(behaviour);
    const answer = await send();
    receiver.behave(200);
    assert.equal(answer.status, 200);
    assert.equal(answer.json.delivered, expected.delivered);
    assert.equal(answer.json.statusCode, expected.statusCode);
    assert.equal(typeof answer.json.error, expected.delivered ? 'undefined' : 'string');
    assert.equal(receiver.deliveries.length, before + 1);
  });
}

test('nobody listening is an answer too', async () => {
  const gone = await startReceiver();
  const { token } = await world.partner({ webhook: { url: gone.url, events: [] } });
  await gone.close();
  const answer = await send({}, token);
  assert.deepEqual([answer.status, answer.json.delivered, answer.json.statusCode], [200, false, undefined]);
  assert.match(answer.json.error ?? '', /connection/i);
});

test('only so many of a partner are under way at a time: the others wait for their turn, and all are sent', async () => {
  let [underWay, most] = [0, 0];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const before = receiver.deliveries.length;
  receiver.behave(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await held;
    underWay -= 1;
    return 200;
  });
  const tests = Array.from({ length: 3 * byHandMax.perPartner }, () => send());
  await receiver.received(before + byHandMax.perPartner);
  // Another partner waits for none of them.
  const elsewhere = await startReceiver();
  const { token } = await world.partner({ webhook: { url: elsewhere.url, events: [] } });
  assert.equal((await send({}, token)).json.delivered, true);
  release();
  for (const answer of await Promise.all(tests)) assert.deepEqual(answer.json, { delivered: true, statusCode: 200 });
  assert.equal(most, byHandMax.perPartner);
  assert.equal(receiver.deliveries.length, before + tests.length);
  receiver.behave(200);
});

test('the mock payment is in no history, and each test is in the log of attempts', async () => {
  const reader = await world.partner({ webhook: { url: receiver.url, events: [] } });
  await send({}, reader.token);
  const history = await world.call<{ payments: unknown[] }>('POST', '/v1/payment-history', { token: reader.token });
  assert.deepEqual(history.json.payments, []);
  const { rows } = await world.testDatabase.database.query<{ outcome: string; status_code: number; signature: string }>(
    'select outcome, status_code, signature from webhook_attempts where partner_id = $1',
    [reader.id],
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.outcome, 'delivered');
  assert.match(rows[0]?.signature ?? '', /^t=\d+,v1=[0-9a-f]{64}$/);
});
