/** Webhooks through the whole process (interface §5, §6; design §7): what a partner's receiver sees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asShown, bill, created, paid } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { until } from '../world/payments.ts';
import { type Behaviour, bodyOf, startReceiver, verified } from '../world/receiver.ts';
import { openWorld, type Partner, type PaymentRecord } from '../world/service.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const all = ['payment.created', 'payment.completed', 'payment.failed'];
const listener = async (events: readonly string[] = all) => {
  const receiver = await startReceiver();
  return { receiver, partner: await world.partner({ webhook: { url: receiver.url, events } }) };
};
const settle = async (partner: Partner, payment: PaymentRecord, outcome: string) => {
  const body = { paymentId: payment.id, outcome };
  const answer = await world.call('POST', '/sandbox/settlements', { token: partner.token, body });
  assert.equal(answer.status, 200, answer.text);
};
/** Waits until nothing is owed to anybody any more: then what did not arrive will not arrive. */
const settled = () =>
  until('every webhook to be finished', async () => {
    const { rows } = await database.query<{ open: bigint }>(
      `select count(*) as open from webhook_events where state in ('pending', 'claimed')`,
    );
    return rows[0]?.open === 0n;
  });

test('each event carries the record as it stood at the change, in order, signed over the raw body', async () => {
  const { receiver, partner } = await listener();
  const payment = await paid(world, partner.token);
  await settle(partner, payment, 'rejected');
  await receiver.received(3);
  const bodies = receiver.deliveries.map((delivery) => verified(delivery, partner.signingSecret));
  assert.deepEqual(
    bodies.map((body) => [body.event, body.payments[0]?.status]),
    [
      ['payment.created', 'pending'],
      ['payment.completed', 'completed'],
      ['payment.failed', 'failed'],
    ],
  );
  assert.ok(!Object.hasOwn(bodies[0]?.payments[0] ?? {}, 'paymentMade'));
  assert.deepEqual(bodies[2]?.payments[0], await asShown(world, partner.token, payment.id));
  for (const body of bodies) {
    assert.deepEqual(Object.keys(body).sort(), ['event', 'payments', 'source', 'timestamp']);
    assert.equal(body.source, 'quittance');
    assert.deepEqual(
      body.payments.map((each) => each.id),
      [payment.id],
    );
  }
});

test('a request is a POST of JSON with the signature in its exact form, and no token anywhere', async () => {
  const { receiver, partner } = await listener();
  await created(world, partner.token, { userName: 'Zoë 🙂' });
  const [delivery] = await receiver.received(1);
  assert.deepEqual([delivery?.method, delivery?.path], ['POST', '/hook']);
  assert.equal(delivery?.headers['content-type'], 'application/json');
  assert.match(String(delivery?.headers['service-signature']), /^t=\d{10},v1=[0-9a-f]{64}$/);
  assert.equal(delivery?.headers.authorization, undefined);
  const everything = JSON.stringify(delivery?.headers) + delivery?.raw.toString();
  assert.ok(!everything.includes('svcapi_') && !everything.includes('whsec_'));
  assert.throws(() => verified({ ...delivery!, raw: Buffer.from(`${delivery?.raw} `) }, partner.signingSecret));
  assert.throws(() => verified(delivery!, `whsec_${'0'.repeat(64)}`));
});

test('nothing is sent to a partner that subscribed to nothing, and only what another one named', async () => {
  const silent = await listener([]);
  const choosy = await listener(['payment.failed']);
  for (const { partner } of [silent, choosy]) {
    const payment = await paid(world, partner.token);
    await settle(partner, payment, 'rejected');
  }
  await choosy.receiver.received(1);
  await settled();
  assert.deepEqual(choosy.receiver.events(), ['payment.failed']);
  assert.deepEqual(silent.receiver.events(), []);
});

test('a subscription counts as it stood at the change', async () => {
  const { receiver, partner } = await listener([]);
  const before = await created(world, partner.token);
  const set = ['webhook', 'set', '--partner', `${partner.id}`, '--url', receiver.url];
  await done(world.env, ...set, '--events', 'payment.created,payment.completed');
  const payment = await paid(world, partner.token);
  await receiver.received(2);
  await settled();
  assert.deepEqual(receiver.events(payment.id), ['payment.created', 'payment.completed']);
  assert.deepEqual(receiver.events(before.id), []);
});

