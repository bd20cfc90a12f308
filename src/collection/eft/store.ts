/**
 * All SQL on EFT debits and their files.
 */
import { int4Array, int8Array, textArray } from '../../base/binary-arrays.ts';
import type { Row, Tx } from '../../base/database.ts';

export interface EftFile {
  id: bigint;
  fileCreationNumber: number;
  createdAt: Temporal.Instant;
  dueDate: Temporal.PlainDate;
  debits: number;
  totalCents: bigint;
  fileName: string;
}

export interface Debit {
  partnerId: bigint;
  paymentId: bigint;
  attempt: number;
  bankAccountId: bigint;
  institutionNumber: string;
  transitNumber: string;
  accountSealed: Buffer;
  accountHolderName: string;
  amountCents: bigint;
  crossReference: string;
}

/** Begins a file under the next file creation number: 1 to 9999, then from the beginning. */
export async function insertFile(tx: Tx, dueDate: Temporal.PlainDate, prefix: string): Promise<EftFile> {
  const { rows } = await tx.query(
    `with last as (select coalesce((select file_creation_number from eft_files order by id desc limit 1), 0) as number),
          next as (select number % 9999 + 1 as number from last)
     insert into eft_files (file_creation_number, created_at, due_date, file_name)
     select number, business_now(), $1, $2 || '-' || lpad(number::text, 4, '0') || '.txt' from next
     returning id, file_creation_number, created_at, due_date, debits, total_cents, file_name`,
    [dueDate.toString(), prefix],
  );
  return fileFromRow(rows[0] as Row);
}

/**
 * Makes debits of the EFT payments that wait for one, up to `debitsMax`, each with its own copy of the account; accounts
 * without an agreement wait. `only` narrows to one payment. Answers how many, and what they add up to.
 */
export async function insertDebits(
  tx: Tx,
  file: EftFile,
  mark: 'P' | 'S',
  debitsMax: number,
  only?: bigint,
): Promise<{ debits: number; totalCents: bigint }> {
  const { rows } = await tx.query<{ debits: number; total: bigint | null }>(
    `with made as (
       insert into eft_debits (partner_id, payment_id, attempt, file_id, bank_account_id, institution_number, transit_number,
         account_sealed, account_holder_name, amount_cents, due_date, cross_reference)
       select p.partner_id, p.id, a.attempt, $1, b.id, b.institution_number, b.transit_number, b.account_sealed,
         b.account_holder_name, p.amount_cents, $2::date, $3::text || p.id || 'A' || a.attempt
       from payments p
       join bank_accounts b on b.partner_id = p.partner_id and b.id = p.bank_account_id
       cross join lateral (select coalesce(max(d.attempt), 0) + 1 as attempt,
           coalesce(bool_or(d.state = 'open'), false) as under_way
         from eft_debits d where d.partner_id = p.partner_id and d.payment_id = p.id) a
       where p.kind = 'bill_eft' and p.state in ('awaiting_funds', 'recollecting') and not a.under_way
         and b.pad_agreement is not null and ($5::bigint is null or p.id = $5)
       order by p.partner_id, p.id limit $4
       returning amount_cents
     ), total as (
       select count(*)::integer as debits, sum(amount_cents)::bigint as total from made
     ), told as (
       update eft_files f set debits = total.debits, total_cents = coalesce(total.total, 0) from total where f.id = $1
     )
     select debits, total from total`,
    [file.id, file.dueDate.toString(), mark, debitsMax, only ?? null],
  );
  return { debits: rows[0]?.debits ?? 0, totalCents: rows[0]?.total ?? 0n };
}

export async function deleteFile(tx: Tx, fileId: bigint): Promise<void> {
  await tx.query('delete from eft_files where id = $1', [fileId]);
}

/** Files that do not stand yet, oldest first: a process may have died while writing. */
export async function unwrittenFiles(tx: Tx): Promise<EftFile[]> {
  const { rows } = await tx.query(
    `select id, file_creation_number, created_at, due_date, debits, total_cents, file_name from eft_files
     where written_at is null order by id`,
  );
  return rows.map(fileFromRow);
}

export async function markWritten(tx: Tx, eftFileId: bigint, bankFileId: bigint): Promise<void> {
  await tx.query('update eft_files set written_at = (select business_now()), file_id = $2 where id = $1', [
    eftFileId,
    bankFileId,
  ]);
}

