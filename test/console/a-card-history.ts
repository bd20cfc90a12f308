/** Card payments of a partner in every way they can stand and end, made by the rail's own doors against a provider of the test. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/base/database.ts';
import type { CardView } from '../../src/collection/card/ports.ts';
import { recordReversal } from '../../src/collection/card/reversals.ts';
import { cardRail, paidView, testProvider, toCard, visit } from '../card/card-world.ts';
import { aPayment } from '../world/payments.ts';

/** What a partner's card payments leave held. */
export const cardCentsHeld = 12_000;
export const cardPayments = 12;

export async function aCardHistory(database: Database, partnerId: bigint): Promise<void> {
  const provider = testProvider();
  const { cards } = cardRail(database, provider);
  const payment = () => aPayment(database, partnerId, 'rent_card');
  const session = async () => toCard(cards, provider, await payment());
  const says = async (id: string, view: CardView) => {
    provider.says(id, view);
    assert.equal(await cards.told('card', id), 'recorded');
    return view.providerPaymentId ?? '';
  };
  const paid = async (amountCents = 12_550n) => says(await session(), paidView(amountCents));
  /** The provider's word on one refund or dispute, again and again: how much is gone by it then. */
  const reverse = async (providerPaymentId: string, kind: 'refund' | 'dispute', ...gone: bigint[]) => {
    const told = { provider: 'stripe', providerId: `re_${randomUUID()}`, providerPaymentId, kind } as const;
    for (const [index, goneCents] of gone.entries()) {
      const reversal = { ...told, goneCents, step: index + 1 };
      const { outcome } = await database.transaction((tx) => recordReversal(tx, reversal));
      assert.equal(outcome, goneCents === 0n ? 'withdrawn' : 'posted');
    }
  };
  await payment();
  await cards.beginIdentity(await payment(), visit);
  await session();
  await says(await session(), { state: 'processing' });
  await paid();
  await paid(12_000n);
  await says(await session(), paidView(0n, { paid: { amountCents: 12_550n, currency: 'USD' } }));
  await reverse(await paid(), 'refund', 2_000n);
  await reverse(await paid(), 'dispute', 12_550n, 0n);
  const past = await paid();
  await reverse(past, 'refund', 4_000n);
  await reverse(past, 'dispute', 12_550n, 10_000n);
  await reverse(await paid(11_000n), 'refund', 11_000n);
  const again = await payment();
  await says(await toCard(cards, provider, again), { state: 'expired', decline: 'insufficient_funds' });
  await cards.beginCard(again, visit);
  await says((await cards.standing(again)).sessions[0]?.providerId ?? '', paidView(12_550n));
}
