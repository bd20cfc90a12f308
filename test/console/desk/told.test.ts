/** What operators write about a payment: to be read by operators. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HeldAnswerList, OpenReturnList, PaymentView } from '../../../src/console/desk/views.ts';
import type { PaymentDetail } from '../../../src/dashboard/views.ts';
import { deskOf } from '../../dashboard/a-dashboard.ts';
import { paid, pain002File } from '../../world/bodies.ts';
import { command, done } from '../../world/commands.ts';
import { debitOf, debitsIn, eftPayment, registered, returnFile, returnOfDebit } from '../../world/eft.ts';
import { temporaryFolder } from '../../world/service.ts';
import { openConsole } from './a-desk.ts';

const { world, partner, token, agent, approver, held, pay, play } = await openConsole();
const secret = 'the payer is a liar';

/** What operators and the partner read of a payment's moves: event, and its cause. */
async function read(paymentId: number) {
  const owner = await deskOf(world, partner.id);
  const view = await agent.get<PaymentView>(`/payments/${paymentId}`);
  const detail = await owner.ask<PaymentDetail>('GET', `/payments/${paymentId}`);
  return {
    operators: view.entries.flatMap((entry) => (entry.what === 'move' ? [[entry.event, entry.notes?.join()]] : [])),
    partners: detail.json.timeline.flatMap((entry) => (entry.what === 'move' ? [[entry.event, entry.cause]] : [])),
    partnersText: detail.text,
  };
}

test('who attached a transfer and why is told to operators, and to the partner only that a transfer came', async () => {
  const payment = await pay({ amount: 20 });
  const transferId = await held(10, payment.identificationNumber);
  const body = { transferIds: [transferId], paymentId: payment.id, acceptedAmount: 10, reason: secret };
  await agent.post('/transfers/attach', body);
  const { operators, partners, partnersText } = await read(payment.id);
  assert.match(String(operators[1]?.[1]), new RegExp(`${agent.email}>: ${secret}`));
  assert.deepEqual(partners, [
    ['created', { kind: 'request' }],
    ['funds_received', { kind: 'transfer' }],
  ]);
  assert.ok(!partnersText.includes(secret) && !partnersText.includes(agent.email));
});

test('who re-queued a payment and why is told to operators only; the codes of banks are told to both', async () => {
  const payment = await paid(world, token);
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
  await agent.post('/failed-payments/requeue', { payments: [{ paymentId: payment.id }], reason: secret });
  const { operators, partners, partnersText } = await read(payment.id);
  assert.match(String(operators.at(-1)?.[1]), new RegExp(`^operator .*${agent.email}>: ${secret}`));
  assert.deepEqual(partners.slice(-2), [
    ['rejected', { kind: 'report', code: 'AC01' }],
    ['requeued', undefined],
  ]);
  assert.match(String(operators.at(-2)?.[1]), /settlement report \d+ line \d+: RJCT AC01/);
  assert.ok(!partnersText.includes(secret) && !partnersText.includes(agent.email));
  assert.doesNotMatch(partnersText, /settlement (batch|report)/, 'nor of the files of the bank');
  const told = await done<{ moves: { cause: string }[] }>(
    world.env,
    'payment',
    'show',
    '--payment',
    String(payment.id),
  );
  assert.match(told.moves.at(-1)?.cause ?? '', new RegExp(secret), 'the command is an operator’s');
});

test('that money was given back, and by what, is told to both; reference, reason and person to operators only', async () => {
  const payment = await paid(world, token, { amount: 30 });
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
  const refund = { paymentId: payment.id, means: 'cheque', reference: 'cheque 815', reason: secret };
  await agent.post('/failed-payments/refund', refund);
  const owner = await deskOf(world, partner.id);
  const { json, text } = await owner.ask<PaymentDetail>('GET', `/payments/${payment.id}`);
  const { at: _at, ...partners } = json.timeline.find(({ what }) => what === 'refund') ?? { at: '' };
  assert.deepEqual(partners, { what: 'refund', amount: 30, means: 'cheque' });
  assert.ok(!text.includes(secret) && !text.includes(agent.email) && !text.includes('815'));
  const { entries } = await agent.get<PaymentView>(`/payments/${payment.id}`);
  const notes = entries.find(({ what }) => what === 'refund')?.notes ?? [];
  assert.equal(notes[0], 'cheque 815');
  assert.match(notes[1] ?? '', new RegExp(`^${secret} – .*${agent.email}`));
  const shown = await command(world.env, 'payment', 'show', '--payment', String(payment.id));
  assert.match(shown.stdout, /"what":"refund"/);
});

