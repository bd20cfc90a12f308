/** Money of a failed payment goes nowhere while something about it waits for a decision: it would be paid twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailedPaymentList, FailedPaymentView, PaymentView } from '../../../src/console/desk/views.ts';
import { paid, pain002File } from '../../world/bodies.ts';
import { command, done } from '../../world/commands.ts';
import { debitOf, debitsIn, eftPayment, registered, returnFile, returnOfDebit } from '../../world/eft.ts';
import { temporaryFolder } from '../../world/service.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, approver, play, balanced } = await openConsole();
const { database } = world.testDatabase;
const account = await registered(world, token);

const cardOf = async (id: number): Promise<FailedPaymentView | undefined> =>
  (await agent.get<FailedPaymentList>('/failed-payments?limit=200')).items.find(({ paymentId }) => paymentId === id);
const stateOf = async (id: number) => (await agent.get<PaymentView>(`/payments/${id}`)).payment.state;
const requeueOf = (paymentId: number) => ({ payments: [{ paymentId }], reason: 'again' });
const settle = () => done<{ payments: number }>(world.env, 'settlement', 'submit', '--out', temporaryFolder());

/** The bank's report on the latest submission of a payment. */
async function report(paymentId: number, status: 'RJCT' | 'ACSC'): Promise<void> {
  const { rows } = await database.query<{ message_id: string; block_id: string; end_to_end_id: string }>(
    `select b.message_id, i.block_id, i.end_to_end_id from settlement_items i join settlement_batches b on b.id = i.batch_id
     where i.payment_id = $1 order by i.attempt desc limit 1`,
    [paymentId],
  );
  const [item] = rows;
  assert.ok(item);
  const reasons = status === 'RJCT' ? [{ code: 'AC01' }] : [];
  const transactions = [{ originalEndToEndId: item.end_to_end_id, status, reasons }];
  const blocks = [{ originalPaymentInformationId: item.block_id, transactions }];
  await done(world.env, 'settlement', 'report', pain002File({ originalMessageId: item.message_id, blocks }));
}

/** A payment whose debit counted as paid and which its biller rejected, with that debit. */
async function rejectedDebit() {
  const payment = await eftPayment(world, token, account.id);
  const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
  const debit = debitOf(await debitsIn(file), payment);
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
  return { payment, debit };
}

/** Neither way is offered, nor taken where it is asked for all the same: at the console, by command, by the sandbox. */
async function stands(paymentId: number, doubt: string, why: RegExp): Promise<void> {
  const card = await cardOf(paymentId);
  assert.deepEqual([card?.doubt, card?.remedies], [doubt, []]);
  assert.match(await agent.refused(409, '/failed-payments/requeue', requeueOf(paymentId)), why);
  const refund = { paymentId, means: 'cheque', reference: `cheque ${paymentId}`, reason: 'wants it back' };
  assert.match(await agent.refused(409, '/failed-payments/refund', refund), why);
  assert.match((await command(world.env, 'payment', 'requeue', '--payment', String(paymentId))).stderr, why);
  const played = await world.call<{ error: string }>('POST', '/sandbox/requeues', { token, body: { paymentId } });
  assert.equal(played.status, 400);
  assert.match(played.json.error, why);
  assert.equal(await stateOf(paymentId), 'rejected');
  await balanced();
}

test('a payment about which an acceptance is held is neither re-queued nor given back, until that is decided', async () => {
  const payment = await paid(world, token);
  await settle();
  await report(payment.id, 'RJCT');
  await report(payment.id, 'ACSC');
  await stands(payment.id, 'answer-held', /may have reached its biller/);
  const { items } = await agent.get<{ items: { answerId: number }[] }>('/settlement/held');
  await done(
    world.env,
    'settlement',
    'resolve',
    '--answer',
    String(items[0]?.answerId),
    '--reason',
    'they sent it back',
  );
  await agent.post('/failed-payments/requeue', requeueOf(payment.id));
  assert.equal(await stateOf(payment.id), 'resettling');
});

