/** Return files as an operator takes them in (interface §3; open points `eft-other-returns`, `account-after-return`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf } from '../world/bodies.ts';
import { command } from '../world/commands.ts';
import {
  debitOf,
  debitsIn,
  eftPayment,
  registered,
  returnFile,
  returnOfDebit,
  returnText,
  spoiled,
} from '../world/eft.ts';
import { nothing, openEftWorld } from '../world/eft-world.ts';

const { receiver, world, token, account, statusOf, originate, originated, takeReturns, heard, balanced, rowsOf } =
  await openEftWorld();

test('a debit that comes back by file fails its payment, once however often the file comes', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  const file = returnFile([returnOfDebit('901', debit)]);
  assert.deepEqual(await takeReturns(file), { ...nothing, lines: 1, returned: 1 });
  assert.equal(await statusOf(payment), 'failed');
  assert.equal(await heard(payment, 2), 'created failed');
  assert.deepEqual(await takeReturns(file), { ...nothing, lines: 1, duplicates: 1 });
  // The same return in another file: the bank sends it again.
  const trace = (await rowsOf('select trace from eft_returns where payment_id = $1', payment.id))[0]?.trace as string;
  const again = returnFile([returnOfDebit('901', debit, { trace })]);
  assert.deepEqual(await takeReturns(again), { ...nothing, lines: 1, duplicates: 1 });
  assert.deepEqual(receiver.events(payment.id), ['payment.created', 'payment.failed']);
  await balanced();
});

test('a return for nobody is held, one of another amount or account too, and nothing changes', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  const returns = [
    returnOfDebit('901', { ...debit, crossReference: 'S999999999A1' }),
    returnOfDebit('901', { ...debit, crossReference: `S${payment.id}A2` }),
    returnOfDebit('901', { ...debit, amountCents: 12_549n }),
    returnOfDebit('901', { ...debit, account: '5555555' }),
    returnOfDebit('901', debit, { recordType: 'I' }),
  ];
  assert.deepEqual(await takeReturns(returnFile(returns)), { ...nothing, lines: 5, held: 5 });
  assert.equal(await statusOf(payment), 'pending');
  await balanced();
});

test('a bad line is quarantined with line and column, and the rest goes on', async () => {
  const payments = [await eftPayment(world, token, account.id), await eftPayment(world, token, account.id)];
  const { file } = await originate();
  const sent = await debitsIn(file ?? '');
  const debits = payments.map((payment) => debitOf(sent, payment));
  const text = spoiled(returnText(debits.map((debit) => returnOfDebit('901', debit))), 0);
  assert.deepEqual(await takeReturns(fileOf(text)), { ...nothing, lines: 2, returned: 1, quarantined: 1 });
  assert.deepEqual(await Promise.all(payments.map(statusOf)), ['pending', 'failed']);
  const [line] = await rowsOf('select line, column_number, reason from quarantined_lines order by id desc limit 1');
  assert.deepEqual([line?.line, line?.column_number], [2, 25]);
  assert.match(String(line?.reason), /transaction type.*900 to 999/);
  await balanced();
});

test('a file that is cut off is refused whole, with the place, and taken in when it comes complete', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  const text = returnText([returnOfDebit('901', debit)]);
  for (const cut of [text.slice(0, text.indexOf('\nZ') + 1), text.slice(0, 1500), text.slice(0, 1466), '']) {
    const result = await command(world.env, 'eft', 'returns', fileOf(cut));
    assert.equal(result.code, 1, result.stdout);
    assert.match(result.stderr, /line \d+, column \d+/i);
    assert.equal(await statusOf(payment), 'pending');
  }
  assert.deepEqual(await takeReturns(fileOf(text)), { ...nothing, lines: 1, returned: 1 });
  await balanced();
});

test('a code that says the account is dead marks it for attention and leaves it active; 901 does not', async () => {
  const attention = async (id: number) =>
    (await rowsOf('select status, attention from bank_accounts where id = $1', id))[0];
  const mine = await registered(world, token);
  for (const [code, marked] of [
    ['901', false],
    ['905', true],
  ] as const) {
    const payment = await eftPayment(world, token, mine.id);
    const debit = await originated(payment);
    await takeReturns(returnFile([returnOfDebit(code, debit)]));
    assert.equal(await statusOf(payment), 'failed');
    const found = await attention(mine.id);
    assert.equal(found?.status, 'active');
    assert.equal(found?.attention !== null, marked, code);
    if (marked) assert.match(String(found?.attention), /905/);
  }
  await eftPayment(world, token, mine.id);
  await balanced();
});
