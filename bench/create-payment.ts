/**
 * `create-payment`: payments created per second over HTTP, 64 connections, against the real service process and its own
 * PostgreSQL with durable settings; in turns with pgbench writing the same rows straight into the same database.
 *
 *   pgbench ─ service ─ pgbench ─ service ─ …      a round each, after a round that is not counted; medians
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { catalogueFromFile } from '../src/payees/catalogue.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { type BaselineRun, pgbenchVersion, runPgbench } from './pgbench.ts';
import { report } from './results.ts';
import { calm, endOf, median, openWorld, root, textOf, type World } from './world.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 3);
const seconds = Number(process.env.BENCH_SECONDS || 8);
const connections = 64;

export async function benchCreatePayment(): Promise<void> {
  const pgbench = pgbenchVersion();
  if (!pgbench) {
    throw new Error('There is no pgbench (in PATH, or named by PGBENCH): without it the baseline cannot be measured');
  }
  const world = await openWorld();
  try {
    const service = await world.startService();
    try {
      await measure(world, service.address, pgbench);
    } finally {
      await service.stop();
    }
  } finally {
    await world.close();
  }
}

async function measure(world: World, address: string, pgbench: string): Promise<void> {
  const ours = await aSubscribedPartner(world, 'measured over HTTP');
  const theirs = await aSubscribedPartner(world, 'measured with pgbench');
  const { answer } = await world.command(
    'token',
    'create',
    '--partner',
    String(ours),
    '--name',
    'load',
    '--scopes',
    'all',
  );
  const request: LoadRequest = {
    address,
    token: answer.token as string,
    payeeName: catalogueFromFile().payees[0]?.name as string,
    connections,
    warmUpSeconds: 1,
    seconds,
  };
  let acknowledged = (await runLoad({ ...request, warmUpSeconds: 0, seconds: Math.min(4, seconds) })).acknowledged;
  const { rows } = await world.database.query<{ answer: string }>('select answer from idempotency_keys limit 1');
  const baseline = { partnerId: theirs, seconds, sample: rows[0]?.answer as string };
  let written = (await runPgbench(world, { ...baseline, seconds: Math.min(4, seconds) })).transactions;
  const busy: number[] = [];
  const loads: LoadResult[] = [];
  const bare: BaselineRun[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const busyBefore = await settle(world);
    const one = await runPgbench(world, baseline);
    written += one.transactions;
    bare.push(one);
    busy.push(Math.max(busyBefore, await settle(world)));
    const other = await runLoad(request);
    acknowledged += other.acknowledged;
    loads.push(other);
    process.stdout.write(`round ${round}: pgbench ${whole(one.perSecond)}/s, service ${inWords(other)}\n`);
  }
  await verify(world, ours, acknowledged, 'over HTTP');
  await verify(world, theirs, written, 'by pgbench');
  const ratio = median(loads.map((each) => each.perSecond)) / median(bare.map((each) => each.perSecond));
  const spread = median(loads.map((each) => each.p99Milliseconds / each.p50Milliseconds));
  await report(
    world,
    'create-payment',
    [
      `Service process as \`npm start\` runs it, ROLES=api (payment.created is subscribed and its rows are written; nothing is`,
      `delivered), ${connections} connections with one request under way each, ${rounds} rounds of ${seconds} s in turns; baseline: ${pgbench},`,
      'the same four rows, one payment per transaction, 32 connections, straight into the same database.',
      '',
      '| round | busy with other things, % | pgbench, payments/s | service, payments/s | p50 ms | p99 ms | max ms |',
      '|---|---|---|---|---|---|---|',
      ...loads.map(
        (each, index) =>
          `| ${index + 1} | ${whole(busy[index] ?? 0)} | ${whole(bare[index]?.perSecond ?? 0)} | ${whole(each.perSecond)} | ${each.p50Milliseconds.toFixed(2)} | ${each.p99Milliseconds.toFixed(2)} | ${each.maxMilliseconds.toFixed(0)} |`,
      ),
      '',
      `${acknowledged} payments acknowledged over HTTP and ${written} by pgbench, warm-up included; all rows are there.`,
    ],
    [
      { what: 'service / pgbench (medians)', value: ratio, goal: 'at least 1.5', reached: ratio >= 1.5 },
      { what: 'p99 / p50 (median)', value: spread, goal: 'below 5', reached: spread < 5 },
    ],
  );
}

async function aSubscribedPartner(world: World, name: string): Promise<bigint> {
  const { answer } = await world.command('partner', 'create', '--name', name);
  const partner = String(answer.partnerId);
  await world.command(
    'webhook',
    'set',
    '--partner',
    partner,
    '--url',
    'http://127.0.0.1:9/',
    '--events',
    'payment.created',
  );
  return BigInt(partner);
}

/** Every round begins right behind a checkpoint, so that none pays for the writes of another, and on a calm machine. */
async function settle(world: World): Promise<number> {
  await world.database.query('checkpoint');
  return await calm();
}

async function runLoad(request: LoadRequest): Promise<LoadResult> {
  const child = spawn(process.execPath, [path.join(root, 'bench/load.ts'), JSON.stringify(request)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, code] = await Promise.all([textOf(child.stdout), endOf(child)]);
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return JSON.parse(said) as LoadResult;
}

/** Every payment acknowledged is there, with its first move, its key and its event; and none more. */
async function verify(world: World, partnerId: bigint, expected: number, how: string): Promise<void> {
  for (const table of ['payments', 'payment_history', 'idempotency_keys', 'webhook_events']) {
    const { rows } = await world.database.query<{ count: bigint }>(
      `select count(*) as count from ${table} where partner_id = $1`,
      [partnerId],
    );
    if (rows[0]?.count !== BigInt(expected)) {
      throw new Error(`${expected} payments were acknowledged ${how}, but ${table} has ${rows[0]?.count} rows`);
    }
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en-CA');

function inWords(load: LoadResult): string {
  return `${whole(load.perSecond)}/s, p50 ${load.p50Milliseconds.toFixed(2)} ms, p99 ${load.p99Milliseconds.toFixed(2)} ms`;
}
