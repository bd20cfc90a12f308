import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Check,
  decide,
  type HeldReason,
  heldReasons,
  type PaymentFacts,
  sameEmail,
  type TransferFacts,
} from '../../../src/collection/interac/decide.ts';
import { kinds, moves, type State } from '../../../src/payments/machine.ts';

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

interface Row {
  guarantee: string;
  transfer?: Partial<TransferFacts>;
  payments?: PaymentFacts[];
  expected: 'matched' | HeldReason;
  results: string[];
}

const allChecks = (kind: string, state: string, sender: string, amount: string) => [
  'numbers found',
  'payment one',
  `kind ${kind}`,
  `state ${state}`,
  `sender ${sender}`,
  `amount ${amount}`,
];

const rows: Row[] = [
  {
    guarantee: 'number, sender and amount right: matched',
    expected: 'matched',
    results: allChecks('interac', 'awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'a rent payment by Interac is matched in the same way',
    payments: [{ ...payment, kind: 'rent_interac' }],
    expected: 'matched',
    results: allChecks('interac', 'awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'the sender is compared without case and surrounding spaces',
    transfer: { senderEmail: ' Marie@EXAMPLE.com ' },
    expected: 'matched',
    results: allChecks('interac', 'awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'a sender that the bank does not give is no obstacle, and the explanation says so',
    transfer: { senderEmail: undefined },
    expected: 'matched',
    results: allChecks('interac', 'awaiting', 'sender-not-given', 'equal'),
  },
  {
    guarantee: 'an empty sender is a sender not given',
    transfer: { senderEmail: '  ' },
    expected: 'matched',
    results: allChecks('interac', 'awaiting', 'sender-not-given', 'equal'),
  },
  {
    guarantee: 'other numbers in the description do not matter where they belong to no payment',
    transfer: { numbers: [another, ours] },
    expected: 'matched',
    results: allChecks('interac', 'awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'the same payment found twice is one payment',
    payments: [payment, { ...payment }],
    expected: 'matched',
    results: allChecks('interac', 'awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'no number: held',
    transfer: { numbers: [] },
    payments: [],
    expected: 'no-number-found',
    results: ['numbers none'],
  },
  {
    guarantee: 'near misses alone are no number',
    transfer: { numbers: [], nearMisses: ['123456789013'] },
    payments: [],
    expected: 'no-number-found',
    results: ['numbers none'],
  },
  {
    guarantee: 'a number of no payment: held',
    payments: [],
    expected: 'number-unknown',
    results: ['numbers found', 'payment unknown'],
  },
  {
    guarantee: 'the numbers of two payments: held, although one of them would fit',
    transfer: { numbers: [ours, another] },
    payments: [payment, secondPayment],
    expected: 'several-payments',
    results: ['numbers found', 'payment several'],
  },
  {
    guarantee: 'the same number at two partners is two payments',
    payments: [payment, { ...payment, partnerId: 2n }],
    expected: 'several-payments',
    results: ['numbers found', 'payment several'],
  },
  {
    guarantee: 'several payments come before their kinds',
    transfer: { numbers: [ours, another] },
    payments: [payment, { ...secondPayment, kind: 'bill_eft' }],
    expected: 'several-payments',
    results: ['numbers found', 'payment several'],
  },
  {
    guarantee: 'the number of an EFT payment: held',
    payments: [{ ...payment, kind: 'bill_eft' }],
    expected: 'payment-of-other-kind',
    results: allChecks('other', 'awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'the number of a card payment: held',
    payments: [{ ...payment, kind: 'rent_card' }],
    expected: 'payment-of-other-kind',
    results: allChecks('other', 'awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'the kind comes before the state',
    payments: [{ ...payment, kind: 'rent_card', state: 'collected' }],
    expected: 'payment-of-other-kind',
    results: allChecks('other', 'not-awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'a second transfer for a payment that has its funds: held',
    payments: [{ ...payment, state: 'collected' }],
    expected: 'payment-not-awaiting-funds',
    results: allChecks('interac', 'not-awaiting', 'equal', 'equal'),
  },
  {
    guarantee: 'the state comes before sender and amount',
    transfer: { senderEmail: 'paul@example.com', amountCents: 1n },
    payments: [{ ...payment, state: 'settled' }],
    expected: 'payment-not-awaiting-funds',
    results: allChecks('interac', 'not-awaiting', 'different', 'different'),
  },
  {
    guarantee: 'another sender: held',
    transfer: { senderEmail: 'paul@example.com' },
    expected: 'sender-differs',
    results: allChecks('interac', 'awaiting', 'different', 'equal'),
  },
  {
    guarantee: 'the sender comes before the amount, and both are listed',
    transfer: { senderEmail: 'paul@example.com', amountCents: 12551n },
    expected: 'sender-differs',
    results: allChecks('interac', 'awaiting', 'different', 'different'),
  },
  {
    guarantee: 'one cent too much: held',
    transfer: { amountCents: 12551n },
    expected: 'amount-differs',
    results: allChecks('interac', 'awaiting', 'equal', 'different'),
  },
  {
    guarantee: 'one cent too little: held',
    transfer: { amountCents: 12549n },
    expected: 'amount-differs',
    results: allChecks('interac', 'awaiting', 'equal', 'different'),
  },
  {
    guarantee: 'a sender not given does not excuse another amount',
    transfer: { senderEmail: undefined, amountCents: 1n },
    expected: 'amount-differs',
    results: allChecks('interac', 'awaiting', 'sender-not-given', 'different'),
  },
];

for (const row of rows) {
  test(row.guarantee, () => {
    const decision = decide({ ...transfer, ...row.transfer }, row.payments ?? [payment]);
    assert.equal(decision.outcome === 'held' ? decision.reason : decision.outcome, row.expected);
    assert.deepEqual(
      decision.explanation.checks.map(({ check, result }) => `${check} ${result}`),
      row.results,
    );
    assert.deepEqual(JSON.parse(JSON.stringify(decision.explanation)), decision.explanation);
  });
}

test('every reason is reached by a row, and has a sentence', () => {
  const reached = new Set(rows.map(({ expected }) => expected));
  for (const [reason, sentence] of Object.entries(heldReasons)) {
    assert.ok(reached.has(reason as HeldReason), reason);
    assert.match(sentence, /^[A-Z].+\.$/);
  }
});

test('in every state but awaiting_funds a transfer is held, and no state takes funds that the page does not allow', () => {
  const states = new Set<State>(moves.flatMap(({ from, to }) => [from, to]));
  for (const kind of kinds) {
    for (const state of states) {
      const { outcome } = decide(transfer, [{ ...payment, kind, state }]);
      const interac = kind === 'bill_interac' || kind === 'rent_interac';
      assert.equal(outcome, interac && state === 'awaiting_funds' ? 'matched' : 'held', `${kind} ${state}`);
      const allowed = moves.some(
        (move) => move.from === state && move.event === 'funds_received' && move.kinds.includes(kind),
      );
      if (outcome === 'matched') assert.ok(allowed);
    }
  }
});

test('the explanation shows both amounts in cents and both addresses where they differ', () => {
  const { explanation } = decide({ ...transfer, senderEmail: 'paul@example.com', amountCents: 100n }, [payment]);
  const named = (name: string): Check | undefined => explanation.checks.find(({ check }) => check === name);
  assert.deepEqual(named('sender'), {
    check: 'sender',
    result: 'different',
    received: 'paul@example.com',
    expected: 'marie@example.com',
  });
  assert.deepEqual(named('amount'), {
    check: 'amount',
    result: 'different',
    receivedCents: '100',
    expectedCents: '12550',
  });
});

test('the decision does not depend on the order in which payments are found', () => {
  const found = fc.shuffledSubarray(
    [payment, secondPayment, { ...payment, partnerId: 2n }, { ...secondPayment, partnerId: 3n }],
    { minLength: 1 },
  );
  fc.assert(
    fc.property(found, (payments) => {
      const facts = { ...transfer, numbers: [ours, another] };
      assert.deepEqual(decide(facts, payments), decide(facts, payments.toReversed()));
    }),
  );
});

test('the explanation of a hostile description stays small and says how much it leaves out', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => String(100_000_000_000 + at));
  const { explanation } = decide({ ...transfer, numbers: many, nearMisses: many }, []);
  assert.ok(JSON.stringify(explanation).length < 2_000);
  assert.ok(explanation.checks.some((check) => check.check === 'numbers' && check.leftOut === 2 * 4_980));
});

test('a payment whose number the transfer does not carry is an error of the caller', () => {
  assert.throws(() => decide(transfer, [secondPayment]), /does not stand in the transfer/);
});

test('addresses are equal without case and surrounding white space, and only so', () => {
  assert.ok(sameEmail('A@B.ca', ' a@b.CA\n'));
  assert.ok(!sameEmail('a@b.ca', 'a@b.c'));
  assert.ok(!sameEmail('a.b@c.ca', 'ab@c.ca'));
});
