/**
 * Deliveries that a person asks for: a test with a mock payment (interface §4.9), and one more attempt of a past event (open
 * point `resend-by-hand`). Signed, sent and logged as any other, with the time of now; marked as made by hand.
 *
 *   begin (committed) ─▶ send once ─▶ record         the service's own attempt stays the only one that nobody asked for
 *
 * Who keeps a trail begins in the transaction that writes it, and sends behind it. Only so many are under way at a time, beside the
 * deliverer's: one has its turn from before its beginning, since an attempt that is begun is taken for lost after a minute.
 */
import type { Tx } from '../base/database.ts';
import type { SecretBox } from '../base/secrets.ts';
import { type AttemptResult, beginTest as begin, type Claim, recordResults } from './attempts.ts';
import { sendEvent } from './deliver.ts';
import { findSealedEndpoint } from './endpoints.ts';
import type { Sender } from './send.ts';

/** How many deliveries by hand one process has under way at a time (design §7): to one partner, and in all. */
export const byHandMax = { perPartner: 4, inAll: 40 };

interface Delivery {
  database: Tx;
  sender: Sender;
  box: SecretBox;
}

interface Waiting {
  partnerId: bigint;
  begin(hasTurn: boolean): void;
}

/** Those of one process. */
export class Hands {
  readonly #delivery: Delivery;
  readonly #busy = new Map<bigint, number>();
  #underWay = 0;
  #waiting: Waiting[] = [];
  #stopping = false;

  constructor(delivery: Delivery) {
    this.#delivery = delivery;
  }

  /** Does `work` where there is a turn now; undefined where there is none. */
  atOnce<T>(partnerId: bigint, work: () => Promise<T>): Promise<T> | undefined {
    return this.#take(partnerId) ? this.#finish(partnerId, work) : undefined;
  }

  /** Does `work` in its turn: in the order of asking, past those whose partner has no room. Undefined where the process stops before. */
  async inTurn<T>(partnerId: bigint, work: () => Promise<T>): Promise<T | undefined> {
    const hasTurn =
      this.#take(partnerId) ||
      (!this.#stopping && (await new Promise<boolean>((begin) => this.#waiting.push({ partnerId, begin }))));
    return hasTurn ? this.#finish(partnerId, work) : undefined;
  }

  /** Sends what `beginAgain` or `beginTest` began, once its transaction is committed, and records what came of it. */
  async send(claim: Claim): Promise<AttemptResult> {
    const { database, sender, box } = this.#delivery;
    const result = await sendEvent(sender, box, claim);
    await recordResults(database, [result]);
    return result;
  }

  /** Nobody waits for a turn any more. */
  stop(): void {
    this.#stopping = true;
    for (const { begin } of this.#waiting.splice(0)) begin(false);
  }

  #take(partnerId: bigint): boolean {
    const busy = this.#busy.get(partnerId) ?? 0;
    if (busy >= byHandMax.perPartner || this.#underWay >= byHandMax.inAll) return false;
    this.#busy.set(partnerId, busy + 1);
    this.#underWay += 1;
    return true;
  }

  async #finish<T>(partnerId: bigint, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      const left = (this.#busy.get(partnerId) ?? 1) - 1;
      if (left > 0) this.#busy.set(partnerId, left);
      else this.#busy.delete(partnerId);
      const next = this.#waiting.findIndex((each) => this.#take(each.partnerId));
      if (next >= 0) this.#waiting.splice(next, 1)[0]?.begin(true);
    }
  }
}

export interface Test {
  partnerId: bigint;
  event: string;
  record: string;
}

/** Begins a mock event to the partner's endpoint, subscribed or not, to be sent; undefined where it has none. */
export async function beginTest(tx: Tx, { partnerId, event, record }: Test): Promise<Claim | undefined> {
  const endpoint = await findSealedEndpoint(tx, partnerId);
  if (!endpoint) return undefined;
  const eventId = await begin(tx, partnerId, event, record, endpoint.url);
  return { partnerId, eventId, number: 1, event, record, ...endpoint };
}
