/** Stopping (design §7, §11): SIGTERM drains: no request is cut, no webhook is lost between claim and record. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { bill } from '../world/bodies.ts';
import { until } from '../world/payments.ts';
import { startReceiver } from '../world/receiver.ts';
import { openWorld, type PaymentRecord, type Service, startService } from '../world/service.ts';

const world = await openWorld();
const { database, url } = world.testDatabase;
const start = (more: Record<string, string> = {}) => startService({ DATABASE_URL: url, ...more });
const draining = (service: Service) => until('the drain', () => service.output().includes('"msg":"draining"'));

/** A creation of which the service has the head and half the body. */
async function halfSent(service: Service, token: string): Promise<{ finish(): Promise<IncomingMessage> }> {
  const body = Buffer.from(JSON.stringify(bill));
  const sent: ClientRequest = request(`${service.address}/v1/create-payment`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  sent.on('error', () => undefined); // told by finish
  sent.flushHeaders();
  await once(sent, 'continue'); // the service has the head
  sent.write(body.subarray(0, 50));
  return {
    finish: async () => {
      sent.end(body.subarray(50));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response;
    },
  };
}

test('requests that had begun when SIGTERM came are all answered; then it ends with 0', async () => {
  const service = await start();
  const { token } = await world.partner();
  const begun = await Promise.all(Array.from({ length: 20 }, () => halfSent(service, token)));
  service.process.kill('SIGTERM');
  await draining(service);
  await assert.rejects(service.call('GET', '/healthz', { headers: { connection: 'close' } }), 'nothing new is let in');
  for (const each of begun) {
    const response = await each.finish();
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers.connection, 'close');
  }
  assert.equal(await service.end(null), 0);
  const history = await world.call<{ payments: unknown[] }>('POST', '/v1/payment-history', { token });
  assert.equal(history.json.payments.length, 20);
});

test('kept connections do not hold up the stop', async () => {
  const service = await start();
  const { token } = await world.partner();
  await Promise.all(Array.from({ length: 10 }, () => service.call('POST', '/v1/payees/search', { token })));
  assert.equal(await service.end(), 0);
});

test('a stop in the middle of load loses no answer that was given and no webhook that is owed', async () => {
  const receiver = await startReceiver();
  const { id, token } = await world.partner({ webhook: { url: receiver.url, events: ['payment.created'] } });
  await world.end();
  const service = await start();
  const answered = new Map<string, PaymentRecord>();
  let cut = 0;
  const load = Promise.all(
    Array.from({ length: 24 }, async (_, worker) => {
      for (let index = 0; ; index += 1) {
        const key = `${worker} ${index}`;
        const options = { token, body: bill, headers: { 'idempotency-key': key } };
        const answer = await service.call<PaymentRecord>('POST', '/v1/create-payment', options).catch(() => undefined);
        if (!answer) {
          cut += 1;
          return;
        }
        assert.equal(answer.status, 200, answer.text);
        answered.set(key, answer.json);
      }
    }),
  );
  await until('two hundred answers', () => answered.size >= 200);
  assert.equal(await service.end(), 0);
  await load;
  assert.ok(cut <= 24, 'each worker ends at the closed door');

  const next = await start();
  for (const [key, payment] of answered) {
    const again = await next.call<PaymentRecord>('POST', '/v1/create-payment', {
      token,
      body: bill,
      headers: { 'idempotency-key': key },
    });
    assert.deepEqual(again.json, payment);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  }
  const states = async () => {
    const { rows } = await database.query<{ state: string; count: bigint }>(
      'select state, count(*) as count from webhook_events where partner_id = $1 group by state',
      [id],
    );
    return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
  };
  await until('every webhook to be finished', async () => Object.keys(await states()).join() === 'delivered');
  const ids = receiver.deliveries.map((delivery) => JSON.parse(delivery.raw.toString()).payments[0].id as number);
  assert.equal(new Set(ids).size, ids.length, 'nothing is told twice');
  for (const payment of answered.values()) assert.ok(ids.includes(payment.id));
  await next.end();
});

test('a webhook under way when SIGTERM comes is recorded as the receiver answers it', async () => {
  const receiver = await startReceiver();
  const answer = Promise.withResolvers<number>();
  receiver.behave(() => answer.promise);
  const { id, token } = await world.partner({ webhook: { url: receiver.url, events: ['payment.created'] } });
  const service = await start();
  await service.call('POST', '/v1/create-payment', { token, body: bill });
  await receiver.received(1);
  service.process.kill('SIGTERM');
  await draining(service);
  answer.resolve(202);
  assert.equal(await service.end(null), 0);
  const { rows } = await database.query(
    `select e.state, a.status_code from webhook_events e join webhook_attempts a on a.partner_id = e.partner_id and a.event_id = e.id
     where e.partner_id = $1`,
    [id],
  );
  assert.deepEqual(rows, [{ state: 'delivered', status_code: 202 }]);
});

test('SIGINT drains as well; a second signal ends at once; so does the end of SHUTDOWN_SECONDS', async () => {
  const { token } = await world.partner();
  const polite = await start();
  assert.equal(await polite.end('SIGINT'), 0);

  const impatient = await start();
  await halfSent(impatient, token);
  impatient.process.kill('SIGTERM');
  await draining(impatient);
  assert.equal(await impatient.end('SIGTERM'), 1);

  // A request that never comes to its end is given up in good time.
  const given = await start({ SHUTDOWN_SECONDS: '2' });
  await halfSent(given, token);
  assert.equal(await given.end(), 0);

  // An exchange with a receiver that hangs lasts longer than the shutdown may.
  const receiver = await startReceiver();
  receiver.behave('hang');
  const slow = await world.partner({ webhook: { url: receiver.url, events: ['payment.created'] } });
  const limited = await start({ SHUTDOWN_SECONDS: '1' });
  await limited.call('POST', '/v1/create-payment', { token: slow.token, body: bill });
  await receiver.received(1);
  assert.equal(await limited.end(), 1);
  assert.match(limited.output(), /not drained in time/);
});

test('a log that nobody reads any more does not keep the service from working, nor from ending', async () => {
  const { token } = await world.partner();
  const service = await start({ LOG_LEVEL: 'debug' });
  service.process.stdout?.destroy();
  service.process.stderr?.destroy();
  for (let index = 0; index < 3; index += 1) {
    assert.equal((await service.call('POST', '/v1/payees/search', { token })).status, 200);
  }
  assert.equal(await service.end(), 0);
});
