/**
 * A command of ours as a whole process, in turns with one plain SQL script that writes the same rows: rounds, ratio of the medians,
 * peak memory, and how they are told. What is measured, and how it is verified, each bench says for itself.
 *
 *   script (seconds) ─ command (seconds, peak memory) ─ script ─ command ─ …
 */
import { report } from './results.ts';
import { calm, median, openWorld, type Ran, type World } from './world.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 3);
const ratioAtLeast = 0.4;
const memoryMegabytesBelow = 300;

export interface AgainstScript {
  name: string;
  /** What the command is called in the table, and what it handles: `transfers`. */
  command: string;
  items: string;
  count: number;
  prepare?: (world: World) => Promise<void>;
  /** Each on data of its own, verified; how busy the machine was with other things before, in percent. */
  script: (world: World, round: number) => Promise<{ seconds: number; busy: number }>;
  run: (world: World, round: number) => Promise<{ ran: Ran; busy: number; megabytes: number }>;
  finish?: (world: World) => Promise<void>;
  /** What was measured, and what was verified; `megabytes` is the size of the files. */
  about: (megabytes: number) => string[];
  verified: string[];
}

interface Round {
  busy: number;
  scriptSeconds: number;
  ran: Ran;
}

export async function benchAgainstScript(bench: AgainstScript): Promise<void> {
  const world = await openWorld();
  try {
    await bench.prepare?.(world);
    const done: Round[] = [];
    let fileMegabytes = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const script = await bench.script(world, round);
      const { ran, busy, megabytes } = await bench.run(world, round);
      fileMegabytes = megabytes;
      done.push({ busy: Math.max(script.busy, busy), scriptSeconds: script.seconds, ran });
      process.stdout.write(
        `round ${round}: script ${script.seconds.toFixed(2)} s, ${bench.command} ${ran.wallSeconds.toFixed(2)} s, ${ran.peakMegabytes.toFixed(0)} MB\n`,
      );
    }
    await bench.finish?.(world);
    await tell(world, bench, done, fileMegabytes);
  } finally {
    await world.close();
  }
}

async function tell(world: World, bench: AgainstScript, done: readonly Round[], megabytes: number): Promise<void> {
  const { name, command, items, count } = bench;
  const ratio = median(done.map((each) => each.scriptSeconds)) / median(done.map((each) => each.ran.wallSeconds));
  const peak = Math.max(...done.map((each) => each.ran.peakMegabytes));
  const perSecond = (seconds: number) => Math.round(count / seconds).toLocaleString('en-CA');
  const cells = ({ busy, scriptSeconds, ran }: Round, index: number) => [
    index + 1,
    busy.toFixed(0),
    scriptSeconds.toFixed(2),
    perSecond(scriptSeconds),
    ran.wallSeconds.toFixed(2),
    perSecond(ran.wallSeconds),
    ran.peakMegabytes.toFixed(0),
  ];
  await report(
    world,
    name,
    [
      ...bench.about(megabytes),
      '',
      `| round | busy with other things, % | script, s | ${items}/s | ${command}, s | ${items}/s | peak memory, MB |`,
      '|---|---|---|---|---|---|---|',
      ...done.map((round, index) => `| ${cells(round, index).join(' | ')} |`),
      '',
      ...bench.verified,
    ],
    [
      {
        what: `${command}'s rate / script's rate (medians)`,
        value: ratio,
        goal: `at least ${ratioAtLeast.toFixed(2)}`,
        reached: ratio >= ratioAtLeast,
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

/**
 * Every run begins with fresh statistics, right behind a checkpoint (none pays for the writes of another), on a calm machine.
 * BENCH_NO_STATISTICS leaves the planner without any, as on a new installation. Answers how busy the machine still is.
 */
export async function settle({ database }: World): Promise<number> {
  if (process.env.BENCH_NO_STATISTICS) await database.query('delete from pg_statistic where starelid >= 16384');
  else await database.query('vacuum (analyze)');
  await database.query('checkpoint');
  return await calm();
}

export async function verifyAudit(world: World): Promise<void> {
  const { answer } = await world.command('audit');
  if (answer.balanced !== true) throw new Error(`audit: ${JSON.stringify(answer)}`);
}
