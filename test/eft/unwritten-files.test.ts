/**
 * Debit files that cannot be written: what stands in the way of one holds up no other, and no debit is lost or stands in two files.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, test } from 'node:test';
import { FilesNotWritten } from '../../src/bank-files/cut-offs.ts';
import { originateAtCutOff } from '../../src/collection/eft/cut-off.ts';
import { originateDebits } from '../../src/collection/eft/originate.ts';
import { create } from '../../src/payments/create.ts';
import { fileOf } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { debitsIn } from '../world/eft.ts';
import { anEftAccount, bookSettings, openEftBook } from '../world/eft-book.ts';
import type { Origination } from '../world/eft-world.ts';
import { aNewPayment } from '../world/payments.ts';
import { temporaryFolder } from '../world/service.ts';

const { database, env, payments, partnerId, accounts, rowsOf } = await openEftBook();
/** A Monday, half past two in the afternoon in Toronto. */
const monday = Temporal.Instant.from('2026-11-23T19:30:00Z');
const tuesdayInAWeek = Temporal.Instant.from('2026-12-01T19:30:00Z');
const originate = (outDir: string, at = monday) => originateDebits(database, bookSettings, { outDir, at });
const count = async (from: string) => Number((await rowsOf(`select count(*) as count from ${from}`))[0]?.count);
const balanced = async () => assert.equal((await done(env, 'audit')).balanced, true);
const referencesIn = async (...files: (string | null)[]) =>
  (await Promise.all(files.filter((file) => file !== null).map(debitsIn))).flat().map((debit) => debit.crossReference);
const ofPayments = (ids: readonly bigint[]) => ids.map((id) => `S${id}A1`);

/** As a process leaves it that dies with its debits committed: before its file has its name, or (`named`) when it may have had it. */
async function interrupted(outDir: string, named = false): Promise<{ ids: bigint[]; file: string; bytes: Buffer }> {
  const ids = await payments(3);
  const { file } = await originate(outDir);
  assert.ok(file);
  const bytes = readFileSync(file);
  rmSync(file);
  await rowsOf(
    'update eft_files set written_at = null, file_id = null, named_at = case when $2 then named_at end where file_name = $1',
    ...[path.basename(file), named],
  );
  return { ids, file, bytes };
}

async function fails(run: Promise<unknown>): Promise<FilesNotWritten<Origination>> {
  const fault = await run.then(
    () => assert.fail('it was written'),
    (error: unknown) => error,
  );
  assert.ok(fault instanceof FilesNotWritten, String(fault));
  return fault;
}

let out: string;
beforeEach(() => {
  out = temporaryFolder();
});

test('a sum that no file can say is split over two: one partner’s great debits stop nobody', async () => {
  const account = accounts[0] as (typeof accounts)[number];
  const amountCents = 9_999_999_999n;
  const one = () => aNewPayment(partnerId, 'bill_eft', { bankAccountId: account.id, amountCents });
  for (let made = 0; made < 10_001; made += 909) {
    await create(database, Array.from({ length: Math.min(909, 10_001 - made) }, one));
  }
  const others = await payments(2);
  const run = await originate(out);
  assert.deepEqual([run.debits, run.otherFiles.length], [10_003, 1]);
  const rows = await rowsOf('select debits, total_cents from eft_files order by id desc limit 2');
  assert.ok(rows.every((row) => (row.total_cents as bigint) < 10n ** 14n));
  assert.deepEqual(
    rows.map((row) => row.debits),
    [3, 10_000],
  );
  const references = await referencesIn(run.file, ...run.otherFiles);
  assert.equal(new Set(references).size, 10_003);
  for (const reference of ofPayments(others)) assert.ok(references.includes(reference));
  await balanced();
});

test('a file with a debit that cannot be written is told at the end; the others are written, again and again', async () => {
  const bad = await interrupted(out);
  const file = `(select id from eft_files where file_name = '${path.basename(bad.file)}')`;
  const sealed = await rowsOf(`select payment_id, account_sealed from eft_debits where file_id = ${file}`);
  await rowsOf(`update eft_debits set account_sealed = '\\x00' where file_id = ${file}`);
  for (const waiting of [4, 2, 0]) {
    const expected = await payments(waiting);
    const { message, done: origination, madeAll } = await fails(originate(out));
    assert.match(message, new RegExp(`^${path.basename(bad.file)} is not written: `));
    assert.deepEqual([madeAll, origination.debits], [true, expected.length]);
    assert.deepEqual(await referencesIn(origination.file), ofPayments(expected));
  }
  for (const row of sealed) {
    await rowsOf('update eft_debits set account_sealed = $2 where payment_id = $1', row.payment_id, row.account_sealed);
  }
  const { otherFiles } = await originate(out);
  assert.deepEqual(otherFiles, [bad.file]);
  assert.ok(readFileSync(bad.file).equals(bad.bytes));
  await balanced();
});

