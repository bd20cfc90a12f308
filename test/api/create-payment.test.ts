/** `POST /create-payment`, accepted (interface §2.1, §2.2, §4.1; open points `create-response`, `rent-fields`, `absent-values`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIdentificationNumber } from '../../src/payments/identification-number.ts';
import { assertJson } from '../world/answers.ts';
import { anyPayee, asShown, bill, created, rent, strictPayee } from '../world/bodies.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';

const world = await openWorld();
const { token } = await world.partner();
const create = (body: unknown) => world.call<PaymentRecord>('POST', '/v1/create-payment', { token, body });

test('a bill by Interac is answered as its whole payment record and nothing else', async () => {
  const answer = await create(bill);
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  const { id, userId, identificationNumber, createdAt, ...rest } = answer.json;
  assert.deepEqual(rest, {
    type: 'bill',
    amount: 125.5,
    dueDate: '2026-12-01T00:00:00.000Z',
    status: 'pending',
    source: 'public-api',
    payeeName: anyPayee,
    billType: 'electricity',
    accountNumber: '299001234567',
    recipientEmail: 'amelie.roy@example.com',
    paymentMethod: 'interac',
  });
  assert.ok(Number.isSafeInteger(id) && id > 0);
  assert.ok(isIdentificationNumber(identificationNumber), identificationNumber);
  assert.match(userId, /^\S+$/);
  assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
  assert.equal(answer.headers['idempotency-replayed'], undefined);
});

test('rent by Interac carries its fields as they were sent, numbers with every digit that a double would lose', async () => {
  const body = JSON.stringify({ ...rent, term: 'décembre 2026 🏠' }).replace(
    /}$/,
    ',"rent":1650.000000000000000001,"landlordMemo":12345678901234567890.10}',
  );
  const answer = await create(body);
  assert.equal(answer.status, 200, answer.text);
  assert.match(
    answer.text,
    /"term":"décembre 2026 🏠","rent":1650\.000000000000000001,"landlordMemo":12345678901234567890\.10}$/,
  );
  assert.equal(answer.json.type, 'rent');
  for (const name of ['payeeName', 'billType', 'accountNumber', 'paymentMethod', 'recipientEmail', 'paymentAmount']) {
    assert.ok(!Object.hasOwn(answer.json, name), `${name} belongs to bills`);
  }
  const shown = await world.call('POST', '/v1/payment-history', { token, body: { ids: [answer.json.id] } });
  assert.ok(shown.text.includes('"rent":1650.000000000000000001,"landlordMemo":12345678901234567890.10'), shown.text);
});

test('rent takes text in each of its fields, names its method or not, and carries none that was not sent', async () => {
  const named = await created(world, token, {
    ...rent,
    paymentMethod: 'interac',
    term: '',
    rent: '1650,00 $',
    landlordMemo: 'Unit 4',
  });
  assert.deepEqual([named.term, named.rent, named.landlordMemo], ['', '1650,00 $', 'Unit 4']);
  const bare = await created(world, token, rent);
  for (const name of ['term', 'rent', 'landlordMemo']) assert.ok(!Object.hasOwn(bare, name), name);
});

test('a value that does not exist yet is left out, never null', async () => {
  for (const body of [bill, rent]) {
    const payment = await created(world, token, body);
    for (const [name, value] of Object.entries(payment)) assert.notEqual(value, null, name);
    assert.ok(!Object.hasOwn(payment, 'paymentMade'));
    assert.ok(!Object.hasOwn(payment, 'paymentAmount'));
  }
});

test('what was answered is what the history shows, field by field', async () => {
  for (const body of [bill, { ...rent, term: '2026-12' }]) {
    const payment = await created(world, token, body);
    assert.deepEqual(await asShown(world, token, payment.id), payment);
  }
});

test('every payment has an identification number of its own', async () => {
  const payments = await Promise.all(Array.from({ length: 40 }, () => created(world, token)));
  assert.equal(new Set(payments.map((payment) => payment.identificationNumber)).size, 40);
  assert.equal(new Set(payments.map((payment) => payment.id)).size, 40);
  assert.ok(payments.every((payment) => /^[1-9]\d{11}$/.test(payment.identificationNumber)));
});

test('the same e-mail address is the same user, whatever its case; another one is another', async () => {
  const one = await created(world, token, { userEmail: 'Someone@Example.com' });
  const same = await created(world, token, { ...rent, userEmail: 'sOMEONE@eXAMPLE.COM' });
  const other = await created(world, token, { userEmail: 'someone.else@example.com' });
  assert.equal(same.userId, one.userId);
  assert.notEqual(other.userId, one.userId);
  const elsewhere = await world.partner();
  const foreign = await created(world, elsewhere.token, { userEmail: 'Someone@Example.com' });
  assert.notEqual(foreign.userId, one.userId);
});

test('fields that do not apply and fields that nobody knows are ignored', async () => {
  const payment = await created(world, token, {
    bankAccountId: { not: 'even a number' },
    status: 'completed',
    id: 1,
    source: 'elsewhere',
    identificationNumber: '111111111111',
    term: 'not for bills',
    unknown: [null, 1e300, { deep: true }],
  });
  assert.equal(payment.status, 'pending');
  assert.equal(payment.source, 'public-api');
  assert.notEqual(payment.identificationNumber, '111111111111');
  for (const name of ['bankAccountId', 'term', 'unknown']) assert.ok(!Object.hasOwn(payment, name), name);
});

test('an account number that the payee would refuse is accepted at creation: it fails when it is processed', async () => {
  const payment = await created(world, token, { payeeName: strictPayee, accountNumber: 'not a number' });
  assert.equal(payment.status, 'pending');
  assert.equal(payment.accountNumber, 'not a number');
});

for (const [sent, answered] of [
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T00:00:00', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T00:00-05:00', '2026-12-01T05:00:00.000Z'],
  ['2026-12-01T24:00:00+00:00', '2026-12-02T00:00:00.000Z'],
  ['20261201T120000Z', '2026-12-01T12:00:00.000Z'],
  ['2026-12-01t10:11:12.3456789z', '2026-12-01T10:11:12.345Z'],
  ['1999-01-01T00:00:00Z', '1999-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
] as const) {
  test(`the due date ${sent} is accepted and answered as ${answered}`, async () => {
    const payment = await created(world, token, { dueDate: sent });
    assert.equal(payment.dueDate, answered);
    assert.equal((await asShown(world, token, payment.id)).dueDate, answered);
  });
}

test('texts of any length and script come back as they were sent', async () => {
  const long = 'ÉnergieΩ字🙂\t"\\\u0001'.repeat(2000);
  const payment = await created(world, token, { userName: long, billType: long, accountNumber: long });
  assert.equal(payment.billType, long);
  assert.equal(payment.accountNumber, long);
  assert.equal((await asShown(world, token, payment.id)).accountNumber, long);
});
