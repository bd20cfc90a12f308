/** `POST /create-payment`, refused field by field (interface §2.4; open points `create-required`, `amount-form`, `text-limits`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, messageAt, pathsOf } from '../world/answers.ts';
import { bill, created, rent } from '../world/bodies.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';

const world = await openWorld();
const { token } = await world.partner();
const create = (body: unknown) => world.call<PaymentRecord>('POST', '/v1/create-payment', { token, body });
const refused = async (body: unknown) => assertError(await create(body), 400, '/v1/create-payment');
/** A bill whose `amount` is this text, digit by digit. */
const billOf = (amount: string) => JSON.stringify(bill).replace('125.5', amount);

test('all fields that a bill needs are listed at once, each as a path of strings, in the order of the interface', async () => {
  const body = await refused({ paymentType: 'bill', paymentMethod: 'interac' });
  assert.deepEqual(pathsOf(body), [
    'userName',
    'userEmail',
    'amount',
    'dueDate',
    'payeeName',
    'billType',
    'accountNumber',
  ]);
  for (const detail of body.details ?? []) assert.equal(detail.message, 'is required');
});

test('all fields that rent needs are listed at once', async () => {
  assert.deepEqual(pathsOf(await refused({ paymentType: 'rent' })), ['userName', 'userEmail', 'amount', 'dueDate']);
});

test('without a payment type, that and what every kind needs is asked for', async () => {
  const body = await refused({});
  assert.deepEqual(pathsOf(body), ['paymentType', 'userName', 'userEmail', 'amount', 'dueDate']);
  assert.deepEqual(pathsOf(await refused({ ...bill, paymentType: 'Bill' })), ['paymentType']);
});

test('a bill must say how its funds are collected, and only by a way that there is', async () => {
  const { paymentMethod: _left, ...without } = bill;
  assert.deepEqual(pathsOf(await refused(without)), ['paymentMethod']);
  for (const method of ['card', '', null, 1, 'INTERAC']) {
    const body = await refused({ ...bill, paymentMethod: method });
    assert.equal(messageAt(body, 'paymentMethod'), 'must be "interac" or "eft"');
  }
  assert.deepEqual(pathsOf(await refused({ ...rent, paymentMethod: 'eft' })), ['paymentMethod']);
});

test('every field of the wrong type is listed, and nothing is converted', async () => {
  const wrong = await refused({
    paymentType: 'bill',
    paymentMethod: 'interac',
    userName: 7,
    userEmail: ['a@example.com'],
    amount: '125.50',
    dueDate: 1_764_547_200_000,
    payeeName: null,
    billType: { name: 'electricity' },
    accountNumber: 299001234567,
  });
  assert.deepEqual(pathsOf(wrong), [
    'userName',
    'userEmail',
    'amount',
    'dueDate',
    'payeeName',
    'billType',
    'accountNumber',
  ]);
  assert.match(messageAt(wrong, 'amount') ?? '', /must be a number greater than zero with at most two decimals/);
});

for (const [name, values] of Object.entries({
  userName: ['', '   ', true],
  userEmail: ['', 'amelie', 'a@b@c', 'a b@example.com', `${'a'.repeat(250)}@example.com`, 'é@example.com'],
  dueDate: ['', '2026-12-01', 'tomorrow', '2026-02-30T00:00:00Z', '2026-12-01T25:00:00Z', '+012026-12-01T00:00:00Z'],
  payeeName: ['', ' '],
  billType: ['', '\n'],
  accountNumber: ['', ' ', []],
})) {
  test(`${name} is refused where it cannot be used, with what would be accepted`, async () => {
    for (const value of values) {
      const body = await refused({ ...bill, [name]: value });
      assert.deepEqual(pathsOf(body), [name], JSON.stringify(value));
      assert.match(messageAt(body, name) ?? '', /^must be /);
    }
  });
}

