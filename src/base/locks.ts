/**
 * Advisory locks of this service: named by purpose, and each environment's own, so that a sandbox and a production on one
 * database never wait for each other. A dead process loses its locks by itself.
 */
import { createHash } from 'node:crypto';
import type { Tx } from './database.ts';

/** The lock's number: the same for the same names in every process. */
export function lockNumber(schema: string, purpose: string, ...names: (string | bigint)[]): bigint {
  return createHash('sha256')
    .update([schema, purpose, ...names].join('\0'))
    .digest()
    .readBigInt64BE(0);
}

/** Takes a lock for as long as the connection lives, or until `unlock`; false when somebody else has it. */
export async function tryLock(connection: Tx, schema: string, purpose: string, id = 0n): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    lockNumber(schema, purpose, id),
  ]);
  return rows[0]?.taken === true;
}

/** Takes a lock, waiting at most so long; false when it was not to be had in that time. */
export async function waitForLock(
  connection: Tx,
  schema: string,
  purpose: string,
  millisecondsMax: number,
  id = 0n,
): Promise<boolean> {
  await connection.query(`set lock_timeout = ${Math.round(millisecondsMax)}`);
  try {
    await connection.query('select pg_advisory_lock($1)', [lockNumber(schema, purpose, id)]);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return false; // lock_not_available
    throw error;
  } finally {
    await connection.query('set lock_timeout = 0').catch(() => undefined);
  }
}

export async function unlock(connection: Tx, schema: string, purpose: string, id = 0n): Promise<void> {
  await connection.query('select pg_advisory_unlock($1)', [lockNumber(schema, purpose, id)]);
}

/** Takes a lock for as long as the transaction lasts; false when somebody else has it. */
export async function tryLockForTransaction(tx: Tx, schema: string, purpose: string, id = 0n): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    lockNumber(schema, purpose, id),
  ]);
  return rows[0]?.taken === true;
}
