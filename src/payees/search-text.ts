/**
 * Names and queries in the form in which they are compared (formats §9): lower case, no accents, no punctuation, one
 * space between words. `Énergir` and `energir`, `L'Étoile` and `l etoile` are the same.
 */

/** Letters that decomposition leaves whole. */
const spelledOut: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

const beyondAscii = /[\u0080-\u{10ffff}]/gu;
const neitherLetterNorDigit = /[^\p{L}\p{N}]+/gu;

/**
 * The comparable form of a text; empty when nothing but punctuation is in it. Characters are decomposed one by one:
 * decomposing the whole would also reorder marks, which takes quadratic time on hostile input.
 */
export function comparable(text: string): string {
  return text
    .replace(beyondAscii, (character) => character.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(beyondAscii, (character) => spelledOut[character] ?? character)
    .replace(/\p{M}/gu, '')
    .replace(neitherLetterNorDigit, ' ')
    .trim();
}

/** The trigrams of a comparable text in their order, word by word with two spaces before and one after, as pg_trgm. */
export function trigramsOf(comparableText: string): string[] {
  const trigrams: string[] = [];
  for (const word of comparableText.split(' ')) {
    const padded = `  ${word} `;
    for (let index = 0; index + 3 <= padded.length; index++) trigrams.push(padded.slice(index, index + 3));
  }
  return trigrams;
}
