/**
 * The catalogue in memory: an immutable snapshot, and the directory that follows the database.
 *
 *   current() ── last check under a second ago ──────────────────────────────────────▶ the snapshot held
 *           └── else one check, shared by everybody who asks meanwhile ── unchanged ──▶ the snapshot held
 *                    │ failed, or not answered in time                  └─ changed ───▶ a new snapshot, one query
 *                    └────────────────────────────────────────────────────────────────▶ the snapshot held
 *
 * So any number of processes follow a change within a second, nobody asks when nobody needs to know, and a database that
 * is away for a moment does not take the catalogue with it. Nothing runs between calls.
 */
import type { Payee } from './payee.ts';
import { SearchIndex } from './search.ts';
import { type CatalogueReader, readCatalogue, readCatalogueVersion } from './store.ts';

/** How long an answer may rest on the last check; also how long a caller waits for a check before using what is held. */
const checkEveryMilliseconds = 1000;

export interface PayeeSnapshot {
  /** 0: no catalogue was loaded yet. */
  readonly version: number;
  /** The payees that payments can be created for. */
  readonly byName: ReadonlyMap<string, Payee>;
  /** Also those that left the catalogue: payments made before still name them. */
  readonly everByName: ReadonlyMap<string, Payee>;
  /** Best first, at most `limit`; absent or empty text: all by name (`payee-search`). */
  search(text: string | undefined, limit: number): Payee[];
}

export interface DirectoryOptions {
  /** Milliseconds that only grow; the process's own clock unless given. */
  now?: () => number;
  /** Told about a check or a reload that failed; the snapshot held stays in use. */
  onFault?: (error: unknown) => void;
}

/** Makes a snapshot of payees; `inactive` ones are neither found nor accepted, but known. */
export function payeeSnapshot(version: number, active: readonly Payee[], inactive: readonly Payee[]): PayeeSnapshot {
  // Made when somebody searches: a process that only takes payments in needs names alone.
  let index: SearchIndex | undefined;
  const search = (text: string | undefined, limit: number) => {
    index ??= new SearchIndex(active);
    return index.search(text, limit);
  };
  return Object.freeze({
    version,
    byName: new Map(active.map((payee) => [payee.name, payee])),
    everByName: new Map([...inactive, ...active].map((payee) => [payee.name, payee])),
    search,
  });
}

/** Answers from the newest catalogue. One per process. */
export class PayeeDirectory {
  readonly #reader: CatalogueReader;
  readonly #now: () => number;
  readonly #onFault: (error: unknown) => void;
  #held: PayeeSnapshot | undefined;
  #checkedAtMilliseconds = Number.NEGATIVE_INFINITY;
  #underWay: Promise<PayeeSnapshot> | undefined;

  constructor(reader: CatalogueReader, options: DirectoryOptions = {}) {
    this.#reader = reader;
    this.#now = options.now ?? (() => performance.now());
    this.#onFault = options.onFault ?? (() => undefined);
  }

  /** The newest snapshot, at most a second behind the database. Rejects only when no snapshot could be read yet. */
  async current(): Promise<PayeeSnapshot> {
    const held = this.#held;
    if (held === undefined) return await this.refresh();
    const isCheckDue = this.#now() - this.#checkedAtMilliseconds >= checkEveryMilliseconds;
    if (!isCheckDue && this.#underWay === undefined) return held;
    const check = this.refresh().catch(() => held);
    const waitMilliseconds = checkEveryMilliseconds - (this.#now() - this.#checkedAtMilliseconds);
    return waitMilliseconds > 0 ? await atMost(waitMilliseconds, check, held) : held;
  }

  /** Looks at the database now, whenever it was last looked at. Rejects when the database does not answer. */
  async refresh(): Promise<PayeeSnapshot> {
    this.#underWay ??= this.#follow()
      .catch((error: unknown) => {
        this.#onFault(error);
        throw error;
      })
      .finally(() => {
        this.#underWay = undefined;
      });
    return await this.#underWay;
  }

  async #follow(): Promise<PayeeSnapshot> {
    // The answer is as old as the question: a failed check counts too, so that a database in trouble is not asked more.
    this.#checkedAtMilliseconds = this.#now();
    if (this.#held === undefined || (await readCatalogueVersion(this.#reader)) !== this.#held.version) {
      const { version, active, inactive } = await readCatalogue(this.#reader);
      this.#held = payeeSnapshot(version, active, inactive);
    }
    return this.#held;
  }
}

/** What `promise` resolves to, or `otherwise` when that takes longer. Leaves no timer behind. */
async function atMost<T>(milliseconds: number, promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, milliseconds, otherwise);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
