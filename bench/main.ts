/**
 * `npm run bench` (all) or `npm run bench -- create-payment | matching | debit-run | returns | payment-page`: measures, compares with a bare
 * baseline in the same run, appends to bench/results.md. Exit code 1 where something could not be measured or did not add up; a
 * goal that is missed is printed, not failed: the machine may be busy.
 */
import { benchCreatePayment } from './create-payment.ts';
import { benchDebitRun } from './debit-run.ts';
import { benchMatching } from './matching.ts';
import { benchPaymentPage } from './payment-page.ts';
import { benchReturns } from './returns.ts';

const benches: Record<string, () => Promise<void>> = {
  'create-payment': benchCreatePayment,
  matching: benchMatching,
  'debit-run': benchDebitRun,
  returns: benchReturns,
  'payment-page': benchPaymentPage,
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
