/** What follows from a provider's word, as tables: every state with every view (interface §3; open point `card-declined`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideCard, decideCheck, payerState } from '../../../src/collection/card/decide.ts';
import type { CardView, IdentityView } from '../../../src/collection/card/ports.ts';
import type { CardSession, CheckState, IdentityCheck, SessionState } from '../../../src/collection/card/store.ts';
import type { Payment } from '../../../src/payments/record.ts';

const attempt = {
  partnerId: 1n,
  paymentId: 2n,
  attempt: 1,
  provider: 'stripe' as const,
  beginKey: 'key',
  asked: { language: 'en' as const, returnQuery: '', description: 'Rent' },
  providerId: 'at the provider',
  startedAt: Temporal.Instant.from('2026-11-20T12:00:00Z'),
};
const check = (state: CheckState, failure?: IdentityCheck['failure']): IdentityCheck => ({
  ...attempt,
  state,
  failure,
});
/** While a page of the provider may still be open. */
const soon = attempt.startedAt.add({ hours: 1 });
const session = (state: SessionState, more: Partial<CardSession> = {}): CardSession => ({
  ...attempt,
  state,
  amountCents: 1_000n,
  decline: undefined,
  providerPaymentId: undefined,
  receivedCents: undefined,
  heldReason: undefined,
  wentBack: false,
  ...more,
});

const views: IdentityView[] = [
  { state: 'open' },
  { state: 'processing' },
  { state: 'verified' },
  { state: 'failed', failure: 'face_mismatch' },
  { state: 'canceled' },
];
/** What a check in each state becomes by each of the views, in their order. */
const checks: Record<CheckState, CheckState[]> = {
  asked: ['open', 'processing', 'verified', 'failed', 'canceled'],
  open: ['open', 'processing', 'verified', 'failed', 'canceled'],
  processing: ['open', 'processing', 'verified', 'failed', 'canceled'],
  failed: ['open', 'processing', 'verified', 'failed', 'canceled'],
  verified: ['verified', 'verified', 'verified', 'verified', 'verified'],
  canceled: ['canceled', 'canceled', 'canceled', 'canceled', 'canceled'],
  refused: ['refused', 'refused', 'refused', 'refused', 'refused'],
};
for (const [before, after] of Object.entries(checks)) {
  test(`a check that is ${before} becomes ${[...new Set(after)].join(', ')}`, () => {
    const become = views.map((view) => decideCheck(check(before as CheckState), view));
    assert.deepEqual(
      become.map((each) => each.state),
      after,
    );
    for (const each of become) assert.equal(each.failure, each.state === 'failed' ? 'face_mismatch' : undefined);
  });
}

test('a failure is forgotten as soon as the check goes on, and one without a reason has one', () => {
  assert.equal(decideCheck(check('failed', 'too_young'), { state: 'open' }).failure, undefined);
  assert.equal(decideCheck(check('open'), { state: 'failed' }).failure, 'not_verified');
});

const paid: CardView = { state: 'paid', providerPaymentId: 'pi', paid: { amountCents: 1_000n, currency: 'CAD' } };
const cardViews: CardView[] = [{ state: 'open' }, { state: 'processing' }, { state: 'expired' }, paid];
/** The same for card sessions of a payment that waits. */
const sessions: Record<SessionState, string[]> = {
  asked: ['open none', 'processing none', 'expired none', 'paid receive'],
  open: ['open none', 'processing none', 'expired none', 'paid receive'],
  processing: ['open none', 'processing none', 'expired none', 'paid receive'],
  expired: ['expired none', 'expired none', 'expired none', 'paid receive'],
  refused: ['refused none', 'refused none', 'refused none', 'paid receive'],
  paid: ['paid none', 'paid none', 'paid none', 'paid none'],
  held: ['held none', 'held none', 'held none', 'held none'],
};
const waiting = { state: 'awaiting_funds' } as const;
for (const [before, after] of Object.entries(sessions)) {
  test(`a card session that is ${before} becomes ${[...new Set(after)].join(', ')}`, () => {
    const become = cardViews.map((view) => decideCard(session(before as SessionState), view, waiting, soon));
    assert.deepEqual(
      become.map((each) => `${each.session.state} ${each.effect}`),
      after,
    );
  });
}

