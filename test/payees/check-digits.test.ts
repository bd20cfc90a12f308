/** Check digits: the vectors of formats §4.2, and what each method promises to notice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { creditorReferenceHolds, luhnHolds, mod11Holds, mod97Holds } from '../../src/payees/check-digits.ts';

const digits = fc.stringMatching(/^\d{1,24}$/);

test('Luhn holds for the known social insurance number, business number and card number', () => {
  assert.equal(luhnHolds('046454286'), true);
  assert.equal(luhnHolds('123026635'), true);
  assert.equal(luhnHolds('5555555555554444'), true);
  assert.equal(luhnHolds('046454287'), false);
});

test('exactly one last digit completes a number by Luhn, and no slip of one digit goes unnoticed', () => {
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, position, shift) => {
      const completed = [...'0123456789'].map((last) => body + last).filter(luhnHolds);
      assert.equal(completed.length, 1);
      const number = completed[0] ?? '';
      const at = position % number.length;
      const slipped = number.slice(0, at) + ((Number(number[at]) + shift) % 10) + number.slice(at + 1);
      assert.equal(luhnHolds(slipped), false);
    }),
  );
});

test('mod 11 weighs 2 to 7 from the right, and remainder 10 is rejected, 0 or X as the biller has it', () => {
  // 1·4 + 2·3 + 3·2 = 16 = 11 + 5, so the check digit is 6.
  assert.equal(mod11Holds('1236', 'reject'), true);
  assert.equal(mod11Holds('1235', 'reject'), false);
  // Weight 2 on 6 gives 12, remainder 1: the check digit would be 10.
  assert.equal(mod11Holds('60', 'reject'), false);
  assert.equal(mod11Holds('60', '0'), true);
  assert.equal(mod11Holds('6X', 'X'), true);
  assert.equal(mod11Holds('6X', '0'), false);
  // The weights begin anew after 7: the seventh digit from the right weighs 2 again.
  assert.equal(mod11Holds('10000009', 'reject'), true);
});

test('mod 97 notices every slip of one digit and every swap of neighbours', () => {
  assert.equal(mod97Holds('79444'), true);
  fc.assert(
    fc.property(digits, fc.nat(), (body, position) => {
      let remainder = 0;
      for (const digit of `${body}00`) remainder = (remainder * 10 + Number(digit)) % 97;
      const number = body + String(98 - remainder).padStart(2, '0');
      assert.equal(mod97Holds(number), true);
      const at = position % (number.length - 1);
      const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2);
      assert.equal(mod97Holds(swapped), swapped === number);
    }),
  );
});

test('an RF creditor reference is recognised by its check digits', () => {
  assert.equal(creditorReferenceHolds('RF18539007547034'), true);
  assert.equal(creditorReferenceHolds('RF19539007547034'), false);
  assert.equal(creditorReferenceHolds('RF18'), false);
});

test('no text makes a check digit function throw', () => {
  for (const text of ['', '\0', '🧾'.repeat(5000), '\ud800', 'x'.repeat(10_000), '٣٤٥']) {
    assert.equal(luhnHolds(text), false);
    assert.equal(mod11Holds(text, 'X'), false);
    assert.equal(mod97Holds(text), false);
    assert.equal(creditorReferenceHolds(text), false);
  }
});
