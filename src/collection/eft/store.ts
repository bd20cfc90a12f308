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
  /** Where it belongs, whichever run writes it. */
  outDir: string;
  /** It was about to get its final name, or has it: the bank may have it. */
  mayStand: boolean;
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

/** The order in which debits are made and written. */
export interface PaymentKey {
  partnerId: bigint;
  paymentId: bigint;
}

export const beforeAll: PaymentKey = { partnerId: -1n, paymentId: -1n };

/** Begins a file under the next file creation number: 1 to 9999, then from the beginning. */
export async function insertFile(
  tx: Tx,
  { createdAt, dueDate, outDir }: Pick<EftFile, 'createdAt' | 'dueDate' | 'outDir'>,
  prefix: string,
): Promise<EftFile> {
  const { rows } = await tx.query(
    `with last as (select coalesce((select file_creation_number from eft_files order by id desc limit 1), 0) as number),
          next as (select number % 9999 + 1 as number from last)
     insert into eft_files (file_creation_number, created_at, due_date, file_name, out_dir)
     select number, $1, $2, $3 || '-' || lpad(number::text, 4, '0') || '.txt', $4 from next
     returning id, file_creation_number, created_at, due_date, debits, total_cents, file_name, out_dir, named_at`,
    [createdAt.toString(), dueDate.toString(), prefix, outDir],
  );
  return fileFromRow(rows[0] as Row);
}

/** More of a name reaches no file: DE 12 has 30 characters, and few more are lost when it is made fit. */
const nameCharactersMax = 120;

/** The payments that a file takes: $1 how many at most, $2 only this one, $3 and $4 behind this partner and payment. */
const waiting = `payments p
       join bank_accounts b on b.partner_id = p.partner_id and b.id = p.bank_account_id
       cross join lateral (select coalesce(max(d.attempt), 0) + 1 as attempt,
           coalesce(bool_or(d.state = 'open'), false) as under_way
         from eft_debits d where d.partner_id = p.partner_id and d.payment_id = p.id) a
       where p.kind = 'bill_eft' and p.state in ('awaiting_funds', 'recollecting') and not a.under_way
         and b.pad_agreement is not null and ($2::bigint is null or p.id = $2)
         and (p.partner_id, p.id) > ($3::bigint, $4::bigint)
       order by p.partner_id, p.id limit $1`;

/** Which waiting payments are meant, and how many at most: in the order (partner, payment), from behind `after` on. */
export interface Selection {
  debitsMax: number;
  only?: bigint | undefined;
  after?: PaymentKey | undefined;
}

const selected = ({ debitsMax, only, after = beforeAll }: Selection) => [
  debitsMax,
  only ?? null,
  after.partnerId,
  after.paymentId,
];

/**
 * Makes debits of the EFT payments that wait for one, each with its own copy of the account; accounts without an agreement wait.
 * Answers how many, and what they add up to.
 */
export async function insertDebits(
  tx: Tx,
  file: EftFile,
  mark: 'P' | 'S',
  selection: Selection,
): Promise<{ debits: number; totalCents: bigint }> {
  // Where the table was empty when the statement was planned, reading all of it for each payment looks cheapest; but the
  // statement itself fills it (measured: 100,000 debits took 54 s, with the index 2).
  await tx.query('set local enable_seqscan = off');
  const { rows } = await tx.query<{ debits: number; total: bigint | null }>(
    `with made as (
       insert into eft_debits (partner_id, payment_id, attempt, file_id, bank_account_id, institution_number, transit_number,
         account_sealed, account_holder_name, amount_cents, cross_reference)
       select p.partner_id, p.id, a.attempt, $5, b.id, b.institution_number, b.transit_number, b.account_sealed,
         left(b.account_holder_name, ${nameCharactersMax}), p.amount_cents, $6::text || p.id || 'A' || a.attempt
       from ${waiting}
       returning amount_cents
     ), total as (
       select count(*)::integer as debits, sum(amount_cents)::bigint as total from made
     ), told as (
       update eft_files f set debits = total.debits, total_cents = coalesce(total.total, 0) from total where f.id = $5
     )
     select debits, total from total`,
    [...selected(selection), file.id, mark],
  );
  await tx.query('set local enable_seqscan to default');
  return { debits: rows[0]?.debits ?? 0, totalCents: rows[0]?.total ?? 0n };
}

