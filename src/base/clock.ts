/**
 * The clock of the business. In production it is the real one; in the sandbox it can be moved forward, one clock for
 * every process on the database. What outsiders hold against their own clock (signature, event timestamp) never uses it.
 */
import type { Database, Tx } from './database.ts';

/** How long a process may believe what it last read of the sandbox clock. */
const refreshMilliseconds = 1000;

export class Clock {
  #movedByNanoseconds = 0n;
  #readAt = 0;
  readonly #database: Database;
  readonly #movable: boolean;

  constructor(database: Database, movable: boolean) {
    this.#database = database;
    this.#movable = movable;
  }

  /** The business time now. */
  async now(): Promise<Temporal.Instant> {
    if (this.#movable && performance.now() - this.#readAt > refreshMilliseconds) await this.#read(this.#database);
    return this.lately();
  }

  /** The business time by what was last read: for the creation path, which cannot wait for a query. */
  lately(): Temporal.Instant {
    const now = Temporal.Now.instant();
    if (this.#movable && performance.now() - this.#readAt > refreshMilliseconds)
      void this.#read(this.#database).catch(() => undefined);
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

  async #read(reader: Tx): Promise<void> {
    this.#readAt = performance.now();
    const { rows } = await reader.query<{ microseconds: bigint }>(
      `select (extract(epoch from moved_by) * 1000000)::bigint as microseconds from sandbox_clock`,
    );
    this.#movedByNanoseconds = (rows[0]?.microseconds ?? 0n) * 1000n;
  }
}