test('one that was re-queued before the acceptance came is not submitted again while that is held', async () => {
  await settle();
  const payment = await paid(world, token);
  await settle();
  await report(payment.id, 'RJCT');
  await agent.post('/failed-payments/requeue', requeueOf(payment.id));
  await report(payment.id, 'ACSC');
  const next = await agent.get<{ payments: number }>('/settlement/next');
  const run = await settle();
  assert.deepEqual([next.payments, run.payments, await stateOf(payment.id)], [0, 0, 'resettling']);
  const { items } = await agent.get<{ items: { answerId: number }[] }>('/settlement/held');
  await done(
    world.env,
    'settlement',
    'resolve',
    '--answer',
    String(items[0]?.answerId),
    '--reason',
    'they sent it back',
  );
  assert.equal((await settle()).payments, 1);
});

test('a proposal to re-queue is refused when it is approved after an acceptance has come', async () => {
  const payment = await paid(world, token, { amount: 1500 });
  await settle();
  await report(payment.id, 'RJCT');
  const { approvalId } = await agent.post<{ approvalId: number }>('/failed-payments/requeue', requeueOf(payment.id));
  await report(payment.id, 'ACSC');
  const { approval } = await approver.post<{ approval: { state: string; outcomeText: string } }>(
    `/approvals/${approvalId}/approve`,
  );
  assert.equal(approval.state, 'refused');
  assert.match(approval.outcomeText, /may have reached its biller/);
  assert.equal(await stateOf(payment.id), 'rejected');
});

test('neither is one whose debit may have come back: a return of it is held', async () => {
  const { payment, debit } = await rejectedDebit();
  await done(world.env, 'eft', 'returns', returnFile([returnOfDebit('901', { ...debit, amountCents: 5n })]));
  await stands(payment.id, 'return-held', /a return of its debit waits/);
});

test('nor one whose debit came back late, until the partner has settled that; given back it never is', async () => {
  const { payment, debit } = await rejectedDebit();
  await done(world.env, 'eft', 'returns', returnFile([returnOfDebit('901', debit)]));
  await stands(payment.id, 'late-return', /came back late|no money to give back/);
  const { items } = await agent.get<{ items: { returnId: number; paymentId: number }[] }>('/returns');
  const returnId = items.find((each) => each.paymentId === payment.id)?.returnId;
  await done(world.env, 'eft', 'resolve', '--return', String(returnId), '--reason', 'the partner paid by wire');
  assert.deepEqual((await cardOf(payment.id))?.remedies, ['requeue', 'account-number']);
  const refund = { paymentId: payment.id, means: 'wire', reference: 'x', reason: 'x' };
  assert.match(await agent.refused(409, '/failed-payments/refund', refund), /no money to give back/);
});

test('an account to debit is refused where no debit comes next, whoever’s it is', async () => {
  const foreign = await registered(world, (await world.partner()).token);
  const { payment } = await rejectedDebit();
  for (const bankAccountId of [account.id, foreign.id, 999_999]) {
    const body = { payments: [{ paymentId: payment.id, bankAccountId }], reason: 'x' };
    assert.match(await agent.refused(409, '/failed-payments/requeue', body), /No account is debited/);
  }
});

test('the code of an earlier answer is not shown where our own check failed the payment since', async () => {
  const payment = await paid(world, token, {
    payeeName: 'City of Vancouver Property Tax',
    accountNumber: '123456789012',
  });
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC04' });
  assert.equal((await cardOf(payment.id))?.code?.code, 'AC04');
  const body = { payments: [{ paymentId: payment.id, accountNumber: '1' }], reason: 'x' };
  await agent.post('/failed-payments/requeue', body);
  await settle();
  const card = await cardOf(payment.id);
  assert.match(card?.cause ?? '', /own-check/);
  assert.equal(card?.code, null);
});
