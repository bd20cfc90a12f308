/**
 * A process that runs one command after the other, as src/commands/main.ts runs one: with its own environment, arguments and outputs.
 * What a command costs is mostly the start of its process; a test file has it once. A command that ends its process ends this one.
 *
 *   { args, env } ─▶ run ─▶ the end of both outputs is marked ─▶ exit code
 */
import { commandLine } from '../../src/commands/command-line.ts';
import { endMark } from './command-end.ts';

interface Asked {
  args: string[];
  env: Record<string, string>;
}

process.on('message', async ({ args, env }: Asked) => {
  process.env = { ...env };
  process.exitCode = 0;
  await (await commandLine(args[0])).parseAsync(args, { from: 'user' });
  const code = process.exitCode;
  process.exitCode = 0;
  process.stdout.write(endMark);
  process.stderr.write(endMark);
  process.send?.(code);
});
process.send?.('ready');
