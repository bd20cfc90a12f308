/** A provider that fails, hangs, forgets to tell or is asked by many at once: nothing is lost, nothing is begun twice, nothing waits. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Clock } from '../../src/base/clock.ts';
import type { Step } from '../../src/collection/card/begin.ts';
import type { CardView, IdentityView } from '../../src/collection/card/ports.ts';
import { audit } from '../../src/console/audit.ts';
import { runDue } from '../../src/console/due.ts';
import { PayeeDirectory } from '../../src/payees/snapshot.ts';
import { createTestDatabase } from '../world/database.ts';
import { anEftAccount, eftPayments, sentDebits } from '../world/eft-book.ts';
import { allEvents, aPartner, aPayment } from '../world/payments.ts';
import { cardRail, paidView, stored, type TestProvider, testProvider, toCard, visit } from './card-world.ts';

const impatient = { pageMilliseconds: 100, turnMilliseconds: 300 };
const unavailable = { fault: 'unavailable', why: 'the test says so' } as const;
const refused = { fault: 'refused', why: 'the test says so' } as const;

/** A database of its own, since a turn of the clock sees all there is, with one clock for all processes. */
async function openBook() {
  const { database, close } = await createTestDatabase();
  after(close);
  const clock = new Clock(database, true);
  const partnerId = await aPartner(database, allEvents);
  return {
    database,
    partnerId,
    newPayment: () => aPayment(database, partnerId, 'rent_card'),
    railWith: (provider: TestProvider) => cardRail(database, provider, { patience: impatient, clock }),
    /** Lets time pass; answers the time it is then. */
    pass: async (minutes: number) => {
      if (minutes > 0) await clock.advance(minutes * 60);
      return await clock.now();
    },
    stateOf: async (payment: { id: bigint }) => (await stored(database, payment)).state,
  };
}
const { database, newPayment, railWith, stateOf } = await openBook();

async function assertAudited(): Promise<void> {
  const { checks } = await audit(database);
  assert.deepEqual(
    checks.filter((check) => !check.holds),
    [],
  );
}

test('a payment whose notification never comes completes all the same, and so does a verification', async () => {
  const book = await openBook();
  const provider = testProvider();
  const { cards } = book.railWith(provider);
  const payment = await book.newPayment();
  await cards.beginIdentity(payment, visit);
  provider.says((await cards.standing(payment)).check?.providerId ?? '', { state: 'verified' });
  assert.equal((await cards.standing(payment)).state, 'to_verify');
  assert.equal(await cards.catchUp(await book.pass(0)), 0, 'not so soon');
  assert.equal(await cards.catchUp(await book.pass(1)), 1);
  assert.equal((await cards.standing(payment)).state, 'to_pay');
  await cards.beginCard(payment, visit);
  provider.says((await cards.standing(payment)).sessions[0]?.providerId ?? '', paidView(12_550n));
  assert.equal(await cards.catchUp(await book.pass(1)), 1);
  assert.equal(await book.stateOf(payment), 'collected');
  assert.equal(await cards.catchUp(await book.pass(60 * 24)), 0, 'what is over is not asked about');
});

test('what stays open is asked about less and less, and of many processes by one', async () => {
  const book = await openBook();
  const provider = testProvider();
  const rails = [book.railWith(provider), book.railWith(provider)];
  const session = await toCard(book.railWith(provider).cards, provider, await book.newPayment());
  provider.looks.length = 0;
  let asked = 0;
  for (let hour = 0; hour < 24; hour += 1) {
    const at = await book.pass(60);
    const counts = await Promise.all([...rails, ...rails].map(({ cards }) => cards.catchUp(at)));
    asked += counts.reduce((sum, count) => sum + count, 0);
  }
  assert.equal(asked, provider.looks.length);
  assert.ok(asked >= 4 && asked <= 12, `asked ${asked} times in a day`);
  assert.deepEqual(new Set(provider.looks), new Set([session]));
});

