/**
 * `returns`: a bank's file of 50,000 returned debits, most of which fail a pending payment, taken in by the command that the operator
 * runs, measured as a whole process; in turns with one plain SQL script that writes the same rows from a table loaded before.
 *
 *   debits ─▶ script (seconds)      debits ─▶ file ─▶ `eft returns` (seconds, peak memory)      … tables emptied between
 */
import type { BankAccount } from '../src/bank-accounts/store.ts';
import { benchAgainstScript, settle, verifyAudit } from './against-script.ts';
import { expectCounts, makeAccounts, withoutStatistics } from './eft-data.ts';
import { loadStaging, runScript } from './returns-baseline.ts';
import { makeReturns, mixOf, writeFile } from './returns-data.ts';
import type { World } from './world.ts';

const lines = Number(process.env.BENCH_RETURNS || 50_000);

export async function benchReturns(): Promise<void> {
  let accounts: BankAccount[] = [];
  const mix = Object.entries(mixOf(lines)).map(([action, count]) => `${action} ${count.toLocaleString('en-CA')}`);
  await benchAgainstScript({
    name: 'returns',
    command: 'returns',
    items: 'returns',
    count: lines,
    prepare: async (world) => {
      await withoutStatistics(world);
      accounts = await makeAccounts(world);
    },
    script: (world) => measureScript(world, accounts),
    run: (world, round) => measureReturns(world, accounts, round),
    about: (megabytes) => [
      `A file of ${lines.toLocaleString('en-CA')} returned debits (${megabytes.toFixed(0)} MB; ${mix.join(', ')}), taken in by`,
      '`eft returns FILE --json`, start and end of the process included; baseline: one SQL script, one transaction, that writes the',
      'same rows from a table that was loaded before. payment.failed is subscribed.',
    ],
    verified: ['After every run all rows were counted, and `audit` found the ledger balanced.'],
  });
}

async function measureScript(world: World, accounts: readonly BankAccount[]) {
  await loadStaging(world, await makeReturns(world, accounts, lines));
  const busy = await settle(world);
  const seconds = await runScript(world);
  await verify(world);
  return { seconds, busy };
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
