/**
 * `eft originate | returns`: debits of registered bank accounts.
 */
import type { Command } from 'commander';
import type { Foundation } from '../base/foundation.ts';
import { originateDebits } from '../collection/eft/originate.ts';
import { takeReturns } from '../collection/eft/returns.ts';
import { eftSettings } from '../console/eft-settings.ts';
import { CommandRefused, command, group, progress, run } from './terminal.ts';

export function eftCommands(): Command {
  const eft = group('eft', 'debits of registered bank accounts');
  eft.addCommand(originateCommand());
  eft.addCommand(returnsCommand());
  return eft;
}

function originateCommand(): Command {
  return command('originate', 'writes the debits that wait into an AFT file')
    .requiredOption('--out <dir>', 'where the file is written')
    .action((options: { out: string; json?: boolean }) =>
      run(options, async (foundation) => {
        const settings = knownSettings(foundation);
        const request = { outDir: options.out, at: await foundation.clock.now(), onProgress: progress('debits') };
        return { ...(await originateDebits(foundation.database, settings, request)) };
      }),
    );
}

function returnsCommand(): Command {
  return command('returns', "takes in the bank's file of returns; the same file again changes nothing")
    .argument('<file>', 'the file')
    .action((file: string, options: { json?: boolean }) =>
      run(options, async ({ config, database, clock, box }) => {
        const request = {
          file,
          at: await clock.now(),
          box: box('bank-account'),
          onProgress: progress('lines'),
          ...(config.eftOriginatorId !== undefined && { originatorId: config.eftOriginatorId }),
        };
        return { ...(await takeReturns(database, request)) };
      }),
    );
}

function knownSettings({ config, box }: Foundation) {
  const settings = eftSettings(config, box('bank-account'));
  if (!settings) throw new CommandRefused('EFT_ORIGINATOR_ID and EFT_RETURN_ACCOUNT must be set: the bank gives them');
  return settings;
}