/** A file's debits in the order (partner, payment), page by page. */
export async function* debitsOf(tx: Tx, fileId: bigint, pageItems: number): AsyncGenerator<Debit> {
  let after = { partnerId: -1n, paymentId: -1n };
  for (;;) {
    const { rows } = await tx.query({
      name: 'eft-debits-of-file',
      text: `select partner_id, payment_id, attempt, bank_account_id, institution_number, transit_number, account_sealed,
               account_holder_name, amount_cents, cross_reference from eft_debits
             where file_id = $1 and (partner_id, payment_id) > ($2::bigint, $3::bigint)
             order by partner_id, payment_id limit $4`,
      values: [fileId, after.partnerId, after.paymentId, pageItems],
    });
    for (const row of rows) yield debitFromRow(row);
    const last = rows.at(-1);
    if (!last || rows.length < pageItems) return;
    after = { partnerId: last.partner_id as bigint, paymentId: last.payment_id as bigint };
  }
}

/** The latest debit of a payment. */
export async function latestDebit(
  tx: Tx,
  partnerId: bigint,
  paymentId: bigint,
): Promise<(Debit & { state: 'open' | 'presumed' | 'returned'; dueDate: Temporal.PlainDate }) | undefined> {
  const { rows } = await tx.query(
    'select * from eft_debits where partner_id = $1 and payment_id = $2 order by attempt desc limit 1',
    [partnerId, paymentId],
  );
  const row = rows[0];
  return (
    row && {
      ...debitFromRow(row),
      state: row.state as 'open' | 'presumed' | 'returned',
      dueDate: row.due_date as Temporal.PlainDate,
    }
  );
}

/** Open debits of written files that were due on `dueBy` or before; `only` narrows to one payment, due or not. */
export async function presumable(
  tx: Tx,
  dueBy: Temporal.PlainDate,
  limit: number,
  only?: bigint,
): Promise<{ partnerId: bigint; paymentId: bigint; attempt: number; amountCents: bigint }[]> {
  const { rows } = await tx.query(
    `select d.partner_id, d.payment_id, d.attempt, d.amount_cents from eft_debits d join eft_files f on f.id = d.file_id
     where d.state = 'open' and f.written_at is not null
       and case when $3::bigint is null then d.due_date <= $1 else d.payment_id = $3 end
     order by d.partner_id, d.payment_id limit $2`,
    [dueBy.toString(), limit, only ?? null],
  );
  return rows.map((row) => ({
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    amountCents: row.amount_cents as bigint,
  }));
}

/** Brings debits to the state in which they end. */
export async function endDebits(
  tx: Tx,
  debits: readonly { partnerId: bigint; paymentId: bigint; attempt: number; returnCode?: string }[],
  state: 'presumed' | 'returned',
): Promise<void> {
  if (debits.length === 0) return;
  await tx.query(
    `update eft_debits d set state = $1, return_code = n.return_code,
       returned_at = case when $1 = 'returned' then (select business_now()) end
     from unnest($2::bigint[], $3::bigint[], $4::integer[], $5::text[]) as n (partner_id, payment_id, attempt, return_code)
     where d.partner_id = n.partner_id and d.payment_id = n.payment_id and d.attempt = n.attempt`,
    [
      state,
      int8Array(debits.map((debit) => debit.partnerId)),
      int8Array(debits.map((debit) => debit.paymentId)),
      int4Array(debits.map((debit) => debit.attempt)),
      textArray(debits.map((debit) => debit.returnCode ?? null)),
    ],
  );
}

/** The latest cut-off that was run, if any ever was. */
export async function latestCutOff(tx: Tx): Promise<Temporal.Instant | undefined> {
  const { rows } = await tx.query<{ cut_off: Temporal.Instant | null }>(
    'select max(cut_off) as cut_off from eft_cut_offs',
  );
  return rows[0]?.cut_off ?? undefined;
}

export async function recordCutOff(tx: Tx, cutOff: Temporal.Instant): Promise<void> {
  await tx.query(
    'insert into eft_cut_offs (cut_off, run_at) values ($1, (select business_now())) on conflict do nothing',
    [cutOff.toString()],
  );
}

function fileFromRow(row: Row): EftFile {
  return {
    id: row.id as bigint,
    fileCreationNumber: row.file_creation_number as number,
    createdAt: row.created_at as Temporal.Instant,
    dueDate: row.due_date as Temporal.PlainDate,
    debits: row.debits as number,
    totalCents: row.total_cents as bigint,
    fileName: row.file_name as string,
  };
}

function debitFromRow(row: Row): Debit {
  return {
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    bankAccountId: row.bank_account_id as bigint,
    institutionNumber: row.institution_number as string,
    transitNumber: row.transit_number as string,
    accountSealed: row.account_sealed as Buffer,
    accountHolderName: row.account_holder_name as string,
    amountCents: row.amount_cents as bigint,
    crossReference: row.cross_reference as string,
  };
}
