/** Delivery: claim, commit, send once, record (interface §6; design §7), against real receivers and a real database. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { Stripe } from 'stripe';
import { createToken } from '../../src/partners/tokens.ts';
import { beginTest } from '../../src/webhooks/attempts.ts';
import { allEvents, aPayment, take, until } from '../world/payments.ts';
import { aListener, allFinished, attemptsOf, database, eventsOf, started } from './deliveries.ts';
import { receiver, status } from './receivers.ts';

test('a payment’s way is told event by event, signed over the very bytes sent, and every attempt is kept', async () => {
  const { seen, url } = await receiver(status(200, 'thanks'));
  const { partnerId, signingSecret } = await aListener(url);
  const { token } = await createToken(database, partnerId, 'a token', []);
  const payment = await aPayment(database, partnerId);
  await take(database, payment, 'funds_received', 'rejected');
  started();
  await allFinished(partnerId);
  assert.deepEqual(
    (await eventsOf(partnerId)).map((each) => [each.event, each.state, each.attempts]),
    [
      ['payment.created', 'delivered', 1],
      ['payment.completed', 'delivered', 1],
      ['payment.failed', 'delivered', 1],
    ],
  );
  assert.equal(seen.length, 3);
  const verifier = new Stripe('sk_test_not_used').webhooks;
  for (const [index, request] of seen.entries()) {
    const header = request.headers['service-signature'] as string;
    assert.match(header, /^t=\d+,v1=[0-9a-f]{64}$/);
    const event = verifier.constructEvent(request.body, header, signingSecret) as unknown as Record<string, unknown>;
    assert.deepEqual(Object.keys(event), ['event', 'payments', 'timestamp', 'source']);
    assert.equal(event.event, allEvents[index]);
    assert.equal(event.source, 'quittance');
    const payments = event.payments as { id: number; status: string }[];
    assert.deepEqual(
      payments.map((each) => [each.id, each.status]),
      [[Number(payment.id), ['pending', 'completed', 'failed'][index]]],
    );
    assert.ok(Math.abs(Date.parse(event.timestamp as string) - Date.now()) < 20_000);
    const whole = JSON.stringify(request.headers) + request.body;
    for (const secret of [signingSecret, signingSecret.slice(6), token, token.slice(7), 'svcapi_', 'whsec_']) {
      assert.ok(!whole.includes(secret), 'a secret left the house');
    }
    assert.equal(request.headers.authorization, undefined);
    assert.equal(request.headers['content-type'], 'application/json');
  }
  const attempts = await attemptsOf(partnerId);
  assert.deepEqual(
    attempts.map((each) => [
      each.outcome,
      each.status_code,
      each.answer,
      each.reason,
      each.body,
      each.signature,
      each.url,
    ]),
    seen.map((each) => ['delivered', 200, 'thanks', null, each.body, each.headers['service-signature'], url]),
  );
});

/** What a receiver does, and what is kept of it: outcome, status and reason. Each gets exactly one attempt. */
const failures: [string, RequestListener, RegExp, number | null, RegExp][] = [
  ['answers 500', status(500, 'no'), /^refused_status$/, 500, /not 2xx.*status 500/],
  ['answers 404', status(404), /^refused_status$/, 404, /status 404/],
  [
    'answers 429 with Retry-After',
    (_, response) => response.writeHead(429, { 'retry-after': '0' }).end(),
    /^refused_status$/,
    429,
    /429/,
  ],
  [
    'redirects',
    (_, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    /^redirect$/,
    307,
    /not followed/,
  ],
  ['hangs', () => undefined, /^timeout$/, null, /no status arrived within 0\.3 s/],
  ['cuts the connection', (request) => request.socket.destroy(), /^connection$/, null, /could not be made, or was cut/],
  [
    'cuts its answer',
    (request, response) => {
      response.writeHead(500).write('half');
      setImmediate(() => request.socket.resetAndDestroy());
    },
    /^refused_status$/,
    500,
    /\(.+\)/,
  ],
];

for (const [what, answer, outcome, statusCode, reason] of failures) {
  test(`a receiver that ${what} is asked once, and the attempt is kept with its reason`, async () => {
    const { seen, url } = await receiver(answer);
    const { partnerId } = await aListener(url);
    await aPayment(database, partnerId);
    const deliverer = started({ timeoutMilliseconds: 300 });
    const events = await allFinished(partnerId);
    // A second round through the loop, in which a retry would show.
    const marker = await aListener((await receiver(status(200))).url);
    await aPayment(database, marker.partnerId);
    deliverer.wake();
    await allFinished(marker.partnerId);
    assert.deepEqual(
      events.map((each) => [each.state, each.attempts]),
      [['failed', 1]],
    );
    assert.equal(seen.length, 1);
    const [attempt] = await attemptsOf(partnerId);
    assert.match(attempt?.outcome as string, outcome);
    assert.equal(attempt?.status_code, statusCode);
    assert.match(attempt?.reason as string, reason);
    assert.ok(Number.isInteger(attempt?.duration_ms));
  });
}

test('a port where nobody listens, and an endpoint that was taken away, are failures with a reason, not errors', async () => {
  const gone = await aListener('http://127.0.0.1:1/hook');
  const removed = await aListener('http://127.0.0.1:1/hook');
  await aPayment(database, gone.partnerId);
  await aPayment(database, removed.partnerId);
  await database.query('delete from webhook_endpoints where partner_id = $1', [removed.partnerId]);
  started();
  await allFinished(gone.partnerId);
  await allFinished(removed.partnerId);
  assert.equal((await attemptsOf(gone.partnerId))[0]?.outcome, 'connection');
  assert.deepEqual(
    (await attemptsOf(removed.partnerId)).map((each) => [each.outcome, each.reason]),
    [['not_sent', 'The partner has no webhook URL any more.']],
  );
});

test('a secret that cannot be opened sends nothing unsigned, and the next events go on', async () => {
  const { seen, url } = await receiver(status(200));
  const { partnerId } = await aListener(url);
  await database.query(`update webhook_endpoints set secret_sealed = '\\x00' where partner_id = $1`, [partnerId]);
  await aPayment(database, partnerId);
  started();
  await allFinished(partnerId);
  const [attempt] = await attemptsOf(partnerId);
  assert.equal(attempt?.outcome, 'not_sent');
  assert.match(attempt?.reason as string, /signing secret could not be opened/);
  assert.equal(seen.length, 0);
});

test('a test delivery is kept as made by hand and is never picked up by a deliverer', async () => {
  const { seen, url } = await receiver(status(200));
  const { partnerId } = await aListener(url);
  await beginTest(database, partnerId, 'payment.created', '{"id":1}', url);
  await aPayment(database, partnerId);
  started();
  await until('the payment’s own event', () => seen.length > 0);
  assert.deepEqual(
    (await eventsOf(partnerId)).map((each) => each.state),
    ['claimed', 'delivered'],
  );
  assert.equal((await attemptsOf(partnerId))[0]?.by_hand, true);
});
