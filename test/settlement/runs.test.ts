/** Settlement runs beside and after each other: resumed files, turns between processes, one connection (interface §3). */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/base/database.ts';
import { tryLock, unlock } from '../../src/base/locks.ts';
import { PayeeDirectory } from '../../src/payees/snapshot.ts';
import { settleAtCutOff } from '../../src/settlement/cut-off.ts';
import { asShown, created, paid } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { openWorld, type PaymentRecord, startService, temporaryFolder } from '../world/service.ts';
import { accepted, readSettlementFile, report, reportOn, submit } from '../world/settlement.ts';

const account = { SETTLEMENT_ACCOUNT: '999-00001-1000001' };
const world = await openWorld(account);
const { database } = world.testDatabase;
const { token } = await world.partner();

interface Run {
  file: string | null;
  payments: number;
  resumed: string[];
}
const run = (outDir: string) => command<Run>(world.env, 'settlement', 'submit', '--out', outDir);
const play = (body: object, service = world as Pick<typeof world, 'call'>) =>
  service.call<PaymentRecord>('POST', '/sandbox/settlements', { token, body });

/** A batch whose process died behind the commit: no file, and what it had begun to write. */
async function interrupted(outDir: string): Promise<string> {
  const { json, stderr } = await run(outDir);
  assert.ok(json.file, stderr);
  rmSync(json.file);
  writeFileSync(`${json.file}.4711.partial`, 'half');
  const name = path.basename(json.file);
  await database.query('update settlement_batches set written_at = null, file_id = null where file_name = $1', [name]);
  return json.file;
}

test('a file that a dead process left unwritten is written where that run was told, by the next run wherever that writes', async () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  const payment = await paid(world, token);
  const file = await interrupted(first);
  const next = await paid(world, token);
  const answer = await play({ paymentId: next.id, outcome: 'accepted' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(existsSync(file), false, 'a run for one payment leaves the files of others alone');
  const { json } = await run(path.relative(process.cwd(), second));
  assert.deepEqual([json.file, json.payments, json.resumed], [null, 0, [file]]);
  assert.deepEqual(readdirSync(first), [path.basename(file)], 'and nothing half written beside it');
  assert.deepEqual(readdirSync(second), []);
  const sent = readSettlementFile(file);
  assert.deepEqual(await report(database, reportOn(sent, accepted)), { accepted: 1 });
  assert.equal((await asShown(world, token, payment.id)).status, 'completed');
});

test('a pool of one connection is enough for a run', async () => {
  const payments = [await paid(world, token), await paid(world, token)];
  const narrow = openDatabase({ url: world.testDatabase.url, schema: 'sandbox', connectionsMax: 1 });
  try {
    const { sent } = await submit(narrow);
    assert.equal(sent.transactions.length, payments.length);
    assert.deepEqual(await report(narrow, reportOn(sent, accepted)), { accepted: payments.length });
  } finally {
    await narrow.close();
  }
});

test('ten plays on one payment, in two processes: one answers it, the others come too late and say so', async () => {
  const second = await startService({ DATABASE_URL: world.testDatabase.url, ROLES: 'api' });
  const payment = await paid(world, token);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      play({ paymentId: payment.id, outcome: index % 3 ? 'accepted' : 'rejected' }, index % 2 ? second : world),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
  for (const { status, text } of answers)
    if (status === 400) assert.match(text, /not in settlement: it is (settled|rejected)/);
  await second.end();
});

test('plays on different payments, in two processes and beside a command, are all carried out', async () => {
  const second = await startService({ DATABASE_URL: world.testDatabase.url, ROLES: 'api' });
  const payments: PaymentRecord[] = [];
  while (payments.length < 8) payments.push(await paid(world, token));
  const [submission, ...answers] = await Promise.all([
    run(temporaryFolder()),
    ...payments.map(({ id }, index) => play({ paymentId: id, outcome: 'rejected' }, index % 2 ? second : world)),
  ]);
  for (const answer of answers) assert.deepEqual([answer.status, answer.json.status], [200, 'failed'], answer.text);
  if (submission.code !== 0) assert.match(submission.stderr, /another settlement run is under way/);
  await second.end();
});

test('a play waits for a run that is under way; another environment of the database never does', async () => {
  const payment = await paid(world, token);
  const holding = await database.withSession(async (session) => {
    assert.ok(await tryLock(session, 'production', 'settlement run'), 'each environment has its own');
    assert.ok(await tryLock(session, 'sandbox', 'settlement run'));
    const waiting = play({ paymentId: payment.id, outcome: 'accepted' });
    assert.match((await run(temporaryFolder())).stderr, /another settlement run is under way/);
    await unlock(session, 'sandbox', 'settlement run');
    return waiting;
  });
  assert.equal(holding.status, 200, holding.text);
  const unpaid = await created(world, token);
  assert.equal((await play({ paymentId: unpaid.id, outcome: 'accepted' })).status, 400);
});

/** The same, but a file stands where the folder was. `named`: its file may have had its name there. */
async function withoutFolder(named: boolean): Promise<{ dir: string; file: string }> {
  const dir = temporaryFolder();
  const file = await interrupted(dir);
  const name = path.basename(file);
  if (!named) await database.query('update settlement_batches set named_at = null where file_name = $1', [name]);
  rmSync(dir, { recursive: true });
  writeFileSync(dir, 'not a folder');
  return { dir, file };
}

test('a folder that cannot be is refused before anything is batched, and the next run into a good one works', async () => {
  const payment = await paid(world, token);
  const refused = await run('/dev/null/x');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /the folder \/dev\/null\/x cannot be written to/);
  const { json } = await run(temporaryFolder());
  assert.equal(json.payments, 1);
  assert.ok(json.file && readSettlementFile(json.file).transactions[0]?.endToEndId.includes(`-${payment.id}-`));
});

