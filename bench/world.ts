/**
 * Where something is measured: a DATA_DIR of its own with the PostgreSQL that comes along, durable as shipped, and the
 * programs of the house run exactly as `npm start` and `npm run quittance` run them.
 *
 *   openWorld ─▶ foundation (joins or starts the server) ─▶ command(…) · startService() ─▶ close: nothing is left behind
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/base/config.ts';
import { type Foundation, openFoundation } from '../src/base/foundation.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The settings without which nothing here would count: what was acknowledged must survive a power cut. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

export interface Ran {
  answer: Record<string, unknown>;
  wallSeconds: number;
  peakMegabytes: number;
}

export interface Service {
  address: string;
  stop(): Promise<void>;
}

export class World {
  readonly dataDir: string;
  readonly foundation: Foundation;
  readonly #env: Record<string, string | undefined>;

  constructor(dataDir: string, foundation: Foundation, env: Record<string, string | undefined>) {
    this.dataDir = dataDir;
    this.foundation = foundation;
    this.#env = env;
  }

  get database() {
    return this.foundation.database;
  }

  /** Runs one command of the house to its end, measured from outside; throws with its own words when it fails. */
  async command(...args: string[]): Promise<Ran> {
    const peakFile = path.join(this.dataDir, 'peak-memory');
    const began = performance.now();
    const child = spawn(
      process.execPath,
      ['--import', path.join(root, 'bench/peak-memory.ts'), ...flagsOf('quittance'), ...args, '--json'],
      { cwd: root, env: { ...this.#env, PEAK_MEMORY_FILE: peakFile }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [said, complained, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), endOf(child)]);
    const wallSeconds = (performance.now() - began) / 1000;
    if (code !== 0) throw new Error(`quittance ${args.join(' ')} ended with ${code}: ${complained || said}`);
    return {
      answer: JSON.parse(said) as Record<string, unknown>,
      wallSeconds,
      peakMegabytes: Number(readFileSync(peakFile, 'utf8')) / 1024,
    };
  }

  /** Starts the service as `npm start` does, in the role that answers requests; BENCH_PROFILE_DIR keeps a CPU profile of it. */
  async startService(): Promise<Service> {
    return await startService(this.#env);
  }

  async close(): Promise<void> {
    await this.foundation.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** A fresh world, in a folder that `close` clears away. Throws where the database would not be durable. */
export async function openWorld(): Promise<World> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-bench-'));
  // As root, PostgreSQL runs under another account, which has to reach its cluster in here.
  chmodSync(dataDir, 0o711);
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ROLES: 'api', LOG_LEVEL: 'info' };
  // The first process brings database and schema up; the others join it.
  const foundation = await openFoundation(readConfig(env));
  for (const [name, wanted] of Object.entries(durable)) {
    const { rows } = await foundation.database.query<{ value: string }>('select current_setting($1) as value', [name]);
    if (rows[0]?.value !== wanted) throw new Error(`${name} is ${rows[0]?.value}: only ${wanted} is measured`);
  }
  return new World(dataDir, foundation, env);
}

/** What `npm run <script>` gives to node: flags and file, shared with it rather than repeated. */
function flagsOf(script: 'start' | 'quittance'): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const flags = /^(?:exec )?node (.+)$/.exec(scripts[script] ?? '')?.[1];
  if (flags === undefined) throw new Error(`package.json: "${script}" is expected to begin with node`);
  return flags.split(' ');
}

async function startService(env: Record<string, string | undefined>): Promise<Service> {
  const profile = process.env.BENCH_PROFILE_DIR;
  const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = spawn(process.execPath, [...flags, ...flagsOf('start')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = endOf(child);
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
      const found = /"address":"(http[^"]+)"/.exec(said)?.[1];
      if (found) resolve(found);
    });
    ended.then((code) => reject(new Error(`the service ended with ${code}: ${said}`)), reject);
  });
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream) text += piece.toString();
  return text;
}

/** Resolves with the exit code, once output is read too; rejects where the program cannot be run. */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
}

/** The commit that is measured, with a mark where files differ from it. */
export function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', 'src', 'contract', 'migrations', 'package.json') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}

const calmPercent = 15;
const calmWaitSeconds = Number(process.env.BENCH_WAIT_SECONDS || 60);

/**
 * Waits until the machine has nothing else to do, a minute at most: a figure taken on a busy machine says little. Answers how
 * busy it still is, in percent of all cores.
 */
export async function calm(): Promise<number> {
  const deadline = performance.now() + calmWaitSeconds * 1000;
  let before = 100;
  for (;;) {
    const busy = await busyPercent();
    if ((busy < calmPercent && before < calmPercent) || performance.now() > deadline) return Math.max(busy, before);
    before = busy;
  }
}

async function busyPercent(): Promise<number> {
  const total = () => {
    const sum = { idle: 0, all: 0 };
    for (const { times } of cpus()) {
      sum.idle += times.idle;
      sum.all += times.idle + times.user + times.nice + times.sys + times.irq;
    }
    return sum;
  };
  const before = total();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = total();
  return 100 * (1 - (after.idle - before.idle) / Math.max(1, after.all - before.all));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
