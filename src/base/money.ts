/**
 * The border of money: decimal numbers outside, whole cents (`bigint`) inside. Nothing else in the house converts.
 * Nothing is ever rounded: a value that is not a whole number of cents is refused.
 */

/** From here on two neighbouring cents are one double (open point `amount-form`). Unit: dollars. */
export const amountDollarsBelow = 2 ** 46;

const decimalForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const exponentDigitsMax = 4;

export type AmountFault = 'not a number' | 'not greater than zero' | 'more than two decimals' | 'too large';

/**
 * Reads a decimal number from its source text, exactly as written (`"125.5"`, `"1e2"`), to cents.
 * Answers the cents, or which rule of open point `amount-form` the text breaks.
 */
export function centsFromText(source: string): bigint | AmountFault {
  const parts = decimalForm.exec(source);
  if (!parts) return 'not a number';
  const [, sign, whole = '', fraction = '', exponentText = '0'] = parts;
  const digits = (whole + fraction).slice(zerosBefore(whole + fraction));
  if (digits === '' || sign === '-') return 'not greater than zero';
  if (exponentText.replace(/^[+-]?0*/, '').length > exponentDigitsMax) {
    return exponentText.startsWith('-') ? 'more than two decimals' : 'too large';
  }
  const trailingZeros = zerosBehind(digits);
  const significant = digits.slice(0, digits.length - trailingZeros);
  // value = significant × 10^power cents
  const power = Number(exponentText) - fraction.length + trailingZeros + 2;
  if (power < 0) return 'more than two decimals';
  if (significant.length + power > 18) return 'too large';
  const cents = BigInt(significant) * 10n ** BigInt(power);
  return cents < BigInt(amountDollarsBelow) * 100n ? cents : 'too large';
}

// Counted by hand: a pattern for zeros at the end takes quadratic time on a hostile number of a million digits.
function zerosBefore(digits: string): number {
  let count = 0;
  while (digits[count] === '0') count += 1;
  return count;
}

function zerosBehind(digits: string): number {
  let count = 0;
  while (digits[digits.length - 1 - count] === '0') count += 1;
  return count;
}

/** Cents as the JSON number of the interface (dollars): exact below 2^46, because a double prints its shortest form. */
export function dollarsFromCents(cents: bigint): number {
  return Number(cents) / 100;
}

/** Cents as decimal text with exactly two decimals, as bank files want it (`"125.50"`). */
export function decimalFromCents(cents: bigint): string {
  const text = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}