for (const [how, fault] of [
  ['answers with a fault', unavailable],
  ['throws', new Error('no such method')],
  ['never answers', 'nothing'],
] as const) {
  test(`a provider that ${how} holds up nothing else that is due, and is asked again later`, async () => {
    const book = await openBook();
    const provider = testProvider();
    const { cards, lines } = book.railWith(provider);
    const payments = [await book.newPayment(), await book.newPayment()];
    const sessions: string[] = [];
    for (const payment of payments) sessions.push(await toCard(cards, provider, payment));
    for (const session of sessions) provider.says(session, fault);
    const [debited] = await eftPayments(book.database, [await anEftAccount(book.database, book.partnerId)], 1);
    await sentDebits(book.database, debited as bigint);
    const payees = new PayeeDirectory(book.database);
    const days = { presumedAfterBusinessDays: 3, eftCompletedAfterBusinessDays: 3 };
    const at = await book.pass(60 * 24 * 14);
    await runDue({ database: book.database, payees, ...days, cards: { payments: cards } }, at);
    assert.equal(await book.stateOf({ id: debited as bigint }), 'collected', 'the debits were seen to');
    assert.equal(lines.filter((line) => line.includes('a card provider could not be asked')).length, 2);
    for (const payment of payments) assert.equal(await book.stateOf(payment), 'awaiting_funds');
    for (const session of sessions) provider.says(session, paidView(12_550n));
    assert.equal(await cards.catchUp(await book.pass(60)), 2);
    for (const payment of payments) assert.equal(await book.stateOf(payment), 'collected');
  });

  test(`a provider that ${how} leaves the page as it is known`, async () => {
    const provider = testProvider();
    const payment = await newPayment();
    const session = await toCard(railWith(provider).cards, provider, payment);
    provider.says(session, fault);
    const { cards } = railWith(provider);
    assert.equal((await cards.standing(payment, { fresh: true })).state, 'to_pay');
  });
}

test('a provider that is down is not asked about everything in every turn', async () => {
  const book = await openBook();
  const provider = testProvider();
  const { cards } = book.railWith(provider);
  for (let count = 0; count < 30; count += 1) {
    const payment = await book.newPayment();
    await cards.beginIdentity(payment, visit);
    provider.says((await cards.standing(payment)).check?.providerId ?? '', unavailable);
  }
  assert.equal(await cards.catchUp(await book.pass(1)), 30);
  assert.ok(provider.looks.length < 20, `${provider.looks.length} looks`);
});

for (const [how, fault] of [
  ['does not answer', unavailable],
  ['throws', new Error('socket hang up')],
] as const) {
  test(`a begin whose answer is lost (the provider ${how}, or this process dies) is the same session at the next try`, async () => {
    const provider = testProvider();
    const { cards } = railWith(provider);
    const payment = await newPayment();
    provider.refusesWith(fault);
    const step = await cards.beginIdentity(payment, visit);
    assert.equal(step.outcome === 'fault' && step.fault.fault, 'unavailable');
    const { state, check } = await cards.standing(payment, { fresh: true });
    assert.deepEqual([state, check?.state, check?.providerId], ['to_verify', 'asked', undefined]);
    assert.equal(await stateOf(payment), 'awaiting_funds');
    provider.refusesWith(undefined);
    // As a process that has just started.
    assert.equal((await railWith(provider).cards.beginIdentity(payment, visit)).outcome, 'go');
    assert.equal(new Set(provider.begun.map((each) => each.key)).size, 1);
    const checks = await database.query('select attempt, state from identity_checks where payment_id = $1', [
      payment.id,
    ]);
    assert.deepEqual(checks.rows, [{ attempt: 1, state: 'open' }]);
  });
}

test('a begin that was refused is followed by another one, under another key', async () => {
  const provider = testProvider();
  const { cards } = railWith(provider);
  const payment = await newPayment();
  provider.refusesWith(refused);
  assert.equal((await cards.beginIdentity(payment, visit)).outcome, 'fault');
  provider.refusesWith(undefined);
  const session = await toCard(cards, provider, payment);
  assert.equal(new Set(provider.begun.map((each) => each.key)).size, 3);
  provider.says(session, refused);
  assert.equal((await cards.beginCard(payment, visit)).outcome, 'fault', 'one that exists is not given up');
  provider.says(session, paidView(12_550n));
  assert.deepEqual(await cards.beginCard(payment, visit), { outcome: 'stay' });
  assert.equal(await stateOf(payment), 'collected');
});

