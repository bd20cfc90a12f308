/**
 * Batches for who looks at them: each with what was answered so far, its payments page by page; and what waits for the next one.
 */
import path from 'node:path';
import type { Row, Tx } from '../base/database.ts';
import type { Outcome } from './decide.ts';
import { waitsForSubmission } from './store.ts';

export interface BatchSummary {
  id: bigint;
  messageId: string;
  createdAt: Temporal.Instant;
  executionDate: Temporal.PlainDate;
  fileName: string;
  /** Of the bank file; null as long. */
  fileId: bigint | null;
  /** Null while the file does not stand. */
  writtenAt: Temporal.Instant | null;
  payments: number;
  totalCents: bigint;
  open: number;
  accepted: number;
  rejected: number;
}

/** The last batches, newest first, behind (below) `before`; `only` narrows to one. */
export async function latestBatches(
  tx: Tx,
  { limit, before, only }: { limit: number; before?: bigint | undefined; only?: bigint },
): Promise<BatchSummary[]> {
  const { rows } = await tx.query(
    `select b.*, i.* from (
       select id, message_id, created_at, execution_date, file_name, file_id, written_at, payments, total_cents
       from settlement_batches
       where ($2::bigint is null or id < $2) and ($3::bigint is null or id = $3) order by id desc limit $1
     ) b cross join lateral (
       select count(*) filter (where outcome = 'open')::integer as open,
         count(*) filter (where outcome = 'accepted')::integer as accepted,
         count(*) filter (where outcome = 'rejected')::integer as rejected
       from settlement_items where batch_id = b.id
     ) i order by b.id desc`,
    [limit, before ?? null, only ?? null],
  );
  return rows.map((row: Row) => ({
    id: row.id as bigint,
    messageId: row.message_id as string,
    createdAt: row.created_at as Temporal.Instant,
    executionDate: row.execution_date as Temporal.PlainDate,
    fileName: row.file_name as string,
    fileId: row.file_id as bigint | null,
    writtenAt: row.written_at as Temporal.Instant | null,
    payments: row.payments as number,
    totalCents: row.total_cents as bigint,
    open: row.open as number,
    accepted: row.accepted as number,
    rejected: row.rejected as number,
  }));
}

export interface BatchItem {
  partnerId: bigint;
  paymentId: bigint;
  attempt: number;
  payeeName: string;
  accountNumber: string;
  amountCents: bigint;
  warning: string | null;
  outcome: Outcome;
  reasonCode: string | null;
  reasonText: string | null;
  answeredAt: Temporal.Instant | null;
}

/** The submissions of a batch, in the order (partner, payment), behind `after`. */
export async function batchItems(
  tx: Tx,
  batchId: bigint,
  page: {
    limit: number;
    after: { partnerId: bigint; paymentId: bigint } | undefined;
    outcome: Outcome | undefined;
  },
): Promise<BatchItem[]> {
  const { rows } = await tx.query(
    `select partner_id, payment_id, attempt, payee_name, account_number, amount_cents, warning, outcome, reason_code, reason_text,
       answered_at
     from settlement_items
     where batch_id = $1 and (partner_id, payment_id) > ($3::bigint, $4::bigint) and ($5::text is null or outcome = $5)
     order by partner_id, payment_id limit $2`,
    [batchId, page.limit, page.after?.partnerId ?? -1n, page.after?.paymentId ?? -1n, page.outcome ?? null],
  );
  return rows.map((row: Row) => ({
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    payeeName: row.payee_name as string,
    accountNumber: row.account_number as string,
    amountCents: row.amount_cents as bigint,
    warning: row.warning as string | null,
    outcome: row.outcome as Outcome,
    reasonCode: row.reason_code as string | null,
    reasonText: row.reason_text as string | null,
    answeredAt: row.answered_at as Temporal.Instant | null,
  }));
}

/** So many are read at a time: a few milliseconds of work for whoever goes through them. */
const numbersAtOnce = 2_000;

export interface WaitingNumber {
  payeeName: string;
  accountNumber: string;
  payments: number;
  totalCents: bigint;
}

/**
 * What waits for its first or next submission, by payee and account number, in lists: there may be as many numbers as payments. `tx`
 * must be a transaction, and nothing else may be going on in it of that name.
 */
export async function* waitingByNumber(tx: Tx): AsyncGenerator<WaitingNumber[]> {
  await tx.query(
    `declare waiting_by_number no scroll cursor for
     select payee_name, account_number, count(*)::integer as payments, coalesce(sum(received_cents), 0)::bigint as cents
     from payments p
     where ${waitsForSubmission}
     group by payee_name, account_number`,
  );
  for (;;) {
    const { rows } = await tx.query(`fetch ${numbersAtOnce} from waiting_by_number`);
    yield rows.map((row: Row) => ({
      payeeName: row.payee_name as string,
      accountNumber: row.account_number as string,
      payments: row.payments as number,
      totalCents: row.cents as bigint,
    }));
    if (rows.length < numbersAtOnce) break;
  }
  await tx.query('close waiting_by_number');
}

/** Where the file of a batch was written: its full path. Undefined where this bank file is none of a batch. */
export async function placeOfBatchFile(tx: Tx, fileId: bigint): Promise<string | undefined> {
  const { rows } = await tx.query<{ out_dir: string; file_name: string }>(
    'select out_dir, file_name from settlement_batches where file_id = $1',
    [fileId],
  );
  return rows[0] && path.join(rows[0].out_dir, rows[0].file_name);
}
