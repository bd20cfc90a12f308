/**
 * `audit`, `quarantine list | retry | set-aside`: seeing what is there, and dealing with lines that could not be used.
 */
import type { Command } from 'commander';
import { openLines, setAside } from '../bank-files/quarantine.ts';
import { audit } from '../console/audit.ts';
import { retryLine } from '../console/retry.ts';
import { CommandRefused, command, group, idFrom, idsFrom, operator, reasonFrom, run } from './terminal.ts';

export function auditCommand(): Command {
  return command('audit', 'proves the ledger: every cent is where the payments say it is').action(
    (options: { json?: boolean }) =>
      run(options, async ({ database }) => {
        const result = await audit(database);
        if (!result.balanced) process.exitCode = 1;
        return { ...result };
      }),
  );
}

export function quarantineCommands(): Command {
  const quarantine = group('quarantine', 'lines of bank files that could not be used');
  quarantine.addCommand(
    command('list', 'the open ones, oldest first')
      .option('--limit <count>', 'how many', '100')
      .action((options: { limit: string; json?: boolean }) =>
        run(options, async ({ database }) => ({
          lines: await openLines(database, Number(idFrom(options.limit, '--limit'))),
        })),
      ),
  );
  quarantine.addCommand(
    command('retry', 'takes lines up again: all open ones, or those named')
      .option('--line <ids>', 'one or several, with commas')
      .action((options: { line?: string; json?: boolean }) =>
        run(options, async ({ database, clock, box }) => {
          const request = { at: await clock.now(), named: options.line !== undefined, box: box('bank-account') };
          const ids = options.line === undefined ? await allOpen(database) : idsFrom(options.line, '--line');
          const results = [];
          for (const id of ids) results.push(await database.transaction((tx) => retryLine(tx, id, request)));
          return { tried: results.length, takenUp: results.filter((result) => result.takenUp).length, results };
        }),
      ),
  );
  quarantine.addCommand(
    command('set-aside', 'ends lines of which nothing is to be taken in')
      .requiredOption('--line <ids>', 'one or several, with commas')
      .requiredOption('--reason <text>', 'why, for the record')
      .action((options: { line: string; reason: string; json?: boolean }) =>
        run(options, async ({ database }) => {
          const ids = idsFrom(options.line, '--line');
          const hand = { by: operator(), reason: reasonFrom(options.reason) };
          const missing = await database.transaction((tx) => setAside(tx, ids, hand));
          if (missing !== undefined) throw new CommandRefused(`There is no open line ${missing}: none was set aside`);
          return { setAside: ids };
        }),
      ),
  );
  return quarantine;
}

async function allOpen(database: Parameters<typeof openLines>[0]): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (;;) {
    const lines = await openLines(database, 1000, ids.at(-1));
    if (lines.length === 0) return ids;
    ids.push(...lines.map((line) => line.id));
  }
}
