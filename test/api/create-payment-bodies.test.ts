/** `POST /create-payment`, bodies that are malformed, hostile or not JSON (interface §7; open points `unlisted-status`, `text-limits`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, pathsOf } from '../world/answers.ts';
import { bill } from '../world/bodies.ts';
import { type CallOptions, openWorld, type PaymentRecord } from '../world/service.ts';

const world = await openWorld();
const { token } = await world.partner();
const send = (body: unknown, headers: CallOptions['headers'] = {}) =>
  world.call<PaymentRecord>('POST', '/v1/create-payment', { token, body, headers });
const refused = async (body: unknown, headers: CallOptions['headers'] = {}) =>
  assertError(await send(body, headers), 400, '/v1/create-payment');
const text = JSON.stringify(bill);

const malformed = {
  'cut off': text.slice(0, -1),
  'an empty text of white space': '  \n ',
  'two values': `${text}${text}`,
  'single quotes': "{'paymentType':'bill'}",
  'a comma too many': text.replace('}', ',}'),
  'a comment': text.replace('{', '{/* hello */'),
  'not a number': text.replace('125.5', 'NaN'),
  'a leading zero': text.replace('125.5', '0125.5'),
  'a bare control character': text.replace('Amélie', 'Am\u0001lie'),
  'something else altogether': '<payment/>',
};
for (const [what, body] of Object.entries(malformed)) {
  test(`a malformed body (${what}) is 400 with a message and no details`, async () => {
    const answer = await refused(body);
    assert.match(answer.error, /not valid JSON/);
    assert.equal(answer.details, undefined);
  });
}

for (const body of ['[]', '"bill"', '12', 'null', 'true', `[${text}]`]) {
  test(`a body that is ${body.slice(0, 12)} and not an object is 400`, async () => {
    const answer = await refused(body);
    assert.equal(answer.error, 'The body must be a JSON object');
    assert.equal(answer.details, undefined);
  });
}

test('no body at all lists what is required, with or without a media type', async () => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    assert.ok(pathsOf(await refused(undefined, headers)).includes('paymentType'));
  }
  assert.ok(pathsOf(await refused('', {})).includes('paymentType'));
});

test('a body that is not UTF-8 is refused', async () => {
  const bytes = Buffer.from(text.replace('Amélie', 'Am\u00e9lie'), 'latin1');
  assert.match((await refused(bytes)).error, /UTF-8/);
  assert.match((await refused(Buffer.from(text, 'utf16le'))).error, /UTF-8|JSON/);
});

test('a byte order mark in front of the body does no harm', async () => {
  const answer = await send(`\ufeff${text}`);
  assert.equal(answer.status, 200, answer.text);
});

for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense']) {
  test(`the media type ${type} is refused, naming the one that is accepted`, async () => {
    assert.match((await refused(text, { 'content-type': type })).error, /application\/json/);
  });
}

test('a body without a media type is refused; parameters and case of the right one do not matter', async () => {
  assert.match((await refused(text, { 'content-type': undefined })).error, /application\/json/);
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8; x=y']) {
    const answer = await send(text, { 'content-type': type });
    assert.equal(answer.status, 200, answer.text);
  }
});

/** A bill with an unknown member that makes its body this many bytes. */
const billOfBytes = (bytes: number) => {
  const empty = JSON.stringify({ ...bill, filler: '' });
  return empty.replace('"filler":""', `"filler":"${'x'.repeat(bytes - Buffer.byteLength(empty))}"`);
};

test('a body of exactly 1 MiB is accepted, one byte more is 400 and says what is accepted', async () => {
  const mebibyte = 1024 * 1024;
  const answer = await send(billOfBytes(mebibyte));
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.match((await refused(billOfBytes(mebibyte + 1))).error, /1 MiB/);
});

test('a far larger body gets the same answer, whether its length is announced or not, and the connection goes on', async () => {
  const huge = billOfBytes(12 * 1024 * 1024);
  assert.match((await refused(huge)).error, /1 MiB/);
  const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
  assert.match((await refused(huge, chunked)).error, /1 MiB/);
  assert.equal((await send(text)).status, 200);
});

test('nesting of any depth is an answer, not a failure, with an idempotency key and without', async () => {
  for (const depth of [100, 3_000, 10_000, 250_000]) {
    const deep = text.replace('{', `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},`);
    for (const headers of [{}, { 'idempotency-key': `depth ${depth}` }]) {
      const answer = await send(deep, headers);
      assert.ok(answer.status === 200 || answer.status === 400, `${depth}: ${answer.status} ${answer.text}`);
      if (answer.status === 400) assertError(answer, 400, '/v1/create-payment');
    }
    assert.equal((await send('{"a":'.repeat(depth))).status, 400);
  }
});

test('of a member that is there twice the last one counts, for its value and its digits', async () => {
  const twice = await send(text.replace('{', '{"amount":"first","userName":5,'));
  assert.equal(twice.status, 200, twice.text);
  assert.equal(twice.json.amount, 125.5);
  const bad = await refused(text.replace(/}$/, ',"amount":0.001}'));
  assert.deepEqual(pathsOf(bad), ['amount']);
  const good = await send(text.replace('125.5', '0.001').replace(/}$/, ',"amount":7.10}'));
  assert.equal(good.json.amount, 7.1);
});

test('members called __proto__, constructor or toString neither set nor replace anything', async () => {
  const own = `${text.slice(0, -1)},"__proto__":{"amount":1,"isAdmin":true},"constructor":{"prototype":{"x":1}},"toString":1}`;
  const answer = await send(own, { 'idempotency-key': 'proto' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json.amount, 125.5);
  const onlyInherited = `{"__proto__":${text}}`;
  assert.ok(pathsOf(await refused(onlyInherited)).includes('paymentType'));
  const replay = await send(own, { 'idempotency-key': 'proto' });
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  const other = await send(own.replace('"amount":1,', '"amount":2,'), { 'idempotency-key': 'proto' });
  assert.equal(other.status, 400, 'a body that differs in __proto__ alone is another body');
});

test('a hundred thousand faulty members cost one answer of bounded size', async () => {
  const many = `{"ids":[${Array.from({ length: 100_000 }, () => '"x"').join(',')}]}`;
  const answer = await world.call('POST', '/v1/payment-history', { token, body: many });
  const body = assertError(answer, 400, '/v1/payment-history');
  assert.ok((body.details?.length ?? 0) <= 200);
});
