/** The table of return codes: every code of formats §1.3, each complete, and the same as other tables where they have it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnCodeFor, returnCodes } from '../../../src/collection/eft/return-codes.ts';
import { defaultTransactionType, transactionCodes } from '../../../src/collection/eft/transaction-codes.ts';

test('every code that banks send is in the table', () => {
  const codes = [900, 901, 902, 903, 904, 905, 906, 907, 908, 909, 910, 911, 912, 914];
  const disputes = [915, 916, 917, 918, 919, 920, 921, 922, 990];
  assert.deepEqual([...returnCodes.keys()], [...codes, ...disputes].map(String));
});

test('every code says in both languages what it means, who acts, and how', () => {
  for (const [code, row] of returnCodes) {
    assert.equal(row.code, code);
    for (const text of [row.meaning.en, row.meaning.fr, row.how]) assert.match(text, /^[A-ZÉL].{10,}\.$/, code);
    assert.equal(returnCodeFor(code), row);
  }
  const meanings = [...returnCodes.values()].flatMap(({ meaning }) => [meaning.en, meaning.fr]);
  assert.equal(new Set(meanings).size, meanings.length);
});

test('abbreviations are those of the Standard; the two old codes have none', () => {
  const abbreviations = [...returnCodes.values()].map(
    ({ code, abbreviation: short }) => `${code} ${short?.en}/${short?.fr}`,
  );
  assert.deepEqual(
    abbreviations.filter((each) => each.includes('undefined')).map((each) => each.slice(0, 3)),
    ['904', '906'],
  );
  for (const each of ['901 NSF/DSP', '905 CLS/FER', '907 NCP/PPC', '912 INA/INV', '920 ARE/AGB']) {
    assert.ok(abbreviations.includes(each), each);
  }
});

test('codes that say the account is gone or closed to debits need another account; lack of money does not', () => {
  const dead = [...returnCodes.values()].filter(({ deadAccount }) => deadAccount).map(({ code }) => code);
  assert.deepEqual(dead, ['902', '905', '906', '907', '910', '911', '912']);
  for (const code of dead) assert.notEqual(returnCodes.get(code)?.retry, 'new debit possible');
  const again = [...returnCodes.values()].filter(({ retry }) => retry === 'new debit possible').map(({ code }) => code);
  assert.deepEqual(again, ['901', '904', '908']);
});

test('a code that is not in the table is shown as it is, for the operator to ask about', () => {
  const unknown = returnCodeFor('999');
  assert.equal(unknown.code, '999');
  assert.match(unknown.meaning.en, /999/);
  assert.match(unknown.meaning.fr, /999/);
  assert.deepEqual([unknown.acts, unknown.deadAccount, unknown.retry], ['operator', false, 'after correction']);
});

test('debits carry a transaction type of the table: a bill payment of a business', () => {
  assert.equal(transactionCodes.get(defaultTransactionType), 'Bill payment of a business');
  for (const code of transactionCodes.keys()) assert.match(code, /^[47]\d\d$/);
});
