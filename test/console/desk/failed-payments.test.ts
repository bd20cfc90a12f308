/** Payments that failed: corrected and on their way again, one or many, or the money back to the payer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ActAnswer,
  ApproveAnswer,
  BankAccountList,
  FailedPaymentList,
  FailedPaymentView,
  PaymentView,
} from '../../../src/console/desk/views.ts';
import { asShown, paid } from '../../world/bodies.ts';
import { command } from '../../world/commands.ts';
import { eftPayment, registered } from '../../world/eft.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, approver, play, pay, balanced, trail } = await openConsole();

/** A payment that its biller rejected. */
async function rejected(more: Record<string, unknown> = {}) {
  const payment = await paid(world, token, more);
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
  return payment;
}
const shown = async (id: number, query = ''): Promise<FailedPaymentView | undefined> =>
  (await agent.get<FailedPaymentList>(`/failed-payments?limit=200${query}`)).items.find(
    (each) => each.paymentId === id,
  );
const stateOf = async (id: number) => (await agent.get<PaymentView>(`/payments/${id}`)).payment.state;

test('a failed payment shows why, who must act, and what can be done', async () => {
  const payment = await rejected();
  const view = await shown(payment.id);
  assert.deepEqual([view?.state, view?.status, view?.received], ['rejected', 'failed', 125.5]);
  assert.deepEqual([view?.code?.code, view?.code?.acts], ['AC01', 'partner']);
  assert.deepEqual(view?.remedies, ['requeue', 'account-number', 'refund']);
});

test('several are corrected and re-queued together, or none of them is', async () => {
  const [one, two] = [await rejected(), await rejected()];
  const payments = [{ paymentId: one.id, accountNumber: '299009999999' }, { paymentId: two.id }];
  const pending = await pay();
  const body = { payments: [...payments, { paymentId: pending.id }], reason: 'the payer told us' };
  assert.match(
    await agent.refused(409, '/failed-payments/requeue', body),
    new RegExp(`payment ${pending.id} is awaiting`),
  );
  assert.equal(await stateOf(one.id), 'rejected');
  assert.equal((await shown(one.id))?.accountNumber, '299001234567');

  const answer = await agent.post<ActAnswer>('/failed-payments/requeue', { payments, reason: 'the payer told us' });
  assert.equal(answer.amount, 251);
  assert.deepEqual([await stateOf(one.id), await stateOf(two.id)], ['resettling', 'resettling']);
  assert.equal((await asShown(world, token, one.id)).accountNumber, '299009999999');
  const last = (await trail()).at(-1);
  assert.equal(last?.act, 'payments re-queued');
  assert.deepEqual(
    (last.before as { state: string }[]).map(({ state }) => state),
    ['rejected', 'rejected'],
  );
  assert.match(
    await agent.refused(400, '/failed-payments/requeue', { payments: [payments[0], payments[0]], reason: 'x' }),
    /twice/,
  );
});

test('money that is given back is recorded with its means and posted, and the payment stays failed for good', async () => {
  const payment = await rejected();
  const body = { paymentId: payment.id, means: 'cheque', reference: 'cheque 4711', reason: 'the biller is gone' };
  const answer = await agent.post<ActAnswer>('/failed-payments/refund', body);
  assert.deepEqual([answer.outcome, answer.amount], ['done', 125.5]);
  assert.equal((await asShown(world, token, payment.id)).status, 'failed');
  assert.equal(await shown(payment.id), undefined, 'nobody has to deal with it any more');
  const { refund, remedies } = (await shown(payment.id, '&refunded=yes')) as FailedPaymentView;
  assert.deepEqual([refund?.amount, refund?.means, refund?.reference, remedies], [125.5, 'cheque', 'cheque 4711', []]);
  const ledger = await agent.get<{ accounts: { account: string; balance: number }[] }>('/ledger');
  assert.equal(ledger.accounts.find(({ account }) => account === 'given_back')?.balance, 125.5);

  assert.match(await agent.refused(409, '/failed-payments/refund', body), /given back already/);
  const requeue = { payments: [{ paymentId: payment.id }], reason: 'x' };
  assert.match(await agent.refused(409, '/failed-payments/requeue', requeue), /was given back/);
  const byCommand = await command(world.env, 'payment', 'requeue', '--payment', String(payment.id));
  assert.notEqual(byCommand.code, 0);
  assert.match(byCommand.stderr, /given back/);
  const other = await rejected();
  assert.match(
    await agent.refused(409, '/failed-payments/refund', { ...body, paymentId: other.id }),
    /not given back by cheque cheque 4711: another payment was/,
  );
  await balanced();
});

test('one transfer gives one payment back, however its reference is typed and whosever the payments are', async () => {
  const give = async (paymentId: number, means: string, reference: string) =>
    (await agent.ask('POST', '/failed-payments/refund', { paymentId, means, reference, reason: 'x' })).status;
  assert.equal(await give((await rejected()).id, 'wire', 'Ref 77'), 200);
  const { id } = await rejected();
  const other = await world.partner();
  const theirs = await paid(world, other.token);
  const body = { paymentId: theirs.id, outcome: 'rejected', reason: 'AC01' };
  assert.equal((await world.call('POST', '/sandbox/settlements', { token: other.token, body })).status, 200);
  for (const typed of ['Ref 77', 'REF 77 ', ' ref  77', 'REF\u00a077', 'REF 77\u200b']) {
    assert.deepEqual([await give(id, 'wire', typed), await give(theirs.id, 'wire', typed)], [409, 409], typed);
  }
  assert.equal(await give(id, 'wire', '\u200b'), 400, 'nobody can read it');
  assert.equal(await give(id, 'other', 'by hand'), 200);
  assert.equal(await give(theirs.id, 'other', 'by hand'), 200, 'only of other means a reference says little');
  await balanced();
});