type Case = [what: string, paid: NonNullable<CardView['paid']>, state: Payment['state'], expected: object];
const money: Case[] = [
  [
    'just what was asked',
    { amountCents: 1_000n, currency: 'CAD' },
    'awaiting_funds',
    { effect: 'receive', receivedCents: 1_000n },
  ],
  [
    'the same, in small letters',
    { amountCents: 1_000n, currency: 'cad' },
    'awaiting_funds',
    { effect: 'receive', receivedCents: 1_000n },
  ],
  [
    'a cent less',
    { amountCents: 999n, currency: 'CAD' },
    'awaiting_funds',
    { effect: 'hold', heldReason: 'amount', receivedCents: 999n },
  ],
  [
    'a cent more',
    { amountCents: 1_001n, currency: 'CAD' },
    'awaiting_funds',
    { effect: 'hold', heldReason: 'amount', receivedCents: 1_001n },
  ],
  [
    'another currency',
    { amountCents: 1_000n, currency: 'USD' },
    'awaiting_funds',
    { effect: 'hold', heldReason: 'currency', receivedCents: undefined },
  ],
  [
    'another currency for what is paid',
    { amountCents: 1_000n, currency: 'usd' },
    'collected',
    { effect: 'hold', heldReason: 'currency', receivedCents: undefined },
  ],
  [
    'a second time',
    { amountCents: 1_000n, currency: 'CAD' },
    'collected',
    { effect: 'hold', heldReason: 'already_paid', receivedCents: 1_000n },
  ],
  [
    'another amount a second time',
    { amountCents: 5n, currency: 'CAD' },
    'collected',
    { effect: 'hold', heldReason: 'already_paid', receivedCents: 5n },
  ],
];
for (const [what, amount, state, expected] of money) {
  test(`${what} is ${(expected as { effect: string }).effect === 'receive' ? 'received' : 'held'}`, () => {
    const decision = decideCard(session('open'), { ...paid, paid: amount }, { state }, soon);
    const { receivedCents, heldReason } = decision.session;
    assert.deepEqual({ effect: decision.effect, receivedCents, ...(heldReason && { heldReason }) }, expected);
    assert.equal(decision.session.state, heldReason ? 'held' : 'paid');
    assert.equal(decision.session.providerPaymentId, 'pi');
  });
}

test('paid, without saying how much, is nothing to act on', () => {
  assert.throws(() => decideCard(session('open'), { state: 'paid' }, waiting, soon), /not how much/);
});

test('a decline stays until something else happens: a look does not forget it, going on does', () => {
  const declined = decideCard(session('open'), { state: 'open', decline: 'expired_card' }, waiting, soon).session;
  assert.equal(declined.decline, 'expired_card');
  const later = (view: CardView) => decideCard(declined, view, waiting, soon).session.decline;
  assert.equal(later({ state: 'open' }), 'expired_card');
  assert.equal(later({ state: 'open', decline: 'declined' }), 'declined');
  assert.equal(later({ state: 'expired' }), 'expired_card');
  assert.equal(later({ state: 'processing' }), undefined);
  assert.equal(later(paid), undefined);
});

test('a session that the provider does not know any more is over once its page is, unless money is on its way', () => {
  assert.equal(decideCheck(check('open'), { state: 'canceled', gone: true }).state, 'canceled');
  const gone = { state: 'expired', gone: true } as const;
  const after = (state: SessionState, hours: number) =>
    decideCard(session(state), gone, waiting, attempt.startedAt.add({ hours })).session.state;
  assert.deepEqual([after('open', 0), after('open', 23), after('open', 24)], ['open', 'open', 'expired']);
  assert.deepEqual([after('processing', 1), after('processing', 1_000)], ['processing', 'processing']);
});

test('the payer stands where payment, check and sessions say, what stops a second payment first', () => {
  const table: [Payment['state'], CheckState | undefined, SessionState[], string][] = [
    ['awaiting_funds', undefined, [], 'to_verify'],
    ['awaiting_funds', 'asked', [], 'to_verify'],
    ['awaiting_funds', 'open', [], 'to_verify'],
    ['awaiting_funds', 'canceled', [], 'to_verify'],
    ['awaiting_funds', 'refused', [], 'to_verify'],
    ['awaiting_funds', 'processing', [], 'verifying'],
    ['awaiting_funds', 'failed', [], 'verification_failed'],
    ['awaiting_funds', 'verified', [], 'to_pay'],
    ['awaiting_funds', 'verified', ['asked'], 'to_pay'],
    ['awaiting_funds', 'verified', ['open', 'expired'], 'to_pay'],
    ['awaiting_funds', 'verified', ['expired', 'refused'], 'to_pay'],
    ['awaiting_funds', 'verified', ['open', 'processing'], 'processing'],
    ['awaiting_funds', 'verified', ['open', 'held'], 'under_review'],
    ['awaiting_funds', 'verified', ['processing', 'held'], 'under_review'],
    ['awaiting_funds', 'verified', ['paid'], 'paid'],
    ['collected', 'verified', ['paid'], 'paid'],
    ['collected', 'verified', ['held', 'paid'], 'paid'],
    ['collected', undefined, [], 'paid'],
  ];
  for (const [state, checked, taken, expected] of table) {
    const found = payerState(
      { state },
      checked && { state: checked },
      taken.map((each) => ({ state: each, wentBack: false })),
    );
    assert.equal(found, expected, `${state}, ${checked}, ${taken.join(' ')}`);
  }
  const wentBack = payerState({ state: 'awaiting_funds' }, { state: 'verified' }, [{ state: 'held', wentBack: true }]);
  assert.equal(wentBack, 'to_pay');
});
