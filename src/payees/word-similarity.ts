/**
 * Likeness by trigrams, as pg_trgm's `word_similarity(query, text)` measures it: the best likeness of the query's
 * trigrams to any stretch of the text's, where likeness is what both have, divided by what either has. The trigrams of
 * all texts are numbered and listed once; a search touches only the texts that have enough of the query's.
 */
import { trigramsOf } from './search-text.ts';

/** pg_trgm's own default for word_similarity. */
export const similarityThreshold = 0.6;

export class TrigramIndex {
  readonly #numbers = new Map<string, number>();
  /** Per text: the numbers of its trigrams, in order. */
  readonly #sequences: Int32Array[];
  /** Per trigram: the texts that have it, each once. */
  readonly #texts: number[][] = [];
  readonly #sharedCounts: Uint16Array;
  readonly #isInQuery: Uint8Array;
  /** Per trigram: the stretch in which it was last counted. Stretches are numbered on and on, past 32 bits. */
  readonly #countedIn: Float64Array;
  #stretch = 0;

  constructor(comparableTexts: readonly string[]) {
    this.#sequences = comparableTexts.map((text, index) =>
      Int32Array.from(trigramsOf(text), (t) => this.#add(t, index)),
    );
    this.#sharedCounts = new Uint16Array(comparableTexts.length);
    this.#isInQuery = new Uint8Array(this.#texts.length);
    this.#countedIn = new Float64Array(this.#texts.length);
  }

  #add(trigram: string, text: number): number {
    let number = this.#numbers.get(trigram);
    if (number === undefined) {
      number = this.#texts.length;
      this.#numbers.set(trigram, number);
      this.#texts.push([]);
    }
    const texts = this.#texts[number]!;
    if (texts.at(-1) !== text) texts.push(text);
    return number;
  }

  /** Calls `found` for every text whose likeness to the query reaches the threshold, unless `skip` says to leave it out. */
  alike(comparableQuery: string, skip: (text: number) => boolean, found: (text: number, similarity: number) => void) {
    const trigrams = new Set(trigramsOf(comparableQuery));
    const known = [...trigrams].map((trigram) => this.#numbers.get(trigram)).filter((number) => number !== undefined);
    // The likeness cannot exceed the share of the query's trigrams that a text has.
    const sharedMin = Math.ceil(similarityThreshold * trigrams.size);
    if (known.length < sharedMin) return;
    const candidates: number[] = [];
    this.#sharedCounts.fill(0);
    for (const number of known) {
      this.#isInQuery[number] = 1;
      for (const text of this.#texts[number]!) {
        const shared = this.#sharedCounts[text]! + 1;
        this.#sharedCounts[text] = shared;
        if (shared === sharedMin) candidates.push(text);
      }
    }
    for (const text of candidates) {
      if (skip(text)) continue;
      const similarity = this.#bestStretch(this.#sequences[text]!, trigrams.size);
      if (similarity >= similarityThreshold) found(text, similarity);
    }
    for (const number of known) this.#isInQuery[number] = 0;
  }

  /** The best likeness over all stretches; one that does not begin and end with a trigram of the query is never best. */
  #bestStretch(sequence: Int32Array, queryCount: number): number {
    let best = 0;
    let last = sequence.length - 1;
    while (last >= 0 && this.#isInQuery[sequence[last]!] === 0) last--;
    for (let first = 0; first <= last; first++) {
      if (this.#isInQuery[sequence[first]!] === 0) continue;
      const stretch = ++this.#stretch;
      let different = 0;
      let shared = 0;
      for (let index = first; index <= last; index++) {
        const number = sequence[index]!;
        if (this.#countedIn[number] === stretch) continue;
        this.#countedIn[number] = stretch;
        different++;
        if (this.#isInQuery[number] === 0) continue;
        shared++;
        best = Math.max(best, shared / (queryCount + different - shared));
      }
    }
    return best;
  }
}
