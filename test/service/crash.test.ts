/**
 * SIGKILL in the middle of a load of creations, with the database that comes along, made durable as shipped: what was
 * acknowledged is there once, nothing is there twice by its key, and the ledger balances (design §6, §11).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bill } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { until } from '../world/payments.ts';
import { bodyOf, startReceiver } from '../world/receiver.ts';
import { type PaymentRecord, postgresPid, type Service, startService, temporaryFolder } from '../world/service.ts';

const DATA_DIR = temporaryFolder();
const receiver = await startReceiver();
let service: Service = await startService({ DATA_DIR });
const { env } = service;
const { partnerId } = await done<{ partnerId: number }>(env, 'partner', 'create', '--name', 'Crash');
const { token } = await done<{ token: string }>(
  env,
  'token',
  'create',
  '--partner',
  `${partnerId}`,
  '--name',
  't',
  '--scopes',
  'all',
);
await done(env, 'webhook', 'set', '--partner', `${partnerId}`, '--url', receiver.url, '--events', 'payment.created');

/** Keys that were ever sent; with the answer, where one came. */
const keys = new Map<string, string | undefined>();

const create = (key: string) =>
  service.call<PaymentRecord>('POST', '/v1/create-payment', {
    token,
    body: { ...bill, accountNumber: key },
    headers: { 'idempotency-key': key },
  });

/** Creates without end, until the service is gone. */
async function load(round: number): Promise<void> {
  const worker = async (_: unknown, name: number) => {
    for (let index = 0; ; index += 1) {
      const key = `${round}/${name}/${index}`;
      keys.set(key, undefined);
      const answer = await create(key).catch(() => undefined);
      if (!answer) return;
      assert.equal(answer.status, 200, answer.text);
      keys.set(key, answer.text);
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}

async function allPayments(): Promise<PaymentRecord[]> {
  const all: PaymentRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await service.call<{ payments: PaymentRecord[]; nextCursor?: string }>('POST', '/v1/payment-history', {
      token,
      body: { limit: 1000, ...(cursor && { cursor }) },
    });
    all.push(...page.json.payments);
    cursor = page.json.nextCursor;
  } while (cursor !== undefined);
  return all;
}

/** The restarted service holds what it acknowledged, and takes every key up where it stood. */
async function assertNothingLost(): Promise<void> {
  const before = new Map((await allPayments()).map((payment) => [payment.accountNumber as string, payment]));
  for (const [key, acknowledged] of keys) {
    if (acknowledged !== undefined)
      assert.deepEqual(before.get(key), JSON.parse(acknowledged), `${key} was acknowledged`);
  }
  const again = async ([key, acknowledged]: [string, string | undefined]) => {
    const answer = await create(key);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['idempotency-replayed'] === 'true', before.has(key), key);
    if (acknowledged !== undefined) assert.equal(answer.text, acknowledged);
    keys.set(key, answer.text);
  };
  const all = [...keys];
  for (let from = 0; from < all.length; from += 50) await Promise.all(all.slice(from, from + 50).map(again));
  const after = await allPayments();
  assert.equal(after.length, keys.size, 'one payment for each key');
  assert.equal(new Set(after.map((payment) => payment.accountNumber)).size, keys.size);
  assert.equal((await done(env, 'audit')).balanced, true);
}

test('after SIGKILL of the service every acknowledged payment is there once', async () => {
  const loaded = load(1);
  await until('answers', () => [...keys.values()].filter((answer) => answer !== undefined).length >= 300);
  await service.end('SIGKILL');
  await loaded;
  assert.ok(postgresPid(DATA_DIR) !== undefined, 'the database outlives it, and is joined again');
  service = await startService({ DATA_DIR });
  await assertNothingLost();
});

test('the same after SIGKILL of service and database together', async () => {
  const loaded = load(2);
  const enough = keys.size + 300;
  await until('answers', () => keys.size >= enough);
  process.kill(postgresPid(DATA_DIR) as number, 'SIGKILL');
  await service.end('SIGKILL');
  await loaded;
  service = await startService({ DATA_DIR });
  await assertNothingLost();
});

test('no event was sent twice, whatever died in between', async () => {
  await until('the last event', () =>
    receiver.deliveries.some((delivery) => bodyOf(delivery).payments[0]?.id === lastId()),
  );
  const ids = receiver.deliveries.map((delivery) => bodyOf(delivery).payments[0]?.id);
  assert.equal(new Set(ids).size, ids.length);
});

test('an orderly stop stops the database that came along', async () => {
  assert.equal(await service.end(), 0);
  assert.equal(postgresPid(DATA_DIR), undefined);
});

function lastId(): number {
  return Math.max(...[...keys.values()].map((text) => (JSON.parse(text as string) as PaymentRecord).id));
}
