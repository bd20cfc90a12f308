/** Account numbers against their payees' formats, as a table: what was typed, the verdict, what it becomes or why not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAccountNumber, failsAtProcessing } from '../../src/payees/account-rules.ts';
import { payeeAnswer, validationAnswer } from '../../src/payees/answers.ts';
import { catalogueFromFile } from '../../src/payees/catalogue.ts';

const { payees } = catalogueFromFile();
const named = (name: string) => payees.find((payee) => payee.name === name) ?? assert.fail(`no payee ${name}`);
const check = (name: string, accountNumber: string) => checkAccountNumber(named(name), accountNumber);

const right: [payee: string, typed: string, normalised: string][] = [
  ['City of Toronto Property Taxes', '19-04-123-456-78901.0000-00', '190412345678901000000'],
  ['City of Toronto Property Taxes', '012345678901234567890', '012345678901234567890'],
  ['City of Toronto Utility Bill', '0123 4567 8901 2345 6789', '01234567890123456789'],
  ['Minden Hills Property Taxes', '4616 000000000000000', '4616000000000000000'],
  ['City of Vancouver Property Tax', '123/456/789/012', '123456789012'],
  ['District of West Vancouver Property Tax', '01-0001', '010001000000'],
  ['District of West Vancouver Property Tax', '010001234', '010001234000'],
  ['District of West Vancouver Property Tax', '010001234567', '010001234567'],
  ['Energy+ Inc.', '01234567-09', '0123456709'],
  ['Energy+ Inc.', '1234567-09', '0123456709'],
  ['Rogers (9 digit Account Number)', '123456789', '123456789'],
  ['Rogers (9 digit Account Number)', '1234567890', '1234567890'],
  ['CRA (revenue) - tax instalment', '046 454 286', '046454286'],
  ['CRA (revenue) - tax instalment', '046‑454–286', '046454286'],
  ['CRA (revenue) - tax instalment', '\u202d046\u00a0454\u2009286\u202c', '046454286'],
  ['CRA (revenue) - tax instalment', '０４６４５４２８６', '046454286'],
  ['Federal - Corporation Tax Payments - TXINS', '12302 6635 RC 0001', '123026635RC0001'],
  ['Federal - GST/HST Payment - GST-P', '123026635rt0001', '123026635RT0001'],
  ['Federal Payroll Deductions - Regular/Quarterly - EMPTX', '123026635 ＲＰ 0001', '123026635RP0001'],
  ['Alberta Finance - Corporate Income Tax - ABCIT (AT1)', '123456789', '123456789'],
  ['PC Financial Mastercard', '5555 5555 5555 4444', '5555555555554444'],
];

for (const [payee, typed, normalised] of right) {
  test(`${payee} takes ${JSON.stringify(typed)} as ${normalised}`, () => {
    const { verdict, normalised: found, reason } = check(payee, typed);
    assert.deepEqual({ verdict, found, reason }, { verdict: 'valid', found: normalised, reason: undefined });
  });
}

const wrong: [payee: string, typed: string, reason: string][] = [
  ['City of Toronto Property Taxes', '01234567890123456789', 'must be 21 digits; 20 were given'],
  ['City of Toronto Property Taxes', '1', 'must be 21 digits; 1 was given'],
  ['City of Toronto Property Taxes', '', 'must be 21 digits; nothing was given'],
  ['City of Toronto Property Taxes', ' - ', 'must be 21 digits; nothing was given'],
  [
    'City of Toronto Property Taxes',
    '01234567890123456789A',
    'must be 21 digits; it contains characters that are not digits',
  ],
  [
    'Minden Hills Property Taxes',
    '4617000000000000000',
    'must be 19 digits starting with 4616; it starts with other digits',
  ],
  ['District of West Vancouver Property Tax', '0100012', 'must be 6, 9 or 12 digits; 7 were given'],
  ['Energy+ Inc.', '01234567-099', 'must be 10 digits; 11 were given'],
  ['Rogers (9 digit Account Number)', '12345678', 'must be 9 or 10 digits; 8 were given'],
  [
    'CRA (revenue) - tax amount owing',
    '046 454 287',
    'must be 9 digits; the check digit does not fit: a digit was probably mistyped',
  ],
  [
    'Federal - Corporation Tax Payments - TXINS',
    '123026635',
    'must be 9 digits, RC and 4 digits; 9 characters were given',
  ],
  [
    'Federal - Corporation Tax Payments - TXINS',
    '123026635RT0001',
    'must be 9 digits, RC and 4 digits; character 11 is not C',
  ],
  [
    'Federal - Corporation Tax Payments - TXINS',
    '123026635RC000I',
    'must be 9 digits, RC and 4 digits; character 15 is not a digit',
  ],
  [
    'Federal - Corporation Tax Payments - TXINS',
    '123026636RC0001',
    'must be 9 digits, RC and 4 digits; the first 9 digits do not fit their check digit: a digit was probably mistyped',
  ],
  [
    'PC Financial Mastercard',
    '5555555555554445',
    'must be 16 digits; the check digit does not fit: a digit was probably mistyped',
  ],
  ['PC Financial Mastercard', '5'.repeat(10_000), 'must be 16 digits; 10000 characters were given'],
];

for (const [payee, typed, reason] of wrong) {
  test(`${payee} does not take ${JSON.stringify(typed.slice(0, 40))}: ${reason}`, () => {
    assert.deepEqual(
      { verdict: check(payee, typed).verdict, reason: check(payee, typed).reason },
      { verdict: 'invalid', reason },
    );
  });
}

test('a payee whose format is not known takes any number, as it was given', () => {
  const found = check('Hydro-Québec', ' 299 001-AB ');
  assert.deepEqual(found, { verdict: 'format not known', normalised: '299 001-AB', rule: 'none' });
  assert.deepEqual(validationAnswer(found), { valid: true, reason: 'format not known' });
});

test('a confirmed rule fails the payment at processing, and validate-account says so beforehand', () => {
  const found = check('Ottawa Property Taxes', '123');
  assert.equal(failsAtProcessing(found), true);
  assert.deepEqual(validationAnswer(found), { valid: false, reason: 'must be 19 digits; 3 were given' });
  assert.deepEqual(validationAnswer(check('Ottawa Property Taxes', '1'.repeat(19))), { valid: true });
});

test('an assumed rule warns and fails nothing, neither at processing nor in validate-account', () => {
  const found = check('Nova Scotia Power', '123');
  assert.deepEqual([found.verdict, found.rule, failsAtProcessing(found)], ['invalid', 'assumed', false]);
  const answer = validationAnswer(found);
  assert.equal(answer.valid, true);
  assert.match(answer.reason ?? '', /^must be 8 digits; 3 were given \(this format is assumed/);
});

test('whatever the number, the check does not throw, does not answer digits, and stands by its own normal form', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^[\d \-./]{0,30}$/),
    fc.constantFrom(
      '\0',
      '\ud800',
      '🧾'.repeat(5000),
      'e\u0301'.repeat(5000),
      '\ufdfa'.repeat(900),
      '-'.repeat(100_000),
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...payees), hostile, (payee, typed) => {
      const found = checkAccountNumber(payee, typed);
      assert.equal(found.reason !== undefined, found.verdict === 'invalid');
      if (found.verdict !== 'valid') return;
      assert.deepEqual(checkAccountNumber(payee, found.normalised), found);
    }),
    { numRuns: 500 },
  );
});

test('a payee is answered with its exact name, its bill type and, where there is one, the hint', () => {
  assert.deepEqual(payeeAnswer(named('TELUS')), { name: 'TELUS', billType: 'telecom' });
  assert.deepEqual(payeeAnswer(named('Manitoba Hydro')), {
    name: 'Manitoba Hydro',
    billType: 'utilities',
    accountNumberHint: '14 digits',
  });
});

test('a number that nobody can read is invalid for sure at every payee, whatever is known of its format', () => {
  for (const payee of payees) {
    for (const typed of ['', '  ', '\u0001', '\u200b\u202d', '\u0001'.repeat(2000)]) {
      const found = checkAccountNumber(payee, typed);
      assert.deepEqual(
        [found.verdict, found.rule, failsAtProcessing(found)],
        ['invalid', 'confirmed', true],
        payee.name,
      );
      assert.match(found.reason ?? '', /nothing was given$/);
    }
    // Separators alone are no number either, where the format says that they do not count.
    if (payee.accountFormat?.normalise?.includes('strip separators')) {
      assert.equal(failsAtProcessing(checkAccountNumber(payee, ' - ')), true, payee.name);
    }
  }
});
