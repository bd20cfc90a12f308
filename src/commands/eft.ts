/**
 * `eft originate | returns | list | resolve`: debits of registered bank accounts.
 */
import type { Command } from 'commander';
import type { Foundation } from '../base/foundation.ts';
import { originateDebits } from '../collection/eft/originate.ts';
import { resolveReturns } from '../collection/eft/resolve.ts';
import { openReturns } from '../collection/eft/resolve-store.ts';
import { returnCodeFor } from '../collection/eft/return-codes.ts';
import { takeReturns } from '../collection/eft/returns.ts';
import { eftSettings } from '../console/eft-settings.ts';
import { CommandRefused, command, group, idFrom, idsFrom, operator, progress, reasonFrom, run } from './terminal.ts';

export function eftCommands(): Command {
  const eft = group('eft', 'debits of registered bank accounts');
  for (const each of [originateCommand(), returnsCommand(), listCommand(), resolveCommand()]) eft.addCommand(each);
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

function listCommand(): Command {
  return command('list', 'returns that wait for you, oldest first: held ones, and late ones that the partner owes')
    .option('--limit <count>', 'how many', '100')
    .action((options: { limit: string; json?: boolean }) =>
      run(options, async ({ database }) => {
        const returns = await openReturns(database, Number(idFrom(options.limit, '--limit')));
        return {
          returns: returns.map(({ id, returnCode, debit, ...each }) => ({
            returnId: id,
            ...each,
            code: returnCodeFor(returnCode),
            partnerId: debit?.partnerId ?? null,
            paymentId: debit?.paymentId ?? null,
            attempt: debit?.attempt ?? null,
          })),
        };
      }),
    );
}

function resolveCommand(): Command {
  return command('resolve', 'marks returns that wait as dealt with, or takes held ones up again')
    .requiredOption('--return <ids>', 'one or several, with commas')
    .requiredOption('--reason <text>', 'what was found out, for the record')
    .option('--apply', 'take a held one up again: it is the return of the debit that its reference names')
    .action((options: { return: string; reason: string; apply?: boolean; json?: boolean }) =>
      run(options, async ({ database, clock }) => {
        const result = await resolveReturns(database, {
          ids: idsFrom(options.return, '--return'),
          reason: reasonFrom(options.reason),
          apply: options.apply === true,
          by: operator(),
          at: await clock.now(),
        });
        if (result.outcome === 'refused') throw new CommandRefused(result.why);
        return { returns: result.returns };
      }),
    );
}

function knownSettings({ config, box }: Foundation) {
  const settings = eftSettings(config, box('bank-account'));
  if (!settings) throw new CommandRefused('EFT_ORIGINATOR_ID and EFT_RETURN_ACCOUNT must be set: the bank gives them');
  return settings;
}
