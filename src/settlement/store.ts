/**
 * All SQL on settlement: what waits for the biller, batches, submissions, what reports answered.
 */
import { int4Array, int8Array, textArray } from '../base/binary-arrays.ts';
import type { Row, Tx } from '../base/database.ts';
import type { Payment } from '../payments/record.ts';
import { paymentColumns, paymentFromRow } from '../payments/store.ts';

/** A payment that may be submitted, with how often it was before. */
export interface Candidate {
  payment: Payment;
  attempts: number;
}

/**
 * Of payments `p`: what waits for its first or next submission. One that was re-queued waits for longer while an answer on it waits for
 * an operator: its biller may have the money already.
 */
export const waitsForSubmission = `p.state in ('collected', 'resettling') and p.kind in ('bill_interac', 'bill_eft')
  and not exists (select from settlement_items o
    where o.partner_id = p.partner_id and o.payment_id = p.id and o.outcome = 'open')
  and (p.state = 'collected' or not exists (select from settlement_answers a
    where a.partner_id = p.partner_id and a.payment_id = p.id and a.action in ('hold', 'unknown') and a.resolved_at is null))`;

/**
 * Locks the next bill payments that wait for the biller: collected, or re-queued without an open submission. In the order
 * (partner, id), behind `after`; `only` narrows to one payment.
 */
export async function lockCandidates(
  tx: Tx,
  after: { partnerId: bigint; paymentId: bigint },
  limit: number,
  only?: bigint,
): Promise<Candidate[]> {
  const { rows } = await tx.query(
    `select ${paymentColumns},
       (select coalesce(max(i.attempt), 0) from settlement_items i where i.partner_id = p.partner_id and i.payment_id = p.id) as attempts
     from payments p
     where ${waitsForSubmission}
       and (p.partner_id, p.id) > ($1::bigint, $2::bigint) and ($4::bigint is null or p.id = $4)
     order by p.partner_id, p.id limit $3 for update of p`,
    [after.partnerId, after.paymentId, limit, only ?? null],
  );
  return rows.map((row) => ({ payment: paymentFromRow(row), attempts: row.attempts as number }));
}

