/**
 * The debits of one payment as a resource with a life of their own, and what came back of them.
 *
 *   waiting ─cut-off─▶ in_file ─file written─▶ sent ─┬─ no return in time ─▶ presumed_paid ─┐ a late return: the payment stays
 *                                                    └─ return ────────────▶ returned ◀─────┘
 *
 * Account numbers stay sealed: what may be shown was kept when the account was registered.
 */
import type { Row, Tx } from '../../base/database.ts';
import type { ReturnAction } from './decide-return.ts';
import { type ReturnCode, returnCodeFor } from './return-codes.ts';

/** Where a debit is in its life, as it is shown. */
export type DebitShown = 'waiting' | 'in_file' | 'sent' | 'presumed_paid' | 'returned';

export interface DebitAccount {
  bankAccountId: bigint;
  institutionNumber: string;
  transitNumber: string;
  /** The number with all but its end masked. */
  accountNumber: string;
}

export interface PaymentDebit {
  attempt: number;
  state: DebitShown;
  amountCents: bigint;
  account: DebitAccount;
  /** The file that it goes out in; null while it waits for the cut-off. */
  file: {
    name: string;
    fileCreationNumber: number;
    /** When the file was begun and the debit put into it. */
    madeAt: Temporal.Instant;
    /** When it stood whole, for the bank to fetch. */
    writtenAt: Temporal.Instant | null;
  } | null;
  dueDate: Temporal.PlainDate | null;
  crossReference: string | null;
  returnCode: string | null;
  returnedAt: Temporal.Instant | null;
  /** Why a waiting debit is not made at the next cut-off either. */
  waitsFor: 'cut-off' | 'agreement' | null;
}

export interface PaymentReturn {
  at: Temporal.Instant;
  attempt: number;
  /** What the code means, who must act, and how. */
  code: ReturnCode;
  /** As the bank said it; that of the debit may be another one, and is what counts. */
  amountCents: bigint;
  debitCents: bigint;
  /** `late`: the payment had completed; the money is a receivable. */
  action: ReturnAction;
  why: string;
  fileName: string;
  line: number;
  column: number;
  resolvedAt: Temporal.Instant | null;
  /** By whom and why it was taken up again, or dealt with. */
  resolvedBy: string | null;
  resolution: string | null;
}

/** The debits that were made of a payment, first to last. */
export async function debitsMade(tx: Tx, partnerId: bigint, paymentId: bigint): Promise<PaymentDebit[]> {
  const { rows } = await tx.query(
    `select d.attempt, d.state, d.amount_cents, d.bank_account_id, d.institution_number, d.transit_number, b.account_masked,
       f.due_date, d.cross_reference, d.return_code, d.returned_at,
       f.file_name, f.file_creation_number, f.created_at, f.written_at
     from eft_debits d
     join eft_files f on f.id = d.file_id
     join bank_accounts b on b.partner_id = d.partner_id and b.id = d.bank_account_id
     where d.partner_id = $1 and d.payment_id = $2 order by d.attempt`,
    [partnerId, paymentId],
  );
  return rows.map((row) => ({
    attempt: row.attempt as number,
    state: shownState(row),
    amountCents: row.amount_cents as bigint,
    account: accountFromRow(row),
    file: {
      name: row.file_name as string,
      fileCreationNumber: row.file_creation_number as number,
      madeAt: row.created_at as Temporal.Instant,
      writtenAt: row.written_at as Temporal.Instant | null,
    },
    dueDate: row.due_date as Temporal.PlainDate,
    crossReference: row.cross_reference as string,
    returnCode: row.return_code as string | null,
    returnedAt: row.returned_at as Temporal.Instant | null,
    waitsFor: null,
  }));
}

/** The debit that the next cut-off will make of a payment that has none open: `attempt` is the number it gets. */
export async function debitWaiting(
  tx: Tx,
  payment: { partnerId: bigint; bankAccountId: bigint | null; amountCents: bigint },
  attempt: number,
): Promise<PaymentDebit | undefined> {
  const { rows } = await tx.query(
    `select id as bank_account_id, institution_number, transit_number, account_masked, pad_agreement is not null as agreed
     from bank_accounts where partner_id = $1 and id = $2`,
    [payment.partnerId, payment.bankAccountId],
  );
  const row = rows[0];
  return (
    row && {
      attempt,
      state: 'waiting',
      amountCents: payment.amountCents,
      account: accountFromRow(row),
      file: null,
      dueDate: null,
      crossReference: null,
      returnCode: null,
      returnedAt: null,
      waitsFor: row.agreed ? 'cut-off' : 'agreement',
    }
  );
}

/** Every return that came of a payment's debits, whatever was done with it, in the order in which they came. */
export async function returnsOf(tx: Tx, partnerId: bigint, paymentId: bigint): Promise<PaymentReturn[]> {
  const { rows } = await tx.query(
    `select r.at, r.attempt, r.return_code, r.amount_cents, r.action, r.why, r.line, r.column_number, r.resolved_at, r.resolved_by, r.resolution,
       f.name, d.amount_cents as debit_cents
     from eft_returns r join bank_files f on f.id = r.file_id join eft_debits d using (partner_id, payment_id, attempt)
     where r.partner_id = $1 and r.payment_id = $2 order by r.id`,
    [partnerId, paymentId],
  );
  return rows.map((row) => ({
    at: row.at as Temporal.Instant,
    attempt: row.attempt as number,
    code: returnCodeFor(row.return_code as string),
    amountCents: row.amount_cents as bigint,
    debitCents: row.debit_cents as bigint,
    action: row.action as ReturnAction,
    why: row.why as string,
    fileName: row.name as string,
    line: row.line as number,
    column: row.column_number as number,
    resolvedAt: row.resolved_at as Temporal.Instant | null,
    resolvedBy: row.resolved_by as string | null,
    resolution: row.resolution as string | null,
  }));
}

function shownState(row: Row): DebitShown {
  if (row.state === 'returned') return 'returned';
  if (row.state === 'presumed') return 'presumed_paid';
  return row.written_at === null ? 'in_file' : 'sent';
}

function accountFromRow(row: Row): DebitAccount {
  return {
    bankAccountId: row.bank_account_id as bigint,
    institutionNumber: row.institution_number as string,
    transitNumber: row.transit_number as string,
    accountNumber: row.account_masked as string,
  };
}