test('a folder that cannot be is refused before any debit is made, and the next run into a good one works', async () => {
  const ids = await payments(2);
  const before = await count('eft_debits');
  const file = fileOf('a file stands where the folder should be');
  for (const folder of ['/dev/null/x', file]) {
    const result = await command(env, 'eft', 'originate', '--out', folder);
    assert.equal(result.code, 1);
    assert.match(result.stderr, /the folder .* cannot be written to/);
  }
  assert.equal(await count('eft_debits'), before);
  const run = await done<Origination>(env, 'eft', 'originate', '--out', out);
  assert.deepEqual(await referencesIn(run.file), ofPayments(ids));
  assert.deepEqual(readdirSync(out), [path.basename(run.file ?? '')], 'nothing is left of the try');
});

test('where the folder of an interrupted run is gone, the file goes into that of the next run, if it never had its name', async () => {
  const { ids, file, bytes } = await interrupted(out);
  rmSync(out, { recursive: true });
  writeFileSync(out, 'not a folder any more');
  const elsewhere = temporaryFolder();
  const { otherFiles } = await originate(elsewhere);
  assert.deepEqual(otherFiles, [path.join(elsewhere, path.basename(file))]);
  assert.ok(readFileSync(otherFiles[0] ?? '').equals(bytes));
  assert.deepEqual(await referencesIn(...otherFiles), ofPayments(ids));
  assert.deepEqual((await originate(elsewhere)).otherFiles, []);
  rmSync(out);
  await balanced();
});

test('a file that may have had its name is written where it was and nowhere else; until then the run says so and goes on', async () => {
  const { file, bytes } = await interrupted(out, true);
  rmSync(out, { recursive: true });
  writeFileSync(out, 'not a folder any more');
  const elsewhere = temporaryFolder();
  const ids = await payments(2);
  const { message, done: origination } = await fails(originate(elsewhere));
  assert.match(message, /may have stood there under its name/);
  assert.deepEqual(await referencesIn(origination.file), ofPayments(ids));
  assert.equal(readdirSync(elsewhere).length, 1);
  rmSync(out);
  assert.deepEqual((await originate(elsewhere, tuesdayInAWeek)).otherFiles, [file]);
  assert.ok(readFileSync(file).equals(bytes), 'however late: the bank tells by its number that it has it already');
  await balanced();
});

test('a file that is written past its due day, and never had its name, is due on the day it is written, under the same number', async () => {
  const { ids, file } = await interrupted(out);
  const { otherFiles } = await originate(out, tuesdayInAWeek);
  const name = path.basename(file).replace('20261123', '20261201');
  assert.deepEqual(otherFiles, [path.join(out, name)]);
  assert.equal(existsSync(file), false);
  const debits = await debitsIn(path.join(out, name));
  assert.deepEqual(
    debits.map((debit) => [debit.crossReference, String(debit.date)]),
    ofPayments(ids).map((each) => [each, '2026-12-01']),
  );
  const head = readFileSync(path.join(out, name), 'latin1').split('\r\n')[0] ?? '';
  assert.equal(head.slice(24, 30), '026335', 'made on that day');
  assert.equal(head.slice(20, 24), /-(\d{4})\.txt$/.exec(file)?.[1]);
  const [shown] = await rowsOf(
    'select f.due_date from eft_debits d join eft_files f on f.id = d.file_id where payment_id = $1',
    ids[0],
  );
  assert.equal(String(shown?.due_date), '2026-12-01');
  await balanced();
});

test('a cut-off whose file cannot be written is run once, and its file is tried again between cut-offs', async () => {
  const settings = { eft: bookSettings, time: Temporal.PlainTime.from('14:00'), outDir: out };
  await originateAtCutOff(database, settings, monday);
  const nextDay = Temporal.Instant.from('2026-11-24T19:30:00Z');
  const bad = await interrupted(temporaryFolder(), true);
  const broken = path.dirname(bad.file);
  rmSync(broken, { recursive: true });
  writeFileSync(broken, 'not a folder any more');
  const more = await payments(1);
  await fails(originateAtCutOff(database, settings, nextDay));
  assert.deepEqual(await referencesIn(...readdirSync(out).map((name) => path.join(out, name))), ofPayments(more));
  await payments(1);
  await fails(originateAtCutOff(database, settings, nextDay));
  assert.equal(readdirSync(out).length, 1, 'what came after the cut-off waits for the next');
  rmSync(broken);
  await originateAtCutOff(database, settings, nextDay);
  assert.ok(readFileSync(bad.file).equals(bad.bytes));
  await balanced();
});

test('a holder’s name of a million characters reaches the debit cut: a page of debits stays small', async () => {
  const account = await anEftAccount(database, partnerId, { accountHolderName: `Zoé ${'A'.repeat(1_000_000)}` });
  await create(database, [aNewPayment(partnerId, 'bill_eft', { bankAccountId: account.id })]);
  const { file } = await originate(out);
  const debits = await debitsIn(file ?? '');
  assert.equal(debits.at(-1)?.partyName, `ZOE ${'A'.repeat(26)}`);
  const [row] = await rowsOf('select max(length(account_holder_name)) as longest from eft_debits');
  assert.ok(Number(row?.longest) <= 120);
});