/** How many of the waiting payments, from the first on, add up to at most `totalCentsMax`. */
export async function countThatFits(tx: Tx, selection: Selection, totalCentsMax: bigint): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from (
       select sum(amount_cents) over (order by partner_id, id) as running
       from (select p.partner_id, p.id, p.amount_cents from ${waiting}) w
     ) r where running <= $5`,
    [...selected(selection), totalCentsMax],
  );
  return rows[0]?.count ?? 0;
}

/** The last payment of a file's debits. */
export async function lastOf(tx: Tx, fileId: bigint): Promise<PaymentKey | undefined> {
  const { rows } = await tx.query<{ partner_id: bigint; payment_id: bigint }>(
    `select partner_id, payment_id from eft_debits where file_id = $1 order by partner_id desc, payment_id desc limit 1`,
    [fileId],
  );
  return rows[0] && { partnerId: rows[0].partner_id, paymentId: rows[0].payment_id };
}

export async function deleteFile(tx: Tx, fileId: bigint): Promise<void> {
  await tx.query('delete from eft_files where id = $1', [fileId]);
}

/** Files that do not stand yet, oldest first: a process may have died while writing. `only` narrows to those of one payment. */
export async function unwrittenFiles(tx: Tx, only?: bigint): Promise<EftFile[]> {
  const { rows } = await tx.query(
    `select id, file_creation_number, created_at, due_date, debits, total_cents, file_name, out_dir, named_at from eft_files
     where written_at is null ${only === undefined ? '' : 'and id in (select file_id from eft_debits where payment_id = $1)'}
     order by id`,
    only === undefined ? [] : [only],
  );
  return rows.map(fileFromRow);
}

/** The file lies whole beside its place: from here on the bank may have it, under this name and with these dates. */
export async function markNamed(tx: Tx, eftFileId: bigint): Promise<void> {
  await tx.query('update eft_files set named_at = (select business_now()) where id = $1', [eftFileId]);
}

/**
 * A file that never had its final name is dated anew, or goes to another folder: its debits and its number stay. Undefined where it
 * may have had it.
 */
export async function renewFile(
  tx: Tx,
  file: Pick<EftFile, 'id' | 'createdAt' | 'dueDate' | 'outDir'>,
  prefix: string,
): Promise<EftFile | undefined> {
  const { rows } = await tx.query(
    `update eft_files set created_at = $5, due_date = $2, out_dir = $4,
       file_name = $3 || '-' || lpad(file_creation_number::text, 4, '0') || '.txt'
     where id = $1 and named_at is null
     returning id, file_creation_number, created_at, due_date, debits, total_cents, file_name, out_dir, named_at`,
    [file.id, file.dueDate.toString(), prefix, file.outDir, file.createdAt.toString()],
  );
  return rows[0] && fileFromRow(rows[0]);
}

export async function markWritten(tx: Tx, eftFileId: bigint, bankFileId: bigint): Promise<void> {
  await tx.query('update eft_files set written_at = (select business_now()), file_id = $2 where id = $1', [
    eftFileId,
    bankFileId,
  ]);
}

/** The latest debit of a payment. */
export async function latestDebit(
  tx: Tx,
  partnerId: bigint,
  paymentId: bigint,
): Promise<(Debit & { state: 'open' | 'presumed' | 'returned'; dueDate: Temporal.PlainDate }) | undefined> {
  const { rows } = await tx.query(
    `select d.*, f.due_date from eft_debits d join eft_files f on f.id = d.file_id
     where d.partner_id = $1 and d.payment_id = $2 order by d.attempt desc limit 1`,
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

function fileFromRow(row: Row): EftFile {
  return {
    id: row.id as bigint,
    fileCreationNumber: row.file_creation_number as number,
    createdAt: row.created_at as Temporal.Instant,
    dueDate: row.due_date as Temporal.PlainDate,
    debits: row.debits as number,
    totalCents: row.total_cents as bigint,
    fileName: row.file_name as string,
    outDir: row.out_dir as string,
    mayStand: row.named_at !== null,
  };
}

/** A debit, of a row with these columns. */
export function debitFromRow(row: Row): Debit {
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
