/**
 * The payee search (interface §4.5, formats §9, open point `payee-search`), in memory over names and aliases.
 *
 *   the same ▶ begins so ▶ a word begins so ▶ holds it ▶ begins so without spaces ▶ is like it (trigrams, typing slips)
 *
 * Within a rank a name comes before an alias, then the more alike, the nearer in length, the names' own order: the same
 * question to the same catalogue always has the same answer.
 */
import type { Payee } from './payee.ts';
import { comparable } from './search-text.ts';
import { WordIndex } from './typing-slips.ts';
import { TrigramIndex } from './word-similarity.ts';

const rank = { same: 0, begins: 1, wordBegins: 2, holds: 3, beginsJoined: 4, alike: 5 } as const;
type Rank = (typeof rank)[keyof typeof rank];

/** Shorter queries have too few trigrams to be like anything: they are found inside names all the same. */
const charactersAlikeMin = 3;
/** No name is near so long; what a query has beyond is not looked at. */
const queryCharactersMax = 1000;

/**
 * A find as one number that sorts as it ranks: rank and alias, how unlike, how much longer or shorter the whole text, then
 * the payee's place among all by name. 4 + 8 + 8 + 32 bits, which a double holds exactly.
 */
const steps = 2 ** 8;
const placesMax = 2 ** 32;
function sortKey(found: Rank, isAlias: boolean, likeness: number, nearness: number, place: number): number {
  const unlike = Math.round((1 - likeness) * (steps - 1));
  const far = Math.round((1 - nearness) * (steps - 1));
  return (((found * 2 + (isAlias ? 1 : 0)) * steps + unlike) * steps + far) * placesMax + place;
}

export class SearchIndex {
  readonly #payeesByName: readonly Payee[];
  /** All names and aliases in comparable form, a space before each, and whose they are. */
  readonly #texts: string[] = [];
  readonly #joined: string[] = [];
  readonly #places: number[] = [];
  readonly #isAlias: boolean[] = [];
  readonly #trigrams: TrigramIndex;
  readonly #words: WordIndex;

  constructor(payees: readonly Payee[]) {
    const keyed = payees.map((payee) => ({ payee, key: comparable(payee.name) }));
    keyed.sort((a, b) => compare(a.key, b.key) || compare(a.payee.name, b.payee.name));
    this.#payeesByName = keyed.map(({ payee }) => payee);
    keyed.forEach(({ payee, key }, place) => {
      for (const text of new Set([key, ...payee.aliases.map(comparable)])) {
        if (text === '') continue;
        this.#texts.push(` ${text}`);
        this.#joined.push(text.replaceAll(' ', ''));
        this.#places.push(place);
        this.#isAlias.push(text !== key);
      }
    });
    const texts = this.#texts.map((text) => text.slice(1));
    this.#trigrams = new TrigramIndex(texts);
    this.#words = new WordIndex(texts);
  }

  /**
   * The payees that `text` finds, best first, at most `limit` (a positive integer). Absent, empty or blank text: all, by
   * name; only punctuation: none.
   */
  search(text: string | undefined, limit: number): Payee[] {
    const trimmed = (text ?? '').trim();
    if (trimmed === '') return this.#payeesByName.slice(0, limit);
    const query = comparable(trimmed.slice(0, queryCharactersMax));
    if (query === '') return [];
    const keys = this.#bestKeys(query).filter((key) => key < Number.POSITIVE_INFINITY);
    return Array.from(keys.sort().subarray(0, limit), (key) => this.#payeesByName[key % placesMax]!);
  }

  /** Per payee the key of its best find, infinite where it was not found. */
  #bestKeys(query: string): Float64Array {
    const best = new Float64Array(this.#payeesByName.length).fill(Number.POSITIVE_INFINITY);
    const isFound = new Uint8Array(this.#texts.length);
    const note = (text: number, found: Rank, likeness: number) => {
      const place = this.#places[text]!;
      const length = this.#texts[text]!.length - 1;
      const nearness = Math.min(query.length, length) / Math.max(query.length, length);
      const key = sortKey(found, this.#isAlias[text]!, likeness, nearness, place);
      best[place] = Math.min(best[place]!, key);
    };
    const joinedQuery = query.replaceAll(' ', '');
    for (let text = 0; text < this.#texts.length; text++) {
      const found = this.#standsIn(text, query, joinedQuery);
      if (found === undefined) continue;
      isFound[text] = 1;
      note(text, found, 1);
    }
    if (query.length >= charactersAlikeMin) {
      const noteAlike = (text: number, likeness: number) => {
        if (isFound[text] === 0) note(text, rank.alike, likeness);
      };
      this.#trigrams.alike(query, (text) => isFound[text] === 1, noteAlike);
      this.#words.alike(query, noteAlike);
    }
    return best;
  }

  #standsIn(text: number, query: string, joinedQuery: string): Rank | undefined {
    const within = this.#texts[text]!;
    const at = within.indexOf(query);
    if (at === -1) {
      const isLongEnough = joinedQuery.length >= charactersAlikeMin;
      return isLongEnough && this.#joined[text]!.startsWith(joinedQuery) ? rank.beginsJoined : undefined;
    }
    if (at === 1) return within.length === query.length + 1 ? rank.same : rank.begins;
    return within[at - 1] === ' ' || within.includes(` ${query}`, at) ? rank.wordBegins : rank.holds;
  }
}

/** By code units: the same on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
