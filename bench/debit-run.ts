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
import { runScript } from './debit-run-baseline.ts';
import {
  emptyTables,
  expectCounts,
  makeAccounts,
  makePayments,
  settle,
  verifyAudit,
  withoutStatistics,
} from './eft-data.ts';
import { report } from './results.ts';
import { median, openWorld, type Ran, type World } from './world.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 3);
const debits = Number(process.env.BENCH_DEBITS || 1_000_000);
const memoryMegabytesBelow = 300;
/** What one AFT file of ours holds at most. */
const debitsPerFile = 999_999;
const files = Math.ceil(debits / debitsPerFile);

interface Round {
  busy: number;
  scriptSeconds: number;
  ran: Ran;
}

export async function benchDebitRun(): Promise<void> {
  const world = await openWorld();
  try {
    await withoutStatistics(world);
    const accounts = await makeAccounts(world);
    const done: Round[] = [];
    let fileMegabytes = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const script = await measureScript(world, accounts);
      const originate = await measureOriginate(world, accounts);
      fileMegabytes = originate.megabytes;
      const { scriptSeconds } = script;
      const { ran } = originate;
      done.push({ busy: Math.max(script.busy, originate.busy), scriptSeconds, ran });
      process.stdout.write(
        `round ${round}: script ${scriptSeconds.toFixed(2)} s, originate ${ran.wallSeconds.toFixed(2)} s, ${ran.peakMegabytes.toFixed(0)} MB\n`,
      );
    }
    await verifyAudit(world);
    await tell(world, done, fileMegabytes);
  } finally {
    await world.close();
  }
}

async function tell(world: World, done: readonly Round[], fileMegabytes: number): Promise<void> {
  const ratio = median(done.map((each) => each.scriptSeconds)) / median(done.map((each) => each.ran.wallSeconds));
  const peak = Math.max(...done.map((each) => each.ran.peakMegabytes));
  const perSecond = (seconds: number) => Math.round(debits / seconds).toLocaleString('en-CA');
  await report(
    world,
    'debit-run',
    [
      `${debits.toLocaleString('en-CA')} EFT payments that wait, of four partners and twenty accounts, originated into AFT files (${files}, ${fileMegabytes.toFixed(0)} MB in all) by`,
      '`eft originate --out DIR --json`, start and end of the process included; baseline: one SQL script, one transaction, that writes',
      'the same rows of debits and files, and no file.',
      '',
      '| round | busy with other things, % | script, s | debits/s | originate, s | debits/s | peak memory, MB |',
      '| ----- | ------------------------- | --------- | -------- | ------------ | -------- | --------------- |',
      ...done.map(
        ({ busy, scriptSeconds, ran }, index) =>
          `| ${index + 1} | ${busy.toFixed(0)} | ${scriptSeconds.toFixed(2)} | ${perSecond(scriptSeconds)} | ${ran.wallSeconds.toFixed(2)} | ${perSecond(ran.wallSeconds)} | ${ran.peakMegabytes.toFixed(0)} |`,
      ),
      '',
      'After every run all rows were counted, and the files read back: every record, count and sum of Z, each payment once; at the end',
      '`audit` found the ledger balanced.',
    ],
    [
      {
        what: "originate's rate / script's rate (medians)",
        value: ratio,
        goal: 'at least 0.40',
        reached: ratio >= 0.4,
      },
      {
        what: 'peak memory of the process, MB (largest)',
        value: peak,
        goal: `below ${memoryMegabytesBelow}`,
        reached: peak < memoryMegabytesBelow,
      },
    ],
  );
}

async function measureScript(world: World, accounts: readonly BankAccount[]) {
  await emptyTables(world);
  await makePayments(world, accounts, debits);
  const busy = await settle(world);
  const scriptSeconds = await runScript(world, files, debitsPerFile);
  await verifyRows(world);
  return { scriptSeconds, busy };
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
