/**
 * The drop folder as bank, operator and partner see it: files put into the inbox, taken in by the real command and by the service's
 * own schedule; effects seen over HTTP, webhooks included (design §8).
 */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { asShown, camt054File, created, fileOf, paid, transferFor } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { events, only, openDropWorld, type PickUp } from '../world/drop-folder.ts';
import { debitOf, debitsIn, eftPayment, registered, returnFile, returnOfDebit } from '../world/eft.ts';
import { until } from '../world/payments.ts';
import { openWorld, startService } from '../world/service.ts';
import { readSettlementFile, rejected, reportOn } from '../world/settlement.ts';

const { receiver, world, token, drop, env, pickUp, put, has, statusOf, heard } = await openDropWorld();

test('a camt.054 notification, whatever its name, completes its payment', async () => {
  const payment = await created(world, token);
  put(camt054File([transferFor(payment)]), 'RAPPORT.001');
  const { name, format, outcome, counts } = only(await pickUp());
  assert.deepEqual([name, format, outcome], ['RAPPORT.001', 'camt.054', 'processed']);
  assert.deepEqual(counts, { entries: 1, matched: 1, held: 0, duplicates: 0, quarantined: 0 });
  assert.equal(await statusOf(payment), 'completed');
  assert.equal(await heard(payment, 1), 'completed');
  assert.ok(has('processed').includes('RAPPORT.001'));
});

test('a pain.002 report fails the payment that it rejects', async () => {
  const payment = await paid(world, token);
  const submitted = await done<{ file: string }>(env, 'settlement', 'submit', '--out', path.join(drop, 'outbox'));
  const sent = readSettlementFile(submitted.file);
  const transactions = sent.transactions.filter(({ endToEndId }) => endToEndId.endsWith(`-${payment.id}-1`));
  put(reportOn(sent, rejected, transactions), 'status.camt054');
  const { format, outcome, counts } = only(await pickUp());
  assert.deepEqual([format, outcome], ['pain.002', 'processed']);
  assert.equal((counts as { rejected: number }).rejected, 1);
  assert.equal(await heard(payment, 2), 'completed failed');
});

test('a file of returned debits fails the payment whose debit came back', async () => {
  const account = await registered(world, token);
  const payment = await eftPayment(world, token, account.id);
  const originated = await done<{ file: string }>(env, 'eft', 'originate', '--out', path.join(drop, 'outbox'));
  const debit = debitOf(await debitsIn(originated.file), payment);
  put(returnFile([returnOfDebit('901', debit)]), 'returns.xml');
  const { format, outcome, counts } = only(await pickUp());
  assert.deepEqual([format, outcome], ['aft-returns', 'processed']);
  assert.equal((counts as { returned: number }).returned, 1);
  assert.equal(await heard(payment, 1), 'failed');
  // Our own debit file in the wrong folder is nothing that came from the bank.
  put(originated.file, 'debits.txt');
  const own = only(await pickUp());
  assert.equal(own.outcome, 'quarantined');
  assert.match(own.reason ?? '', /line 2, column 1: .*type D \(debit\): I and J, returns, are taken in/);
});

test('a second delivery ends in processed beside the first and changes nothing', async () => {
  const payment = await created(world, token);
  const file = camt054File([transferFor(payment)]);
  for (const duplicates of [0, 1]) {
    put(file, 'daily.xml');
    const { outcome, counts } = only(await pickUp());
    assert.equal(outcome, 'processed');
    assert.equal((counts as { duplicates: number }).duplicates, duplicates);
  }
  assert.equal(has('processed').filter((name) => /^daily.*\.xml$/.test(name)).length, 2);
  assert.equal(await heard(payment, 1), 'completed');
});

test('each kind of file that cannot be used is in quarantine with a reason that says what, where and what is accepted', async () => {
  const payment = await created(world, token);
  const good = readFileSync(camt054File([transferFor(payment)]), 'utf8');
  const cases: [name: string, content: string | Uint8Array, reason: RegExp][] = [
    ['a-empty', '', /empty/],
    ['b-text', 'Dear operator, the file is late', /begins with "Dear operator, the f".*neither XML nor AFT/],
    ['c-cut', good.slice(0, -30), /cut off.*BkToCstmrDbtCdtNtfctn|cut off/],
    ['d-doctype', good.replace('?>', '?><!DOCTYPE Document [<!ENTITY x "y">]>'), /DOCTYPE/],
    ['e-version', good.replace(/camt\.054\.001\.\d+/, 'camt.054.001.99'), /camt\.054\.001\.99.*accepted/],
    ['f-statement', good.replaceAll('camt.054', 'camt.053'), /camt\.053/],
    ['g-utf16', Buffer.from(`\ufeff${good}`, 'utf16le'), /UTF-16/],
    ['h-zip', Buffer.from('PK\u0003\u0004zip'), /compressed/],
    ['i-aft', `A000000001${'9'.repeat(10)}0001`, /line \d+, column \d+/],
    ['j-comment', `<!--${'x'.repeat(100_000)}-->`, /longer than|cut off|root/],
  ];
  for (const [name, content] of cases) put(fileOf(content), name);
  put(fileOf(good), 'k-good.xml');
  const result = await pickUp();
  assert.deepEqual(
    [result.processed, result.quarantined, result.waiting],
    [1, cases.length, 0],
    JSON.stringify(result),
  );
  for (const [name, content, reason] of cases) {
    assert.deepEqual(readFileSync(path.join(drop, 'quarantine', name)), Buffer.from(content), name);
    const text = readFileSync(path.join(drop, 'quarantine', `${name}.reason.txt`), 'utf8');
    assert.match(text, reason, name);
    assert.match(text, /where: +line \d+, column \d+\n[\s\S]*accepted: +a camt\.054 notification, a pain\.002/, name);
  }
  assert.equal(await statusOf(payment), 'completed', 'the good one among them was taken in');
});