for (const amount of [
  '0',
  '-0',
  '0.00',
  '-1',
  '-125.50',
  '1e400',
  '1e-400',
  '0.001',
  '125.505',
  '100.000000000000000000001',
  '0.009999999999999999999999',
  '70368744177664',
  '70368744177663.995',
  '9007199254740993',
  'null',
  'true',
  '"125.50"',
  '[125.5]',
  '{}',
]) {
  test(`the amount ${amount} is refused under the path amount`, async () => {
    const body = await refused(billOf(amount));
    assert.deepEqual(pathsOf(body), ['amount']);
    assert.match(messageAt(body, 'amount') ?? '', /greater than zero with at most two decimals, below 70368744177664/);
  });
}

for (const [amount, answered] of [
  ['70368744177663.99', '70368744177663.99'],
  ['0.01', '0.01'],
  ['1e2', '100'],
  ['12550e-2', '125.5'],
  ['1.255E+2', '125.5'],
  ['125.500000000000000000000', '125.5'],
  ['0.29', '0.29'],
] as const) {
  test(`the amount ${amount} is ${answered}`, async () => {
    const answer = await create(billOf(amount));
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.text.includes(`"amount":${answered},`), answer.text);
  });
}

test('an unknown payee is refused, and only the exact name of the catalogue is known', async () => {
  for (const payeeName of ['Nobody Ltd.', 'toronto hydro', 'Toronto Hydro ', '__proto__', 'constructor']) {
    const body = await refused({ ...bill, payeeName });
    assert.deepEqual(pathsOf(body), ['payeeName']);
    assert.match(messageAt(body, 'payeeName') ?? '', /POST \/payees\/search/);
  }
  const both = await refused({ ...bill, amount: 0, payeeName: 'Nobody Ltd.' });
  assert.deepEqual(pathsOf(both).sort(), ['amount', 'payeeName']);
});

test('a bill by EFT needs a bank account, and one that the partner registered', async () => {
  const eft = { ...bill, paymentMethod: 'eft' };
  assert.deepEqual(pathsOf(await refused(eft)), ['bankAccountId']);
  for (const bankAccountId of [1, '1', 999_999_999, '000123']) {
    assert.deepEqual(pathsOf(await refused({ ...eft, bankAccountId })), ['bankAccountId'], String(bankAccountId));
  }
  for (const bankAccountId of [0, -1, 1.5, 'x', '', null, {}]) {
    assert.deepEqual(pathsOf(await refused({ ...eft, bankAccountId })), ['bankAccountId'], String(bankAccountId));
  }
});

test('a bill by EFT is at most what the debit file can carry', async () => {
  const body = await refused({ ...bill, paymentMethod: 'eft', bankAccountId: 1, amount: 100_000_000 });
  assert.match(messageAt(body, 'amount') ?? '', /at most 99999999.99/);
});

test('NUL characters and halves of surrogate pairs are refused in every text', async () => {
  for (const bad of ['a\u0000b', '\ud800', 'x\udc00y']) {
    for (const name of ['userName', 'payeeName', 'billType', 'accountNumber']) {
      const body = await refused(JSON.stringify({ ...bill, [name]: bad }));
      assert.deepEqual(pathsOf(body), [name]);
    }
    for (const name of ['term', 'rent', 'landlordMemo']) {
      assert.deepEqual(pathsOf(await refused(JSON.stringify({ ...rent, [name]: bad }))), [name]);
    }
  }
});

test('rent fields are text or a finite number', async () => {
  for (const value of ['null', 'true', '[]', '{}', '1e999']) {
    const body = await refused(`${JSON.stringify(rent).slice(0, -1)},"term":${value}}`);
    assert.deepEqual(pathsOf(body), ['term']);
  }
});

test('a refused request creates nothing', async () => {
  const before = await world.call<{ payments: unknown[] }>('POST', '/v1/payment-history', {
    token,
    body: { limit: 1000 },
  });
  await refused({ ...bill, amount: -1 });
  await refused({ ...bill, payeeName: 'Nobody Ltd.' });
  const after = await world.call<{ payments: unknown[] }>('POST', '/v1/payment-history', {
    token,
    body: { limit: 1000 },
  });
  assert.equal(after.json.payments.length, before.json.payments.length);
  await created(world, token);
});
