/**
 * `debit-run`: 1,000,000 EFT payments that wait get their debits and stand in AFT files, by the command that the operator runs, measured
 * as a whole process; in turns with one plain SQL script that writes the same rows, without any file.
 *
 *   payments ─▶ script (seconds)      payments ─▶ `eft originate` (seconds, peak memory) ─▶ files read back      … tables emptied between
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BankAccount } from '../src/bank-accounts/store.ts';
import { readAft } from '../src/collection/eft/aft-reader.ts';
import { benchAgainstScript, settle, verifyAudit } from './against-script.ts';
import { runScript } from './debit-run-baseline.ts';
import { emptyTables, expectCounts, makeAccounts, makePayments, withoutStatistics } from './eft-data.ts';
import type { World } from './world.ts';

const debits = Number(process.env.BENCH_DEBITS || 1_000_000);
/** What one AFT file of ours holds at most. */
const debitsPerFile = 999_999;
const files = Math.ceil(debits / debitsPerFile);

export async function benchDebitRun(): Promise<void> {
  let accounts: BankAccount[] = [];
  await benchAgainstScript({
    name: 'debit-run',
    command: 'originate',
    items: 'debits',
    count: debits,
    prepare: async (world) => {
      await withoutStatistics(world);
      accounts = await makeAccounts(world);
    },
    script: (world) => measureScript(world, accounts),
    run: (world) => measureOriginate(world, accounts),
    finish: verifyAudit,
    about: (megabytes) => [
      `${debits.toLocaleString('en-CA')} EFT payments that wait, of four partners and twenty accounts, originated into AFT files (${files}, ${megabytes.toFixed(0)} MB in all) by`,
      '`eft originate --out DIR --json`, start and end of the process included; baseline: one SQL script, one transaction, that writes',
      'the same rows of debits and files, and no file.',
    ],
    verified: [
      'After every run all rows were counted, and the files read back: every record, count and sum of Z, each payment once; at the end',
      '`audit` found the ledger balanced.',
    ],
  });
}

async function measureScript(world: World, accounts: readonly BankAccount[]) {
  await emptyTables(world);
  await makePayments(world, accounts, debits);
  const busy = await settle(world);
  const seconds = await runScript(world, files, debitsPerFile);
  await verifyRows(world);
  return { seconds, busy };
}

async function measureOriginate(world: World, accounts: readonly BankAccount[]) {
  await emptyTables(world);
  await makePayments(world, accounts, debits);
  const busy = await settle(world);
  const dir = mkdtempSync(path.join(world.dataDir, 'debits-'));
  const ran = await world.command('eft', 'originate', '--out', dir);
  const { file, otherFiles, debits: originated } = ran.answer as { file: string; otherFiles: string[]; debits: number };
  if (originated !== debits || otherFiles.length !== files - 1) {
    throw new Error(`the command answered ${JSON.stringify(ran.answer)}`);
  }
  await verifyRows(world);
  const bytes = await verifyFiles(world, [file, ...otherFiles]);
  rmSync(dir, { recursive: true });
  return { ran, busy, megabytes: bytes / 1e6 };
}

async function verifyRows(world: World): Promise<void> {
  const { rows } = await world.database.query<{ total: bigint }>(
    'select sum(amount_cents)::bigint as total from payments',
  );
  const total = rows[0]?.total as bigint;
  await expectCounts(world, [
    [
      'debits',
      `eft_debits where state = 'open' and attempt = 1 and cross_reference = 'S' || payment_id || 'A1'`,
      debits,
    ],
    ['payments with a debit', '(select distinct partner_id, payment_id from eft_debits) d', debits],
    ['cents of debits', 'eft_debits', total, 'sum(amount_cents)'],
    ['files', 'eft_files f join bank_files b on b.id = f.file_id where f.written_at is not null', files],
    ['debits of files', 'eft_files', debits, 'sum(debits)'],
    ['cents of files', 'eft_files', total, 'sum(total_cents)'],
  ]);
}

/** Reads the files as a bank does (record counts, count and sum of Z), and compares with the rows. Answers their size in bytes. */
async function verifyFiles(world: World, written: readonly string[]): Promise<number> {
  let [bytes, count, cents, ids] = [0, 0, 0n, 0n];
  for (const file of written) {
    const stream = createReadStream(file);
    for await (const items of readAft(stream)) {
      for (const item of items) {
        if (item.kind === 'header') continue;
        if (item.kind !== 'segment') throw new Error(`${file}: ${JSON.stringify(item)}`);
        count += 1;
        cents += item.segment.amountCents;
        ids += BigInt(item.segment.crossReference.slice(1, -2));
      }
    }
    bytes += stream.bytesRead;
  }
  await expectCounts(world, [
    ['debits in files', 'eft_debits', count],
    ['cents in files', 'eft_debits', cents, 'sum(amount_cents)'],
    ['payment ids in files, added up,', 'eft_debits', ids, 'sum(payment_id)'],
  ]);
  return bytes;
}
