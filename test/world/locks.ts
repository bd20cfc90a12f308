/** Stops processes at a known point: by a lock that they will ask for, instead of by a guess at how long they take. */
import type { Database } from '../../src/base/database.ts';
import { until } from './payments.ts';

export interface Held {
  /** Resolves once the lock is had. */
  taken: Promise<void>;
  release(): Promise<void>;
}

/** Takes locks by a statement, on a connection of its own, until they are released. May have to wait for them itself. */
export function hold(database: Database, statement: string): Held {
  const taken = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const session = database.withSession(async (connection) => {
    await connection.query('begin');
    await connection.query(statement);
    taken.resolve();
    await over.promise;
    await connection.query('rollback');
  });
  session.catch(taken.reject);
  return {
    taken: taken.promise,
    release: async () => {
      over.resolve();
      await session;
    },
  };
}

/** Waits until as many connections to this database wait for a lock. */
export async function waitingForLocks(database: Database, count: number): Promise<void> {
  await until(`${count} waiting for a lock`, async () => {
    const { rows } = await database.query<{ waiting: bigint }>(
      `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and wait_event <> 'advisory'`,
    );
    return Number(rows[0]?.waiting) === count;
  });
}
