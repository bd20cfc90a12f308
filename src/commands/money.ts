/**
 * `settlement submit | report`, `payment requeue`: the operator's hands on money.
 */
import type { Command } from 'commander';
import { debitFault, findAccount } from '../bank-accounts/store.ts';
import type { Foundation } from '../base/foundation.ts';
import { catalogueFromFile } from '../payees/catalogue.ts';
import { PayeeDirectory } from '../payees/snapshot.ts';
import { loadCatalogue } from '../payees/store.ts';
import { statusOf } from '../payments/machine.ts';
import { findPaymentOfAnyPartner } from '../payments/store.ts';
import { takeReport } from '../settlement/report.ts';
import { requeueOrCorrect } from '../settlement/requeue.ts';
import { submitSettlement } from '../settlement/submit.ts';
import { CommandRefused, command, group, idFrom, operator, progress, run } from './terminal.ts';

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
  return settlement;
}

export function paymentCommands(): Command {
  const payment = group('payment', 'single payments');
  payment.addCommand(
    command('requeue', 'sends a failed payment on its way again, corrected where need be')
      .requiredOption('--payment <id>', 'which one')
      .option('--account-number <number>', 'the right account number with the payee')
      .option('--bank-account-id <id>', 'another account to debit')
      .action((options: { payment: string; accountNumber?: string; bankAccountId?: string; json?: boolean }) =>
        run(options, async (foundation) => {
          const { database, clock } = foundation;
          const request = {
            paymentId: idFrom(options.payment, '--payment'),
            cause: `operator ${operator()}`,
            ...(options.accountNumber !== undefined && { accountNumber: options.accountNumber }),
            ...(options.bankAccountId !== undefined && {
              bankAccountId: await debitable(foundation, options.payment, options.bankAccountId),
            }),
          };
          const at = await clock.now();
          const result = await database.transaction((tx) => requeueOrCorrect(tx, request, at));
          if (result.outcome === 'unknown') throw new CommandRefused(`There is no payment ${request.paymentId}`);
          if (result.outcome === 'blank_account_number')
            throw new CommandRefused('--account-number is blank: give the number by which the payee knows the user');
          if (result.outcome === 'not_failed')
            throw new CommandRefused(`Only a failed payment can be re-queued: this one is ${result.state}`);
          return { paymentId: result.payment.id, status: statusOf[result.payment.state], state: result.payment.state };
        }),
      ),
  );
  return payment;
}

/** The account to debit next: one of the payment's partner, active and with an agreement. */
async function debitable({ database }: Foundation, paymentText: string, accountText: string): Promise<bigint> {
  const id = idFrom(accountText, '--bank-account-id');
  const payment = await findPaymentOfAnyPartner(database, idFrom(paymentText, '--payment'));
  if (!payment) throw new CommandRefused(`There is no payment ${paymentText}`);
  const fault = debitFault(await findAccount(database, payment.partnerId, id));
  if (fault !== undefined) throw new CommandRefused(`Bank account ${id} ${fault}`);
  return id;
}

/** The catalogue as the service knows it; loaded where no service has run on this database yet. */
async function payees({ database }: Foundation) {
  const directory = new PayeeDirectory(database);
  const snapshot = await directory.refresh();
  if (snapshot.everByName.size > 0) return snapshot;
  await database.transaction((tx) => loadCatalogue(tx, catalogueFromFile()));
  return directory.refresh();
}
