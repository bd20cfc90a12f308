/**
 * `audit`, `quarantine list | retry`, `openapi`: seeing what is there, and taking lines up again.
 */
import type { Command } from 'commander';
import { openApiDocument } from '../../contract/openapi.ts';
import { openLines } from '../bank-files/quarantine.ts';
import { audit } from '../console/audit.ts';
import { retryLine } from '../console/retry.ts';
import { command, group, idFrom, print, run } from './terminal.ts';

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
        run(options, async ({ database, clock }) => {
          const at = await clock.now();
          const ids = options.line?.split(',').map((id) => idFrom(id.trim(), '--line')) ?? (await allOpen(database));
          const results = [];
          for (const id of ids)
            results.push(await database.transaction((tx) => retryLine(tx, id, at, options.line !== undefined)));
          return { tried: results.length, takenUp: results.filter((result) => result.takenUp).length, results };
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

export function openApiCommand(): Command {
  return command('openapi', 'prints the OpenAPI description of the API').action(() => {
    print(openApiDocument(), true);
  });
}
