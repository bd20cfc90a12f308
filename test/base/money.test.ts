/** The border of money: exact both ways, or refused with the rule that is broken (open point `amount-form`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AmountFault,
  amountDollarsBelow,
  centsFromText,
  decimalFromCents,
  dollarsFromCents,
} from '../../src/base/money.ts';

const centsMax = BigInt(amountDollarsBelow) * 100n - 1n;
const cents = fc.bigInt({ min: 1n, max: centsMax });
const edges: [bigint][] = [
  [1n],
  [10n],
  [99n],
  [100n],
  [101n],
  [centsMax],
  [centsMax - 1n],
  [2n ** 52n],
  [123_456_789n],
];

test('every amount of cents goes out as a number and comes back as itself', () => {
  fc.assert(
    fc.property(cents, (value) => {
      assert.equal(centsFromText(JSON.stringify(dollarsFromCents(value))), value);
      assert.equal(centsFromText(decimalFromCents(value)), value);
    }),
    { numRuns: 5000, examples: edges },
  );
});

test('the same value in any form is the same amount: exponents, leading and trailing zeros', () => {
  fc.assert(
    fc.property(cents, fc.nat(30), fc.nat(5), fc.nat(5), (value, exponent, leading, trailing) => {
      const digits = value.toString();
      const zeros = '0'.repeat(trailing);
      // value × 10^-2 written with a shifted point and an exponent that takes it back
      assert.equal(centsFromText(`${'0'.repeat(leading)}${digits}.${zeros}e-2`.replace('.e', 'e')), value);
      assert.equal(centsFromText(`${digits}${'0'.repeat(exponent)}e-${exponent + 2}`), value);
      assert.equal(
        centsFromText(`0.${'0'.repeat(exponent)}${digits}${zeros}E+${exponent + digits.length - 2}`.replace('+-', '-')),
        value,
      );
    }),
    { numRuns: 2000, examples: edges.map(([value]) => [value, 0, 0, 0]) },
  );
});

test('hostile and unusual texts are read exactly or refused by name', () => {
  const table: [string, bigint | AmountFault][] = [
    ['125.50', 12_550n],
    ['125.5', 12_550n],
    ['1e2', 10_000n],
    ['1E+2', 10_000n],
    ['12550e-2', 12_550n],
    ['0.01', 1n],
    ['1e-2', 1n],
    ['0.1e-1', 1n],
    ['10.000000000000000000000', 1000n],
    ['70368744177663.99', centsMax],
    ['70368744177664', 'too large'],
    ['70368744177664.00', 'too large'],
    ['7036874417766399e-2', centsMax],
    ['1e14', 'too large'],
    ['1e400', 'too large'],
    ['1e99999', 'too large'],
    ['1e999999999999999999999', 'too large'],
    [`${'9'.repeat(5000)}`, 'too large'],
    [`1${'0'.repeat(5000)}e-5000`, 100n],
    ['1e-3', 'more than two decimals'],
    ['0.001', 'more than two decimals'],
    ['125.505', 'more than two decimals'],
    ['0.010000000000000000001', 'more than two decimals'],
    ['1e-99999', 'more than two decimals'],
    ['1e-999999999999999999999', 'more than two decimals'],
    ['70368744177663.999', 'more than two decimals'],
    ['0', 'not greater than zero'],
    ['0.00', 'not greater than zero'],
    ['-0', 'not greater than zero'],
    ['0e99999', 'not greater than zero'],
    ['0e-99999', 'not greater than zero'],
    ['-1', 'not greater than zero'],
    ['-0.001', 'not greater than zero'],
    ['-1e400', 'not greater than zero'],
    ['', 'not a number'],
    [' 1', 'not a number'],
    ['1 ', 'not a number'],
    ['1\n', 'not a number'],
    ['+1', 'not a number'],
    ['.5', 'not a number'],
    ['5.', 'not a number'],
    ['1,50', 'not a number'],
    ['1_000', 'not a number'],
    ['0x10', 'not a number'],
    ['1e', 'not a number'],
    ['1e1.5', 'not a number'],
    ['--1', 'not a number'],
    ['NaN', 'not a number'],
    ['Infinity', 'not a number'],
    ['١٢', 'not a number'],
    ['１２', 'not a number'],
    ['1n', 'not a number'],
    ['"1"', 'not a number'],
  ];
  for (const [text, expected] of table) assert.equal(centsFromText(text), expected, text.slice(0, 40));
});

test('any text at all is answered, never thrown at, and quickly', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void centsFromText(text)));
  const zeros = '0'.repeat(500_000);
  for (const text of [
    `${zeros}.${zeros}x`,
    `1${zeros}1`,
    `1.${zeros}1`,
    `1${zeros}1e-${zeros}1`,
    `${zeros}e${zeros}x`,
  ]) {
    const before = performance.now();
    centsFromText(text);
    assert.ok(performance.now() - before < 1000, text.slice(0, 5));
  }
});

test('two neighbouring cents are never the same number below the limit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: centsMax - 1n }), (value) =>
      assert.notEqual(dollarsFromCents(value), dollarsFromCents(value + 1n)),
    ),
    { numRuns: 2000, examples: edges.filter(([value]) => value < centsMax) },
  );
});

test('decimal text always has two decimals, whatever the sign', () => {
  const table: [bigint, string][] = [
    [0n, '0.00'],
    [1n, '0.01'],
    [10n, '0.10'],
    [12_550n, '125.50'],
    [-5n, '-0.05'],
    [-12_550n, '-125.50'],
    [centsMax, '70368744177663.99'],
  ];
  for (const [value, text] of table) assert.equal(decimalFromCents(value), text);
});
