/** What a return does to our debit, as a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DebitFacts,
  decideReturn,
  type ReturnAction,
  type ReturnFacts,
  type ReturnReason,
  returnDecisions,
} from '../../../src/collection/eft/decide-return.ts';
import { returnCodes } from '../../../src/collection/eft/return-codes.ts';

const trace = '0003003200007000000001';
const returned: ReturnFacts = {
  side: 'debit',
  code: '901',
  amountCents: 1010n,
  originalBranch: '000410202',
  originalAccountNumber: '0123450',
  trace,
};
const account = { institutionNumber: '004', transitNumber: '10202', accountNumber: '123450', amountCents: 1010n };
const sent: DebitFacts = { ...account, state: 'sent' };
const presumed: DebitFacts = { ...account, state: 'presumed' };
const nsf = { code: '901', trace };
const failed: DebitFacts = { ...account, state: 'returned', earlierReturn: nsf };
const late: DebitFacts = { ...account, state: 'presumed', earlierReturn: nsf };

type Line = [
  guarantee: string,
  changes: Partial<ReturnFacts>,
  debit: DebitFacts | undefined,
  action: ReturnAction,
  reason: ReturnReason,
];

const table: Line[] = [
  ['a debit that was sent fails', {}, sent, 'fail', 'sent'],
  ['a debit presumed paid came back late', {}, presumed, 'late', 'after-completion'],
  ['an unknown code fails it too', { code: '999' }, sent, 'fail', 'sent'],
  ['leading zeros are no other account', { originalAccountNumber: '000000123450' }, sent, 'fail', 'sent'],
  [
    'an account that is not said is no other account',
    { originalBranch: '', originalAccountNumber: '' },
    sent,
    'fail',
    'sent',
  ],
  ['a return for nobody', {}, undefined, 'hold', 'nobodys'],
  ['a returned credit', { side: 'credit' }, sent, 'hold', 'credit-returned'],
  ['another amount', { amountCents: 1011n }, sent, 'hold', 'amount-differs'],
  ['another amount, late', { amountCents: 1009n }, presumed, 'hold', 'amount-differs'],
  ['another account', { originalAccountNumber: '123451' }, sent, 'hold', 'account-differs'],
  ['another branch', { originalBranch: '000410203' }, sent, 'hold', 'account-differs'],
  ['an account that is no number', { originalAccountNumber: '12345O' }, sent, 'hold', 'account-differs'],
  ['a debit that waits', {}, { ...account, state: 'waiting' }, 'hold', 'not-sent'],
  ['a debit in a file', {}, { ...account, state: 'in_file' }, 'hold', 'not-sent'],
  ['the same return again', {}, failed, 'duplicate', 'same-return'],
  ['the same late return again', {}, late, 'duplicate', 'same-return'],
  ['the same without trace', { trace: '' }, failed, 'duplicate', 'same-return'],
  ['a second return with another code', { code: '905' }, failed, 'hold', 'second-return'],
  ['a second return with another trace', { trace: '9'.repeat(22) }, late, 'hold', 'second-return'],
  ['the same code with another amount', { amountCents: 1n }, failed, 'hold', 'amount-differs'],
];

for (const [guarantee, changes, debit, action, reason] of table) {
  test(`${guarantee}: ${action}`, () => {
    const decision = decideReturn({ ...returned, ...changes }, debit);
    assert.deepEqual(decision, { action, reason, why: returnDecisions[reason].why });
  });
}

test('every code fails a debit that was sent, and is late for one presumed paid', () => {
  for (const code of returnCodes.keys()) {
    assert.equal(decideReturn({ ...returned, code }, sent).action, 'fail');
    assert.equal(decideReturn({ ...returned, code }, presumed).action, 'late');
  }
});

test('every way a decision can come out stands in the table above', () => {
  assert.deepEqual(new Set(table.map(([, , , , reason]) => reason)), new Set(Object.keys(returnDecisions)));
});
