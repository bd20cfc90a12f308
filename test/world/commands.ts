/** The operator's command line as a process of its own: `quittance(env, 'partner', 'create', …)`. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface CommandResult<T> {
  code: number | null;
  stdout: string;
  stderr: string;
  /** What it answered with `--json`; undefined where it answered nothing. */
  json: T;
}

/** Runs a command with `--json`, in the environment of a service. */
export function command<T = Record<string, unknown>>(
  env: Record<string, string>,
  ...args: string[]
): Promise<CommandResult<T>> {
  return startCommand<T>(env, ...args).ended;
}

/** The same, for a test that does something to the process before it ends. */
export function startCommand<T = Record<string, unknown>>(
  env: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<CommandResult<T>> } {
  const child = spawn(process.execPath, ['src/commands/main.ts', ...args, '--json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  return { child, ended: resultOf<T>(child) };
}

async function resultOf<T>(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CommandResult<T>> {
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  return { code, ...output, json: (output.stdout === '' ? undefined : JSON.parse(output.stdout)) as T };
}

/** The same, for a command that must succeed: its answer. Throws with what it said otherwise. */
export async function done<T = Record<string, unknown>>(env: Record<string, string>, ...args: string[]): Promise<T> {
  const result = await command<T>(env, ...args);
  if (result.code !== 0) throw new Error(`quittance ${args.join(' ')} ended with ${result.code}: ${result.stderr}`);
  return result.json;
}
