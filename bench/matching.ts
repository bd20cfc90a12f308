/**
 * `matching`: a camt.054 file of 100,000 transfers, half of which find their payment, taken in by the command that the operator
 * runs, measured as a whole process; in turns with one plain SQL script that writes the same rows from a table loaded before.
 *
 *   data set ─▶ script (seconds)      data set ─▶ file ─▶ `interac ingest` (seconds, peak memory)      … each on data of its own
 */

import { benchAgainstScript, settle, verifyAudit } from './against-script.ts';
import { loadStaging, runScript } from './matching-baseline.ts';
import { type DataSet, makeDataSet, writeFile } from './matching-data.ts';
import type { Ran, World } from './world.ts';

const transfers = Number(process.env.BENCH_TRANSFERS || 100_000);

export async function benchMatching(): Promise<void> {
  await benchAgainstScript({
    name: 'matching',
    command: 'ingest',
    items: 'transfers',
    count: transfers,
    script: measureScript,
    run: measureIngest,
    finish: verifyAudit,
    about: (megabytes) => [
      `A camt.054.001.08 file of ${transfers.toLocaleString('en-CA')} transfers (${megabytes.toFixed(0)} MB), half of them for payments that wait, taken in by`,
      '`interac ingest FILE --json`, start and end of the process included; baseline: one SQL script, one transaction, that writes the',
      'same rows from a table that was loaded before. payment.completed is subscribed.',
    ],
    verified: ['After every run all rows were counted; at the end `audit` found the ledger balanced.'],
  });
}

async function measureScript(world: World, round: number): Promise<{ seconds: number; busy: number }> {
  const data = await makeDataSet(world, `script ${round}`, transfers);
  await loadStaging(world, data);
  const before = await heldPostings(world);
  const busy = await settle(world);
  const { seconds, fileId } = await runScript(world, data);
  await verify(world, data, fileId, before);
  return { seconds, busy };
}

async function measureIngest(world: World, round: number): Promise<{ ran: Ran; megabytes: number; busy: number }> {
  const data = await makeDataSet(world, `ingest ${round}`, transfers);
  const { file, megabytes } = await writeFile(world, data);
  const before = await heldPostings(world);
  const busy = await settle(world);
  const ran = await world.command('interac', 'ingest', file);
  const matched = data.matched.length;
  const expected = { entries: transfers, matched, held: transfers - matched, duplicates: 0, quarantined: 0 };
  for (const [name, count] of Object.entries(expected)) {
    if (ran.answer[name] !== count) throw new Error(`the command answered ${JSON.stringify(ran.answer)}`);
  }
  const { rows } = await world.database.query<{ id: bigint }>('select max(id) as id from bank_files');
  await verify(world, data, rows[0]?.id as bigint, before);
  return { ran, megabytes, busy };
}

async function heldPostings(world: World): Promise<number> {
  return await countOf(world, 'ledger_transfers where partner_id = $1', 0n);
}

async function verify(world: World, data: DataSet, fileId: bigint, heldBefore: number): Promise<void> {
  const { partnerId } = data;
  const matched = data.matched.length;
  const held = transfers - matched;
  const counts: [what: string, from: string, id: bigint, expected: number][] = [
    ['matched transfers', `interac_transfers where file_id = $1 and state = 'matched'`, fileId, matched],
    ['held transfers', `interac_transfers where file_id = $1 and held_reason = 'number-unknown'`, fileId, held],
    [
      'collected payments',
      `payments where partner_id = $1 and state = 'collected' and version = 2`,
      partnerId,
      matched,
    ],
    ['moves', `payment_history where partner_id = $1 and sequence = 2`, partnerId, matched],
    ['postings', 'ledger_transfers where partner_id = $1', partnerId, matched],
    ['events', `webhook_events where partner_id = $1 and event = 'payment.completed'`, partnerId, matched],
    ['held postings', 'ledger_transfers where partner_id = $1', 0n, heldBefore + held],
  ];
  for (const [what, from, id, expected] of counts) {
    const found = await countOf(world, from, id);
    if (found !== expected) throw new Error(`${expected} ${what} were expected, ${found} are there`);
  }
}

async function countOf(world: World, from: string, id: bigint): Promise<number> {
  const { rows } = await world.database.query<{ count: bigint }>(`select count(*) as count from ${from}`, [id]);
  return Number(rows[0]?.count);
}
