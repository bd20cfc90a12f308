/** What every error has in common (interface §2.4, §7; open points `unlisted-status`, `endpoint-form`). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { endpoints } from '../../contract/endpoints.ts';
import { assertError, pathsOf } from '../world/answers.ts';
import { bill, created } from '../world/bodies.ts';
import { type Answer, call, openWorld } from '../world/service.ts';

const world = await openWorld();
const { token } = await world.partner();

for (const [method, path] of [
  ['GET', '/v1/create-payment'],
  ['PUT', '/v1/create-payment'],
  ['DELETE', '/v1/update-payment'],
  ['POST', '/v1/update-payment'],
  ['PATCH', '/v1/bank-accounts'],
  ['OPTIONS', '/v1/payment-history'],
  ['TRACE', '/v1/webhook-test'],
  ['PROPFIND', '/v1/payees/search'],
  ['POST', '/v1'],
  ['POST', '/v1/'],
  ['POST', '/v1/create-payment/'],
  ['POST', '/v1//create-payment'],
  ['POST', '/V1/create-payment'],
  ['POST', '/v2/create-payment'],
  ['POST', '/create-payment'],
  ['POST', '/v1/create-payment/1'],
  ['GET', '/v1/../etc/passwd'],
  ['GET', '/v1/%zz'],
  ['GET', `/v1/${'x'.repeat(4000)}`],
  ['GET', '/'],
  ['GET', '/__proto__'],
] as const) {
  test(`${method} ${path.slice(0, 40)} is 404 with the error body, with a token or without, whatever the body`, async () => {
    for (const options of [{ token }, {}, { token, body: bill }, { token, body: '{"malformed' }]) {
      const answer = await world.call(method, `${path}?query=1&secret=2`, options);
      const error = assertError(answer, 404, path);
      assert.ok(error.error.includes(path) && !error.error.includes('secret'));
    }
  });
}

test('HEAD is not listed either', async () => {
  const answer = await world.call('HEAD', '/v1/bank-accounts', { token });
  assert.equal(answer.status, 404);
  assert.equal(answer.text, '');
});

test('the query is no part of the endpoint that an error names', async () => {
  assertError(await world.call('POST', '/v1/create-payment?a=b', { token, body: {} }), 400, '/v1/create-payment');
  assertError(await world.call('POST', '/v1/create-payment?a=b', {}), 401, '/v1/create-payment');
});

test('a request on a listed pair works with any query', async () => {
  assert.equal((await world.call('POST', '/v1/payees/search?limit=x&limit=y#z', { token })).status, 200);
});

/** Sends bytes as they are; answers what came back. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(world.address).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on('error', () => undefined);
  socket.end(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

for (const [what, text] of Object.entries({
  'no HTTP': 'hello\r\n\r\n',
  'a method nobody knows': 'PLEASE /v1/create-payment HTTP/1.1\r\nHost: x\r\n\r\n',
  'a header without a colon': 'POST /v1/create-payment HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n',
  'a head that is too long': `POST /v1/create-payment HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
  'two lengths': 'POST /v1/create-payment HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
  'a length and chunks':
    'POST /v1/create-payment HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'no host': 'POST /v1/create-payment HTTP/1.1\r\n\r\n',
})) {
  test(`what cannot be read as HTTP (${what}) is 400 or 401 with the error body`, async () => {
    const answer = await raw(text);
    assert.match(answer, /^HTTP\/1\.1 40[01] /);
    assert.match(answer, /x-request-id: [0-9a-f-]{36}/i);
    const body = JSON.parse(answer.slice(answer.indexOf('{'))) as { error: string };
    assert.ok(body.error !== '');
  });
}

test('an expectation that nobody knows is passed over: the interface has no 417', async () => {
  const answer = await world.call('POST', '/v1/payees/search', { token, body: {}, headers: { expect: 'miracles' } });
  assert.equal(answer.status, 200, answer.text);
});

test('a fault on our side is 500 in the error body, tells nothing of its cause, and the next request works', async () => {
  const { database } = world.testDatabase;
  await database.query('alter table past_rent_reports rename to past_rent_reports_away');
  try {
    const body = { userEmail: 'a@example.com', payments: [] };
    const error = assertError(
      await world.call('POST', '/v1/past-rent-reports', { token, body }),
      500,
      '/v1/past-rent-reports',
    );
    assert.doesNotMatch(error.error, /past_rent_reports|relation|sql/i);
    assert.equal(error.details, undefined);
    assert.match(world.output(), /past_rent_reports/, 'the log has the cause');
  } finally {
    await database.query('alter table past_rent_reports_away rename to past_rent_reports');
  }
  await created(world, token);
});

const paths = [...new Set(endpoints.map((endpoint) => `/v1${endpoint.path}`)), '/v1/nothing', '/v1/openapi.json/x'];
const value = fc.oneof(
  { weight: 3, arbitrary: fc.json() },
  fc
    .record(
      Object.fromEntries(
        [...Object.keys(bill), 'id', 'ids', 'limit', 'cursor', 'search', 'payments', 'event', 'createdFrom'].map(
          (name) => [
            name,
            fc.oneof(fc.jsonValue(), fc.constant(bill[name as keyof typeof bill]), fc.string({ unit: 'binary' })),
          ],
        ),
      ),
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body)),
  fc.string({ unit: 'binary' }),
  fc.uint8Array(),
);

test('whatever is sent, only statuses of the interface are answered, in its form', async () => {
  const listed = new Set(endpoints.map((endpoint) => `${endpoint.method} /v1${endpoint.path}`));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'),
      fc.constantFrom(...paths),
      fc.option(value, { nil: undefined }),
      fc.record(
        {
          'content-type': fc.constantFrom('application/json', 'text/plain', '', 'application/json; charset=x'),
          'idempotency-key': fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\p{Cc}/gu, '')),
          'content-encoding': fc.constantFrom('gzip', 'identity'),
          accept: fc.constantFrom('text/html', '*/*', 'nothing'),
        },
        { requiredKeys: [] },
      ),
      fc.boolean(),
      async (method, path, body, headers, withToken) => {
        const answer = await call(world.address, method, path, { ...(withToken && { token }), body, headers });
        assertAllowed(answer, path, listed.has(`${method} ${path}`));
      },
    ),
    { numRuns: 700, interruptAfterTimeLimit: 12_000, endOnFailure: true },
  );
});

function assertAllowed(answer: Answer<unknown>, path: string, isListed: boolean): void {
  const allowed = isListed ? [200, 400, 401] : [404];
  assert.ok(allowed.includes(answer.status), `${answer.status} ${answer.text}`);
  if (answer.status === 200) assert.equal(typeof answer.json, 'object');
  else assertError(answer, answer.status, path);
}

test('details are there for faulty fields and nowhere else', async () => {
  const faulty = assertError(
    await world.call('POST', '/v1/create-payment', { token, body: {} }),
    400,
    '/v1/create-payment',
  );
  assert.ok(pathsOf(faulty).length > 0);
  for (const [status, options] of [
    [401, {}],
    [400, { token, body: '{' }],
    [400, { token, body: bill, headers: { 'idempotency-key': 'k'.repeat(256) } }],
  ] as const) {
    const error = assertError(await world.call('POST', '/v1/create-payment', options), status, '/v1/create-payment');
    assert.ok(!Object.hasOwn(error, 'details'));
  }
});
