/** What operators write about a payment: to be read by operators. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentView } from '../../../src/console/desk/views.ts';
import type { PaymentDetail } from '../../../src/dashboard/views.ts';
import { deskOf } from '../../dashboard/a-dashboard.ts';
import { paid } from '../../world/bodies.ts';
import { command, done } from '../../world/commands.ts';
import { openConsole } from './a-desk.ts';

const { world, partner, token, agent, held, pay, play } = await openConsole();
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
