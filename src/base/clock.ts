/**
 * The clock of the business. In production it is the real one; in the sandbox it can be moved forward, one clock for
 * every process on the database. What outsiders hold against their own clock (signature, event timestamp) never uses it.
 */
import type { Database, Tx } from './database.ts';

/** How long a process may believe what it last read of the sandbox clock. */
const refreshMilliseconds = 1000;

export class Clock {
  #movedByNanoseconds = 0n;
  /** Long ago: a process that has just started has read nothing, however young it is. */
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  readonly #database: Database;
  readonly #movable: boolean;

  constructor(database: Database, movable: boolean) {
    this.#database = database;
    this.#movable = movable;
  }

  /** The business time now. */
  async now(): Promise<Temporal.Instant> {
    if (this.#isStale()) await this.#refresh();
    return this.lately();
  }

  /** The business time by what was last read: for the creation path, which cannot wait for a query. */
  lately(): Temporal.Instant {
    const now = Temporal.Now.instant();
    if (this.#isStale()) void this.#refresh().catch(() => undefined);
    return this.#movedByNanoseconds === 0n
      ? now
      : now.add({
          nanoseconds: Number(this.#movedByNanoseconds % 1_000_000_000n),
          seconds: Number(this.#movedByNanoseconds / 1_000_000_000n),
        });
  }

  /**
   * Moves the sandbox clock forward. Waits for every writer of payments, so that nothing is stamped with the old time
   * after something was answered with the new one.
   */
  async advance(seconds: number): Promise<void> {
    if (!this.#movable) throw new Error('the clock of production is the real one');
    await this.#database.transaction(async (tx) => {
      await tx.query('lock table payments in share row exclusive mode');
      await tx.query(`update sandbox_clock set moved_by = moved_by + make_interval(secs => $1)`, [seconds]);
    });
    // Only now, behind the commit: a read in between would have kept the old time for a while.
    await this.#read(this.#database);
  }

  #isStale(): boolean {
    return this.#movable && performance.now() - this.#readAt > refreshMilliseconds;
  }

  /** Reads the move, once for all who want to know at the same time. */
  #refresh(): Promise<void> {
    this.#reading ??= this.#read(this.#database).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(reader: Tx): Promise<void> {
    const begunAt = performance.now();
    const { rows } = await reader.query<{ microseconds: bigint }>(
      `select (extract(epoch from moved_by) * 1000000)::bigint as microseconds from sandbox_clock`,
    );
    // A slow read must not undo what a later one found.
    if (begunAt < this.#readAt) return;
    this.#readAt = begunAt;
    this.#movedByNanoseconds = (rows[0]?.microseconds ?? 0n) * 1000n;
  }
}
