/**
 * Finds identification numbers in what a payer wrote (formats §2.4). Free text, typed on a phone, pasted, cut, in capitals:
 *
 *   "Loyer nov. 1234-5678 9012, merci"
 *      NFKC ──▶ groups of digits ──▶ groups side by side, joined to exactly 12 ──▶ check digit
 *                                                                                  right: numbers
 *                                                                                  wrong: near misses
 *
 * A group is never cut: 13 digits in a row hold no number. Twelve digits that are not ours are common (account numbers at
 * billers), so near misses never match; they explain a held transfer and lead to a suggestion.
 */
import { identificationNumberDigits, isIdentificationNumber } from '../../payments/identification-number.ts';

/** What people set between groups of digits: spaces, dashes of every kind, and `. , _ / # :`. */
const joint = /^[\s.,_/#:\-\u2010-\u2015\u2212]+$/u;
const jointLengthMax = 3;

/**
 * Normalising sorts the marks on one letter, in time that grows with their square. No script sets 30 on one, and beyond
 * that only a hostile text does (Unicode's Stream-Safe Text Format draws the same line, UAX #15).
 */
const marksOverflow = /(\p{M}{30})\p{M}+/gu;

export interface ExtractedNumbers {
  /** Twelve digits with the right check digit, each once, in the order of their beginning. */
  numbers: string[];
  /** Twelve digits that are no identification number: a slip, or a number of another kind. Each once. */
  nearMisses: string[];
}

interface Group {
  digits: string;
  /** Whether only a joint of at most three characters stands between this group and the one before. */
  joined: boolean;
}

/** All candidates in `description`, of any length: the work grows with the length, not faster. */
export function extractNumbers(description: string): ExtractedNumbers {
  const candidates = new Set<string>();
  const groups = groupsOf(description.replace(marksOverflow, '$1').normalize('NFKC'));
  let from = 0;
  let digitsCount = 0;
  // A window over neighbouring groups: it grows to the right and gives up groups on the left, so each enters and leaves once.
  for (let to = 0; to < groups.length; to++) {
    const group = groups[to] as Group;
    if (!group.joined) {
      from = to;
      digitsCount = 0;
    }
    digitsCount += group.digits.length;
    while (digitsCount > identificationNumberDigits) {
      digitsCount -= (groups[from] as Group).digits.length;
      from += 1;
    }
    if (digitsCount === identificationNumberDigits) {
      const window = groups.slice(from, to + 1);
      candidates.add(window.map((each) => each.digits).join(''));
    }
  }
  const numbers: string[] = [];
  const nearMisses: string[] = [];
  for (const candidate of candidates) (isIdentificationNumber(candidate) ? numbers : nearMisses).push(candidate);
  return { numbers, nearMisses };
}

/**
 * The right numbers that a single slip turns into `nearMiss`: one wrong digit, or two neighbours swapped. About a dozen.
 * To look up for a suggestion to the operator only: nothing is ever matched by likeness.
 */
export function numbersOneSlipAway(nearMiss: string): string[] {
  const found = new Set<string>();
  const consider = (text: string) => {
    if (text !== nearMiss && isIdentificationNumber(text)) found.add(text);
  };
  for (let at = 0; at < nearMiss.length; at++) {
    const before = nearMiss.slice(0, at);
    for (let digit = 0; digit <= 9; digit++) consider(before + digit + nearMiss.slice(at + 1));
    if (at + 1 < nearMiss.length) {
      consider(before + nearMiss.slice(at + 1, at + 2) + nearMiss.slice(at, at + 1) + nearMiss.slice(at + 2));
    }
  }
  return [...found];
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const match of text.matchAll(/[0-9]+/g)) {
    const gap = match.index - end;
    groups.push({ digits: match[0], joined: gap <= jointLengthMax && joint.test(text.slice(end, match.index)) });
    end = match.index + match[0].length;
  }
  return groups;
}
