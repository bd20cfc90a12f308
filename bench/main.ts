/**
 * `npm run bench` (all) or `npm run bench -- NAME …`, the names of the table below: measures, compares with a bare baseline in the same
 * run, appends to bench/results.md. Exit code 1 where something could not be measured or did not add up; a goal that is missed is
 * printed, not failed: the machine may be busy.
 */
import { benchCreatePayment } from './create-payment.ts';
import { benchDebitRun } from './debit-run.ts';
import { benchMatching } from './matching.ts';
import { benchPageLoad } from './page-load.ts';
import { benchPaymentPage } from './payment-page.ts';
import { benchPaymentsList } from './payments-list.ts';
import { benchReturns } from './returns.ts';

const benches: Record<string, () => Promise<void>> = {
  'create-payment': benchCreatePayment,
  matching: benchMatching,
  'debit-run': benchDebitRun,
  returns: benchReturns,
  'payment-page': benchPaymentPage,
  'payments-list': benchPaymentsList,
  'page-load': benchPageLoad,
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
for (const name of wanted) {
  const bench = benches[name];
  if (!bench) {
    process.stderr.write(`There is no bench ${name}: ${Object.keys(benches).join(', ')}\n`);
    process.exitCode = 1;
    continue;
  }
  try {
    await bench();
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
