/** Account numbers: their form, what is shown of them, when two are the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  accountFaults,
  branchNumber,
  hasAccountForm,
  maskedAccountNumber,
  sameAccountNumber,
  significant,
} from '../../src/bank-accounts/account-number.ts';

const account = { institutionNumber: '004', transitNumber: '10202', accountNumber: '0123456' };

test('an account has 3, 5 and 1 to 12 digits, and each part that has not is told', () => {
  for (const accountNumber of ['1', '0123456', '123456789012', '000000000000']) {
    assert.deepEqual(accountFaults({ ...account, accountNumber }), []);
  }
  for (const accountNumber of ['', '1234567890123', '12 34', '12-34', '12a4', '١٢٣', '123\n']) {
    const faults = accountFaults({ ...account, accountNumber });
    assert.deepEqual(faults, [{ part: 'accountNumber', accepted: '1 to 12 digits, without spaces or dashes' }]);
    assert.equal(hasAccountForm({ ...account, accountNumber }), false);
  }
  assert.deepEqual(
    accountFaults({ institutionNumber: '4', transitNumber: '1020', accountNumber: 'x' }).map(({ part }) => part),
    ['institutionNumber', 'transitNumber', 'accountNumber'],
  );
});

test('of a number its last four digits are shown, and nothing of one that they would tell whole', () => {
  const table = {
    '1234567': '********4567',
    '123456789012': '********9012',
    '12345': '********2345',
    '0001234567': '********4567',
    '1234': '********',
    '000000001234': '********',
    '0': '********',
  };
  for (const [given, shown] of Object.entries(table)) assert.equal(maskedAccountNumber(given), shown);
});

test('the mask never tells the length of a number, nor more than its last four digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{1,12}$/), (accountNumber) => {
      assert.match(maskedAccountNumber(accountNumber), /^\*{8}(?:\d{4})?$/);
    }),
  );
});

test('leading zeros do not make another number, digits do', () => {
  assert.ok(sameAccountNumber('0001234', '1234'));
  assert.ok(sameAccountNumber('000', '0'));
  assert.ok(!sameAccountNumber('12340', '1234'));
  assert.equal(significant('000'), '0');
});

test('a bank file writes the branch as 0, institution, transit', () => {
  assert.equal(branchNumber(account), '000410202');
});