test('many begins at once, in two processes, are one session, and every payer is sent there', async () => {
  const provider = testProvider();
  const rails = [railWith(provider), railWith(provider)];
  const payment = await newPayment();
  const atOnce = (begin: (rail: (typeof rails)[number]) => Promise<Step>) =>
    Promise.all(Array.from({ length: 12 }, (_, index) => begin(rails[index % 2] as (typeof rails)[number])));
  const goals = (steps: Step[]) => new Set(steps.map((step) => (step.outcome === 'go' ? step.url : step.outcome)));
  assert.equal(goals(await atOnce(({ cards }) => cards.beginIdentity(payment, visit))).size, 1);
  const { check } = await (rails[0] as (typeof rails)[number]).cards.standing(payment);
  provider.says(check?.providerId ?? '', { state: 'verified' });
  await rails[0]?.cards.told('identity', check?.providerId ?? '');
  const found = goals(await atOnce(({ cards }) => cards.beginCard(payment, visit)));
  assert.equal(found.size, 1);
  assert.match([...found][0] ?? '', /^https:/);
  assert.equal(new Set(provider.begun.map((each) => each.key)).size, 2);
  const { rows } = await database.query('select attempt from card_sessions where payment_id = $1', [payment.id]);
  assert.equal(rows.length, 1);
});

test('nobody pays before the identity is verified', async () => {
  const provider = testProvider();
  const { cards } = railWith(provider);
  const payment = await newPayment();
  const states: IdentityView[] = [
    { state: 'open' },
    { state: 'processing' },
    { state: 'failed' },
    { state: 'canceled' },
  ];
  assert.deepEqual(await cards.beginCard(payment, visit), { outcome: 'stay' });
  for (const view of states) {
    await cards.beginIdentity(payment, visit);
    const id = (await cards.standing(payment)).check?.providerId ?? '';
    provider.says(id, view);
    await cards.told('identity', id);
    assert.deepEqual(await cards.beginCard(payment, visit), { outcome: 'stay' }, view.state);
  }
  assert.equal(
    provider.begun.some((each) => 'amountCents' in each),
    false,
  );
});

test('a session of nobody is unknown, and the provider is not asked about it', async () => {
  const provider = testProvider();
  const { cards } = railWith(provider);
  assert.equal(await cards.told('card', 'cs_of_somebody_else'), 'unknown');
  assert.equal(await cards.told('identity', ''), 'unknown');
  assert.deepEqual(provider.looks, []);
});

test('whatever a provider says, in whatever order, and whatever the payer presses: money is received once, and the books balance', async () => {
  const view = fc.constantFrom<CardView>(
    { state: 'open', url: 'https://provider.example/' },
    { state: 'open', decline: 'declined' },
    { state: 'processing' },
    { state: 'expired' },
    { state: 'expired', gone: true },
    { state: 'paid', providerPaymentId: 'pi', paid: { amountCents: 12_550n, currency: 'CAD' } },
    { state: 'paid', providerPaymentId: 'pi', paid: { amountCents: 12_000n, currency: 'CAD' } },
    { state: 'paid', providerPaymentId: 'pi', paid: { amountCents: 12_550n, currency: 'USD' } },
  );
  const deed = fc.oneof(view, fc.constant('press' as const), fc.constant('reload' as const));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(deed, fc.nat({ max: 3 })), { minLength: 1, maxLength: 8 }), async (deeds) => {
      const provider = testProvider();
      const { cards } = railWith(provider);
      const payment = await newPayment();
      await toCard(cards, provider, payment);
      for (const [what, which] of deeds) {
        const { sessions } = await cards.standing(payment);
        const id = sessions[which % sessions.length]?.providerId ?? '';
        if (what === 'press') await cards.beginCard(payment, visit);
        else if (what === 'reload') await cards.standing(await stored(database, payment), { fresh: true });
        else {
          provider.says(id, what);
          await cards.told('card', id);
        }
      }
      const { sessions } = await cards.standing(payment);
      const paid = sessions.filter((each) => each.state === 'paid');
      assert.ok(paid.length <= 1);
      assert.equal((await stored(database, payment)).receivedCents, paid[0]?.receivedCents ?? null);
      const { rows } = await database.query('select from webhook_events where payment_id = $1', [payment.id]);
      assert.equal(rows.length, paid.length);
    }),
    { numRuns: 40 },
  );
  await assertAudited();
});
