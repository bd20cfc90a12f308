import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldCause } from '../../src/timeline/cause.ts';

test('of a cause a partner reads only that it is one of the program, with the code of a bank', () => {
  const known: [text: string, told: ReturnType<typeof toldCause>][] = [
    ['token 3, request 0198-ab', { kind: 'request' }],
    ['interac transfer 12', { kind: 'transfer' }],
    ['interac transfer 12, 13, attached by Ada <ada@example.com>: he is a liar', { kind: 'transfer' }],
    ['card session 2 (stripe cs_1)', { kind: 'card' }],
    ['debit 1 returned 901: No money.', { kind: 'returned', code: '901' }],
    ['debit 2: no return within 5 business days', { kind: 'no-return' }],
    ['own-check: too short', { kind: 'own-check' }],
    ['settlement report 5 line 40: ACSC', { kind: 'report' }],
    ['settlement report 5 line 40: RJCT AC01: whatever the bank wrote', { kind: 'report', code: 'AC01' }],
    ['no rejection within 5 business days', { kind: 'no-rejection' }],
  ];
  for (const [text, told] of known) assert.deepEqual(toldCause(text), told, text);
});

test('of what a person wrote, or nobody knows, a partner reads nothing', () => {
  for (const text of [
    'operator Ada <ada@example.com>: he is a liar',
    'operator Ada <ada@example.com>: debit 1 returned 901: x',
    'settlement batch QS20261121-1',
    'no rejection within 5 business days, says Ada',
    'token 3, request 1 by Ada',
    '',
  ]) {
    assert.equal(toldCause(text), undefined, text);
  }
});
