import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Stripe from 'stripe';
import { cardView, disputeView, identityView, refundView } from '../../src/collection/card/stripe/views.ts';

const check = (status: string, code?: string, more: object = {}) =>
  identityView({
    status,
    last_error: code === undefined ? null : { code, reason: 'x' },
    url: null,
    ...more,
  } as Stripe.Identity.VerificationSession);
const url = 'https://verify.stripe.com/start/x';

test('an identity check is what its status and last error say', () => {
  assert.deepEqual(check('requires_input', undefined, { url }), { state: 'open', url });
  assert.deepEqual(check('processing'), { state: 'processing' });
  assert.deepEqual(check('verified'), { state: 'verified' });
  assert.deepEqual(check('canceled'), { state: 'canceled' });
  assert.deepEqual(check('processing', 'document_expired'), { state: 'processing' }, 'an older failure is over');
  const failures = {
    consent_declined: 'consent_declined',
    under_supported_age: 'too_young',
    document_expired: 'document_expired',
    document_type_not_supported: 'document_not_accepted',
    document_unverified_other: 'document_unreadable',
    selfie_face_mismatch: 'face_mismatch',
    a_code_of_tomorrow: 'not_verified',
  };
  for (const [code, failure] of Object.entries(failures)) {
    assert.deepEqual(check('requires_input', code, { url }), { state: 'failed', failure, url });
  }
});

test('a check that was left is no failed check', () => {
  assert.deepEqual(check('requires_input', 'abandoned', { url }), { state: 'open', url });
});

test('a status that is not known is a fault, never a guess', () => {
  assert.ok('fault' in check('pondering'));
  assert.ok('fault' in session({ status: 'pondering' }));
  assert.match(JSON.stringify(refundView({ status: 'pondering' } as Stripe.Refund)), /"fault":"unavailable"/);
});

const session = (more: object, intent?: object) =>
  cardView({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 165_000,
    currency: 'cad',
    url: null,
    payment_intent: intent
      ? { id: 'pi_1', amount_received: 0, currency: 'cad', last_payment_error: null, ...intent }
      : null,
    ...more,
  } as Stripe.Checkout.Session);
const paid = { state: 'paid', paid: { amountCents: 165_000n, currency: 'CAD' }, providerPaymentId: 'pi_1' };
const received = { status: 'succeeded', amount_received: 165_000 };

test('money that Stripe received is paid, whatever the session says', () => {
  assert.deepEqual(session({ status: 'complete', payment_status: 'paid' }, received), paid);
  assert.deepEqual(session({ status: 'open' }, received), paid);
  assert.deepEqual(session({ status: 'expired' }, received), paid);
});

test('what counts as paid is what was received, not what was asked for', () => {
  const less = { ...received, amount_received: 164_999, currency: 'usd' };
  assert.deepEqual(session({ status: 'complete', payment_status: 'paid' }, less), {
    ...paid,
    paid: { amountCents: 164_999n, currency: 'USD' },
  });
  assert.ok('fault' in session({ status: 'complete', payment_status: 'paid' }, { ...received, amount_received: 0 }));
});

test('a complete session without money is processing until its payment has failed', () => {
  const complete = { status: 'complete' };
  assert.deepEqual(session(complete, { status: 'processing' }), { state: 'processing', providerPaymentId: 'pi_1' });
  const failed = { status: 'requires_payment_method', last_payment_error: { code: 'expired_card' } };
  assert.deepEqual(session(complete, failed), { state: 'expired', decline: 'expired_card', providerPaymentId: 'pi_1' });
  assert.deepEqual(session({ ...complete, payment_status: 'no_payment_required' }), { state: 'expired' });
});

test('an open session is open with the last decline, an expired one over', () => {
  const page = 'https://checkout.stripe.com/c/pay/x';
  assert.deepEqual(session({ url: page }), { state: 'open', url: page });
  const declines: [object, string][] = [
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
    [{ code: 'card_declined', decline_code: 'generic_decline' }, 'declined'],
    [{ code: 'card_declined' }, 'declined'],
    [{ code: 'expired_card' }, 'expired_card'],
    [{ code: 'incorrect_cvc' }, 'incorrect_number'],
    [{ code: 'processing_error' }, 'processing_error'],
    [{ code: 'payment_intent_authentication_failure' }, 'authentication_failed'],
    [{ code: 'card_declined', decline_code: 'a_code_of_tomorrow' }, 'declined'],
  ];
  for (const [last_payment_error, decline] of declines) {
    const view = session({ url: page }, { status: 'requires_payment_method', last_payment_error });
    assert.deepEqual(view, { state: 'open', url: page, decline, providerPaymentId: 'pi_1' });
  }
  assert.deepEqual(session({ status: 'expired' }), { state: 'expired' });
  const onItsWay = session({ status: 'expired' }, { status: 'processing' });
  assert.deepEqual(onItsWay, { state: 'processing', providerPaymentId: 'pi_1' });
});

const refund = (status: string, more: object = {}) =>
  refundView({
    id: 're_1',
    amount: 500,
    currency: 'cad',
    payment_intent: 'pi_1',
    reason: null,
    status,
    ...more,
  } as Stripe.Refund);
const ofPayment = { provider: 'stripe', providerPaymentId: 'pi_1' };

test('a refund counts from the moment it is on its way until it fails', () => {
  const gone = { ...ofPayment, providerId: 're_1', kind: 'refund', goneCents: 500n };
  assert.deepEqual(refund('pending'), { ...gone, step: 1, isPending: true });
  assert.deepEqual(refund('succeeded'), { ...gone, step: 2 });
  for (const status of ['failed', 'canceled']) assert.deepEqual(refund(status), { ...gone, goneCents: 0n, step: 3 });
  assert.equal(refund('requires_action'), 'none');
  assert.equal(refund('succeeded', { currency: 'usd' }), 'foreign');
});

const dispute = (status: string, ...moved: number[]) =>
  disputeView({
    id: 'du_1',
    amount: 500,
    currency: 'cad',
    payment_intent: 'pi_1',
    reason: 'fraudulent',
    status,
    balance_transactions: moved.map((amount) => ({ amount, currency: 'cad' })),
  } as unknown as Stripe.Dispute);

test('a dispute counts by the money that it moved, not by its status', () => {
  const by = { ...ofPayment, providerId: 'du_1', kind: 'dispute', reason: 'fraudulent' };
  for (const status of ['warning_needs_response', 'warning_closed', 'prevented', 'lost']) {
    assert.equal(dispute(status), 'none', `${status}, and nothing moved`);
  }
  assert.deepEqual(dispute('needs_response', -500), { ...by, goneCents: 500n, step: 1 });
  assert.deepEqual(dispute('lost', -500), { ...by, goneCents: 500n, step: 1 });
  assert.deepEqual(dispute('won', -500), { ...by, goneCents: 500n, step: 1 }, 'won, but the money is not back yet');
  assert.deepEqual(dispute('won', -500, 500), { ...by, goneCents: 0n, step: 2 });
  assert.deepEqual(dispute('lost', -500, 200), { ...by, goneCents: 300n, step: 2 }, 'back in part');
  assert.deepEqual(dispute('lost', -500, 500, -500), { ...by, goneCents: 500n, step: 3 }, 'won, then lost after all');
});