/** Whether a submission of this payment waits for its answer. */
export async function hasOpenSubmission(tx: Tx, payment: Pick<Payment, 'partnerId' | 'id'>): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from settlement_items where partner_id = $1 and payment_id = $2 and outcome = 'open'`,
    [payment.partnerId, payment.id],
  );
  return rowCount !== 0;
}

export interface Item {
  partnerId: bigint;
  paymentId: bigint;
  attempt: number;
  blockId: string;
  endToEndId: string;
  amountCents: bigint;
  payeeName: string;
  accountNumber: string;
  creditorInstitution: string;
  creditorTransit: string;
  creditorAccount: string;
  warning: string | null;
}

export async function insertBatch(
  tx: Tx,
  executionDate: Temporal.PlainDate,
  prefix: string,
  outDir: string,
): Promise<{ id: bigint; messageId: string }> {
  const { rows } = await tx.query<{ id: bigint; message_id: string }>(
    `with next as (select nextval(pg_get_serial_sequence('settlement_batches', 'id')) as id)
     insert into settlement_batches (id, message_id, created_at, execution_date, payments, total_cents, file_name, out_dir)
     overriding system value
     select id, $1 || lpad(id::text, 9, '0'), business_now(), $2, 0, 0, 'settlement-' || $1 || lpad(id::text, 9, '0') || '.xml', $3
     from next returning id, message_id`,
    [prefix, executionDate.toString(), outDir],
  );
  const row = rows[0] as { id: bigint; message_id: string };
  return { id: row.id, messageId: row.message_id };
}

export async function insertItems(tx: Tx, batchId: bigint, items: readonly Item[]): Promise<void> {
  await tx.query(
    `insert into settlement_items (partner_id, payment_id, attempt, batch_id, block_id, end_to_end_id, amount_cents, payee_name,
       account_number, creditor_institution, creditor_transit, creditor_account, warning, submitted_at)
     select partner_id, payment_id, attempt, $1, block_id, end_to_end_id, amount_cents, payee_name, account_number,
       creditor_institution, creditor_transit, creditor_account, warning, (select business_now())
     from unnest($2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::text[], $13::text[])
       as i (partner_id, payment_id, attempt, block_id, end_to_end_id, amount_cents, payee_name, account_number,
         creditor_institution, creditor_transit, creditor_account, warning)`,
    [
      batchId,
      int8Array(items.map((item) => item.partnerId)),
      int8Array(items.map((item) => item.paymentId)),
      int4Array(items.map((item) => item.attempt)),
      textArray(items.map((item) => item.blockId)),
      textArray(items.map((item) => item.endToEndId)),
      int8Array(items.map((item) => item.amountCents)),
      textArray(items.map((item) => item.payeeName)),
      textArray(items.map((item) => item.accountNumber)),
      textArray(items.map((item) => item.creditorInstitution)),
      textArray(items.map((item) => item.creditorTransit)),
      textArray(items.map((item) => item.creditorAccount)),
      textArray(items.map((item) => item.warning)),
    ],
  );
}

/** Closes a batch's making: its totals are what its items add up to. */
export async function totalBatch(tx: Tx, batchId: bigint): Promise<void> {
  await tx.query(
    `update settlement_batches b set payments = i.payments, total_cents = i.total_cents
     from (select count(*)::integer as payments, sum(amount_cents)::bigint as total_cents from settlement_items where batch_id = $1) i
     where b.id = $1`,
    [batchId],
  );
}

export interface Batch {
  id: bigint;
  messageId: string;
  createdAt: Temporal.Instant;
  executionDate: Temporal.PlainDate;
  payments: number;
  totalCents: bigint;
  fileName: string;
  /** Where the file belongs, absolute. */
  outDir: string;
  /** It was about to get its final name, or has it: the bank may have it. */
  mayStand: boolean;
}

/**
 * Batches whose file does not stand yet, oldest first: a process may have died while writing. `only` narrows to the batches
 * of one payment.
 */
export async function unwrittenBatches(tx: Tx, only?: bigint): Promise<Batch[]> {
  const { rows } = await tx.query(
    `select id, message_id, created_at, execution_date, payments, total_cents, file_name, out_dir, named_at from settlement_batches b
     where written_at is null
       and ($1::bigint is null or exists (select from settlement_items i where i.batch_id = b.id and i.payment_id = $1))
     order by id`,
    [only ?? null],
  );
  return rows.map((row: Row) => ({
    id: row.id as bigint,
    messageId: row.message_id as string,
    createdAt: row.created_at as Temporal.Instant,
    executionDate: row.execution_date as Temporal.PlainDate,
    payments: row.payments as number,
    totalCents: row.total_cents as bigint,
    fileName: row.file_name as string,
    outDir: row.out_dir as string,
    mayStand: row.named_at !== null,
  }));
}

/** The file lies whole beside its place: from here on the bank may have it. */
export async function markNamed(tx: Tx, batchId: bigint): Promise<void> {
  await tx.query('update settlement_batches set named_at = (select business_now()) where id = $1', [batchId]);
}

/** Gives a batch another folder. False where its file may have stood in the one it had. */
export async function moveBatch(tx: Tx, batchId: bigint, outDir: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update settlement_batches set out_dir = $2 where id = $1 and named_at is null and written_at is null',
    [batchId, outDir],
  );
  return rowCount === 1;
}

export async function markWritten(tx: Tx, batchId: bigint, fileId: bigint): Promise<void> {
  await tx.query('update settlement_batches set written_at = (select business_now()), file_id = $2 where id = $1', [
    batchId,
    fileId,
  ]);
}

export interface BlockTotals {
  blockId: string;
  institution: string;
  transit: string;
  payments: number;
  totalCents: bigint;
}

export async function blocksOf(tx: Tx, batchId: bigint): Promise<BlockTotals[]> {
  const { rows } = await tx.query(
    `select block_id, creditor_institution, creditor_transit, count(*)::integer as payments, sum(amount_cents)::bigint as total
     from settlement_items where batch_id = $1 group by 1, 2, 3 order by 1`,
    [batchId],
  );
  return rows.map((row: Row) => ({
    blockId: row.block_id as string,
    institution: row.creditor_institution as string,
    transit: row.creditor_transit as string,
    payments: row.payments as number,
    totalCents: row.total as bigint,
  }));
}

/** A block's items, page by page. */
export async function* itemsOf(tx: Tx, batchId: bigint, blockId: string, pageItems: number): AsyncGenerator<Item> {
  let after = { partnerId: -1n, paymentId: -1n };
  for (;;) {
    const { rows } = await tx.query(
      `select * from settlement_items where batch_id = $1 and block_id = $2 and (partner_id, payment_id) > ($3::bigint, $4::bigint)
       order by partner_id, payment_id limit $5`,
      [batchId, blockId, after.partnerId, after.paymentId, pageItems],
    );
    for (const row of rows) yield itemFromRow(row);
    const last = rows.at(-1);
    if (!last || rows.length < pageItems) return;
    after = { partnerId: last.partner_id as bigint, paymentId: last.payment_id as bigint };
  }
}

function itemFromRow(row: Row): Item {
  return {
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    blockId: row.block_id as string,
    endToEndId: row.end_to_end_id as string,
    amountCents: row.amount_cents as bigint,
    payeeName: row.payee_name as string,
    accountNumber: row.account_number as string,
    creditorInstitution: row.creditor_institution as string,
    creditorTransit: row.creditor_transit as string,
    creditorAccount: row.creditor_account as string,
    warning: row.warning as string | null,
  };
}
