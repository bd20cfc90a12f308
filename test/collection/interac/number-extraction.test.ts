import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extractNumbers, numbersOneSlipAway } from '../../../src/collection/interac/number-extraction.ts';
import { isIdentificationNumber, newIdentificationNumber } from '../../../src/payments/identification-number.ts';

const number = fc.constant(undefined).map(() => newIdentificationNumber());
const separator = fc.constantFrom(
  ' ',
  '\u00a0',
  '\u2009',
  '.',
  ',',
  '-',
  '–',
  '—',
  '_',
  '/',
  '#',
  ':',
  '\u2011',
  '\u2212',
);

function candidates(description: string): string[] {
  const { numbers, nearMisses } = extractNumbers(description);
  return [...numbers, ...nearMisses].sort();
}

const examples: [description: string, found: string[]][] = [
  ['1234-5678-9012', ['123456789012']],
  ['123 456 789 012', ['123456789012']],
  ['１２３４５６７８９０１２', ['123456789012']],
  ['ID:123456789012Merci', ['123456789012']],
  ['1234567890123', []],
  ['12345678901', []],
  ['123456789O12', []],
  ['hydro 200012345678 id 123456789012', ['123456789012', '200012345678']],
  ['call 416-555-1234 12', ['416555123412']],
  ['2026-11-20 1234', ['202611201234']],
  ['', []],
  ['Rent for November', []],
  ['1234\u00a05678\u00a09012', ['123456789012']],
  ['1234 - 5678 - 9012', ['123456789012']],
  ['1234 -- 5678 9012', []],
  ['1234 and 56789012', []],
  ['1234(5678)9012', []],
  ['12345678901 2', ['123456789012']],
  ['1 2 3 4 5 6 7 8 9 0 1 2', ['123456789012']],
  ['123456 7890123', []],
  ['12 3456789012 34', ['123456789012', '345678901234']],
  ['123456789012 5', ['123456789012']],
  ['5 123456789012', ['123456789012']],
  ['123456789012, 123456789012', ['123456789012']],
  ['1234567890123 456789012345', ['456789012345']],
  ['INV#1234:5678/9012', ['123456789012']],
  ['1234\n5678\n9012', ['123456789012']],
  ['lone \ud800 surrogate 123456789012', ['123456789012']],
];

for (const [description, found] of examples) {
  test(`${JSON.stringify(description)} holds ${found.length > 0 ? found.join(' and ') : 'no candidate'}`, () => {
    assert.deepEqual(candidates(description), found);
  });
}

test('only candidates with the right check digit are numbers; the others are near misses', () => {
  fc.assert(
    fc.property(number, number, fc.nat({ max: 9 }), (ours, other, last) => {
      const slipped = other.slice(0, 11) + last;
      const { numbers, nearMisses } = extractNumbers(`account ${slipped} id ${ours}`);
      assert.ok(numbers.includes(ours));
      assert.ok((isIdentificationNumber(slipped) ? numbers : nearMisses).includes(slipped));
      for (const each of numbers) assert.ok(isIdentificationNumber(each));
      for (const each of nearMisses) assert.ok(!isIdentificationNumber(each));
    }),
  );
});

test('a number is found however it is grouped, with one to three separators in between, and whatever words stand around', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcéÉ œß!?()'), maxLength: 30 });
  fc.assert(
    fc.property(
      number,
      fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }),
      fc.array(fc.array(separator, { minLength: 1, maxLength: 3 }), { minLength: 11, maxLength: 11 }),
      word,
      word,
      (ours, cuts, separators, before, after) => {
        let written = '';
        [...ours].forEach((digit, at) => {
          written += digit;
          if (cuts[at]) written += (separators[at] as string[]).join('');
        });
        assert.deepEqual(extractNumbers(`${before}x${written}x${after}`), { numbers: [ours], nearMisses: [] });
      },
    ),
  );
});

test('a run of more than twelve digits never yields a number, whatever stands in it', () => {
  fc.assert(
    fc.property(number, fc.stringMatching(/^\d{0,5}$/), fc.stringMatching(/^\d{1,5}$/), (ours, before, after) => {
      assert.deepEqual(candidates(`id ${before}${ours}${after} merci`), []);
    }),
  );
});

test('the answer is that of the plain definition: every chain of joined groups is tried', () => {
  const plain = (description: string): string[] => {
    const parts = description.normalize('NFKC').split(/(\d+)/);
    const found = new Set<string>();
    for (let from = 1; from < parts.length; from += 2) {
      let joined = parts[from] as string;
      if (joined.length === 12) found.add(joined);
      for (let next = from + 2; next < parts.length; next += 2) {
        if (!/^[ .,\-–—_/#:]{1,3}$/.test(parts[next - 1] as string)) break;
        joined += parts[next];
        if (joined.length === 12) found.add(joined);
      }
    }
    return [...found].sort();
  };
  const text = fc.string({ unit: fc.constantFrom(...'0123456789', ' ', '-', '.', ' ', 'x', '1', '2'), maxLength: 60 });
  fc.assert(
    fc.property(text, (description) => assert.deepEqual(candidates(description), plain(description))),
    {
      numRuns: 2_000,
    },
  );
});

test('any text is read without a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (description) => void extractNumbers(description)),
  );
});

const hostile: [name: string, description: string][] = [
  ['single digits', '1 '.repeat(5_000)],
  ['digits alone', '1'.repeat(10_000)],
  ['separators alone', '-'.repeat(10_000)],
  ['digits and too many separators', '1----'.repeat(2_000)],
  ['groups of eleven', '12345678901 '.repeat(830)],
  ['a character that NFKC makes eighteen of', '\ufdfa'.repeat(10_000)],
  ['combining marks', 'a\u0323\u0307'.repeat(3_333)],
  ['marks in the wrong order', `a${'\u0307\u0323'.repeat(5_000)}`],
];

for (const [name, description] of hostile) {
  test(`ten thousand characters of ${name} take milliseconds`, () => {
    extractNumbers(description);
    const started = performance.now();
    for (let count = 0; count < 5; count++) extractNumbers(description);
    const milliseconds = (performance.now() - started) / 5;
    assert.ok(milliseconds < 100, `${milliseconds} ms`);
  });
}

test('every single slip leads back to the number, and only to right numbers', () => {
  fc.assert(
    fc.property(number, fc.nat({ max: 11 }), fc.nat({ max: 9 }), (ours, at, digit) => {
      const slipped = ours.slice(0, at) + digit + ours.slice(at + 1);
      const swapped = at < 11 ? ours.slice(0, at) + ours[at + 1] + ours[at] + ours.slice(at + 2) : ours;
      for (const wrong of [slipped, swapped]) {
        if (wrong === ours) continue;
        const back = numbersOneSlipAway(wrong);
        assert.ok(back.includes(ours), `${wrong} does not lead to ${ours}`);
        assert.ok(back.length <= 23 && back.every(isIdentificationNumber));
      }
    }),
  );
});