/** What the timeline says of one kind of entry: to the partner, and to operators. */
async function entriesOf(paymentId: number, kind: 'report' | 'return') {
  const owner = await deskOf(world, partner.id);
  const { json, text } = await owner.ask<PaymentDetail>('GET', `/payments/${paymentId}`);
  assert.ok(!text.includes(secret) && !text.includes(agent.email), text);
  const { entries } = await agent.get<PaymentView>(`/payments/${paymentId}`);
  return {
    partners: json.timeline.filter(({ what }) => what === kind).map(({ at: _at, ...entry }) => entry),
    operators: entries.filter(({ what }) => what === kind),
  };
}

test('a report that was held waits for the operator to the partner too, until it is dealt with', async () => {
  const payment = await paid(world, token);
  await done(world.env, 'settlement', 'submit', '--out', temporaryFolder());
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
  const { rows } = await world.testDatabase.database.query<{ message: string; block: string; id: string }>(
    `select b.message_id as message, i.block_id as block, i.end_to_end_id as id
     from settlement_items i join settlement_batches b on b.id = i.batch_id where i.payment_id = $1`,
    [payment.id],
  );
  const [{ message, block, id } = { message: '', block: '', id: '' }] = rows;
  const transactions = [{ originalEndToEndId: id, status: 'ACSC' }];
  const blocks = [{ originalPaymentInformationId: block, transactions }];
  await done(world.env, 'settlement', 'report', pain002File({ originalMessageId: message, blocks }));
  const effects = async () =>
    (await entriesOf(payment.id, 'report')).partners.map((entry) => entry.what === 'report' && entry.effect);
  assert.deepEqual(await effects(), ['rejected', 'held']);
  const answer = (await agent.get<HeldAnswerList>('/settlement/held')).items[0];
  await agent.post('/settlement/resolve', { answerIds: [answer?.answerId], reason: secret });
  assert.deepEqual(await effects(), ['rejected', 'resolved']);
});

test('a return that is held is no debit that came back: not while it waits, not after, and only taken up is it one', async () => {
  const account = await registered(world, token);
  const strange = async () => {
    const payment = await eftPayment(world, token, account.id, { amount: 125.5 });
    const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
    const given = returnOfDebit('901', debitOf(await debitsIn(file), payment));
    given.original.amountCents = 666n;
    await done(world.env, 'eft', 'returns', returnFile([given]));
    const { items } = await agent.get<OpenReturnList>('/returns');
    return { payment, returnIds: items.flatMap((each) => (each.paymentId === payment.id ? [each.returnId] : [])) };
  };
  const { payment, returnIds } = await strange();
  const waiting = await entriesOf(payment.id, 'return');
  assert.deepEqual(waiting.partners, [{ what: 'return', effect: 'held', attempt: 1 }]);
  assert.deepEqual(
    waiting.operators.map((entry) => entry.what === 'return' && [entry.effect, entry.amount, entry.code]),
    [['held', 6.66, '901']],
  );
  await agent.post('/returns/resolve', { returnIds, apply: false, reason: secret });
  await play('clock', { advanceBusinessDays: 8 });
  const after = await entriesOf(payment.id, 'return');
  assert.deepEqual(after.partners, [{ what: 'return', effect: 'resolved', attempt: 1 }]);
  assert.match(after.operators[0]?.notes?.join() ?? '', new RegExp(secret));

  const other = await strange();
  await approver.post('/returns/resolve', { returnIds: other.returnIds, apply: true, reason: secret });
  assert.deepEqual(
    (await entriesOf(other.payment.id, 'return')).partners.map(
      (entry) => entry.what === 'return' && { ...entry, meaning: 0 },
    ),
    [{ what: 'return', effect: 'returned', attempt: 1, amount: 125.5, code: '901', meaning: 0 }],
    'with the amount of the debit, not that of the return',
  );
});
