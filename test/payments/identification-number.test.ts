import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isIdentificationNumber, newIdentificationNumber } from '../../src/payments/identification-number.ts';

const number = fc.constant(undefined).map(() => newIdentificationNumber());

test('a new number has 12 digits, does not begin with 0, and is right', () => {
  for (let count = 0; count < 20_000; count++) {
    const drawn = newIdentificationNumber();
    assert.match(drawn, /^[1-9]\d{11}$/);
    assert.ok(isIdentificationNumber(drawn), drawn);
  }
});

test('new numbers do not repeat', () => {
  const drawn = new Set(Array.from({ length: 100_000 }, newIdentificationNumber));
  // The chance of one repetition among them is about 5 %, of three below 10^-5.
  assert.ok(drawn.size >= 99_998, `${drawn.size} different numbers of 100000`);
});

test('every digit is drawn equally often at every place', () => {
  const draws = 45_000;
  const counts = Array.from({ length: 12 }, () => new Array<number>(10).fill(0));
  for (let count = 0; count < draws; count++) {
    [...newIdentificationNumber()].forEach((digit, at) => {
      (counts[at] as number[])[Number(digit)]! += 1;
    });
  }
  counts.forEach((row, at) => {
    const digits = at === 0 ? row.slice(1) : row;
    const expected = draws / digits.length;
    if (at === 0) assert.equal(row[0], 0);
    // Seven standard deviations: a bias of one in ten is seen, a fair draw fails once in 10^10 runs.
    for (const seen of digits) assert.ok(Math.abs(seen - expected) < 7 * Math.sqrt(expected), `place ${at}: ${row}`);
  });
});

test('every slip of a single digit is caught', () => {
  fc.assert(
    fc.property(number, (right) => {
      for (let at = 0; at < 12; at++) {
        for (let digit = 0; digit < 10; digit++) {
          if (Number(right[at]) === digit) continue;
          const slipped = right.slice(0, at) + digit + right.slice(at + 1);
          assert.ok(!isIdentificationNumber(slipped), `${slipped} passes for ${right}`);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test('every swap of two neighbours is caught', () => {
  fc.assert(
    fc.property(number, (right) => {
      for (let at = 0; at < 11; at++) {
        if (right[at] === right[at + 1]) continue;
        const swapped = right.slice(0, at) + right[at + 1] + right[at] + right.slice(at + 2);
        assert.ok(!isIdentificationNumber(swapped), `${swapped} passes for ${right}`);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('the check is the published one: 572 is followed by 4', () => {
  // A beginning that is right in itself leaves the check where it was before the first digit; zeros after it show that.
  const beginnings = Array.from({ length: 500 }, (_, step) => `${12_345_678 + step}`);
  const neutral = beginnings.filter((beginning) => isIdentificationNumber(`${beginning}0000`));
  assert.ok(neutral.length > 20);
  for (const beginning of neutral) {
    const right = [...'0123456789'].filter((digit) => isIdentificationNumber(`${beginning}572${digit}`));
    assert.deepEqual(right, ['4']);
  }
});

test('what is not 12 digits with 1 to 9 first is no number', () => {
  const right = newIdentificationNumber();
  const wrong = ['', ' ', right.slice(1), `${right}0`, ` ${right.slice(1)}`, `${right.slice(0, 11)}x`, '000000000000'];
  for (const text of wrong) assert.ok(!isIdentificationNumber(text), JSON.stringify(text));
  assert.ok(!isIdentificationNumber('１２３４５６７８９０１２'));
});

test('a hundred thousand numbers take well under a second', () => {
  const started = performance.now();
  for (let count = 0; count < 100_000; count++) newIdentificationNumber();
  const milliseconds = performance.now() - started;
  assert.ok(milliseconds < 1_000, `${milliseconds} ms`);
});
