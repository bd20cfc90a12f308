/**
 * How the rail ends with its process: what has not begun is not begun any more, and what waits for a provider is given up a little
 * later. Nothing is lost by it: an attempt is asked for again under its key, and a look is made again.
 *
 *   stop() ─▶ begun: no more looks, no more listing ──a moment──▶ cut: whoever still waits goes on without an answer
 */
import { setTimeout as delay } from 'node:timers/promises';

/** So long a provider that answers as usual is still waited for. */
const cutMilliseconds = 2_000;

export class Stopping {
  readonly #begun = new AbortController();
  readonly #cut = new AbortController();

  get hasBegun(): boolean {
    return this.#begun.signal.aborted;
  }

  stop(): void {
    if (this.hasBegun) return;
    this.#begun.abort();
    setTimeout(() => this.#cut.abort(), cutMilliseconds).unref();
  }

  /**
   * What `promise` answers, or undefined where that takes longer than `milliseconds` or until the end. `promise` goes on: what it
   * answers or throws later is for whoever made it.
   */
  async within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, this.#cut.signal]);
    const late = delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    try {
      return await Promise.race([promise, late]);
    } finally {
      done.abort();
    }
  }
}
