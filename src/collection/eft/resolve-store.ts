/**
 * All SQL on returns that wait for an operator: held ones, and late ones that are between operator and partner.
 */
import { int8Array, textArray } from '../../base/binary-arrays.ts';
import type { Row, Tx } from '../../base/database.ts';
import type { ReturnAction, ReturnReason } from './decide-return.ts';
import type { DebitKey } from './return-store.ts';

/** A return that waits. */
export interface OpenReturn {
  id: bigint;
  at: Temporal.Instant;
  fileId: bigint;
  fileName: string;
  line: number;
  column: number;
  action: Extract<ReturnAction, 'hold' | 'late'>;
  reason: ReturnReason;
  why: string;
  returnCode: string;
  amountCents: bigint;
  crossReference: string;
  debit: DebitKey | undefined;
}

const columns = `r.id, r.at, r.file_id, f.name, r.line, r.column_number, r.action, r.reason, r.why, r.return_code, r.amount_cents,
  r.cross_reference, r.partner_id, r.payment_id, r.attempt`;
const waits = `r.action in ('hold', 'late') and r.resolved_at is null`;

/** The returns that wait, oldest first, behind `afterId`. */
export async function openReturns(tx: Tx, limit: number, afterId = 0n): Promise<OpenReturn[]> {
  const { rows } = await tx.query(
    `select ${columns} from eft_returns r join bank_files f on f.id = r.file_id where ${waits} and r.id > $2 order by r.id limit $1`,
    [limit, afterId],
  );
  return rows.map(returnFromRow);
}

/** The payments that these returns name: to be locked before the returns are, as everywhere. */
export async function paymentsNamed(
  tx: Tx,
  ids: readonly bigint[],
): Promise<{ partnerId: bigint; paymentId: bigint }[]> {
  const { rows } = await tx.query(
    'select distinct partner_id, payment_id from eft_returns where id = any ($1::bigint[]) and payment_id is not null',
    [int8Array(ids)],
  );
  return rows.map((row) => ({ partnerId: row.partner_id as bigint, paymentId: row.payment_id as bigint }));
}

/** Locks those of these returns that wait. */
export async function lockOpenReturns(tx: Tx, ids: readonly bigint[]): Promise<OpenReturn[]> {
  const { rows } = await tx.query(
    `select ${columns} from eft_returns r join bank_files f on f.id = r.file_id
     where r.id = any ($1::bigint[]) and ${waits} order by r.id for update of r`,
    [int8Array(ids)],
  );
  return rows.map(returnFromRow);
}

/** A debit as the decision needs it. */
export interface DebitInFile extends DebitKey {
  bankAccountId: bigint;
  amountCents: bigint;
  institutionNumber: string;
  transitNumber: string;
  state: 'open' | 'presumed' | 'returned';
  written: boolean;
}

export async function findDebit(tx: Tx, key: DebitKey): Promise<DebitInFile | undefined> {
  const { rows } = await tx.query(
    `select d.bank_account_id, d.amount_cents, d.institution_number, d.transit_number, d.state, f.written_at is not null as written
     from eft_debits d join eft_files f on f.id = d.file_id
     where d.partner_id = $1 and d.payment_id = $2 and d.attempt = $3`,
    [key.partnerId, key.paymentId, key.attempt],
  );
  const row = rows[0];
  return (
    row && {
      ...key,
      bankAccountId: row.bank_account_id as bigint,
      amountCents: row.amount_cents as bigint,
      institutionNumber: row.institution_number as string,
      transitNumber: row.transit_number as string,
      state: row.state as DebitInFile['state'],
      written: row.written as boolean,
    }
  );
}

/** By whom, and why. */
export interface Hand {
  by: string;
  reason: string;
}

/** Nothing more is to be done about these. */
export async function markResolved(tx: Tx, ids: readonly bigint[], { by, reason }: Hand): Promise<void> {
  await tx.query(
    `update eft_returns set resolved_at = (select business_now()), resolved_by = $2, resolution = $3 where id = any ($1::bigint[])`,
    [int8Array(ids), by, reason],
  );
}

/** What came of a held return that was taken up again. One that failed its payment is dealt with; a late one waits on. */
export async function markTakenUp(
  tx: Tx,
  id: bigint,
  { action, reason, why }: { action: 'fail' | 'late'; reason: ReturnReason; why: string },
  hand: Hand,
): Promise<void> {
  await tx.query(
    `update eft_returns set action = $2, reason = $3, why = $4, taken_up_at = (select business_now()), resolved_by = $5, resolution = $6,
       resolved_at = case when $2 = 'fail' then (select business_now()) end
     where id = $1`,
    [id, action, reason, why, hand.by, hand.reason],
  );
}

function returnFromRow(row: Row): OpenReturn {
  return {
    id: row.id as bigint,
    at: row.at as Temporal.Instant,
    fileId: row.file_id as bigint,
    fileName: row.name as string,
    line: row.line as number,
    column: row.column_number as number,
    action: row.action as OpenReturn['action'],
    reason: row.reason as ReturnReason,
    why: row.why as string,
    returnCode: row.return_code as string,
    amountCents: row.amount_cents as bigint,
    crossReference: row.cross_reference as string,
    debit:
      row.payment_id === null
        ? undefined
        : {
            partnerId: row.partner_id as bigint,
            paymentId: row.payment_id as bigint,
            attempt: row.attempt as number,
          },
  };
}

/** What each of these returns is about: its own amount or that of its debit, the larger. */
export async function amountsOfReturns(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const { rows } = await tx.query<{ id: bigint; cents: bigint }>(
    `select r.id, greatest(r.amount_cents, coalesce(d.amount_cents, 0)) as cents from eft_returns r
     left join eft_debits d on d.partner_id = r.partner_id and d.payment_id = r.payment_id and d.attempt = r.attempt
     where r.id = any ($1::bigint[])`,
    [int8Array(ids)],
  );
  return new Map(rows.map((row) => [row.id, row.cents]));
}

/** What each of these returns holds up while it waits: the amount of its debit, which may count as paid once it does not. */
export async function amountsHeldUp(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const { rows } = await tx.query<{ id: bigint; cents: bigint }>(
    `select r.id, case r.action when 'hold' then coalesce(d.amount_cents, 0) else 0 end as cents from eft_returns r
     left join eft_debits d on d.partner_id = r.partner_id and d.payment_id = r.payment_id and d.attempt = r.attempt
     where r.id = any ($1::bigint[])`,
    [int8Array(ids)],
  );
  return new Map(rows.map((row) => [row.id, row.cents]));
}

/** The debits of ours that carry any of these references, each once. */
export async function debitsReferenced(
  tx: Tx,
  references: readonly string[],
): Promise<(DebitKey & { amountCents: bigint })[]> {
  if (references.length === 0) return [];
  const { rows } = await tx.query(
    'select partner_id, payment_id, attempt, amount_cents from eft_debits where cross_reference = any ($1::text[])',
    [textArray(references)],
  );
  return rows.map((row) => ({
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    amountCents: row.amount_cents as bigint,
  }));
}
