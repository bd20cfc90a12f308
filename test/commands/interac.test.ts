/** Bank files by command (interface §3, design §8, §9): what is taken in, what is held, and what an operator can do about it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ingest as ingestFile } from '../../src/collection/interac/ingest.ts';
import { attach as attachTransfers, returnTransfer } from '../../src/collection/interac/resolve.ts';
import { asShown, bill, camt054File, created, newReference, transferFor } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { token } = await world.partner();
const run = <T = Record<string, number>>(...args: string[]) => done<T>(world.env, ...args);
/** What the commands do, without a process each: it is quicker. test/commands/commands.test.ts runs the commands themselves. */
const ingest = (entries: Parameters<typeof camt054File>[0], version?: '02' | '04' | '08') =>
  ingestFile(database, { file: camt054File(entries, version), at: now() });
const counts = (entries: number, more: object) => ({
  entries,
  matched: 0,
  held: 0,
  duplicates: 0,
  quarantined: 0,
  ...more,
});
const shown = (payment: PaymentRecord) => asShown(world, token, payment.id);
const now = () => Temporal.Now.instant();
const attach = (transferIds: bigint[], paymentId: number) => {
  const request = { transferIds, paymentId: BigInt(paymentId), reason: 'paid in two parts', by: 'a test' };
  return database.transaction((tx) => attachTransfers(tx, request, now()));
};
const giveBack = (transferId: bigint) =>
  database.transaction((tx) => returnTransfer(tx, { transferId, reason: 'not ours', by: 'a test' }));
const refused = (result: { outcome: string; why?: string }, expected: RegExp) => {
  assert.equal(result.outcome, 'refused');
  assert.match(result.why ?? '', expected);
};
/** The transfers that were held with this payment's number, oldest first. */
const heldFor = async (payment: PaymentRecord) => {
  const { rows } = await database.query<{ id: bigint; held_reason: string }>(
    `select id, held_reason from interac_transfers where state = 'held' and numbers @> array[$1] order by id`,
    [payment.identificationNumber],
  );
  return rows;
};

for (const version of ['02', '04', '08'] as const) {
  test(`a camt.054.001.${version} file completes the payments that its transfers are for`, async () => {
    const payments = [await created(world, token), await created(world, token, { paymentType: 'rent' })];
    assert.deepEqual(
      await ingest(
        payments.map((each) => transferFor(each)),
        version,
      ),
      counts(2, { matched: 2 }),
    );
    for (const payment of payments) assert.equal((await shown(payment)).status, 'completed');
  });
}

test('a transfer without the address of its sender is matched by number and amount', async () => {
  const payment = await created(world, token);
  const { senderEmail: _left, ...transfer } = transferFor(payment);
  assert.deepEqual(await ingest([transfer]), counts(1, { matched: 1 }));
});

test('several transfers in one entry are each a transfer of its own', async () => {
  const payments = [await created(world, token), await created(world, token)];
  const transfers = payments.map((each) => transferFor(each));
  assert.deepEqual(await ingest([{ transfers, bankReference: newReference() }]), counts(2, { matched: 2 }));
});

test('single bad lines are quarantined with their reason, and the others go on', async () => {
  const payments = [await created(world, token), await created(world, token)];
  const [first, second] = payments.map((each) => transferFor(each));
  const bad = { amountCents: 100n, senderEmail: 'a@example.com', description: 'x' };
  const result = await ingest([
    first!,
    { ...bad, networkReference: newReference(), currency: 'USD' },
    { transfers: [{ ...bad, networkReference: newReference() }], status: 'PDNG' },
    { transfers: [{ ...bad, networkReference: newReference() }], indicator: 'DBIT' },
    { transfers: [{ ...bad, networkReference: newReference() }], reversal: true },
    bad,
    second!,
  ]);
  assert.deepEqual(result, counts(7, { matched: 2, quarantined: 5 }));
  for (const payment of payments) assert.equal((await shown(payment)).status, 'completed');
  const { lines } = await run<{ lines: { reason: string; line: number; column: number; fileName: string }[] }>(
    'quarantine',
    'list',
  );
  const reasons = lines.map((line) => line.reason).join('\n');
  for (const expected of [/USD|CAD/, /BOOK/, /CRDT/, /reversal/, /no reference/]) assert.match(reasons, expected);
  for (const line of lines) assert.ok(line.line > 1 && line.column >= 1 && line.fileName.endsWith('.xml'));
});

