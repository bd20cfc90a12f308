/** Idempotency of `POST /create-payment` (interface §4.1, §7; open points `idempotency-…`), in one process and across two. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, pathsOf } from '../world/answers.ts';
import { bill, rent } from '../world/bodies.ts';
import { until } from '../world/payments.ts';
import { openWorld, type PaymentRecord, type Service, startService } from '../world/service.ts';

const world = await openWorld();
const { id: partnerId, token, tokenId } = await world.partner();
const second = await startService({ DATABASE_URL: world.testDatabase.url, ROLES: 'api' });
let keys = 0;
const newKey = () => `key ${++keys}`;

const create = (key: string | undefined, body: unknown = bill, as = token, service: Service = world) =>
  service.call<PaymentRecord>('POST', '/v1/create-payment', {
    token: as,
    body,
    headers: { 'idempotency-key': key },
  });
const count = async (as = token) => {
  const answer = await world.call<{ payments: PaymentRecord[] }>('POST', '/v1/payment-history', {
    token: as,
    body: { limit: 1000 },
  });
  return answer.json.payments.length;
};

test('the same key and body are answered with the same bytes, marked as replayed, and create nothing more', async () => {
  const key = newKey();
  const first = await create(key);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.headers['idempotency-replayed'], undefined, 'only replays are marked');
  const before = await count();
  for (const service of [world, second, world]) {
    const again = await create(key, bill, token, service);
    assert.equal(again.status, 200);
    assert.equal(again.text, first.text);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id']);
  }
  assert.equal(await count(), before);
});

test('without a key, or with an empty one, every request creates a payment', async () => {
  const answers = [await create(undefined), await create(undefined), await create(''), await create('')];
  assert.equal(new Set(answers.map((answer) => answer.json.id)).size, 4);
  for (const answer of answers) assert.equal(answer.headers['idempotency-replayed'], undefined);
});

test('a body is the same whatever the order of its members, its white space, and the form of its numbers', async () => {
  const key = newKey();
  const first = await create(key, { ...bill, extra: { a: 1, b: [1, 2] } });
  const reordered = Object.fromEntries(Object.entries({ ...bill, extra: { b: [1, 2], a: 1 } }).reverse());
  const texts = [JSON.stringify(reordered), JSON.stringify(reordered, null, '\t'), ` ${JSON.stringify(reordered)}\n`];
  const forms = ['125.50', '1.255e2', '12550E-2', '125.500000'].map((form) =>
    JSON.stringify(reordered).replace('125.5', form),
  );
  const escaped = JSON.stringify(reordered).replace('Amélie', 'Am\\u00e9lie');
  for (const body of [...texts, ...forms, escaped]) {
    const again = await create(key, body);
    assert.equal(again.text, first.text, body);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  }
});

test('the same key with another body is 400 and says that the key was used for a different request', async () => {
  const key = newKey();
  const first = await create(key);
  const others = [
    { ...bill, amount: 125.51 },
    { ...bill, extra: null },
    { ...bill, userEmail: bill.userEmail.toUpperCase() },
    rent,
    { ...bill, amount: 'not even valid' },
    { ...bill, payeeName: 'Nobody Ltd.' },
    {},
  ];
  for (const body of others) {
    const error = assertError(await create(key, body), 400, '/v1/create-payment');
    assert.match(error.error, /already used for a different request/);
    assert.equal(error.details, undefined);
  }
  assert.equal((await create(key)).text, first.text, 'the first answer stands');
});

test('a key may have 255 characters, counted as characters, and one more is 400', async () => {
  for (const character of ['k', 'é', '鍵', '🔑']) {
    const longest = await create(character.repeat(255));
    assert.equal(longest.status, 200, longest.text);
    assert.equal((await create(character.repeat(255))).headers['idempotency-replayed'], 'true');
    const error = assertError(await create(character.repeat(256)), 400, '/v1/create-payment');
    assert.match(error.error, /255/);
  }
});

test('keys differ by case, by white space inside, and by form of their characters', async () => {
  const ids = new Set<number>();
  const similar = [
    'Key-A',
    'key-a',
    'key  a',
    'key a',
    'caf\u00e9',
    'cafe\u0301',
    '"key-a"',
    "' or 1=1 --",
    '%00',
    '0',
  ];
  for (const key of similar) ids.add((await create(key)).json.id);
  assert.equal(ids.size, similar.length);
});

test('a key belongs to the token that sent it', async () => {
  const key = newKey();
  const other = await world.partner();
  const [mine, theirs] = [await create(key), await create(key, { ...bill, amount: 1 }, other.token)];
  assert.equal(theirs.status, 200);
  assert.equal(theirs.headers['idempotency-replayed'], undefined);
  assert.notEqual(theirs.json.id, mine.json.id);
});

test('a refusal leaves the key free', async () => {
  const key = newKey();
  assert.deepEqual(pathsOf(assertError(await create(key, { ...bill, amount: 0 }), 400, '/v1/create-payment')), [
    'amount',
  ]);
  assertError(await create(key, '{'), 400, '/v1/create-payment');
  assertError(await create(key, bill, `svcapi_${'0'.repeat(64)}`), 401, '/v1/create-payment');
  const answer = await create(key);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['idempotency-replayed'], undefined);
});

/** Sorts answers to one key: how many created, were replayed, or came too early; fails on anything else. */
function sorted(answers: Awaited<ReturnType<typeof create>>[]) {
  const counts = { created: 0, replayed: 0, early: 0 };
  for (const answer of answers) {
    if (answer.status === 409) {
      assert.match(assertError(answer, 409, '/v1/create-payment').error, /in progress/);
      counts.early += 1;
    } else {
      assert.equal(answer.status, 200, answer.text);
      counts[answer.headers['idempotency-replayed'] === 'true' ? 'replayed' : 'created'] += 1;
    }
  }
  const texts = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.text));
  assert.equal(texts.size, 1, 'all who were answered were answered the same');
  return counts;
}

