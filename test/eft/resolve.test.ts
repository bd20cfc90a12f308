/** `eft list | resolve`: returns that no rule may decide, and late ones, in the hands of an operator. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { command, done } from '../world/commands.ts';
import { eftPayment, returnFile, returnOfDebit } from '../world/eft.ts';
import { openEftWorld } from '../world/eft-world.ts';

interface Waiting {
  returnId: number;
  action: string;
  why: string;
  fileName: string;
  line: number;
  column: number;
  paymentId: number | null;
  partnerId: number | null;
  amountCents: number;
  code: { code: string; meaning: { en: string; fr: string }; acts: string; how: string };
}

const { world, token, account, statusOf, originate, originated, takeReturns, play, heard, balanced, rowsOf } =
  await openEftWorld();
const list = async () => (await done<{ returns: Waiting[] }>(world.env, 'eft', 'list')).returns;
const newest = async () => (await list()).at(-1)?.returnId ?? 0;
const resolve = (id: number | string, ...args: string[]) =>
  command<{ returns: { returnId: number; result: string }[] }>(
    world.env,
    ...['eft', 'resolve', '--return', String(id), '--reason', 'the bank confirms it', ...args],
  );
const receivable = async () =>
  (
    await rowsOf(
      `select coalesce(sum(debits_cents - credits_cents), 0)::bigint as cents from ledger_accounts where code = 'receivable'`,
    )
  )[0]?.cents;

test('a held return is listed with its place, what the code means in both languages, who acts and how, until it is resolved', async () => {
  assert.deepEqual(await list(), []);
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  const file = returnFile([returnOfDebit('905', { ...debit, amountCents: 12_549n })]);
  assert.equal((await takeReturns(file)).held, 1);
  const [held] = await list();
  assert.deepEqual(
    [held?.action, held?.paymentId, held?.fileName, held?.line, held?.column, held?.amountCents],
    ['hold', payment.id, path.basename(file), 2, 25, 12_549],
  );
  assert.match(held?.why ?? '', /amount/);
  assert.deepEqual(
    [held?.code.code, held?.code.meaning.en, held?.code.meaning.fr, held?.code.acts],
    ['905', 'The account is closed.', 'Le compte est fermé.', 'partner'],
  );
  assert.ok(held?.code.how);
  const resolved = await resolve(held?.returnId ?? 0);
  assert.deepEqual(resolved.json, { returns: [{ returnId: held?.returnId, result: 'resolved' }] });
  assert.deepEqual(await list(), []);
  assert.equal(await statusOf(payment), 'pending', 'nothing changes');
  const [row] = await rowsOf('select resolved_by, resolution from eft_returns where id = $1', held?.returnId);
  assert.match(String(row?.resolved_by), /by command/);
  assert.equal(row?.resolution, 'the bank confirms it');
  assert.match((await resolve(held?.returnId ?? 0)).stderr, /no return \d+ that waits/);
  await balanced();
});

test('taken up again, a return of another account or amount fails the pending payment of the debit that it names', async () => {
  for (const more of [{ account: '5555555' }, { amountCents: 1n }]) {
    const payment = await eftPayment(world, token, account.id);
    const debit = await originated(payment);
    assert.equal((await takeReturns(returnFile([returnOfDebit('901', { ...debit, ...more })]))).held, 1);
    const { json, stderr } = await resolve(await newest(), '--apply');
    assert.deepEqual(
      json?.returns.map(({ result }) => result),
      ['returned'],
      stderr,
    );
    assert.equal(await statusOf(payment), 'failed');
    assert.equal(await heard(payment, 2), 'created failed');
    assert.deepEqual(await list(), []);
    await balanced();
    await play('requeues', { paymentId: payment.id });
    assert.equal((await originate()).debits, 1, 'and it can be debited again');
  }
});

test('taken up again after its debit counted as paid, it is late: the partner owes the debit, and it waits until that is settled', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  const before = (await receivable()) as bigint;
  assert.equal((await takeReturns(returnFile([returnOfDebit('901', { ...debit, amountCents: 5n })]))).held, 1);
  const id = await newest();
  assert.deepEqual((await resolve(id, '--apply')).json.returns, [{ returnId: id, result: 'late' }]);
  assert.equal(await receivable(), before + 12_550n);
  assert.equal(await statusOf(payment), 'completed');
  const [late] = await list();
  assert.deepEqual([late?.returnId, late?.action], [id, 'late']);
  assert.match(late?.why ?? '', /Held at first.*the bank confirms it/);
  await balanced();
  assert.match((await resolve(id, '--apply')).stderr, /it has had its effect/);
  assert.equal((await resolve(id)).code, 0);
  assert.deepEqual(await list(), []);
});

test('a return of a debit that was not sent is taken up again once its file is written, not before', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  const file = '(select file_id from eft_debits where payment_id = $1)';
  const [was] = await rowsOf(`select written_at, file_id from eft_files where id = ${file}`, payment.id);
  await rowsOf(`update eft_files set written_at = null, file_id = null where id = ${file}`, payment.id);
  assert.equal((await takeReturns(returnFile([returnOfDebit('901', debit)]))).held, 1);
  const id = await newest();
  assert.match((await resolve(id, '--apply')).stderr, /not sent/);
  await rowsOf(
    `update eft_files set written_at = $2, file_id = $3 where id = ${file}`,
    ...[payment.id, String(was?.written_at), was?.file_id],
  );
  assert.deepEqual((await resolve(id, '--apply')).json.returns, [{ returnId: id, result: 'returned' }]);
  assert.equal(await statusOf(payment), 'failed');
  await balanced();
});

test('what names no debit, returns a credit or came back before is not taken up; of several, all are resolved or none', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  const returns = [
    returnOfDebit('901', { ...debit, crossReference: 'S999999999A1' }),
    returnOfDebit('901', debit, { recordType: 'I' }),
    returnOfDebit('901', debit),
    returnOfDebit('905', debit),
  ];
  assert.equal((await takeReturns(returnFile(returns))).held, 3);
  const ids = (await list()).map(({ returnId }) => returnId);
  for (const [index, why] of [/names no debit/, /a credit/, /came back before/].entries()) {
    const refused = await resolve(ids[index] ?? 0, '--apply');
    assert.deepEqual([refused.code, why.test(refused.stderr)], [1, true], refused.stderr);
  }
  assert.equal((await resolve(`${ids.join(',')},999999`)).code, 1);
  assert.equal((await list()).length, 3);
  assert.equal((await command(world.env, 'eft', 'resolve', '--return', String(ids[0]), '--reason', ' ')).code, 1);
  assert.equal((await resolve(ids.join(','))).code, 0);
  assert.deepEqual(await list(), []);
  await balanced();
});

test('a late return is listed until it is resolved, and ends its debit under its code', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  await takeReturns(returnFile([returnOfDebit('910', debit)]));
  const [late] = await list();
  assert.deepEqual([late?.action, late?.paymentId, late?.code.acts], ['late', payment.id, 'operator']);
  const [row] = await rowsOf('select state, return_code from eft_debits where payment_id = $1', payment.id);
  assert.deepEqual([row?.state, row?.return_code], ['returned', '910']);
  assert.equal((await resolve(late?.returnId ?? 0)).code, 0);
  assert.deepEqual(await list(), []);
  await balanced();
});