test('the same reference with other content is quarantined; taken up again it stays, with its reason', async () => {
  const payment = await created(world, token);
  const transfer = transferFor(payment);
  await ingest([transfer]);
  assert.deepEqual(await ingest([{ ...transfer, amountCents: 1n }]), counts(1, { quarantined: 1 }));
  const { lines } = await run<{ lines: { id: number; reason: string }[] }>('quarantine', 'list');
  const line = lines.find((each) => each.reason.includes(transfer.networkReference ?? ''));
  const retried = await run<{ tried: number; takenUp: number }>('quarantine', 'retry', '--line', `${line?.id}`);
  assert.deepEqual([retried.tried, retried.takenUp], [1, 0]);
  assert.equal((await shown(payment)).paymentAmount, 125.5);
});

test('the same transfer in another file changes nothing', async () => {
  const payment = await created(world, token);
  const transfer = transferFor(payment);
  await ingest([transfer]);
  const before = await shown(payment);
  assert.deepEqual(await ingest([transfer, transfer]), counts(2, { duplicates: 2 }));
  assert.deepEqual(await shown(payment), before);
});

test('a second transfer for a paid payment is held, in the same file and in a later one', async () => {
  const payment = await created(world, token);
  assert.deepEqual(await ingest([transferFor(payment), transferFor(payment)]), counts(2, { matched: 1, held: 1 }));
  assert.deepEqual(await ingest([transferFor(payment)]), counts(1, { held: 1 }));
  assert.deepEqual(
    (await heldFor(payment)).map((row) => row.held_reason),
    ['payment-not-awaiting-funds', 'payment-not-awaiting-funds'],
  );
});

test('two transfers of part of the amount are held, and together attached by the operator pay it', async () => {
  const payment = await created(world, token);
  await ingest([transferFor(payment, { amountCents: 10_000n }), transferFor(payment, { amountCents: 2_400n })]);
  assert.equal((await shown(payment)).status, 'pending');
  const ids = (await heldFor(payment)).map((row) => row.id);
  assert.equal((await attach(ids, payment.id)).outcome, 'attached');
  const after = await shown(payment);
  assert.deepEqual([after.status, after.amount, after.paymentAmount], ['completed', 125.5, 124]);
  refused(await attach(ids, payment.id), /does not await funds/);
});

test('a transfer from another address is held, and matched once the partner has corrected the address', async () => {
  const payment = await created(world, token);
  assert.deepEqual(await ingest([transferFor(payment, { senderEmail: 'spouse@example.com' })]), counts(1, { held: 1 }));
  const body = { id: payment.id, userEmail: 'spouse@example.com' };
  const answer = await world.call<PaymentRecord>('PATCH', '/v1/update-payment', { token, body });
  assert.equal(answer.json.status, 'completed', answer.text);
});

test('a held transfer can be returned once, and then attached no more', async () => {
  const payment = await created(world, token);
  await ingest([transferFor(payment, { amountCents: 1n })]);
  const id = (await heldFor(payment))[0]?.id as bigint;
  assert.deepEqual(await giveBack(id), { outcome: 'returned', amountCents: 1n });
  refused(await giveBack(id), /is not held: it is returned/);
  refused(await attach([id], payment.id), /is not held/);
});

test('what cannot be attached is refused whole, with the reason', async () => {
  const payment = await created(world, token);
  await ingest([transferFor(payment, { amountCents: 5n })]);
  const id = (await heldFor(payment))[0]?.id as bigint;
  refused(await attach([id, 999_999n], payment.id), /no transfer 999999/);
  refused(await attach([id], 999_999), /no payment 999999/);
  assert.equal((await shown(payment)).status, 'pending');
  assert.equal((await heldFor(payment)).length, 1);
});

test('two processes that take in the same file at once take each transfer in once', async () => {
  const payments = await Promise.all(Array.from({ length: 12 }, () => created(world, token)));
  const file = camt054File(payments.map((each) => transferFor(each)));
  const results = await Promise.all(
    [1, 2, 3].map(() => command<Record<string, number>>(world.env, 'interac', 'ingest', file)),
  );
  let matched = 0;
  for (const result of results) {
    if (result.code === 0) matched += result.json.matched ?? 0;
    else assert.match(result.stderr, /another process is reading this file/);
  }
  assert.equal(matched, payments.length);
  assert.deepEqual(await run('interac', 'ingest', file), counts(12, { duplicates: 12 }));
  for (const payment of payments) assert.equal((await shown(payment)).paymentAmount, bill.amount);
});

test('after all of this the ledger balances', async () => {
  assert.equal((await run<{ balanced: boolean }>('audit')).balanced, true);
});

test('an audit that does not balance ends with 1 and says which sentences do not hold', async () => {
  await database.query('update payments set received_cents = received_cents + 1 where received_cents is not null');
  const result = await command<{ balanced: boolean; checks: { holds: boolean; name: string }[] }>(world.env, 'audit');
  assert.equal(result.code, 1);
  assert.equal(result.json.balanced, false);
  assert.ok(result.json.checks.some((check) => !check.holds && check.name !== ''));
});