test('of twenty requests at once with one key, one creates and the others wait or are replayed', async () => {
  const fresh = await world.partner();
  let early = 0;
  for (let round = 0; round < 10; round += 1) {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, bill, fresh.token)));
    const counts = sorted(answers);
    assert.equal(counts.created, 1);
    early += counts.early;
    assert.equal((await create(key, bill, fresh.token)).headers['idempotency-replayed'], 'true');
  }
  assert.ok(early > 0, 'some of two hundred overlapped');
  assert.equal(await count(fresh.token), 10);
});

test('the same across two processes', async () => {
  const fresh = await world.partner();
  for (let round = 0; round < 10; round += 1) {
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(key, bill, fresh.token, index % 2 ? world : second)),
    );
    assert.equal(sorted(answers).created, 1);
  }
  assert.equal(await count(fresh.token), 10);
});

test('a request is told to wait while another process holds its key, and gets the answer afterwards', async () => {
  const key = newKey();
  await holding(second, key, async () => {
    const early = assertError(await create(key), 409, '/v1/create-payment');
    assert.match(early.error, /still in progress/);
    const other = await create(key, { ...bill, amount: 1 });
    assert.equal(other.status, 409, 'whatever the body');
  });
  assert.equal((await create(key)).headers['idempotency-replayed'], 'true');
});

test('requests at once with the key of a finished one are all replayed', async () => {
  const key = newKey();
  const first = await create(key);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create(key, bill, token, index % 2 ? world : second)),
  );
  for (const answer of answers) {
    assert.equal(answer.text, first.text);
    assert.equal(answer.headers['idempotency-replayed'], 'true');
  }
});

test('on other endpoints the header is ignored, however long it is', async () => {
  for (const key of ['same', 'same', 'k'.repeat(1000)]) {
    const body = { userEmail: bill.userEmail, payments: [] };
    const answer = await world.call<{ id: number }>('POST', '/v1/past-rent-reports', {
      token,
      body,
      headers: { 'idempotency-key': key },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['idempotency-replayed'], undefined);
  }
});

/** Has a request under its key under way in `service` while `work` runs: its key waits for one that is taken back here. */
async function holding(service: Service, key: string, work: () => Promise<void>): Promise<void> {
  let held: ReturnType<typeof create> | undefined;
  const takenBack = new Error('taken back');
  const blocking = world.testDatabase.database.transaction(async (tx) => {
    await tx.query(
      `insert into idempotency_keys (partner_id, token_id, key, body_hash, payment_id, answer, created_at)
       values ($1, $2, $3, '', 0, '', now())`,
      [partnerId, tokenId, key],
    );
    held = create(key, bill, token, service);
    await until('the request to wait', async () => {
      const waiting = await tx.query(`select from pg_locks where locktype = 'transactionid' and not granted`);
      return waiting.rowCount === 1;
    });
    await work();
    throw takenBack;
  });
  await assert.rejects(blocking, takenBack);
  assert.equal((await held)?.status, 200);
}
