/**
 * The way of one payment to its biller: the batches that it was submitted in, and what the bank reported of it.
 */
import type { Tx } from '../base/database.ts';
import type { Outcome } from './decide.ts';
import { type ReasonCode, reasonFor } from './reason-codes.ts';
import { readStatus, type StatusLevel } from './status-codes.ts';

export interface PaymentSubmission {
  attempt: number;
  submittedAt: Temporal.Instant;
  outcome: Outcome;
  answeredAt: Temporal.Instant | null;
  amountCents: bigint;
  payeeName: string;
  /** The user's number with the payee, as it was submitted. */
  accountNumber: string;
  endToEndId: string;
  warning: string | null;
  batch: {
    messageId: string;
    fileName: string;
    executionDate: Temporal.PlainDate;
    /** When the file stood whole; null while it has yet to be written. */
    writtenAt: Temporal.Instant | null;
  };
}

export interface PaymentReport {
  at: Temporal.Instant;
  attempt: number | null;
  level: StatusLevel;
  status: { code: string; meaning: string } | null;
  reason: ReasonCode | null;
  reasonText: string | null;
  action: 'accept' | 'reject' | 'record' | 'duplicate' | 'hold' | 'unknown';
  why: string;
  fileName: string | null;
  line: number | null;
  resolvedAt: Temporal.Instant | null;
  /** Who dealt with it, and how. */
  resolvedBy: string | null;
  resolution: string | null;
}

/** The submissions of a payment, first to last. */
export async function submissionsOf(tx: Tx, partnerId: bigint, paymentId: bigint): Promise<PaymentSubmission[]> {
  const { rows } = await tx.query(
    `select i.attempt, i.submitted_at, i.outcome, i.answered_at, i.amount_cents, i.payee_name, i.account_number, i.end_to_end_id,
       i.warning, b.message_id, b.file_name, b.execution_date, b.written_at
     from settlement_items i join settlement_batches b on b.id = i.batch_id
     where i.partner_id = $1 and i.payment_id = $2 order by i.attempt`,
    [partnerId, paymentId],
  );
  return rows.map((row) => ({
    attempt: row.attempt as number,
    submittedAt: row.submitted_at as Temporal.Instant,
    outcome: row.outcome as Outcome,
    answeredAt: row.answered_at as Temporal.Instant | null,
    amountCents: row.amount_cents as bigint,
    payeeName: row.payee_name as string,
    accountNumber: row.account_number as string,
    endToEndId: row.end_to_end_id as string,
    warning: row.warning as string | null,
    batch: {
      messageId: row.message_id as string,
      fileName: row.file_name as string,
      executionDate: row.execution_date as Temporal.PlainDate,
      writtenAt: row.written_at as Temporal.Instant | null,
    },
  }));
}

/** What reports said of a payment, in the order in which they came. */
export async function reportsOf(tx: Tx, partnerId: bigint, paymentId: bigint): Promise<PaymentReport[]> {
  const { rows } = await tx.query(
    `select a.at, a.attempt, a.level, a.status_code, a.reason_code, a.reason_text, a.action, a.why, a.line, a.resolved_at,
       a.resolved_by, a.resolution, f.name
     from settlement_answers a left join bank_files f on f.id = a.file_id
     where a.partner_id = $1 and a.payment_id = $2 order by a.id`,
    [partnerId, paymentId],
  );
  return rows.map((row) => {
    const level = row.level as StatusLevel;
    const status = row.status_code as string | null;
    const reason = row.reason_code as string | null;
    return {
      at: row.at as Temporal.Instant,
      attempt: row.attempt as number | null,
      level,
      status: status === null ? null : { code: status, meaning: readStatus(status, level).meaning },
      reason: reason === null ? null : reasonFor(reason),
      reasonText: row.reason_text as string | null,
      action: row.action as PaymentReport['action'],
      why: row.why as string,
      fileName: row.name as string | null,
      line: row.line as number | null,
      resolvedAt: row.resolved_at as Temporal.Instant | null,
      resolvedBy: row.resolved_by as string | null,
      resolution: row.resolution as string | null,
    };
  });
}
