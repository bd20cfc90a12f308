/** Who waits for a provider, and how long: not longer than they can, and nobody for what is another's. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Clock } from '../../src/base/clock.ts';
import { createTestDatabase } from '../world/database.ts';
import { allEvents, aPartner, aPayment, until } from '../world/payments.ts';
import { cardRail, paidView, stored, testProvider, toCard, visit } from './card-world.ts';

const { database, close } = await createTestDatabase();
after(close);
const clock = new Clock(database, true);
const partnerId = await aPartner(database, allEvents);
const newPayment = () => aPayment(database, partnerId, 'rent_card');

test('a payer does not wait for a slow provider longer than they can, and what it answers later is what the next press goes on with', async () => {
  const provider = testProvider();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: done, resolve: answered } = Promise.withResolvers<void>();
  const begin: typeof provider.card.begin = async (request) => {
    await opened;
    const begun = await provider.card.begin(request);
    setImmediate(answered);
    return begun;
  };
  const slow = { ...provider, card: { ...provider.card, begin } };
  const { cards } = cardRail(database, slow, { patience: { beginMilliseconds: 50 } });
  const payment = await newPayment();
  await cards.beginIdentity(payment, visit);
  const identity = (await cards.standing(payment)).check?.providerId ?? '';
  provider.says(identity, { state: 'verified' });
  await cards.told('identity', identity);
  const step = await cards.beginCard(payment, visit);
  assert.equal(step.outcome === 'fault' && step.fault.fault, 'unavailable');
  open();
  await done;
  await until(
    'the late answer to be recorded',
    async () => (await cards.standing(payment)).sessions[0]?.state === 'open',
  );
  assert.equal((await cards.beginCard(payment, visit)).outcome, 'go');
  assert.equal(provider.begun.filter((each) => 'amountCents' in each).length, 1);
});

test('identity checks that cannot be looked at keep nobody from looking for money', async () => {
  const provider = testProvider();
  const { cards } = cardRail(database, provider, { clock });
  const payment = await newPayment();
  const session = await toCard(cards, provider, payment);
  for (let count = 0; count < 15; count += 1) {
    const other = await newPayment();
    await cards.beginIdentity(other, visit);
    provider.says((await cards.standing(other)).check?.providerId ?? '', {
      fault: 'unavailable',
      why: 'the test says so',
    });
  }
  provider.says(session, paidView(12_550n));
  await clock.advance(3_600);
  await cards.catchUp(await clock.now());
  assert.equal((await stored(database, payment)).state, 'collected');
});
