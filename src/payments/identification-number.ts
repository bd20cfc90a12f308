/**
 * The 12-digit number that a payer puts into the description of a transfer (interface §2.1, design §8).
 *
 *   first digit 1–9   ten random digits   Damm check digit
 *
 * Random, because a neighbour of a sequential number is somebody else's payment; the first digit is not 0, so that the
 * number survives a spreadsheet; the check digit catches every slip of one digit and every swap of two neighbours
 * (formats §2.4).
 */
import { Buffer } from 'node:buffer';
import { randomFillSync } from 'node:crypto';

export const identificationNumberDigits = 12;

/** Row: what was checked so far; column: the next digit. Totally anti-symmetric, zeros on the diagonal (H. M. Damm, 2004). */
const damm = Uint8Array.from(
  [
    '0317598642',
    '7092154863',
    '4206871359',
    '1750983426',
    '6123045978',
    '3674209581',
    '5869720134',
    '8945362017',
    '9438617205',
    '2581436790',
  ].join(''),
  Number,
);

const zeroCode = 48;
const bodiesFrom = 10_000_000_000;
const bodiesCount = 90_000_000_000;
const drawBytes = 5;
/** The largest multiple of the count below 2^40: a draw from here on would favour small numbers and is drawn again. */
const drawBelow = Math.floor(2 ** (8 * drawBytes) / bodiesCount) * bodiesCount;

/** One call to the system's generator serves some 1,600 numbers: the call, not the bytes, is what costs. */
const pool = Buffer.alloc(drawBytes * 1638);
let poolAt = pool.length;

/** A new number: 12 digits as text. Uniform over its 90,000,000,000 values; that it is unused, the database proves. */
export function newIdentificationNumber(): string {
  let draw: number;
  do {
    if (poolAt === pool.length) {
      randomFillSync(pool);
      poolAt = 0;
    }
    draw = pool.readUIntBE(poolAt, drawBytes);
    poolAt += drawBytes;
  } while (draw >= drawBelow);
  const body = String(bodiesFrom + (draw % bodiesCount));
  return body + String(dammState(body));
}

/** Whether `text` is 12 digits, the first of them 1–9, with the right check digit. */
export function isIdentificationNumber(text: string): boolean {
  if (text.length !== identificationNumberDigits || text.charCodeAt(0) === zeroCode) return false;
  return dammState(text) === 0;
}

/** The state after all digits of `text`: the check digit of a body, 0 for a right number, -1 where a non-digit stands. */
function dammState(text: string): number {
  let state = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zeroCode;
    if (digit < 0 || digit > 9) return -1;
    state = damm[state * 10 + digit] as number;
  }
  return state;
}
