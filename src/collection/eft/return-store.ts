/**
 * All SQL on returns: staging their lines, finding the debits they name, keeping what was decided.
 */
import { byteaArray, int4Array, int8Array, textArray } from '../../base/binary-arrays.ts';
import type { Tx } from '../../base/database.ts';
import type { ReturnAction, ReturnReason } from './decide-return.ts';
import type { Debit } from './store.ts';

/** A line that waits for the end of its file. */
export interface StagedReturn {
  position: number;
  line: number;
  column: number;
  crossReference: string;
  /** The return as JSON, sealed: it holds an account number. */
  sealed: Uint8Array;
}

export async function stage(tx: Tx, fileId: bigint, returns: readonly StagedReturn[]): Promise<void> {
  await tx.query(
    `insert into eft_staged (file_id, position, line, column_number, cross_reference, return_sealed)
     select $1, * from unnest($2::integer[], $3::integer[], $4::integer[], $5::text[], $6::bytea[])`,
    [
      fileId,
      int4Array(returns.map((each) => each.position)),
      int4Array(returns.map((each) => each.line)),
      int4Array(returns.map((each) => each.column)),
      textArray(returns.map((each) => each.crossReference)),
      byteaArray(returns.map((each) => each.sealed)),
    ],
  );
}

export async function unstage(tx: Tx, fileId: bigint): Promise<void> {
  await tx.query('delete from eft_staged where file_id = $1', [fileId]);
}

/** The debit that a return names, with its copy of the account and the last return that was recorded of it. */
export interface NamedDebit extends Omit<Debit, 'accountHolderName' | 'crossReference'> {
  state: 'open' | 'presumed' | 'returned';
  written: boolean;
}

export interface StagedWithDebit extends StagedReturn {
  debit: NamedDebit | undefined;
  /** What an earlier try at the same file did with this line. */
  answered: ReturnAction | undefined;
}

/**
 * The next staged returns with their debits, in the order of the file. Each line's debit and earlier answer are looked up by
 * themselves: without statistics of tables that just filled, PostgreSQL would otherwise read all of them for each page.
 */
export async function stagedReturns(
  tx: Tx,
  fileId: bigint,
  afterPosition: number,
  limit: number,
): Promise<StagedWithDebit[]> {
  const { rows } = await tx.query(
    `select s.position, s.line, s.column_number, s.cross_reference, s.return_sealed, a.action as answered,
       d.partner_id, d.payment_id, d.attempt, d.bank_account_id, d.institution_number, d.transit_number, d.account_sealed,
       d.amount_cents, d.state, f.written_at is not null as written
     from (select * from eft_staged where file_id = $1 and position > $2 order by position limit $3) s
     left join lateral (select * from eft_debits where cross_reference = s.cross_reference offset 0) d on true
     left join eft_files f on f.id = d.file_id
     left join lateral (select action from eft_returns where file_id = $1 and position = s.position offset 0) a on true
     order by s.position`,
    [fileId, afterPosition, limit],
  );
  return rows.map((row) => ({
    position: row.position as number,
    line: row.line as number,
    column: row.column_number as number,
    crossReference: row.cross_reference as string,
    sealed: row.return_sealed as Buffer,
    answered: (row.answered as ReturnAction | null) ?? undefined,
    debit:
      row.partner_id === null
        ? undefined
        : {
            partnerId: row.partner_id as bigint,
            paymentId: row.payment_id as bigint,
            attempt: row.attempt as number,
            bankAccountId: row.bank_account_id as bigint,
            institutionNumber: row.institution_number as string,
            transitNumber: row.transit_number as string,
            accountSealed: row.account_sealed as Buffer,
            amountCents: row.amount_cents as bigint,
            state: row.state as NamedDebit['state'],
            written: row.written as boolean,
          },
  }));
}

export interface DebitKey {
  partnerId: bigint;
  paymentId: bigint;
  attempt: number;
}

/** States of debits and the returns recorded of them (an open one has none), read behind the lock on their payments. */
export async function debitStates(
  tx: Tx,
  keys: readonly DebitKey[],
): Promise<Map<string, { state: NamedDebit['state']; earlier: { code: string; trace: string } | undefined }>> {
  const { rows } = await tx.query(
    `select d.partner_id, d.payment_id, d.attempt, d.state, r.return_code, r.trace
     from unnest($1::bigint[], $2::bigint[], $3::integer[]) as k (partner_id, payment_id, attempt)
     join eft_debits d on d.partner_id = k.partner_id and d.payment_id = k.payment_id and d.attempt = k.attempt
     left join lateral (
       select return_code, trace from eft_returns r where d.state <> 'open' and r.partner_id = d.partner_id and r.payment_id = d.payment_id
         and r.attempt = d.attempt and r.action in ('fail', 'late') order by r.id limit 1) r on true`,
    [
      int8Array(keys.map((key) => key.partnerId)),
      int8Array(keys.map((key) => key.paymentId)),
      int4Array(keys.map((key) => key.attempt)),
    ],
  );
  return new Map(
    rows.map((row) => [
      `${row.partner_id} ${row.payment_id} ${row.attempt}`,
      {
        state: row.state as NamedDebit['state'],
        earlier: row.return_code === null ? undefined : { code: row.return_code as string, trace: row.trace as string },
      },
    ]),
  );
}

/** What was done with one return. */
export interface ReturnRow {
  position: number;
  line: number;
  column: number;
  debit: DebitKey | undefined;
  returnCode: string;
  trace: string;
  amountCents: bigint;
  crossReference: string;
  action: ReturnAction;
  reason: ReturnReason;
  why: string;
}

export async function keepReturns(tx: Tx, fileId: bigint, returns: readonly ReturnRow[]): Promise<void> {
  await tx.query(
    `insert into eft_returns (file_id, position, line, column_number, partner_id, payment_id, attempt, return_code, trace,
       amount_cents, cross_reference, action, reason, why, at)
     select $1, r.*, (select business_now()) from unnest($2::integer[], $3::integer[], $4::integer[], $5::bigint[], $6::bigint[],
       $7::integer[], $8::text[], $9::text[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[]) r`,
    [
      fileId,
      int4Array(returns.map((each) => each.position)),
      int4Array(returns.map((each) => each.line)),
      int4Array(returns.map((each) => each.column)),
      int8Array(returns.map((each) => each.debit?.partnerId ?? null)),
      int8Array(returns.map((each) => each.debit?.paymentId ?? null)),
      int4Array(returns.map((each) => each.debit?.attempt ?? null)),
      textArray(returns.map((each) => each.returnCode)),
      textArray(returns.map((each) => each.trace)),
      int8Array(returns.map((each) => each.amountCents)),
      textArray(returns.map((each) => each.crossReference)),
      textArray(returns.map((each) => each.action)),
      textArray(returns.map((each) => each.reason)),
      textArray(returns.map((each) => each.why)),
    ],
  );
}

/** What was done with the return at this place of its file. */
export async function returnAt(
  tx: Tx,
  fileId: bigint,
  position: number,
): Promise<{ action: ReturnAction; why: string } | undefined> {
  const { rows } = await tx.query<{ action: ReturnAction; why: string }>(
    'select action, why from eft_returns where file_id = $1 and position = $2',
    [fileId, position],
  );
  return rows[0];
}

/** What the returns of a file come to. */
export async function amountsReturned(tx: Tx, fileId: bigint): Promise<bigint> {
  const { rows } = await tx.query<{ cents: bigint }>(
    'select coalesce(sum(amount_cents), 0)::bigint as cents from eft_returns where file_id = $1',
    [fileId],
  );
  return rows[0]?.cents ?? 0n;
}
