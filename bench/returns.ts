/**
 * `returns`: a bank's file of 50,000 returned debits, most of which fail a pending payment, taken in by the command that the operator
 * runs, measured as a whole process; in turns with one plain SQL script that writes the same rows from a table loaded before.
 *
 *   debits ─▶ script (seconds)      debits ─▶ file ─▶ `eft returns` (seconds, peak memory)      … tables emptied between
 */
import type { BankAccount } from '../src/bank-accounts/store.ts';
import { expectCounts, makeAccounts, settle, verifyAudit, withoutStatistics } from './eft-data.ts';
import { report } from './results.ts';
import { loadStaging, runScript } from './returns-baseline.ts';
import { makeReturns, mixOf, writeFile } from './returns-data.ts';
import { median, openWorld, type Ran, type World } from './world.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 3);
const lines = Number(process.env.BENCH_RETURNS || 50_000);
const memoryMegabytesBelow = 300;

interface Round {
  busy: number;
  scriptSeconds: number;
  ran: Ran;
}

export async function benchReturns(): Promise<void> {
  const world = await openWorld();
  try {
    await withoutStatistics(world);
    const accounts = await makeAccounts(world);
    const done: Round[] = [];
    let fileMegabytes = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const script = await measureScript(world, accounts);
      const taken = await measureReturns(world, accounts, round);
      fileMegabytes = taken.megabytes;
      const { scriptSeconds } = script;
      const { ran } = taken;
      done.push({ busy: Math.max(script.busy, taken.busy), scriptSeconds, ran });
      process.stdout.write(
        `round ${round}: script ${scriptSeconds.toFixed(2)} s, returns ${ran.wallSeconds.toFixed(2)} s, ${ran.peakMegabytes.toFixed(0)} MB\n`,
      );
    }
    await tell(world, done, fileMegabytes);
  } finally {
    await world.close();
  }
}

async function tell(world: World, done: readonly Round[], fileMegabytes: number): Promise<void> {
  const ratio = median(done.map((each) => each.scriptSeconds)) / median(done.map((each) => each.ran.wallSeconds));
  const peak = Math.max(...done.map((each) => each.ran.peakMegabytes));
  const perSecond = (seconds: number) => Math.round(lines / seconds).toLocaleString('en-CA');
  const mix = Object.entries(mixOf(lines)).map(([action, count]) => `${action} ${count.toLocaleString('en-CA')}`);
  await report(
    world,
    'returns',
    [
      `A file of ${lines.toLocaleString('en-CA')} returned debits (${fileMegabytes.toFixed(0)} MB; ${mix.join(', ')}), taken in by`,
      '`eft returns FILE --json`, start and end of the process included; baseline: one SQL script, one transaction, that writes the',
      'same rows from a table that was loaded before. payment.failed is subscribed.',
      '',
      '| round | busy with other things, % | script, s | returns/s | command, s | returns/s | peak memory, MB |',
      '| ----- | ------------------------- | --------- | --------- | ---------- | --------- | --------------- |',
      ...done.map(
        ({ busy, scriptSeconds, ran }, index) =>
          `| ${index + 1} | ${busy.toFixed(0)} | ${scriptSeconds.toFixed(2)} | ${perSecond(scriptSeconds)} | ${ran.wallSeconds.toFixed(2)} | ${perSecond(ran.wallSeconds)} | ${ran.peakMegabytes.toFixed(0)} |`,
      ),
      '',
      'After every run all rows were counted, and `audit` found the ledger balanced.',
    ],
    [
      { what: "command's rate / script's rate (medians)", value: ratio, goal: 'at least 0.40', reached: ratio >= 0.4 },
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
  await loadStaging(world, await makeReturns(world, accounts, lines));
  const busy = await settle(world);
  const scriptSeconds = await runScript(world);
  await verify(world);
  return { scriptSeconds, busy };
}

async function measureReturns(world: World, accounts: readonly BankAccount[], round: number) {
  const returns = await makeReturns(world, accounts, lines);
  const { file, megabytes } = await writeFile(world, `returns-${round}`, returns);
  const busy = await settle(world);
  const ran = await world.command('eft', 'returns', file);
  const mix = mixOf(lines);
  const expected = {
    lines,
    returned: mix.fail,
    late: mix.late,
    held: mix.hold,
    duplicates: mix.duplicate,
    quarantined: 0,
  };
  for (const [name, count] of Object.entries(expected)) {
    if (ran.answer[name] !== count) throw new Error(`the command answered ${JSON.stringify(ran.answer)}`);
  }
  await verify(world);
  return { ran, megabytes, busy };
}

async function verify(world: World): Promise<void> {
  const mix = mixOf(lines);
  await expectCounts(world, [
    ...Object.entries(mix).map(
      ([action, count]) => [`returns (${action})`, `eft_returns where action = '${action}'`, count] as const,
    ),
    ['returned debits', `eft_debits where state = 'returned' and return_code is not null`, mix.fail + mix.late],
    ['failed payments', `payments where state = 'uncollected' and version = 2`, mix.fail],
    ['moves', `payment_history where sequence = 2 and event = 'funds_failed'`, mix.fail],
    ['events', `webhook_events where event = 'payment.failed'`, mix.fail],
    ['postings', `ledger_transfers where debit_account = 'receivable'`, mix.late],
    ['completed payments', `payments where state = 'collected'`, mix.late],
  ]);
  await verifyAudit(world);
}
