/**
 * A service with something of everything that the operator oversees: money on its way and on hold, an endpoint that fails, card
 * money held and gone back.
 */
import assert from 'node:assert/strict';
import { recordReversal } from '../../src/collection/card/reversals.ts';
import { cardPayment } from '../card/card-world.ts';
import { created, paid } from '../world/bodies.ts';
import { until } from '../world/payments.ts';
import type { Partner, World } from '../world/service.ts';
import type { Operator } from './operator.ts';

export const payeePath = (name: string) => `/console/payees/${encodeURIComponent(name)}`;

/** All but held card money; answers the partner whose it is. */
export async function fill(world: World, operator: Operator): Promise<Partner> {
  const partner = await world.partner();
  const { token } = partner;
  await paid(world, token);
  await paid(world, token, { accountNumber: '2990012345' });
  await created(world, token, { paymentType: 'rent' });
  const play = (name: string, body: object) => world.call('POST', `/sandbox/${name}`, { token, body });
  await play('interac-transfers', { senderEmail: 'x@example.com', amount: 33, description: 'no number' });
  await goBack(world, token, play);
  const events = ['payment.created', 'payment.completed'];
  const deaf = await world.partner({ webhook: { url: 'http://127.0.0.1:1/hook', events } });
  for (let count = 0; count < 2; count += 1) await created(world, deaf.token);
  await until('two failed deliveries', async () => {
    const { items } = await operator.get<{ items: { failedInARow: number }[] }>('/endpoints');
    return items[0]?.failedInARow === 2 ? true : undefined;
  });
  return partner;
}

/** A card payment of which one dollar went back. */
async function goBack(world: World, token: string, play: (name: string, body: object) => Promise<unknown>) {
  const { database } = world.testDatabase;
  const back = await cardPayment(world, token);
  await play('card-payments', { paymentId: back.id });
  const { rows } = await database.query<{ id: string }>(
    'select provider_payment_id as id from card_sessions where payment_id = $1',
    [back.id],
  );
  const named = { providerId: `re_${back.id}`, providerPaymentId: rows[0]?.id ?? '' };
  const reversal = { ...named, provider: 'simulated', kind: 'dispute', goneCents: 100n, step: 1 } as const;
  assert.equal((await database.transaction((tx) => recordReversal(tx, reversal))).outcome, 'posted');
}

/** Card money that is held: put there by hand, so that it is on no account, and the ledger is not proven any more. */
export async function holdCard(world: World, { id, token }: Partner): Promise<void> {
  const payment = await cardPayment(world, token);
  await world.testDatabase.database.query(
    `insert into card_sessions (partner_id, payment_id, attempt, provider, language, return_query, description, provider_id, state,
       amount_cents, received_cents, held_reason, started_at, changed_at)
     values ($2, $1, 1, 'simulated', 'en', '', 'Rent', 'held_1', 'held', 165000, 100, 'amount', now(), now())`,
    [payment.id, id],
  );
}
