/** Names and dates as bank files write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aftDate, aftText, dateFromAft } from '../../../src/collection/eft/aft-text.ts';

const names: [given: string, expected: string][] = [
  ['ÉLODIE', 'ELODIE'],
  ['E\u0301lodie', 'ELODIE'],
  ['François Lœuvre', 'FRANCOIS LOEUVRE'],
  ["D'Arcy-O’Neil & Fils", 'D ARCY O NEIL FILS'],
  ['Weiß, Øystein J. Łukasz', 'WEISS, OYSTEIN J. LUKASZ'],
  ['  two\tspaces\n ', 'TWO SPACES'],
  ['Ａｎｎ Ⅳ', 'ANN IV'],
  ['李雷', ''],
  ['😀 Anne 😀', 'ANNE'],
  ['', ''],
  ['A234567890B234567890C234567890D', 'A234567890B234567890C234567890'],
  ['A234567890B234567890C23456789 D', 'A234567890B234567890C23456789'],
];

test('names are written in capitals without accents; what a bank does not take becomes a space', () => {
  for (const [given, expected] of names) assert.equal(aftText(given, 30), expected, given);
});

test('any text becomes one that fits, and one that fits is not altered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (text, lengthMax) => {
      const fit = aftText(text, lengthMax);
      assert.match(fit, /^(?:[A-Z0-9.,]+(?: [A-Z0-9.,]+)*)?$/);
      assert.ok(fit.length <= lengthMax);
      assert.equal(aftText(fit, lengthMax), fit);
    }),
  );
});

test('dates are 0YYDDD, leap years counted, and read back', () => {
  const table = { '2026-11-20': '026324', '2026-11-23': '026327', '2028-12-31': '028366', '2027-01-01': '027001' };
  for (const [date, text] of Object.entries(table)) {
    assert.equal(aftDate(Temporal.PlainDate.from(date)), text);
    assert.equal(dateFromAft(text)?.toString(), date);
  }
  for (const text of ['000000', '026000', '026366', '027366', '126001', '26327', '02632X', '      ', '0263270']) {
    assert.equal(dateFromAft(text), undefined, text);
  }
  assert.throws(() => aftDate(Temporal.PlainDate.from('2100-01-01')), /2000 to 2099/);
});