test('files list shows what came in and went out, and what is in quarantine', async () => {
  const { files, quarantine } = await done<{
    files: { direction: string; format: string; name: string; state: string; counts: object | null; at: string }[];
    quarantine: { name: string; reason: string }[];
  }>(env, 'files', 'list', '--limit', '100');
  const of = (format: string) => files.filter((file) => file.format === format);
  assert.ok(of('camt.054').some(({ name, state }) => name === 'RAPPORT.001' && state === 'done'));
  assert.ok(of('aft-debits').every(({ direction, counts }) => direction === 'out' && counts !== null));
  assert.ok(of('camt.054').some(({ name, state }) => name === 'c-cut' && state === 'refused'));
  assert.match(files[0]?.at ?? '', /^\d{4}-\d\d-\d\dT/);
  assert.match(quarantine.find(({ name }) => name === 'a-empty')?.reason ?? '', /empty/);
});

test('without settling a file that has just been written waits, and is told to', async () => {
  const payment = await created(world, token);
  put(camt054File([transferFor(payment)]), 'fresh.xml');
  const waits = await done<PickUp>({ ...env, DROP_SETTLED_SECONDS: '3600' }, 'files', 'pick-up');
  assert.deepEqual([waits.processed, waits.waiting], [0, 1]);
  assert.match(only(waits).reason ?? '', /3600 s/);
  assert.equal(await statusOf(payment), 'pending');
  assert.equal((await pickUp()).processed, 1);
  assert.equal(await statusOf(payment), 'completed');
});

test('the service takes in by itself what it finds when it starts, tells it in log and metrics, and writes debits to the outbox', async () => {
  const own = await openWorld();
  const { token: ownToken } = await own.partner({ webhook: { url: receiver.url, events } });
  const dataDirectory = own.env.DATA_DIR ?? '';
  assert.ok(existsSync(path.join(dataDirectory, 'bank', 'inbox')), 'the sandbox has a drop folder without being told');
  const payment = await created(own, ownToken);
  await own.end();
  const inbox = path.join(dataDirectory, 'bank', 'inbox');
  copyFileSync(camt054File([transferFor(payment)]), path.join(inbox, 'notification.xml'));
  writeFileSync(path.join(inbox, 'letter.txt'), 'Account 299001234567 of Ada');
  mkdirSync(path.join(inbox, 'a folder'));
  const again = await startService({ ...own.env, DROP_SETTLED_SECONDS: '0' });
  await until('webhook', () => receiver.events(payment.id).includes('payment.completed'), 30);
  await until('both files moved', () => readdirSync(inbox).length === 1, 30);
  assert.equal((await asShown(again, ownToken, payment.id)).status, 'completed');
  // A file is counted once it has been moved.
  await until('both files counted', async () => {
    const metrics = (await again.call('GET', '/metrics')).text;
    return ['format="camt.054",outcome="processed"', 'format="unknown",outcome="quarantined"'].every((labels) =>
      metrics.includes(`quittance_bank_files_total{${labels}} 1`),
    );
  });
  await until('the folder told', () => again.output().includes('a folder'));
  assert.match(
    again.output(),
    /"name":"notification.xml","format":"camt.054","counts":\{"entries":1,.*"milliseconds":\d+/,
  );
  assert.ok(!again.output().includes('Account 299'), 'no content in the log');

  const account = await registered(again, ownToken);
  const debit = await eftPayment(again, ownToken, account.id);
  for (const days of [1, 1]) {
    const answer = await again.call('POST', '/sandbox/clock', { token: ownToken, body: { advanceBusinessDays: days } });
    assert.equal(answer.status, 200, answer.text);
  }
  const outbox = path.join(dataDirectory, 'bank', 'outbox');
  const [name] = await until(
    'a debit file',
    () => existsSync(outbox) && readdirSync(outbox).length > 0 && readdirSync(outbox),
  );
  debitOf(await debitsIn(path.join(outbox, name ?? '')), debit);
  await again.end();
});

test('a drop folder that cannot be used ends the start, and production without one has nothing to pick up', async () => {
  const blocked = fileOf('this is a file');
  await assert.rejects(
    startService({ DATABASE_URL: world.testDatabase.url, DROP_DIR: blocked }),
    /A setting is wrong:\n {2}DROP_DIR=.*cannot be made, read or written/,
  );
  const production = { ENVIRONMENT: 'production', PUBLIC_URL: 'https://pay.example.ca' };
  const { DROP_DIR: _drop, ...bare } = env;
  const refused = await command({ ...bare, ...production }, 'files', 'pick-up');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /DROP_DIR is not set/);
});
