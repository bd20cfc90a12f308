/** Card money at the console: what is held, and what went back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordReversal } from '../../../src/collection/card/reversals.ts';
import type { HeldCardList, ReversalList, StatementView } from '../../../src/console/desk/views.ts';
import { cardPayment } from '../../card/card-world.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, play, balanced } = await openConsole();
const { database } = world.testDatabase;

test('refunds and disputes are listed newest first, and stand as receivable', async () => {
  const ids: number[] = [];
  for (const kind of ['refund', 'dispute'] as const) {
    const payment = await cardPayment(world, token);
    await play('card-payments', { paymentId: payment.id });
    const { rows } = await database.query<{ provider_payment_id: string }>(
      'select provider_payment_id from card_sessions where payment_id = $1',
      [payment.id],
    );
    const reversal = {
      provider: 'simulated',
      providerId: `x_${payment.id}`,
      providerPaymentId: rows[0]?.provider_payment_id ?? '',
      kind,
      goneCents: 100n,
      step: 1,
    } as const;
    assert.equal((await database.transaction((tx) => recordReversal(tx, reversal))).outcome, 'posted');
    ids.unshift(payment.id);
  }
  const seen: number[] = [];
  let cursor = '';
  do {
    const page = await agent.get<ReversalList>(`/cards/reversals?limit=1&cursor=${encodeURIComponent(cursor)}`);
    seen.push(...page.items.map(({ paymentId }) => paymentId));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  assert.deepEqual(seen, ids);
  const { lines } = await agent.get<StatementView>('/ledger/statement');
  assert.deepEqual(
    lines.filter(({ place }) => place === 'card payments that went back').map(({ count, amount }) => [count, amount]),
    [[2, 2]],
  );
  await balanced();
});

test('money that does not fit is listed with why it is held', async () => {
  const payment = await cardPayment(world, token);
  await database.query(
    `insert into card_sessions (partner_id, payment_id, attempt, provider, language, return_query, description, provider_id, state,
       amount_cents, received_cents, held_reason, started_at, changed_at)
     values ((select partner_id from payments where id = $1), $1, 1, 'simulated', 'en', '', 'Rent', 'held_1', 'held', 165000, 100, 'amount', now(), now())`,
    [payment.id],
  );
  const { items } = await agent.get<HeldCardList>('/cards/held');
  assert.deepEqual(
    items.map(({ paymentId, heldReason, received }) => [paymentId, heldReason, received]),
    [[payment.id, 'amount', 1]],
  );
});
