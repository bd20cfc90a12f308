/** `POST /create-credit-card-payment` (interface §4.2; open points `card-request`, `card-response`, `card-created-event`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissions } from '../../contract/permissions.ts';
import { assertError, assertJson, messageAt, pathsOf } from '../world/answers.ts';
import { asShown, bill } from '../world/bodies.ts';
import { startReceiver } from '../world/receiver.ts';
import { type CallOptions, openWorld, startService } from '../world/service.ts';
import { browse, type CardRecord, cardPath, cardPayment, cardRent, through } from './card-world.ts';

const world = await openWorld();
const receiver = await startReceiver();
const events = ['payment.created', 'payment.completed', 'payment.failed'];
const { token, ...partner } = await world.partner({ webhook: { url: receiver.url, events } });
const { database } = world.testDatabase;
const send = (body: unknown, options: CallOptions = {}) =>
  world.call<CardRecord>('POST', cardPath, { token, body, ...options });
const refused = async (body: unknown) => assertError(await send(body), 400, cardPath);

test('it answers the record of a pending rent payment, and the address of a page that shows it', async () => {
  const answer = await send({ ...cardRent, term: '2026-12', rent: 1650.5, landlordMemo: 'Unit 4' });
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  const { id, userId, identificationNumber, createdAt, paymentUrl, ...rest } = answer.json;
  assert.deepEqual(rest, {
    type: 'rent',
    amount: 1650,
    dueDate: '2026-12-01T00:00:00.000Z',
    status: 'pending',
    source: 'public-api',
    term: '2026-12',
    rent: 1650.5,
    landlordMemo: 'Unit 4',
  });
  assert.match(identificationNumber, /^\d{12}$/);
  assert.equal(typeof userId, 'string');
  assert.ok(Date.parse(createdAt));
  assert.match(paymentUrl, new RegExp(`^${world.address}/pay/[\\w-]{43}$`));
  const { paymentUrl: _, ...record } = answer.json;
  assert.deepEqual(await asShown(world, token, id), record);
  assert.equal((await browse('GET', paymentUrl)).status, 200);
});

test('the link is unguessable, of no use with a slip in it, and kept nowhere', async () => {
  const links = await Promise.all(Array.from({ length: 20 }, () => cardPayment(world, token)));
  assert.equal(new Set(links.map((each) => each.paymentUrl)).size, 20);
  const { paymentUrl } = links[0] as CardRecord;
  const link = paymentUrl.slice(-43);
  for (const other of [
    `${link.slice(0, -2)}${link.endsWith('AA') ? 'BB' : 'AA'}`,
    link.slice(1),
    `${link}A`,
    link.toLowerCase(),
  ]) {
    assert.equal((await browse('GET', paymentUrl.replace(link, other))).status, 404, other);
  }
  const { rows } = await database.query('select row_to_json(l)::text as text from payment_links l');
  assert.ok(rows.length >= 20 && rows.every((row) => !(row.text as string).includes(link)));
  assert.ok(!world.output().includes(link));
});

test('term, rent and landlordMemo are echoed as they were sent, digit for digit, and left out where they were not', async () => {
  const text = JSON.stringify(cardRent).replace(
    '}',
    ',"term":7,"rent":1650.000000000000000001,"landlordMemo":"Appartement n° 4 — “sud”"}',
  );
  const answer = await send(text);
  assert.match(answer.text, /"term":7,"rent":1650\.000000000000000001,"landlordMemo":"Appartement n° 4 — “sud”"/);
  const plain = await cardPayment(world, token);
  for (const name of ['term', 'rent', 'landlordMemo', 'paymentMade', 'paymentMethod'])
    assert.ok(!(name in plain), name);
});

const faulty: [string, object, string[]][] = [
  ['nothing at all', {}, ['userName', 'userEmail', 'amount', 'dueDate']],
  ['no name', { ...cardRent, userName: '' }, ['userName']],
  ['a name that is no text', { ...cardRent, userName: 5 }, ['userName']],
  ['an address that is none', { ...cardRent, userEmail: 'amelie' }, ['userEmail']],
  ['an amount in a text', { ...cardRent, amount: '1650' }, ['amount']],
  ['no money', { ...cardRent, amount: 0 }, ['amount']],
  ['less than nothing', { ...cardRent, amount: -1 }, ['amount']],
  ['a third decimal', { ...cardRent, amount: 1650.001 }, ['amount']],
  ['more than a double can count', { ...cardRent, amount: 2 ** 46 }, ['amount']],
  ['a date that is none', { ...cardRent, dueDate: '1 December' }, ['dueDate']],
  ['a term that is neither text nor number', { ...cardRent, term: {} }, ['term']],
  ['a rent that is null', { ...cardRent, rent: null }, ['rent']],
  ['a memo that is a list', { ...cardRent, landlordMemo: ['x'] }, ['landlordMemo']],
  [
    'everything wrong at once',
    { userName: null, userEmail: '', amount: true, dueDate: 3, rent: false },
    ['userName', 'userEmail', 'amount', 'dueDate', 'rent'],
  ],
];
for (const [what, body, paths] of faulty) {
  test(`a body with ${what} is 400 and names ${paths.join(', ')}`, async () => {
    assert.deepEqual(pathsOf(await refused(body)), paths);
  });
}

test('no body is a body without its fields; one that is no JSON object is 400', async () => {
  assert.deepEqual(pathsOf(await refused(undefined)), ['userName', 'userEmail', 'amount', 'dueDate']);
  for (const body of ['[]', 'null', '"x"', '{"userName":']) await refused(body);
  assert.match(
    messageAt(await refused({ ...cardRent, amount: '1' }), 'amount') ?? '',
    /must be a number greater than zero/,
  );
});

test('what does not apply or is not known is ignored', async () => {
  const record = await cardPayment(world, token, {
    ...bill,
    amount: 10,
    paymentMethod: 'eft',
    bankAccountId: 'x',
    nickname: {},
  });
  assert.deepEqual([record.type, record.amount], ['rent', 10]);
  for (const name of ['payeeName', 'accountNumber', 'paymentMethod', 'nickname']) assert.ok(!(name in record), name);
});

test('it needs its own permission and an active token', async () => {
  const scopes = permissions.filter((each) => each !== 'public:credit_card_payment');
  const without = await world.partner({ scopes });
  assertError(await send(cardRent, { token: without.token }), 401, cardPath);
  assertError(await world.call('POST', cardPath, { body: cardRent }), 401, cardPath);
  const alone = await world.partner({ scopes: ['public:credit_card_payment'] });
  assert.equal((await send(cardRent, { token: alone.token })).status, 200);
});

test('no webhook tells of the creation, and an idempotency key does not count: each request is a payment', async () => {
  const headers = { 'idempotency-key': 'the same' };
  const [one, two] = [await send(cardRent, { headers }), await send(cardRent, { headers })];
  assert.equal(two.status, 200);
  assert.notEqual(one.json.id, two.json.id);
  assert.equal(two.headers['idempotency-replayed'], undefined);
  const long = await send(cardRent, { headers: { 'idempotency-key': 'x'.repeat(256) } });
  assert.equal(long.status, 200, long.text);
  const { rows } = await database.query('select event from webhook_events where partner_id = $1', [partner.id]);
  assert.deepEqual(rows, []);
  assert.deepEqual(receiver.events(), []);
});

test('another partner sees, changes and plays nothing of it', async () => {
  const payment = await cardPayment(world, token);
  const other = (await world.partner()).token;
  const history = await world.call<{ payments: unknown[] }>('POST', '/v1/payment-history', {
    token: other,
    body: { ids: [payment.id] },
  });
  assert.deepEqual(history.json.payments, []);
  const foreign = await world.call('POST', '/sandbox/card-payments', { token: other, body: { paymentId: payment.id } });
  const unknown = await world.call('POST', '/sandbox/card-payments', { token: other, body: { paymentId: 999_999 } });
  const [one, two] = [foreign, unknown].map((answer) => assertError(answer, 400, '/sandbox/card-payments'));
  assert.deepEqual({ ...one, timestamp: '' }, { ...two, timestamp: '' });
  assert.equal((await asShown(world, token, payment.id)).status, 'pending');
});

test('the address of a card payment is not one to be corrected: update-payment refuses it as it does a paid one', async () => {
  const payment = await cardPayment(world, token);
  const body = { id: payment.id, userEmail: 'other@example.com' };
  const error = assertError(
    await world.call('PATCH', '/v1/update-payment', { token, body }),
    400,
    '/v1/update-payment',
  );
  assert.match(messageAt(error, 'id') ?? '', /Interac/);
});

test('an Interac transfer with the number of a card payment is held, whether it was paid or not', async () => {
  const payment = await cardPayment(world, token);
  const body = { senderEmail: cardRent.userEmail, amount: 1650, description: payment.identificationNumber };
  const held = async () =>
    (await world.call<{ outcome: string; reason: string }>('POST', '/sandbox/interac-transfers', { token, body })).json;
  assert.deepEqual([(await held()).outcome, (await held()).reason], ['held', 'payment-of-other-kind']);
  assert.equal((await asShown(world, token, payment.id)).status, 'pending');
});

test('switched off, the start says so, the endpoint is a clear 400, nothing is created, and nobody is asked to pay', async () => {
  const off = await startService({ DATABASE_URL: world.testDatabase.url, CARD_PROVIDER: 'off', ROLES: 'api' });
  assert.match(off.output(), /"level":"warn".*card payments are switched off \(CARD_PROVIDER=off\)/);
  const count = async () => (await database.query('select count(*) as count from payments')).rows[0]?.count;
  const before = await count();
  for (const body of [cardRent, {}]) {
    const error = assertError(await off.call('POST', cardPath, { token, body }), 400, cardPath);
    assert.match(error.error, /switched off/);
    assert.equal(error.details, undefined);
  }
  assert.equal(await count(), before);
  const { paymentUrl, id } = await cardPayment(world, token);
  assert.equal((await off.call('GET', '/sandbox/provider/card/x')).status, 404);
  const paid = await cardPayment(world, token);
  await through(paid, 'identity', 'verified');
  await through(paid, 'card', 'paid');
  const pathOf = (url: string) => new URL(url).pathname;
  for (const [language, sentence, receipt] of [
    ['en', /Card payments are not possible at the moment/, /Rent receipt/],
    ['fr', /Les paiements par carte ne sont pas possibles en ce moment/, /Reçu de loyer/],
  ] as const) {
    const headers = { 'accept-language': language };
    const page = await off.call('GET', pathOf(paymentUrl), { headers });
    assert.equal(page.status, 200);
    assert.match(page.text, sentence);
    assert.doesNotMatch(page.text, /<form|<button/);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
    assert.match((await off.call('GET', pathOf(paid.paymentUrl), { headers })).text, receipt);
    assert.equal((await off.call('GET', '/pay/nothing', { headers })).headers['referrer-policy'], 'no-referrer');
  }
  assert.equal((await off.call('GET', `${pathOf(paymentUrl)}/state`)).text, '{"state":"switched_off"}');
  const pressed = await browse('POST', `${off.address}${pathOf(paymentUrl)}/identity`, {});
  assert.deepEqual([pressed.status, pressed.headers.location], [303, pathOf(paymentUrl)]);
  const play = await off.call('POST', '/sandbox/card-payments', { token, body: { paymentId: id } });
  assert.match(assertError(play, 400, '/sandbox/card-payments').error, /switched off/);
  assertError(await off.call('POST', cardPath, { body: cardRent }), 401, cardPath);
});
