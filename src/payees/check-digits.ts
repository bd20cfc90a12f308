/**
 * Check digits of account numbers (formats §4.2). Each function answers whether the number fits its own check digit;
 * none throws, none looks at lengths (the payee's format does), and all read the text once.
 *
 * Known at Canadian billers: Luhn (social insurance numbers, business numbers, cards). Mod 11 and mod 97 are here for
 * catalogues of an operator's own; the built-in catalogue does not use them, because no source says who does.
 */

const zero = '0'.charCodeAt(0);

/** The value of the digit at `index`, or undefined where there is none. */
function digitAt(text: string, index: number): number | undefined {
  const value = text.charCodeAt(index) - zero;
  return value >= 0 && value <= 9 ? value : undefined;
}

/** Luhn (ISO/IEC 7812): every second digit from the right doubled, digit sums, total divisible by 10. */
export function luhnHolds(digits: string): boolean {
  if (digits === '') return false;
  let total = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index--, double = !double) {
    const digit = digitAt(digits, index);
    if (digit === undefined) return false;
    total += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return total % 10 === 0;
}

/** What stands in the check digit's place when mod 11 leaves 10: no such number is given out, a `0`, or an `X`. */
export type Remainder10 = 'reject' | '0' | 'X';

const mod11Weights = [2, 3, 4, 5, 6, 7] as const;

/** Mod 11: weights 2 to 7 in turn from the right, beginning left of the check digit, which stands last. */
export function mod11Holds(text: string, remainder10: Remainder10): boolean {
  if (text.length < 2) return false;
  let total = 0;
  for (let index = text.length - 2, place = 0; index >= 0; index--, place++) {
    const digit = digitAt(text, index);
    if (digit === undefined) return false;
    total = (total + digit * mod11Weights[place % mod11Weights.length]!) % 11;
  }
  const expected = (11 - total) % 11;
  const last = text.at(-1);
  if (expected < 10) return last === String(expected);
  return remainder10 !== 'reject' && last === remainder10;
}

/** The remainder by 97 of a text of digits and capital letters (A = 10 … Z = 35), or undefined for other characters. */
function remainder97(text: string): number | undefined {
  let remainder = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = digitAt(text, index);
    const letter = text.charCodeAt(index) - 55;
    if (digit !== undefined) remainder = (remainder * 10 + digit) % 97;
    else if (letter >= 10 && letter <= 35) remainder = (remainder * 100 + letter) % 97;
    else return undefined;
  }
  return remainder;
}

/** Mod 97-10 (ISO 7064): the two check digits stand last. */
export function mod97Holds(text: string): boolean {
  return text.length > 2 && remainder97(text) === 1;
}

/** An RF creditor reference (ISO 11649): mod 97-10 with `RF` and its two check digits moved to the end. */
export function creditorReferenceHolds(reference: string): boolean {
  return /^RF\d\d[0-9A-Z]{1,21}$/.test(reference) && remainder97(reference.slice(4) + reference.slice(0, 4)) === 1;
}
