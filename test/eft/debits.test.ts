/** EFT as partner and operator see it (interface §3; open points eft-*, `requeue`): from creation to the end of a debit, by HTTP and files. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { assertError, messageAt, pathsOf } from '../world/answers.ts';
import { asShown, bill, fileOf } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import {
  anAccount,
  type BankAccountRecord,
  debitOf,
  debitsIn,
  eftPayment,
  registered,
  returnFile,
  returnOfDebit,
} from '../world/eft.ts';
import { nothing, openEftWorld } from '../world/eft-world.ts';
import { type PaymentRecord, temporaryFolder } from '../world/service.ts';

const { world, token, account, originate, statusOf, originated, takeReturns, play, heard, balanced, rowsOf } =
  await openEftWorld();

const create = (more: object) =>
  world.call<PaymentRecord>('POST', '/v1/create-payment', { token, body: { ...bill, paymentMethod: 'eft', ...more } });

test('a payment by EFT is created with the account’s id as a number or as text, pending, and told', async () => {
  for (const bankAccountId of [account.id, String(account.id), `000${account.id}`, '0'.repeat(20) + account.id]) {
    const answer = await create({ bankAccountId });
    assert.equal(answer.status, 200, answer.text);
    const payment = answer.json;
    assert.deepEqual([payment.status, payment.type, payment.amount], ['pending', 'bill', 125.5]);
    assert.match(payment.identificationNumber, /^\d{12}$/);
    assert.equal(payment.paymentMade, undefined);
    assert.deepEqual(await asShown(world, token, payment.id), payment);
    assert.equal(await heard(payment, 1), 'created');
  }
  await originate();
  await balanced();
});

test('an account without agreement, deactivated, unknown or of another partner is refused at bankAccountId', async () => {
  const { padAgreement: _none, ...bare } = anAccount();
  const without = await world.call<BankAccountRecord>('POST', '/v1/bank-accounts', { token, body: bare });
  const gone = await registered(world, token);
  await world.call('POST', '/v1/bank-accounts/deactivate', { token, body: { id: gone.id } });
  const foreign = await registered(world, (await world.partner()).token);
  const reasons: [unknown, RegExp][] = [
    [without.json.id, /agreement/],
    [gone.id, /deactivated/],
    [999_999_999, /not a bank account registered by you/],
    [foreign.id, /not a bank account registered by you/],
  ];
  for (const [bankAccountId, reason] of reasons) {
    for (const given of [bankAccountId, String(bankAccountId)]) {
      const refused = assertError(await create({ bankAccountId: given }), 400, '/v1/create-payment');
      assert.deepEqual(pathsOf(refused), ['bankAccountId']);
      assert.match(messageAt(refused, 'bankAccountId') ?? '', reason);
    }
  }
  assert.deepEqual(await originate(), { file: null, debits: 0, totalCents: 0, otherFiles: [] });
});

test('the greatest amount is what a debit file can carry, and a cent more is refused', async () => {
  const most = await eftPayment(world, token, account.id, { amount: 99_999_999.99 });
  for (const amount of [100_000_000, 99_999_999.999, 1e12]) {
    const refused = assertError(await create({ bankAccountId: account.id, amount }), 400, '/v1/create-payment');
    assert.deepEqual(pathsOf(refused), ['amount']);
  }
  const debit = await originated(most);
  assert.equal(debit?.amountCents, 9_999_999_999n);
  await takeReturns(returnFile([returnOfDebit('901', debit)]));
  assert.equal(await statusOf(most), 'failed');
});

test('originating writes a file that reads back with every debit and the totals, and again there is nothing to do', async () => {
  const amounts = [0.01, 125.5, 1999.99, 3, 4, 5, 6];
  const payments: PaymentRecord[] = [];
  for (const amount of amounts) payments.push(await eftPayment(world, token, account.id, { amount }));
  const out = temporaryFolder();
  const run = await originate(out);
  assert.deepEqual({ ...run, file: null }, { file: null, debits: 7, totalCents: 214_350, otherFiles: [] });
  assert.ok(run.file?.startsWith(out));
  const debits = await debitsIn(run.file ?? '');
  assert.equal(debits.length, 7);
  for (const payment of payments) {
    const debit = debitOf(debits, payment);
    assert.equal(debit.amountCents, BigInt(Math.round(payment.amount * 100)));
    assert.deepEqual(
      [debit.recordType, debit.institution, debit.account.slice(-4), debit.partyName],
      ['D', '000310202', account.accountNumber.slice(-4), 'AMELIE ROY'],
    );
    assert.equal(await statusOf(payment), 'pending');
  }
  const totals = readFileSync(run.file ?? '', 'latin1')
    .match(/^Z.*$/m)?.[0]
    .slice(24, 46);
  assert.equal(totals, `${'214350'.padStart(14, '0')}${'7'.padStart(8, '0')}`);
  assert.deepEqual(await originate(), { file: null, debits: 0, totalCents: 0, otherFiles: [] });
  await balanced();
});

test('two runs at once make each debit once', async () => {
  const payments = await Promise.all(Array.from({ length: 12 }, () => eftPayment(world, token, account.id)));
  const out = temporaryFolder();
  const runs = await Promise.all([originate(out), originate(out), originate(out)]);
  assert.equal(
    runs.reduce((sum, { debits }) => sum + debits, 0),
    12,
  );
  const files = runs.flatMap(({ file, otherFiles }) => [...(file === null ? [] : [file]), ...otherFiles]);
  const references = (await Promise.all(files.map(debitsIn))).flat().map(({ crossReference }) => crossReference);
  assert.deepEqual(references.sort(), payments.map(({ id }) => `S${id}A1`).sort());
  await balanced();
});

test('a debit without a return completes after three business days by the clock, goes to settlement, and a late return changes nothing', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  await play('clock', { advanceBusinessDays: 2 });
  assert.equal(await statusOf(payment), 'pending', 'too early');
  await play('clock', { advanceBusinessDays: 2 });
  const completed = await asShown(world, token, payment.id);
  assert.deepEqual([completed.status, completed.paymentAmount], ['completed', 125.5]);
  assert.ok(completed.paymentMade);
  assert.equal(await heard(payment, 2), 'created completed');
  const settled = await done<{ file: string }>(world.env, 'settlement', 'submit', '--out', temporaryFolder());
  assert.ok(readFileSync(settled.file, 'utf8').includes(`-${payment.id}-`), 'it goes to the biller');
  await balanced();

  const file = returnFile([returnOfDebit('905', debit)]);
  assert.deepEqual(await takeReturns(file), { ...nothing, lines: 1, late: 1 });
  assert.deepEqual(await takeReturns(file), { ...nothing, lines: 1, duplicates: 1 });
  assert.deepEqual(await asShown(world, token, payment.id), completed);
  const [receivable] = await rowsOf(
    `select sum(debits_cents - credits_cents)::bigint as cents from ledger_accounts where code = 'receivable'`,
  );
  assert.equal(receivable?.cents, 12_550n);
  const next = await eftPayment(world, token, account.id);
  assert.equal(await heard(next, 1), 'created');
  assert.equal(await heard(payment, 2), 'created completed', 'nothing is told of the late return');
  await balanced();
});

test('the clock alone brings debit, file and completion about, as time would', async () => {
  const payment = await eftPayment(world, token, account.id);
  await play('clock', { advanceBusinessDays: 6 });
  assert.equal(await statusOf(payment), 'completed');
  assert.equal(await heard(payment, 2), 'created completed');
  const [row] = await rowsOf(
    'select f.out_dir, f.file_name from eft_debits d join eft_files f on f.id = d.file_id where d.payment_id = $1',
    payment.id,
  );
  const file = path.join(String(row?.out_dir), String(row?.file_name));
  assert.ok(file.startsWith(world.env.DATA_DIR ?? '/'), file);
  assert.equal(debitOf(await debitsIn(file), payment).amountCents, 12_550n);
  await balanced();
});

test('a returned debit that is re-queued on another account is a new debit, and completes the payment', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  await takeReturns(returnFile([returnOfDebit('905', debit)]));
  assert.equal(await heard(payment, 2), 'created failed');
  const another = await registered(world, token);
  await done(
    world.env,
    ...['payment', 'requeue', '--payment', String(payment.id), '--bank-account-id', String(another.id)],
  );
  assert.equal(await statusOf(payment), 'failed', 'until the new debit completes');
  const { file } = await originate();
  const second = debitOf(await debitsIn(file ?? ''), payment, 2);
  assert.equal(second.account.slice(-4), another.accountNumber.slice(-4));
  // The first debit's return once more, under the name of the first debit: the second one is not touched.
  assert.equal((await takeReturns(returnFile([returnOfDebit('905', debit)]))).returned, 0);
  await play('clock', { advanceBusinessDays: 4 });
  assert.equal(await statusOf(payment), 'completed');
  assert.equal(await heard(payment, 3), 'created failed completed');
  await balanced();
});

test('a re-queued debit that comes back again is returned without a second payment.failed', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  await takeReturns(returnFile([returnOfDebit('901', debit)]));
  await play('requeues', { paymentId: payment.id });
  const { file } = await originate();
  const second = debitOf(await debitsIn(file ?? ''), payment, 2);
  assert.deepEqual(await takeReturns(returnFile([returnOfDebit('901', second)])), {
    ...nothing,
    lines: 1,
    returned: 1,
  });
  assert.equal(await statusOf(payment), 'failed');
  await play('requeues', { paymentId: payment.id });
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  assert.equal(await heard(payment, 3), 'created failed completed');
  await balanced();
});

test('a deactivated account does not stop the debits of payments that were made before', async () => {
  const mine = await registered(world, token);
  const payment = await eftPayment(world, token, mine.id);
  await world.call('POST', '/v1/bank-accounts/deactivate', { token, body: { id: mine.id } });
  const debit = await originated(payment);
  assert.equal(debit?.account.slice(-4), mine.accountNumber.slice(-4));
});

test('a run that died between its commit and its file is made good by the next: the same bytes, no debit twice', async () => {
  const payment = await eftPayment(world, token, account.id);
  const out = temporaryFolder();
  const { file } = await originate(out);
  assert.ok(file);
  const bytes = readFileSync(file);
  // As the death leaves it: the debits stand, the file does not, and nobody has said that it does.
  await rowsOf('update eft_files set written_at = null, file_id = null where file_name = $1', path.basename(file));
  rmSync(file);
  const held = await takeReturns(returnFile([returnOfDebit('901', debitOf(await readBack(bytes), payment))]));
  assert.deepEqual(held, { ...nothing, lines: 1, held: 1 }, 'what was not sent cannot come back');
  const later = await eftPayment(world, token, account.id);
  const run = await originate(out);
  assert.equal(run.debits, 1);
  assert.deepEqual(run.otherFiles, [file]);
  assert.ok(readFileSync(file).equals(bytes));
  debitOf(await debitsIn(run.file ?? ''), later);
  await balanced();
});

const readBack = (bytes: Buffer) => debitsIn(fileOf(bytes));
