/** Senders that stall and heads that are odd: none holds up the stop, none goes without an answer (interface §2.4, design §7). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { okText } from '../../src/http/answer.ts';
import { addRoute, createServer } from '../../src/http/server.ts';
import { bill } from '../world/bodies.ts';
import { until } from '../world/payments.ts';
import { startReceiver } from '../world/receiver.ts';
import { type ErrorBody, openWorld, type Service, startService } from '../world/service.ts';

const world = await openWorld();
const { database, url } = world.testDatabase;
const start = (more: Record<string, string> = {}) => startService({ DATABASE_URL: url, ...more });

/** A connection of its own, on which `head` was sent. */
async function opened(address: string, head: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // a reset is an end as well
  await once(socket, 'connect');
  socket.write(head);
  return socket;
}

/** The head and half the body of a creation. */
function half(token: string): string {
  const body = JSON.stringify(bill);
  return `${creation(token)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 50)}`;
}

const creation = (token: string) =>
  `POST /v1/create-payment HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n`;

async function everything(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

/** What is sent before is read before: an answer on a later connection says that the process has come that far. */
const arrived = (service: Service) =>
  until('all to arrive', async () => (await service.call('GET', '/readyz')).status === 200);

const draining = (service: Service) => until('the drain', () => service.output().includes('"msg":"draining"'));

test('a sender that stalls does not hold up the stop, and costs no webhook its record', async () => {
  const receiver = await startReceiver();
  const answer = Promise.withResolvers<number>();
  receiver.behave(() => answer.promise);
  const { id, token } = await world.partner({ webhook: { url: receiver.url, events: ['payment.created'] } });
  await world.end();
  const service = await start({ SHUTDOWN_SECONDS: '8' });
  const stalled = [await opened(service.address, half(token)), await opened(service.address, 'POST /v1/cre')];
  await service.call('POST', '/v1/create-payment', { token, body: bill });
  await receiver.received(1);
  await arrived(service);

  service.process.kill('SIGTERM');
  await draining(service);
  // A creation that arrives whole during the drain is answered; its event is for the next process.
  const body = JSON.stringify(bill);
  const slow = stalled.shift() as Socket;
  slow.write(body.slice(50));
  assert.match(await everything(slow), /^HTTP\/1\.1 200 [\s\S]*"status":"pending"/);
  answer.resolve(202);
  assert.equal(await service.end(null), 0, service.output());
  assert.match(service.output(), /"connections":1.*did not arrive in full are given up/);
  assert.equal(receiver.deliveries.length, 1, 'nothing is claimed after the signal');
  for (const socket of stalled) socket.destroy();

  const states = async () => {
    const { rows } = await database.query<{ state: string }>(
      'select state from webhook_events where partner_id = $1 order by id',
      [id],
    );
    return rows.map((row) => row.state).join();
  };
  assert.equal(await states(), 'delivered,pending');
  receiver.behave(200);
  const next = await start();
  await until('the other event', async () => (await states()) === 'delivered,delivered');
  assert.equal(receiver.deliveries.length, 2);
  assert.equal(await next.end(), 0);
});

test('a request that arrived in full is answered, however late in the drain', async () => {
  const handling = Promise.withResolvers<void>();
  const log = createLog({ level: 'silent' });
  const app = createServer({ log, bodyBytesMax: 1000, drainMilliseconds: 50 });
  const begun = Promise.withResolvers<void>();
  addRoute(app, {
    method: 'POST',
    path: '/slow',
    handle: async () => {
      begun.resolve();
      await handling.promise;
      return okText('{"late":true}');
    },
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const whole = everything(
    await opened(address, 'POST /slow HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'),
  );
  const stalled = await opened(
    address,
    'POST /slow HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  );
  await begun.promise;
  const closed = app.close();
  await everything(stalled).catch(() => undefined);
  handling.resolve();
  assert.match(await whole, /^HTTP\/1\.1 200 [\s\S]*\{"late":true\}$/);
  await closed;
});

test('a request that takes too long to arrive is answered 400 with the error body and an id', async () => {
  const log = createLog({ level: 'silent' });
  const app = createServer({ log, bodyBytesMax: 1000, drainMilliseconds: 50, requestMilliseconds: 100 });
  addRoute(app, { method: 'POST', path: '/any', handle: () => okText('{}') });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const text of [
    'POST /any HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    'POST /a',
  ]) {
    const answer = await everything(await opened(address, text));
    assertErrorAnswer(answer, 400);
    assert.match(answer, /ERR_HTTP_REQUEST_TIMEOUT/);
  }
  await app.close();
});

test('the service itself gives a request 30 seconds to arrive', () => {
  const app = createServer({ log: createLog({ level: 'silent' }), bodyBytesMax: 1000, drainMilliseconds: 50 });
  assert.equal(app.server.requestTimeout, 30_000);
});

test('a request without Host is answered like any other', async () => {
  const service = await start();
  const socket = await opened(
    service.address,
    'POST /v1/create-payment HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  );
  assertErrorAnswer(await everything(socket), 401);
  assert.equal(await service.end(), 0);
});

function assertErrorAnswer(answer: string, status: number): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
  assert.match(head, /^x-request-id: [0-9a-f-]{36}\r?$/im);
  const { error, timestamp } = JSON.parse(body) as ErrorBody;
  assert.ok(error.length > 0 && timestamp.endsWith('Z'), body);
}
