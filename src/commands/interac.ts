/**
 * `interac list | ingest | attach | return`: e-transfers that came in.
 */
import type { Command } from 'commander';
import { type HeldReason, heldReasons } from '../collection/interac/decide.ts';
import { ingest } from '../collection/interac/ingest.ts';
import { attach, returnTransfer } from '../collection/interac/resolve.ts';
import { listHeld } from '../collection/interac/store.ts';
import { statusOf } from '../payments/machine.ts';
import { CommandRefused, command, group, idFrom, operator, progress, run } from './terminal.ts';

export function interacCommands(): Command {
  const interac = group('interac', 'e-transfers that came in');
  for (const each of [ingestCommand(), listCommand(), attachCommand(), returnCommand()]) interac.addCommand(each);
  return interac;
}

function ingestCommand(): Command {
  return command('ingest', 'takes in a camt.054 file; the same file again changes nothing')
    .argument('<file>', 'the file')
    .action((file: string, options: { json?: boolean }) =>
      run(options, async ({ database, clock }) => {
        const tell = { read: progress('read'), received: progress('received') };
        return {
          ...(await ingest(database, {
            file,
            at: await clock.now(),
            onProgress: (stage, count) => tell[stage](count),
          })),
        };
      }),
    );
}

function listCommand(): Command {
  return command('list', 'held transfers, oldest first: why each is held, and what it may belong to')
    .option('--limit <count>', 'how many', '100')
    .action((options: { limit: string; json?: boolean }) =>
      run(options, async ({ database }) => ({
        transfers: (await listHeld(database, Number(idFrom(options.limit, '--limit')))).map((transfer) => ({
          transferId: transfer.id,
          amountCents: transfer.amountCents,
          senderName: transfer.senderName ?? null,
          senderEmail: transfer.senderEmail ?? null,
          description: transfer.description,
          reason: transfer.heldReason,
          advice: heldReasons[transfer.heldReason as HeldReason],
          explanation: JSON.parse(transfer.explanation) as unknown,
        })),
      })),
    );
}

function attachCommand(): Command {
  return command('attach', 'attaches held transfers, together, to the payment that they are meant for')
    .requiredOption('--transfer <ids>', 'one or several, with commas')
    .requiredOption('--payment <id>', 'the payment')
    .requiredOption('--reason <text>', 'why, for the record')
    .action((options: { transfer: string; payment: string; reason: string; json?: boolean }) =>
      run(options, async ({ database, clock }) => {
        const transferIds = options.transfer.split(',').map((id) => idFrom(id.trim(), '--transfer'));
        const request = {
          transferIds,
          paymentId: idFrom(options.payment, '--payment'),
          reason: options.reason,
          by: operator(),
        };
        const at = await clock.now();
        const result = await database.transaction((tx) => attach(tx, request, at));
        if (result.outcome === 'refused') throw new CommandRefused(result.why);
        return {
          paymentId: result.payment.id,
          status: statusOf[result.payment.state],
          receivedCents: result.receivedCents,
        };
      }),
    );
}

function returnCommand(): Command {
  return command('return', 'records that a held transfer goes back to its sender')
    .requiredOption('--transfer <id>', 'which one')
    .requiredOption('--reason <text>', 'why, for the record')
    .action((options: { transfer: string; reason: string; json?: boolean }) =>
      run(options, async ({ database }) => {
        const request = {
          transferId: idFrom(options.transfer, '--transfer'),
          reason: options.reason,
          by: operator(),
        };
        const result = await database.transaction((tx) => returnTransfer(tx, request));
        if (result.outcome === 'refused') throw new CommandRefused(result.why);
        return { transferId: request.transferId, returnedCents: result.amountCents };
      }),
    );
}
