/** What the operator is pointed to when a transfer is held. Nothing of it is acted on by the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type PaymentFacts, type TransferFacts } from '../../../src/collection/interac/decide.ts';

const ours = '123456789012';
const another = '234567890123';

const transfer: TransferFacts = {
  numbers: [ours],
  nearMisses: [],
  senderEmail: 'marie@example.com',
  amountCents: 12550n,
};
const payment: PaymentFacts = {
  partnerId: 1n,
  paymentId: 7n,
  identificationNumber: ours,
  kind: 'bill_interac',
  state: 'awaiting_funds',
  amountCents: 12550n,
  userEmail: 'marie@example.com',
};
const secondPayment: PaymentFacts = { ...payment, paymentId: 8n, identificationNumber: another };

test('a payment held for sender or amount is suggested; one that can take no transfer is not', () => {
  const suggestion = { partnerId: '1', paymentId: '7', identificationNumber: ours, because: 'number-matches' };
  const suggested = (facts: Partial<TransferFacts>, found: PaymentFacts) => {
    const decision = decide({ ...transfer, ...facts }, [found]);
    return decision.outcome === 'held' ? decision.suggestion : 'matched';
  };
  assert.deepEqual(suggested({ senderEmail: 'paul@example.com' }, payment), suggestion);
  assert.deepEqual(suggested({ amountCents: 1n }, payment), suggestion);
  assert.equal(suggested({}, { ...payment, state: 'collected' }), undefined);
  assert.equal(suggested({}, { ...payment, kind: 'bill_eft' }), undefined);
});

test('a payment whose number was nearly written is suggested where sender or amount agrees, and never matched', () => {
  const facts: TransferFacts = { ...transfer, numbers: [], nearMisses: ['123456789013'] };
  const suggestion = { partnerId: '1', paymentId: '7', identificationNumber: ours, because: 'number-one-slip-away' };
  const suggested = (change: Partial<TransferFacts>, similar: PaymentFacts[]) => {
    const decision = decide({ ...facts, ...change }, [], similar);
    assert.equal(decision.outcome, 'held');
    return decision.outcome === 'held' ? decision.suggestion : undefined;
  };
  assert.deepEqual(suggested({}, [payment]), suggestion);
  assert.deepEqual(suggested({ amountCents: 1n }, [payment]), suggestion);
  assert.deepEqual(suggested({ senderEmail: undefined }, [payment]), suggestion);
  assert.deepEqual(suggested({}, [{ ...secondPayment, state: 'settled' }, payment]), suggestion);
  assert.deepEqual(suggested({ numbers: [another] }, [payment]), suggestion);
  assert.equal(suggested({ senderEmail: undefined, amountCents: 1n }, [payment]), undefined);
  assert.equal(suggested({}, [payment, secondPayment]), undefined);
  assert.equal(suggested({}, [{ ...payment, kind: 'rent_card' }]), undefined);
});
