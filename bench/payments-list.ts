/**
 * `payments-list`: how long a person waits for a page of the payments list, with the usual filters and searches, a few requests a
 * second, at a partner with 1,000,000 payments; in turns with the bare statement of a first page on a connection of our own.
 *
 *   bare SQL ─ list ─ bare SQL ─ list ─ …      open loop: a request begins at its time, whatever became of those before
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Bulk, fillPayments, signIn } from './payments-list-data.ts';
import { report } from './results.ts';
import { calm, median, openWorld, type World } from './world.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 3);
const seconds = Number(process.env.BENCH_SECONDS || 15);
const payments = Number(process.env.BENCH_PAYMENTS || 1_000_000);
const requestsPerSecond = 8;
const millisecondsBelow = 50;

interface Times {
  p50: number;
  p95: number;
  max: number;
}

interface Round {
  busy: number;
  bare: Times;
  list: Times;
}

export async function benchPaymentsList(): Promise<void> {
  const world = await openWorld();
  try {
    const bulk = await fillPayments(world, payments);
    const service = await world.startService();
    try {
      await measure(world, service.address, bulk);
    } finally {
      await service.stop();
    }
  } finally {
    await world.close();
  }
}

async function measure(world: World, address: string, bulk: Bulk): Promise<void> {
  const headers = { cookie: await signIn(world, address, bulk.partnerId) };
  const get = async (query: string): Promise<{ nextCursor?: string; items: unknown[] }> => {
    const response = await fetch(`${address}/dashboard/data/${bulk.partnerId}/payments?${query}`, { headers });
    if (response.status !== 200) throw new Error(`${query} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { nextCursor?: string; items: unknown[] };
  };
  const queries = queriesOf(bulk, (await get('')).nextCursor as string);
  for (const [, query, found] of queries) {
    const { items } = await get(query);
    if (found && items.length === 0) throw new Error(`${query} finds nothing: there is nothing to measure`);
  }
  const bare = async () => {
    await world.database.query('select * from payments where partner_id = $1 order by id desc limit 51', [
      bulk.partnerId,
    ]);
  };
  const done: Round[] = [];
  const byQuery = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round += 1) {
    const busy = await calm();
    const bareTimes = await paced(bare);
    const listTimes = await paced(async (number) => {
      const [what, query] = queries[number % queries.length] as Query;
      const began = performance.now();
      await get(query);
      byQuery.set(what, [...(byQuery.get(what) ?? []), performance.now() - began]);
    });
    done.push({ busy, bare: timesOf(bareTimes), list: timesOf(listTimes) });
    process.stdout.write(`round ${round}: list p95 ${done.at(-1)?.list.p95.toFixed(2)} ms\n`);
  }
  await tell(world, done, byQuery);
}

type Query = readonly [what: string, query: string, finds: boolean];

function queriesOf({ old, busyEmail }: Bulk, cursor: string): Query[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return [
    ['first page', '', true],
    ['second page', `cursor=${cursor}`, true],
    ['failed', 'status=failed', true],
    ['pending', 'status=pending', true],
    ['rent', 'type=rent', true],
    ['by card (one in a thousand)', 'method=card', true],
    ['a month half a year ago', `from=${day(200)}&to=${day(170)}`, true],
    ['failed of that month', `status=failed&from=${day(200)}&to=${day(170)}`, true],
    ['old number', `search=${old.identificationNumber}`, true],
    ['e-mail address', `search=${encodeURIComponent(old.userEmail)}`, true],
    ['e-mail address of one payment in ten', `search=${encodeURIComponent(busyEmail)}`, true],
    ['failed of that address', `search=${encodeURIComponent(busyEmail)}&status=failed`, true],
    ['old id', `search=%23${old.id}`, true],
    ['digits', `search=${old.id}`, true],
    ['payee', 'search=hydro', true],
    ['part of a name', 'search=user%20abc', true],
    ['a name that nobody has', 'search=zebulon', false],
  ];
}

/** Runs something at a pace; answers how long each took, in ms. */
async function paced(run: (number: number) => Promise<unknown>): Promise<number[]> {
  const began = performance.now();
  return Promise.all(
    Array.from({ length: seconds * requestsPerSecond }, async (_, number) => {
      await delay(Math.max(0, began + (number * 1000) / requestsPerSecond - performance.now()));
      const sent = performance.now();
      await run(number);
      return performance.now() - sent;
    }),
  );
}

function timesOf(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

async function tell(world: World, done: readonly Round[], byQuery: ReadonlyMap<string, number[]>): Promise<void> {
  const p95 = median(done.map((each) => each.list.p95));
  const line = (...cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)).join(' | ')} |`;
  await report(
    world,
    'payments-list',
    [
      `Pages of 50 of a partner's ${payments.toLocaleString('en-CA')} payments, ${requestsPerSecond} a second for ${seconds} s a round, over HTTP with a session,`,
      'all queries in turn; baseline: the bare statement of a first page at the same pace, without HTTP.',
      '',
      '| round | busy with other things, % | SQL p50 ms | p95 ms | max ms | list p50 ms | p95 ms | max ms |',
      '|---|---|---|---|---|---|---|---|',
      ...done.map(({ busy, bare, list }, index) =>
        line(String(index + 1), busy.toFixed(0), bare.p50, bare.p95, bare.max, list.p50, list.p95, list.max),
      ),
      '',
      '| query | p50 ms | p95 ms | max ms |',
      '|---|---|---|---|',
      ...[...byQuery].map(([what, times]) => {
        const { p50, p95: high, max } = timesOf(times);
        return line(what, p50, high, max);
      }),
    ],
    [
      {
        what: 'p95 of the payments list, ms (median of the rounds)',
        value: p95,
        goal: `below ${millisecondsBelow}`,
        reached: p95 < millisecondsBelow,
      },
    ],
  );
}
