/**
 * `settlement submit | report | held | resolve`, `payment show | requeue`: the operator's hands on money.
 */
import type { Command } from 'commander';
import type { Foundation } from '../base/foundation.ts';
import { requeuePayment, requeueRefusal } from '../console/requeue.ts';
import { catalogueFromFile } from '../payees/catalogue.ts';
import { PayeeDirectory } from '../payees/snapshot.ts';
import { loadCatalogue } from '../payees/store.ts';
import { statusOf } from '../payments/machine.ts';
import { heldAnswers, resolveAnswers } from '../settlement/held-answers.ts';
import { takeReport } from '../settlement/report.ts';
import { submitSettlement } from '../settlement/submit.ts';
import { type Timeline, timeline } from '../timeline/timeline.ts';
import { CommandRefused, command, group, idFrom, idsFrom, operator, progress, reasonFrom, run } from './terminal.ts';
import { timelineText } from './timeline-text.ts';

export function settlementCommands(): Command {
  const settlement = group('settlement', 'paying the billers');
  settlement.addCommand(
    command('submit', 'batches what was collected into one pain.001 file')
      .requiredOption('--out <dir>', 'where the file is written')
      .action((options: { out: string; json?: boolean }) =>
        run(options, async (foundation) => {
          const { config, database, clock } = foundation;
          if (!config.settlementAccount) {
            throw new CommandRefused(
              'SETTLEMENT_ACCOUNT is not set: the account from which billers are paid must be known',
            );
          }
          const settings = {
            environment: config.environment,
            operatorName: config.operatorName,
            debtor: config.settlementAccount,
          };
          const request = {
            outDir: options.out,
            payees: await payees(foundation),
            at: await clock.now(),
            onProgress: progress('batched'),
          };
          return { ...(await submitSettlement(database, settings, request)) };
        }),
      ),
  );
  settlement.addCommand(
    command('report', "takes in the bank's pain.002 report; the same file again changes nothing")
      .argument('<file>', 'the file')
      .action((file: string, options: { json?: boolean }) =>
        run(options, async ({ database, clock }) => ({
          ...(await takeReport(database, { file, at: await clock.now(), onProgress: progress('read') })),
        })),
      ),
  );
  settlement.addCommand(heldCommand());
  settlement.addCommand(resolveCommand());
  return settlement;
}

function heldCommand(): Command {
  return command(
    'held',
    'answers of reports that wait for you, oldest first: contradictions, and what was never submitted',
  )
    .option('--limit <count>', 'how many', '100')
    .action((options: { limit: string; json?: boolean }) =>
      run(options, async ({ database }) => ({
        answers: await heldAnswers(database, Number(idFrom(options.limit, '--limit'))),
      })),
    );
}

function resolveCommand(): Command {
  return command('resolve', 'marks answers that wait as dealt with; no payment changes')
    .requiredOption('--answer <ids>', 'one or several, with commas')
    .requiredOption('--reason <text>', 'what was found out, for the record')
    .action((options: { answer: string; reason: string; json?: boolean }) =>
      run(options, async ({ database }) => {
        const ids = idsFrom(options.answer, '--answer');
        const hand = { by: operator(), reason: reasonFrom(options.reason) };
        const missing = await database.transaction((tx) => resolveAnswers(tx, ids, hand));
        if (missing !== undefined) {
          throw new CommandRefused(`There is no answer ${missing} that waits for anybody: none was marked`);
        }
        return { resolved: ids };
      }),
    );
}

export function paymentCommands(): Command {
  const payment = group('payment', 'single payments');
  payment.addCommand(showCommand());
  payment.addCommand(
    command('requeue', 'sends a failed payment on its way again, corrected where need be')
      .requiredOption('--payment <id>', 'which one')
      .option('--account-number <number>', 'the right account number with the payee')
      .option('--bank-account-id <id>', 'another account to debit')
      .action((options: { payment: string; accountNumber?: string; bankAccountId?: string; json?: boolean }) =>
        run(options, async ({ database, clock }) => {
          const request = {
            paymentId: idFrom(options.payment, '--payment'),
            cause: `operator ${operator()}`,
            ...(options.accountNumber !== undefined && { accountNumber: options.accountNumber }),
            ...(options.bankAccountId !== undefined && {
              bankAccountId: idFrom(options.bankAccountId, '--bank-account-id'),
            }),
          };
          const at = await clock.now();
          const result = await requeuePayment(database, request, at);
          if (result.outcome === 'unknown') throw new CommandRefused(`There is no payment ${request.paymentId}`);
          if (result.outcome === 'blank_account_number')
            throw new CommandRefused('--account-number is blank: give the number by which the payee knows the user');
          if (result.outcome === 'not_debitable') {
            const remedy = result.given ? '' : '. Choose another one with --bank-account-id';
            throw new CommandRefused(`Bank account ${result.bankAccountId} ${result.fault}${remedy}`);
          }
          if (result.outcome === 'no_debit' || result.outcome === 'in_doubt')
            throw new CommandRefused(requeueRefusal(request.paymentId, result) ?? '');
          if (result.outcome === 'refunded')
            throw new CommandRefused('The money of this payment was given back: there is nothing to send again');
          if (result.outcome === 'not_failed')
            throw new CommandRefused(`Only a failed payment can be re-queued: this one is ${result.state}`);
          return { paymentId: result.payment.id, status: statusOf[result.payment.state], state: result.payment.state };
        }),
      ),
  );
  return payment;
}

function showCommand(): Command {
  return command('show', "a payment's timeline: moves, money, files, what its partner was told")
    .requiredOption('--payment <id>', 'which one')
    .action((options: { payment: string; json?: boolean }) =>
      run(
        options,
        async ({ database }): Promise<Timeline> => {
          const paymentId = idFrom(options.payment, '--payment');
          const found = await database.snapshot((tx) => timeline(tx, undefined, paymentId));
          if (!found) throw new CommandRefused(`There is no payment ${paymentId}`);
          return found;
        },
        timelineText,
      ),
    );
}

/** The catalogue as the service knows it; loaded where no service has run on this database yet. */
async function payees({ database }: Foundation) {
  const directory = new PayeeDirectory(database);
  const snapshot = await directory.refresh();
  if (snapshot.everByName.size > 0) return snapshot;
  await database.transaction((tx) => loadCatalogue(tx, catalogueFromFile()));
  return directory.refresh();
}
