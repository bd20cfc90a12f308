/**
 * Likeness by words: a text is found when every word of the query begins, or is but for a slip of the keys, one of the
 * text's words, in whatever order. This finds what trigrams cannot: two letters swapped in a short name ("torotno",
 * "tleus"), where most trigrams are broken.
 */

/** How many slips (a letter more, less, other, or two swapped) a word of so many letters may hold. */
const slipRules = [
  { lettersMin: 8, slipsMax: 2, sameLetters: false },
  { lettersMin: 5, slipsMax: 1, sameLetters: false },
  // In four letters any other letter makes another name (Bell, Dell): only swaps are forgiven.
  { lettersMin: 4, slipsMax: 1, sameLetters: true },
] as const;

/** Nobody searches for a payee in more words; a longer query is left to the trigrams. */
const queryWordsMax = 8;

interface Word {
  readonly word: string;
  readonly letters: number;
  /** The texts that have the word, each once. */
  readonly texts: number[];
}

export class WordIndex {
  /** In order, so that the words with one beginning stand together. */
  readonly #words: readonly Word[];
  /** Per text: how many words of the query it has, in their order, and the slips these hold together. */
  readonly #wordsFound: Uint8Array;
  readonly #slips: Uint8Array;

  constructor(comparableTexts: readonly string[]) {
    const words = new Map<string, Word>();
    comparableTexts.forEach((text, index) => {
      for (const word of new Set(text.split(' '))) {
        const known = words.get(word);
        if (known) known.texts.push(index);
        else words.set(word, { word, letters: lettersOf(word), texts: [index] });
      }
    });
    this.#words = [...words.values()].sort((a, b) => (a.word < b.word ? -1 : 1));
    this.#wordsFound = new Uint8Array(comparableTexts.length);
    this.#slips = new Uint8Array(comparableTexts.length);
  }

  /** Calls `found` for every text that has all words of the query, with the share of letters that are right (0 to 1). */
  alike(comparableQuery: string, found: (text: number, similarity: number) => void): void {
    const queryWords = comparableQuery.split(' ');
    if (queryWords.length > queryWordsMax) return;
    this.#wordsFound.fill(0);
    this.#slips.fill(0);
    let last: number[] = [];
    for (const [place, queryWord] of queryWords.entries()) {
      last = [];
      for (const { slips, texts } of this.#wordsLike(queryWord)) {
        for (const text of texts) {
          // Words come with the fewest slips first, so the first that counts is the best.
          if (this.#wordsFound[text] !== place) continue;
          this.#wordsFound[text] = place + 1;
          this.#slips[text] = this.#slips[text]! + slips;
          last.push(text);
        }
      }
      if (last.length === 0) return;
    }
    for (const text of last) found(text, 1 - this.#slips[text]! / comparableQuery.length);
  }

  /** The words that begin with `queryWord`; only if there are none, those that are it but for slips, best first. */
  #wordsLike(queryWord: string): { slips: number; texts: number[] }[] {
    const like: { slips: number; texts: number[] }[] = [];
    for (let index = this.#firstNotBefore(queryWord); this.#words[index]?.word.startsWith(queryWord); index++) {
      like.push({ slips: 0, texts: this.#words[index]!.texts });
    }
    const rule = slipRules.find(({ lettersMin }) => queryWord.length >= lettersMin);
    if (like.length > 0 || rule === undefined) return like;
    const letters = lettersOf(queryWord);
    for (const { word, letters: wordLetters, texts } of this.#words) {
      if (Math.abs(word.length - queryWord.length) > rule.slipsMax) continue;
      // A slip changes at most two of the letters that occur: a cheap look before the dear one.
      if (bitCount(letters ^ wordLetters) > 2 * rule.slipsMax) continue;
      if (rule.sameLetters && (letters !== wordLetters || word.length !== queryWord.length)) continue;
      const slips = slipsBetween(queryWord, word);
      if (slips <= rule.slipsMax) like.push({ slips, texts });
    }
    return like.sort((a, b) => a.slips - b.slips);
  }

  #firstNotBefore(word: string): number {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#words[middle]!.word < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Which characters occur in a word, one bit for each, characters sharing bits by their code. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The fewest slips that turn one word into the other, where a swap of neighbours is one (optimal string alignment). */
export function slipsBetween(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) least = Math.min(least, beforePrevious[column - 2]! + 1);
      current.push(least);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length]!;
}
