/**
 * All SQL on the completion of debits: which files have debits that no return has ended, and which of these may count as paid.
 */
import type { Row, Tx } from '../../base/database.ts';
import type { PaymentKey } from './store.ts';

/** A written file some of whose debits are open. */
export interface OpenFile {
  id: bigint;
  dueDate: Temporal.PlainDate;
  writtenAt: Temporal.Instant;
}

/**
 * The written files with open debits, or the one with the open debit of payment `only`. Steps from file to file on the index of
 * open debits, however many there are of each.
 */
export async function filesWithOpenDebits(tx: Tx, only?: bigint): Promise<OpenFile[]> {
  const { rows } = await tx.query(
    `with recursive step as (
       select (select min(file_id) from eft_debits where state = 'open') as file_id where $1::bigint is null
       union all
       select (select min(file_id) from eft_debits where state = 'open' and file_id > step.file_id) from step where file_id is not null
     ), named as (select file_id from eft_debits where state = 'open' and payment_id = $1)
     select id, due_date, written_at from eft_files
     where written_at is not null and id in (select file_id from step union all select file_id from named)
     order by id`,
    [only ?? null],
  );
  return rows.map((row: Row) => ({
    id: row.id as bigint,
    dueDate: row.due_date as Temporal.PlainDate,
    writtenAt: row.written_at as Temporal.Instant,
  }));
}

export interface OpenDebit extends PaymentKey {
  attempt: number;
  amountCents: bigint;
}

/**
 * The open debits of a file of which nothing is in doubt, in the order (partner, payment), behind `after`: none that a held return
 * names, nor a line in quarantine. `only` narrows to one payment.
 */
export async function presumable(
  tx: Tx,
  fileId: bigint,
  after: PaymentKey,
  limit: number,
  only?: bigint,
): Promise<OpenDebit[]> {
  const { rows } = await tx.query(
    `with doubtful as materialized (
       select jsonb_array_elements_text(q.content->'references') as reference from quarantined_lines q
       where q.state = 'open' and jsonb_typeof(q.content->'references') = 'array'
     )
     select d.partner_id, d.payment_id, d.attempt, d.amount_cents from eft_debits d
     where d.state = 'open' and d.file_id = $1 and (d.partner_id, d.payment_id) > ($2::bigint, $3::bigint)
       and ($5::bigint is null or d.payment_id = $5)
       and not exists (select from eft_returns r where r.partner_id = d.partner_id and r.payment_id = d.payment_id
         and r.attempt = d.attempt and r.action = 'hold' and r.resolved_at is null)
       and d.cross_reference not in (select reference from doubtful)
     order by d.partner_id, d.payment_id limit $4`,
    [fileId, after.partnerId, after.paymentId, limit, only ?? null],
  );
  return rows.map((row) => ({
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    amountCents: row.amount_cents as bigint,
  }));
}
