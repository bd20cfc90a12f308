/**
 * Every command of design §9 with `--json`, on the database that comes along in DATA_DIR: while no service runs, and while one
 * does. The answers have the members that the design names.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { openApiDocument } from '../../contract/openapi.ts';
import { permissions } from '../../contract/permissions.ts';
import type { WrittenTransfer } from '../../src/sandbox/camt054-writer.ts';
import { camt054File, created, paid, transferFor } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { startReceiver, verified } from '../world/receiver.ts';
import {
  type PaymentRecord,
  postgresPid,
  type Service,
  serviceEnv,
  startService,
  temporaryFolder,
} from '../world/service.ts';
import { readSettlementFile, rejected, reportOn } from '../world/settlement.ts';

const DATA_DIR = temporaryFolder();
const env = serviceEnv({ DATA_DIR });
const out = temporaryFolder();
const run = <T = Record<string, unknown>>(...args: string[]) => done<T>(env, ...args);
const receiver = await startReceiver();

let partnerId: number;
let token: string;
let tokenId: number;
let service: Service;

test('a partner and a token can be made before the service ever ran, and nothing stays running', async () => {
  const partner = await run<{ partnerId: number }>('partner', 'create', '--name', 'Société Ünïcode 🏦');
  assert.deepEqual(Object.keys(partner), ['partnerId']);
  partnerId = partner.partnerId;
  assert.ok(Number.isSafeInteger(partnerId));
  const made = await run<{ tokenId: number; token: string }>(
    ...['token', 'create', '--partner', `${partnerId}`, '--name', 'first', '--scopes', 'all'],
  );
  assert.deepEqual(Object.keys(made).sort(), ['token', 'tokenId']);
  assert.match(made.token, /^svcapi_[0-9a-f]{64}$/);
  ({ token, tokenId } = made);
  assert.equal(postgresPid(DATA_DIR), undefined);
});

test('the token works in the service, which runs on the same DATA_DIR', async () => {
  service = await startService({ DATA_DIR });
  await created(service, token);
});

test('token create gives the scopes that it is asked for, and no others', async () => {
  const scopes = permissions.slice(0, 2).join(',');
  const made = await run<{ token: string }>(
    'token',
    'create',
    '--partner',
    `${partnerId}`,
    '--name',
    't',
    '--scopes',
    scopes,
  );
  await created(service, made.token);
  assert.equal((await service.call('POST', '/v1/payment-history', { token: made.token })).status, 401);
});

test('token deactivate and reactivate answer what the token is now', async () => {
  const create = () => service.call('POST', '/v1/payees/search', { token });
  assert.deepEqual(await run('token', 'deactivate', '--token-id', `${tokenId}`), { tokenId, active: false });
  assert.equal((await create()).status, 401);
  assert.deepEqual(await run('token', 'reactivate', '--token-id', `${tokenId}`), { tokenId, active: true });
  assert.equal((await create()).status, 200);
});

test('webhook set shows the signing secret the first time and with --roll, and never otherwise', async () => {
  const set = [
    'webhook',
    'set',
    '--partner',
    `${partnerId}`,
    '--url',
    receiver.url,
    '--events',
    'payment.created,payment.failed',
  ];
  const first = await run<{ signingSecret: string }>(...set);
  assert.match(first.signingSecret, /^whsec_\w+$/);
  assert.deepEqual(await run(...set), {});
  await created(service, token);
  verified((await receiver.received(1))[0]!, first.signingSecret);
  const rolled = await run<{ signingSecret: string }>(...set, '--roll');
  assert.notEqual(rolled.signingSecret, first.signingSecret);
  await created(service, token);
  const delivery = (await receiver.received(2))[1]!;
  verified(delivery, rolled.signingSecret);
  assert.throws(() => verified(delivery, first.signingSecret));
});

const ingest = (transfer: WrittenTransfer) => run('interac', 'ingest', camt054File([transfer]));

test('interac ingest, attach and return', async () => {
  const [whole, part] = [await created(service, token), await created(service, token)];
  const other = { amountCents: 5n, networkReference: 'OTHER1', description: 'no number' };
  const counts = { entries: 1, matched: 0, held: 1, duplicates: 0, quarantined: 0 };
  // One file after the other: so the ids of the transfers are known.
  assert.deepEqual(await ingest(transferFor(whole)), { ...counts, matched: 1, held: 0 });
  assert.deepEqual(await ingest(transferFor(part, { amountCents: 3n })), counts);
  assert.deepEqual(await ingest(other), counts);
  const attached = await run('interac', 'attach', '--transfer', '2', '--payment', `${part.id}`, '--reason', 'agreed');
  assert.deepEqual(attached, { paymentId: part.id, status: 'completed', receivedCents: 3 });
  assert.deepEqual(await run('interac', 'return', '--transfer', '3', '--reason', 'not ours'), {
    transferId: 3,
    returnedCents: 5,
  });
});

let failed: PaymentRecord;
test('settlement submit and report, payment requeue', async () => {
  failed = await paid(service, token);
  const submitted = await run<{ file: string; payments: number; totalCents: number }>(
    'settlement',
    'submit',
    '--out',
    out,
  );
  assert.ok(existsSync(submitted.file) && submitted.file.startsWith(out));
  assert.equal(submitted.payments, 3);
  assert.equal(submitted.totalCents, 12_550 + 3 + 12_550);
  const sent = readSettlementFile(submitted.file);
  const one = sent.transactions.filter((each) => each.endToEndId.includes(`-${failed.id}-`));
  const counts = await run('settlement', 'report', reportOn(sent, rejected, one));
  for (const name of ['accepted', 'held', 'duplicates', 'unknown']) assert.equal(counts[name], 0, name);
  assert.equal(counts.rejected, 1);
  const requeued = await run('payment', 'requeue', '--payment', `${failed.id}`, '--account-number', '77');
  assert.deepEqual(requeued, { paymentId: failed.id, status: 'failed', state: 'resettling' });
});

test('quarantine list and retry', async () => {
  await run('interac', 'ingest', camt054File([{ amountCents: 1n, description: 'without a reference' }]));
  const { lines } = await run<{ lines: Record<string, unknown>[] }>('quarantine', 'list', '--limit', '5');
  assert.equal(lines.length, 1);
  assert.match(String(lines[0]?.reason), /no reference/);
  const retried = await run('quarantine', 'retry');
  assert.deepEqual([retried.tried, retried.takenUp], [1, 0]);
});

test('audit proves the ledger and says what it checked', async () => {
  const result = await run<{ balanced: boolean; checks: { name: string; holds: boolean }[] }>('audit');
  assert.equal(result.balanced, true);
  assert.ok(result.checks.length >= 5 && result.checks.every((check) => check.holds));
});

test('openapi prints the description', async () => {
  assert.deepEqual(await run('openapi'), JSON.parse(JSON.stringify(openApiDocument())));
});

test('the commands go on working when the service has stopped', async () => {
  assert.equal(await service.end(), 0);
  const submitted = await run<{ payments: number }>('settlement', 'submit', '--out', out);
  assert.equal(submitted.payments, 1);
  assert.equal((await run('audit')).balanced, true);
  assert.equal(postgresPid(DATA_DIR), undefined);
});
