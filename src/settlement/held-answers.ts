/**
 * Answers of reports that wait for an operator: held ones, which contradict an earlier answer or themselves, and those on what was never
 * submitted from here. What is to be done is done with the bank; here it is only noted that it was.
 */
import { int8Array } from '../base/binary-arrays.ts';
import type { Tx } from '../base/database.ts';
import { type ReasonCode, reasonFor } from './reason-codes.ts';
import { readStatus, type StatusLevel } from './status-codes.ts';

export interface HeldAnswer {
  answerId: bigint;
  at: Temporal.Instant;
  fileId: bigint | null;
  fileName: string | null;
  line: number | null;
  action: 'hold' | 'unknown';
  why: string;
  level: StatusLevel;
  status: { code: string; meaning: string } | null;
  reason: ReasonCode | null;
  reasonText: string | null;
  /** Null where no payment of ours is named. */
  partnerId: bigint | null;
  paymentId: bigint | null;
  attempt: number | null;
}

const waits = `action in ('hold', 'unknown') and resolved_at is null`;

/** The answers that wait, oldest first, behind `afterId`. */
export async function heldAnswers(tx: Tx, limit: number, afterId = 0n): Promise<HeldAnswer[]> {
  const { rows } = await tx.query(
    `select a.id, a.at, a.file_id, f.name, a.line, a.action, a.why, a.level, a.status_code, a.reason_code, a.reason_text, a.partner_id,
       a.payment_id, a.attempt
     from settlement_answers a left join bank_files f on f.id = a.file_id where ${waits} and a.id > $2 order by a.id limit $1`,
    [limit, afterId],
  );
  return rows.map((row) => {
    const level = row.level as StatusLevel;
    const status = row.status_code as string | null;
    const reason = row.reason_code as string | null;
    return {
      answerId: row.id as bigint,
      at: row.at as Temporal.Instant,
      fileId: row.file_id as bigint | null,
      fileName: row.name as string | null,
      line: row.line as number | null,
      action: row.action as HeldAnswer['action'],
      why: row.why as string,
      level,
      status: status === null ? null : { code: status, meaning: readStatus(status, level).meaning },
      reason: reason === null ? null : reasonFor(reason),
      reasonText: row.reason_text as string | null,
      partnerId: row.partner_id as bigint | null,
      paymentId: row.payment_id as bigint | null,
      attempt: row.attempt as number | null,
    };
  });
}

/** Marks answers as dealt with, all of them or none. Answers the first that does not wait for anybody, where there is one. */
export async function resolveAnswers(
  tx: Tx,
  ids: readonly bigint[],
  { by, reason }: { by: string; reason: string },
): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ id: bigint }>(
    `select id from settlement_answers where id = any ($1::bigint[]) and ${waits} order by id for update`,
    [int8Array(ids)],
  );
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) return missing;
  await tx.query(
    `update settlement_answers set resolved_at = (select business_now()), resolved_by = $2, resolution = $3 where id = any ($1::bigint[])`,
    [int8Array(ids), by, reason],
  );
  return undefined;
}

/** The payments that these answers are about, each once. Those about a whole batch or block, or nothing of ours, name none. */
export async function paymentsAnswered(tx: Tx, ids: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await tx.query<{ payment_id: bigint }>(
    'select distinct payment_id from settlement_answers where id = any ($1::bigint[]) and payment_id is not null',
    [int8Array(ids)],
  );
  return rows.map((row) => row.payment_id);
}
