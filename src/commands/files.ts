/**
 * `files pick-up | list`: the drop folder for bank files.
 */
import type { Command } from 'commander';
import { DropFolderFault, inQuarantine, openDropFolder } from '../bank-files/drop-folder.ts';
import { latestFiles } from '../bank-files/inbound.ts';
import type { Config } from '../base/config.ts';
import { dropDirectory, pickUpFiles } from '../console/pick-up.ts';
import { CommandRefused, command, group, idFrom, progress, run } from './terminal.ts';

export function filesCommands(): Command {
  const files = group('files', 'bank files in the drop folder');
  files.addCommand(pickUpCommand());
  files.addCommand(listCommand());
  return files;
}

function pickUpCommand(): Command {
  return command('pick-up', 'takes in what is in the inbox, as the worker does every minute').action(
    (options: { json?: boolean }) =>
      run(options, async ({ config, database, clock, box }) => {
        const tell = { read: progress('read'), received: progress('received') };
        const { processed, quarantined, waiting, files, ignored } = await pickUpFiles({
          database,
          clock,
          folder: await openedFolder(config),
          settledMilliseconds: config.dropSettledSeconds * 1000,
          box: box('bank-account'),
          originatorId: config.eftOriginatorId,
          onProgress: (stage, count) => tell[stage](count),
        });
        return {
          processed,
          quarantined,
          waiting,
          files: files.map(({ fault: _fault, ...file }) => file),
          ...(ignored.length > 0 && { ignored }),
        };
      }),
  );
}

function listCommand(): Command {
  return command('list', 'the last bank files in and out, the newest first, and what is in quarantine')
    .option('--limit <count>', 'how many', '20')
    .action((options: { limit: string; json?: boolean }) =>
      run(options, async ({ config, database }) => {
        const limit = Number(idFrom(options.limit, '--limit'));
        return {
          files: await latestFiles(database, limit),
          ...(dropDirectory(config) !== undefined && {
            quarantine: await inQuarantine(await openedFolder(config), limit),
          }),
        };
      }),
    );
}

async function openedFolder(config: Config) {
  const dir = dropDirectory(config);
  if (dir === undefined) throw new CommandRefused('DROP_DIR is not set: name the folder that holds inbox and outbox');
  return openDropFolder(dir).catch((error: unknown) => {
    throw error instanceof DropFolderFault ? new CommandRefused(`DROP_DIR: ${error.message}`) : error;
  });
}