test('a batch whose folder is gone goes into that of the next run, if its file never had its name; else that is said, and the run goes on', async () => {
  await paid(world, token);
  const moved = await withoutFolder(false);
  const second = temporaryFolder();
  const { json, stderr } = await run(second);
  assert.deepEqual(json?.resumed, [path.join(second, path.basename(moved.file))], stderr);
  await paid(world, token);
  const kept = await withoutFolder(true);
  const payment = await paid(world, token);
  const third = temporaryFolder();
  const told = await run(third);
  assert.equal(told.code, 1);
  assert.match(told.stderr, /may have stood there under its name/);
  const [file] = readdirSync(third);
  assert.ok(file && readSettlementFile(path.join(third, file)).transactions[0]?.endToEndId.includes(`-${payment.id}-`));
  rmSync(kept.dir);
  assert.deepEqual((await run(third)).json.resumed, [kept.file]);
});

test('a cut-off whose file cannot be written is run once, and its file is tried again between cut-offs', async () => {
  const settings = {
    settlement: {
      environment: 'sandbox',
      operatorName: 'Test',
      debtor: { institutionNumber: '999', transitNumber: '00001', accountNumber: '1' },
    },
    time: Temporal.PlainTime.from('17:00'),
    outDir: temporaryFolder(),
  } as const;
  const payees = await new PayeeDirectory(database).refresh();
  const turn = (at: string) => settleAtCutOff(database, settings, payees, Temporal.Instant.from(at));
  await turn('2026-11-23T23:00:00Z');
  await paid(world, token);
  const kept = await withoutFolder(true);
  await paid(world, token);
  for (let times = 0; times < 2; times += 1) {
    await assert.rejects(turn('2026-11-24T23:00:00Z'), /may have stood there/);
    assert.equal(readdirSync(settings.outDir).length, 1);
    await paid(world, token);
  }
  rmSync(kept.dir);
  await turn('2026-11-24T23:00:00Z');
  assert.ok(existsSync(kept.file));
  assert.equal(readdirSync(settings.outDir).length, 1);
});

test('after all of this the ledger balances', async () => {
  assert.equal((await done(world.env, 'audit')).balanced, true);
});
