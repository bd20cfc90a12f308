/**
 * The operator's command line. `command` and `done` run one after the other in one process of the test file, where that is free; what
 * runs beside another, and what `startCommand` starts, has a process of its own, as at a terminal.
 */
import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { endMark } from './command-end.ts';

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
export async function command<T = Record<string, unknown>>(
  env: Record<string, string>,
  ...args: string[]
): Promise<CommandResult<T>> {
  if (host?.busy) return startCommand<T>(env, ...args).ended;
  host ??= startHost();
  const { child } = host;
  host.busy = true;
  keepAlive(child, true);
  const [outputs, code] = await Promise.all([
    Promise.all([outputOf(child.stdout as Readable), outputOf(child.stderr as Readable)]),
    new Promise<number | null>((resolve) => {
      const ended = (code: number | null) => {
        child.off('message', answered).off('exit', ended);
        // It ended its process: the next command begins with another one.
        if (host?.child === child && child.exitCode !== null) host = undefined;
        resolve(code);
      };
      const answered = (message: unknown) => typeof message === 'number' && ended(message);
      child.on('message', answered).on('exit', ended);
      child.send({ args: [...args, '--json'], env });
    }),
  ]);
  keepAlive(child, false);
  if (host) host.busy = false;
  const [stdout, stderr] = outputs;
  return { code, stdout, stderr, json: jsonOf<T>(stdout) };
}

/** The process in which commands run one after the other. */
let host: { child: ChildProcess; busy: boolean } | undefined;

function startHost(): { child: ChildProcess; busy: boolean } {
  const child = fork(fileURLToPath(new URL('command-host.ts', import.meta.url)), {
    cwd: root,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  return { child, busy: false };
}

/** A command under way keeps the test file alive; a process that waits for the next one does not. */
function keepAlive(child: ChildProcess, alive: boolean): void {
  for (const each of [child, child.channel, child.stdout, child.stderr] as unknown as ({
    ref(): void;
    unref(): void;
  } | null)[]) {
    if (alive) each?.ref();
    else each?.unref();
  }
}

/** One command's output: up to its mark, or to the end of the process. */
async function outputOf(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const end = () => {
      stream.off('data', more).off('end', end);
      resolve(text);
    };
    const more = (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.endsWith(endMark)) return;
      text = text.slice(0, -endMark.length);
      end();
    };
    stream.on('data', more).on('end', end);
  });
}

function jsonOf<T>(stdout: string): T {
  return (stdout === '' ? undefined : JSON.parse(stdout)) as T;
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
  return { code, ...output, json: jsonOf<T>(output.stdout) };
}

/** The same, for a command that must succeed: its answer. Throws with what it said otherwise. */
export async function done<T = Record<string, unknown>>(env: Record<string, string>, ...args: string[]): Promise<T> {
  const result = await command<T>(env, ...args);
  if (result.code !== 0) throw new Error(`quittance ${args.join(' ')} ended with ${result.code}: ${result.stderr}`);
  return result.json;
}
