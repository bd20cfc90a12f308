/**
 * `matching`: a camt.054 file of 100,000 transfers, half of which find their payment, taken in by the command that the operator
 * runs, measured as a whole process; in turns with one plain SQL script that writes the same rows from a table loaded before.
 *
 *   data set ─▶ script (seconds)      data set ─▶ file ─▶ `interac ingest` (seconds, peak memory)      … each on data of its own
 */

import { loadStaging, runScript } from './matching-baseline.ts';
import { type DataSet, makeDataSet, writeFile } from './matching-data.ts';
import { report } from './results.ts';
import { calm, median, openWorld, type Ran, type World } from './world.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 3);
const transfers = Number(process.env.BENCH_TRANSFERS || 100_000);
const memoryMegabytesBelow = 300;

interface Round {
  busy: number;
  scriptSeconds: number;
  ran: Ran;
}

export async function benchMatching(): Promise<void> {
  const world = await openWorld();
  try {
    const done: Round[] = [];
    let fileMegabytes = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const script = await measureScript(world, round);
      const { scriptSeconds } = script;
      const { ran, megabytes, busy: busyBefore } = await measureIngest(world, round);
      fileMegabytes = megabytes;
      done.push({ busy: Math.max(script.busy, busyBefore), scriptSeconds, ran });
      process.stdout.write(
        `round ${round}: script ${scriptSeconds.toFixed(2)} s, ingest ${ran.wallSeconds.toFixed(2)} s, ${ran.peakMegabytes.toFixed(0)} MB\n`,
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
  const perSecond = (seconds: number) => Math.round(transfers / seconds).toLocaleString('en-CA');
  await report(
    world,
    'matching',
    [
      `A camt.054.001.08 file of ${transfers.toLocaleString('en-CA')} transfers (${fileMegabytes.toFixed(0)} MB), half of them for payments that wait, taken in by`,
      '`interac ingest FILE --json`, start and end of the process included; baseline: one SQL script, one transaction, that writes the',
      'same rows from a table that was loaded before. payment.completed is subscribed.',
      '',
      '| round | busy with other things, % | script, s | transfers/s | ingest, s | transfers/s | peak memory, MB |',
      '|---|---|---|---|---|---|---|',
      ...done.map(
        ({ busy, scriptSeconds, ran }, index) =>
          `| ${index + 1} | ${busy.toFixed(0)} | ${scriptSeconds.toFixed(2)} | ${perSecond(scriptSeconds)} | ${ran.wallSeconds.toFixed(2)} | ${perSecond(ran.wallSeconds)} | ${ran.peakMegabytes.toFixed(0)} |`,
      ),
      '',
      'After every run all rows were counted; at the end `audit` found the ledger balanced.',
    ],
    [
      { what: "ingest's rate / script's rate (medians)", value: ratio, goal: 'at least 0.40', reached: ratio >= 0.4 },
      {
        what: 'peak memory of the process, MB (largest)',
        value: peak,
        goal: `below ${memoryMegabytesBelow}`,
        reached: peak < memoryMegabytesBelow,
      },
    ],
  );
}

async function measureScript(world: World, round: number): Promise<{ scriptSeconds: number; busy: number }> {
  const data = await makeDataSet(world, `script ${round}`, transfers);
  await loadStaging(world, data);
  const before = await heldPostings(world);
  const busy = await settle(world);
  const { seconds, fileId } = await runScript(world, data);
  await verify(world, data, fileId, before);
  return { scriptSeconds: seconds, busy };
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

/** Every run begins with fresh statistics, right behind a checkpoint (none pays for the writes of another), on a calm machine. */
async function settle(world: World): Promise<number> {
  await world.database.query('analyze');
  await world.database.query('checkpoint');
  return await calm();
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

async function verifyAudit(world: World): Promise<void> {
  const { answer } = await world.command('audit');
  if (answer.balanced !== true) throw new Error(`audit: ${JSON.stringify(answer)}`);
}