test('timestamps are real time, also after the sandbox clock was moved', async () => {
  const { receiver, partner } = await listener();
  const token = partner.token;
  await world.call('POST', '/sandbox/clock', { token, body: { advanceBusinessDays: 5 } });
  const payment = await created(world, token);
  const [delivery] = await receiver.received(1);
  const body = verified(delivery!, partner.signingSecret);
  const seconds = Number(/^t=(\d+)/.exec(String(delivery?.headers['service-signature']))?.[1]);
  const arrived = delivery!.arrivedAt.epochMilliseconds;
  assert.ok(Math.abs(arrived - seconds * 1000) < 5_000);
  assert.ok(Math.abs(arrived - Date.parse(body.timestamp)) < 5_000);
  assert.ok(Date.parse(payment.createdAt) - arrived > 4 * 86_400_000, 'the payment itself is of business time');
});

test('a replayed creation sends no second event', async () => {
  const { receiver, partner } = await listener();
  const send = () =>
    world.call('POST', '/v1/create-payment', {
      token: partner.token,
      body: bill,
      headers: { 'idempotency-key': 'once' },
    });
  for (let index = 0; index < 3; index += 1) assert.equal((await send()).status, 200);
  await receiver.received(1);
  await settled();
  assert.equal(receiver.deliveries.length, 1);
});

for (const behaviour of [500, 404, 'redirect', 'cut'] as Behaviour[]) {
  test(`a receiver that answers ${behaviour} is tried once; the next event comes all the same`, async () => {
    const { receiver, partner } = await listener();
    receiver.behave((delivery) => (bodyOf(delivery).event === 'payment.created' ? behaviour : 200));
    const payment = await paid(world, partner.token);
    await receiver.received(2);
    await settled();
    assert.deepEqual(receiver.events(payment.id), ['payment.created', 'payment.completed']);
    const { rows } = await database.query<{ state: string }>(
      'select state from webhook_events where partner_id = $1 order by id',
      [partner.id],
    );
    assert.deepEqual(
      rows.map((row) => row.state),
      ['failed', 'delivered'],
    );
  });
}

test('a receiver that never answers holds up nobody else', async () => {
  const slow = await listener();
  slow.receiver.behave('hang');
  const quick = await listener();
  await Promise.all(Array.from({ length: 30 }, () => created(world, slow.partner.token)));
  await slow.receiver.received(1);
  const payments = await Promise.all(Array.from({ length: 20 }, () => paid(world, quick.partner.token)));
  await quick.receiver.received(40);
  for (const payment of payments) {
    assert.deepEqual(quick.receiver.events(payment.id), ['payment.created', 'payment.completed']);
  }
  assert.ok(slow.receiver.deliveries.length <= 10, 'of the slow one, so many wait at a time and no more');
  await slow.receiver.close();
});

test('changes made by commands and bank files are told by the running service', async () => {
  const { receiver, partner } = await listener(['payment.failed']);
  const payment = await paid(world, partner.token, { payeeName: 'City of Vancouver Property Tax', accountNumber: '1' });
  const { rejected } = await done(world.env, 'settlement', 'submit', '--out', world.env.DATA_DIR ?? '');
  assert.ok(Number(rejected) >= 1);
  await receiver.received(1);
  assert.deepEqual(receiver.events(payment.id), ['payment.failed']);
});

test('the log of attempts keeps what was sent and what came back', async () => {
  const { receiver, partner } = await listener(['payment.created']);
  receiver.behave(418);
  await created(world, partner.token);
  const [delivery] = await receiver.received(1);
  await settled();
  const { rows } = await database.query(
    'select number, body, signature, outcome, status_code, answer, by_hand from webhook_attempts where partner_id = $1',
    [partner.id],
  );
  assert.deepEqual(rows, [
    {
      number: 1,
      body: delivery?.raw.toString(),
      signature: delivery?.headers['service-signature'],
      outcome: 'refused_status',
      status_code: 418,
      answer: 'answered 418',
      by_hand: false,
    },
  ]);
});
