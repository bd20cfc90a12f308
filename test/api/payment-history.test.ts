/** `POST /payment-history` (interface §4.4, open point `history-request`): filters, pages, and the loop that misses nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertJson, pathsOf } from '../world/answers.ts';
import { bill, created, rent } from '../world/bodies.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';

interface Page {
  payments: PaymentRecord[];
  nextCursor?: string;
  asOf: string;
}
const world = await openWorld();
const newToken = async () => (await world.partner()).token;
const token = await newToken();
const query = async (body: unknown, as = token): Promise<Page> => {
  const answer = await world.call<Page>('POST', '/v1/payment-history', { token: as, body });
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  return answer.json;
};
const ids = (page: Page) => page.payments.map((payment) => payment.id);
const refused = async (body: unknown) =>
  pathsOf(assertError(await world.call('POST', '/v1/payment-history', { token, body }), 400, '/v1/payment-history'));

const one = await created(world, token);
const two = await created(world, token, { userEmail: 'two@example.com' });
const three = await created(world, token, rent);
await world.call('POST', '/sandbox/interac-transfers', {
  token,
  body: { senderEmail: 'two@example.com', amount: 125.5, description: two.identificationNumber },
});

test('no body and an empty one answer all payments, newest first, and when that was complete', async () => {
  for (const body of [undefined, {}, { unknown: true }]) {
    const page = await query(body);
    assert.deepEqual(ids(page), [three.id, two.id, one.id]);
    assert.ok(!Object.hasOwn(page, 'nextCursor'));
    assert.ok(Math.abs(Date.now() - Date.parse(page.asOf)) < 60_000);
  }
});

test('each filter narrows, and all that are given must hold', async () => {
  const table: [object, number[]][] = [
    [{ ids: [one.id, three.id, 999_999_999] }, [three.id, one.id]],
    [{ ids: [] }, []],
    [{ identificationNumbers: [two.identificationNumber, 'nonsense'] }, [two.id]],
    [{ status: 'completed' }, [two.id]],
    [{ status: 'failed' }, []],
    [{ status: 'pending', type: 'bill' }, [one.id]],
    [{ type: 'rent' }, [three.id]],
    [{ userId: one.userId }, [three.id, one.id]],
    [{ userId: 'usr_nobody' }, []],
    [{ createdFrom: one.createdAt, createdTo: three.createdAt }, [two.id, one.id]],
    [{ createdFrom: three.createdAt }, [three.id]],
    [{ createdFrom: '2099-01-01T00:00:00Z' }, []],
    [{ createdTo: '0001-01-01T00:00:00Z' }, []],
    [{ updatedFrom: '9999-12-31T23:59:59Z' }, []],
  ];
  for (const [body, expected] of table) assert.deepEqual(ids(await query(body)), expected, JSON.stringify(body));
});

test('pages follow each other without gap or repetition, also while payments are created', async () => {
  const own = await newToken();
  const made = [];
  for (let index = 0; index < 7; index += 1) made.push((await created(world, own)).id);
  const seen: number[] = [];
  const first = await query({ limit: 3 }, own);
  let page = first;
  for (;;) {
    seen.push(...ids(page));
    assert.equal(page.asOf, first.asOf);
    if (page.nextCursor === undefined) break;
    await created(world, own);
    page = await query({ limit: 3, cursor: page.nextCursor }, own);
  }
  assert.deepEqual(seen, made.toReversed());
});

test('a limit beyond what a page holds is no fault: the rest comes by cursor', async () => {
  const own = await world.partner();
  await Promise.all(Array.from({ length: 1005 }, () => created(world, own.token)));
  const page = await query({ limit: 5_000_000 }, own.token);
  assert.equal(page.payments.length, 1000);
  const rest = await query({ limit: 5_000_000, cursor: page.nextCursor }, own.token);
  assert.equal(rest.payments.length, 5);
  assert.equal(rest.nextCursor, undefined);
  assert.equal((await query({}, own.token)).payments.length, 100);
});

test('a cursor that was not answered here is refused', async () => {
  for (const cursor of [
    'x',
    'AAAA',
    Buffer.from('1').toString('base64url'),
    Buffer.from('x y').toString('base64url'),
  ]) {
    assert.deepEqual(await refused({ cursor }), ['cursor']);
  }
  const forged = Buffer.from("1' or true -- 2026-01-01T00:00:00Z").toString('base64url');
  assert.deepEqual(await refused({ cursor: forged }), ['cursor']);
  assert.deepEqual(await refused({ cursor: '' }), ['cursor']);
});

test('all faults are listed at once, those of list items with their place', async () => {
  const paths = await refused({
    ids: [1, 'x', -1],
    identificationNumbers: [12],
    status: 'done',
    type: 'loan',
    userId: 7,
    createdFrom: 'yesterday',
    createdTo: '2026-13-01T00:00:00Z',
    updatedFrom: 0,
    limit: 0,
    cursor: false,
  });
  assert.deepEqual(paths, [
    'ids.1',
    'ids.2',
    'identificationNumbers.0',
    'status',
    'type',
    'userId',
    'createdFrom',
    'createdTo',
    'updatedFrom',
    'limit',
    'cursor',
  ]);
  for (const limit of ['1.5', '"10"', 'null', '-1', '1e400', 'true']) {
    assert.deepEqual(await refused(`{"limit":${limit}}`), ['limit'], limit);
  }
});

test('who asks again with the last asOf as updatedFrom misses no change, however many happen meanwhile', async () => {
  const own = await world.partner();
  const statuses = new Map<number, string>();
  let asOf = (await query({}, own.token)).asOf;
  let working = true;
  const work = Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let index = 0; index < 12; index += 1) {
        const payment = await created(world, own.token);
        const body = { senderEmail: bill.userEmail, amount: 125.5, description: payment.identificationNumber };
        const answer = await world.call('POST', '/sandbox/interac-transfers', { token: own.token, body });
        assert.equal(answer.status, 200, answer.text);
      }
    }),
  ).finally(() => {
    working = false;
  });
  for (let last = false; !last; ) {
    last = !working;
    let page = await query({ updatedFrom: asOf, limit: 10 }, own.token);
    const next = page.asOf;
    for (;;) {
      for (const payment of page.payments) statuses.set(payment.id, payment.status);
      if (page.nextCursor === undefined) break;
      page = await query({ updatedFrom: asOf, limit: 10, cursor: page.nextCursor }, own.token);
    }
    asOf = next;
  }
  await work;
  assert.equal(statuses.size, 72);
  assert.deepEqual([...new Set(statuses.values())], ['completed']);
});

test('asOf and updatedFrom follow the sandbox clock', async () => {
  const own = await newToken();
  await created(world, own);
  const before = await query({}, own);
  await world.call('POST', '/sandbox/clock', { token: own, body: { advanceSeconds: 86_400 } });
  const payment = await created(world, own);
  const after = await query({ updatedFrom: before.asOf }, own);
  assert.ok(Date.parse(after.asOf) - Date.parse(before.asOf) >= 86_400_000);
  assert.ok(ids(after).includes(payment.id));
  assert.deepEqual(ids(await query({ updatedFrom: after.asOf }, own)), []);
});