test('only money that a biller rejected, and that is here, is given back', async () => {
  const body = { means: 'eft', reference: 'r-1', reason: 'x' };
  const pending = await pay();
  assert.match(
    await agent.refused(409, '/failed-payments/refund', { ...body, paymentId: pending.id }),
    /is awaiting_funds/,
  );
  const completed = await paid(world, token);
  assert.match(
    await agent.refused(409, '/failed-payments/refund', { ...body, paymentId: completed.id }),
    /is collected/,
  );
  await agent.refused(404, '/failed-payments/refund', { ...body, paymentId: 999_999 });
  await agent.refused(400, '/failed-payments/refund', { ...body, paymentId: completed.id, means: 'gold' });
});

test('a refund above the amount takes two people, and two at once give back once', async () => {
  const payment = await rejected({ amount: 2000 });
  const body = { paymentId: payment.id, means: 'wire', reference: 'w-1', reason: 'closed account' };
  const answers = await Promise.all(
    [agent, approver].map((person) => person.ask('POST', '/failed-payments/refund', body)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const { approvalId } = (await shown(payment.id)) as FailedPaymentView;
  const proposer = answers[0]?.status === 200 ? agent : approver;
  if (proposer === approver) assert.match(await approver.refused(403, `/approvals/${approvalId}/approve`), /yourself/);
  else {
    const { approval } = await approver.post<ApproveAnswer>(`/approvals/${approvalId}/approve`);
    assert.equal(approval.state, 'approved');
  }
  await balanced();
});

test('re-queued between proposal and approval, a payment is not given back as well', async () => {
  const payment = await rejected({ amount: 3000 });
  const body = { paymentId: payment.id, means: 'wire', reference: 'w-2', reason: 'closed account' };
  await agent.post('/failed-payments/refund', body);
  const { approvalId } = (await shown(payment.id)) as FailedPaymentView;
  await play('requeues', { paymentId: payment.id });
  const { approval } = await approver.post<ApproveAnswer>(`/approvals/${approvalId}/approve`);
  assert.equal(approval.state, 'refused');
  assert.match(String(approval.outcomeText), /is resettling/);
  await balanced();
});

test('a payment whose debit failed is debited again on an account that somebody chose', async () => {
  const first = await registered(world, token);
  const other = await registered(world, token, { accountHolderName: 'Berthe Martin' });
  const payment = await eftPayment(world, token, first.id);
  await play('eft-debits', { paymentId: payment.id, outcome: 'returned', returnCode: '905' });
  const view = await shown(payment.id);
  assert.deepEqual(
    [view?.state, view?.code?.code, view?.remedies],
    ['uncollected', '905', ['requeue', 'bank-account']],
  );
  assert.equal(view?.bankAccount?.bankAccountId, first.id);
  const { items } = await agent.get<BankAccountList>(`/failed-payments/${payment.id}/accounts?search=berthe`);
  assert.deepEqual(
    items.map(({ bankAccountId }) => bankAccountId),
    [other.id],
  );
  assert.match(
    await agent.refused(409, '/failed-payments/refund', {
      paymentId: payment.id,
      means: 'eft',
      reference: 'r',
      reason: 'x',
    }),
    /no money/,
  );
  const payments = [{ paymentId: payment.id, bankAccountId: other.id }];
  await agent.post('/failed-payments/requeue', { payments, reason: 'account closed' });
  assert.equal(await stateOf(payment.id), 'recollecting');
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  assert.equal((await asShown(world, token, payment.id)).status, 'completed');
});

test('a refund that nobody recorded, and one without its posting, are found by the audit', async () => {
  const payment = await rejected();
  const { database } = world.testDatabase;
  await database.query(
    `insert into payment_refunds (partner_id, payment_id, amount_cents, means, reference, reference_same, reason, given_by, at)
     select partner_id, id, received_cents, 'other', 'by hand', 'BY HAND', 'x', 'x', now() from payments where id = $1`,
    [payment.id],
  );
  const { balanced: isBalanced, checks } = await agent.post<{
    balanced: boolean;
    checks: { name: string; holds: boolean }[];
  }>('/ledger/audit');
  assert.equal(isBalanced, false);
  const broken = checks.filter(({ holds }) => !holds).map(({ name }) => name.split(' ')[0]);
  assert.ok(broken.includes('given_back') && broken.includes('what'), broken.join());
  await database.transaction(async (tx) => {
    await tx.query('alter table payment_refunds disable trigger payment_refunds_append_only');
    await tx.query('delete from payment_refunds where payment_id = $1', [payment.id]);
    await tx.query('alter table payment_refunds enable trigger payment_refunds_append_only');
  });
  await balanced();
});
