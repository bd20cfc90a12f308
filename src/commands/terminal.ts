/**
 * How every command begins and ends: the foundation opened and closed around it, its answer as words or (`--json`) as one
 * line of JSON, a refusal as a message on the error output and exit code 1.
 */
import { userInfo } from 'node:os';
import { Command, Option } from 'commander';
import { ConfigError, readConfig } from '../base/config.ts';
import { FileRefused } from '../base/file-refused.ts';
import { type Foundation, openFoundation } from '../base/foundation.ts';

/** An answer: named values, printed as JSON or one a line. */
export type CommandAnswer = object;

/** Thrown where a command cannot do what it was asked; the message is for the person at the terminal. */
export class CommandRefused extends Error {}

/** A command with `--json`, as all of ours have. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description).addOption(new Option('--json', 'answer as one line of JSON'));
}

/** A command that only holds others. */
export function group(name: string, description: string): Command {
  return new Command(name).description(description);
}

/** Runs `work` on the open foundation and prints what it answers; for a person in `words`, where there are any. */
export async function run<Answer extends CommandAnswer>(
  options: { json?: boolean },
  work: (foundation: Foundation) => Promise<Answer>,
  words?: (answer: Answer) => string,
): Promise<void> {
  try {
    const foundation = await openFoundation(readConfig(process.env));
    const answer = await work(foundation).finally(() => foundation.close());
    if (words && options.json !== true) process.stdout.write(words(answer));
    else print(answer, options.json === true);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

export function print(answer: CommandAnswer, asJson: boolean): void {
  const plain = (_name: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  if (asJson) {
    process.stdout.write(`${JSON.stringify(answer, plain)}\n`);
    return;
  }
  for (const [name, value] of Object.entries(answer)) {
    process.stdout.write(
      `${name}: ${typeof value === 'object' && value !== null ? JSON.stringify(value, plain, 2) : String(value)}\n`,
    );
  }
}

function messageOf(error: unknown): string {
  if (error instanceof FileRefused) {
    return `The file is refused, nothing of it took effect. Line ${error.line}, column ${error.column}: ${error.message}`;
  }
  if (error instanceof CommandRefused || error instanceof ConfigError) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return `There is no file ${(error as NodeJS.ErrnoException).path}`;
  return error instanceof Error ? error.message : String(error);
}

/** An id from the command line. */
export function idFrom(text: string, what: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new CommandRefused(`${what} must be a number, not ${JSON.stringify(text)}`);
  return BigInt(text);
}

/** Ids from the command line, with commas between. */
export function idsFrom(text: string, what: string): bigint[] {
  return [...new Set(text.split(',').map((id) => idFrom(id.trim(), what)))];
}

/** Why something is done by hand, for the record. */
export function reasonFrom(text: string): string {
  if (text.trim() === '') throw new CommandRefused('--reason must not be blank: it is kept for the record');
  return text;
}

/** A progress line on the error output, rewritten in place; silent where nobody looks at a terminal. */
export function progress(what: string): (count: number) => void {
  return (count) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${what} ${count}`);
  };
}

/** Who is at the terminal, for the record. */
export function operator(): string {
  return `${userInfo().username} by command`;
}
