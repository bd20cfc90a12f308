/**
 * Group commit: what arrives while the previous batch is being committed is handed over together as the next one.
 *
 *   add(item) ──▶ waiting ──(nothing under way)──▶ run(batch) ──▶ each caller gets its own result
 *                    ▲                                 │
 *                    └────── arrives meanwhile ◀───────┘        no timer, no added wait
 *
 * One batch is under way at a time: measured, that gives larger batches and less time in both processes than two.
 * A batch that fails is run again item by item, so that one item's failure never touches its neighbours.
 */

export interface GroupCommit<Item, Result> {
  /** Resolves with this item's own result once its batch is durable; rejects with this item's own failure. */
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface GroupCommitOptions {
  /** Bounds a batch, so that a statement stays small enough to be planned and sent without delay. */
  itemsMax?: number;
  /**
   * After which failures nothing of the batch can have taken effect (all, when absent). After the others it is not run
   * again, and everybody gets the failure.
   */
  mayRunAgain?: (error: unknown) => boolean;
}

/** `run` takes a list and answers a result for each item, in order, all or nothing. */
export function groupCommit<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { itemsMax = 256, mayRunAgain = () => true }: GroupCommitOptions = {},
): GroupCommit<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let underWay: Promise<void> | undefined;

  const settle = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map((each) => each.item));
      batch.forEach((each, index) => void each.resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && mayRunAgain(error)) for (const each of batch) await settle([each]);
      else for (const each of batch) each.reject(error);
    }
  };
  const drain = async (): Promise<void> => {
    // Lets the requests of this turn of the event loop join the first batch too.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, itemsMax);
      waiting = waiting.slice(itemsMax);
      await settle(batch);
    }
    underWay = undefined;
  };
  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        underWay ??= drain();
      }),
    idle: async () => {
      while (underWay) await underWay;
    },
  };
}
