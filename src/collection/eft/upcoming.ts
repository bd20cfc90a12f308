/**
 * Debit files for who looks at them: what the next run would make, and where a file was written.
 */
import path from 'node:path';
import type { Tx } from '../../base/database.ts';

export interface UpcomingDebits {
  debits: number;
  totalCents: bigint;
  /** Payments whose account has no debit agreement: they wait for one. */
  waiting: number;
}

/** As things stand: what waits for a debit and has none under way. */
export async function debitsToMake(tx: Tx): Promise<UpcomingDebits> {
  const { rows } = await tx.query<{ debits: number; cents: bigint; waiting: number }>(
    `select count(*) filter (where b.pad_agreement is not null)::integer as debits,
       coalesce(sum(p.amount_cents) filter (where b.pad_agreement is not null), 0)::bigint as cents,
       count(*) filter (where b.pad_agreement is null)::integer as waiting
     from payments p join bank_accounts b on b.partner_id = p.partner_id and b.id = p.bank_account_id
     where p.kind = 'bill_eft' and p.state in ('awaiting_funds', 'recollecting') and not exists (
       select from eft_debits d where d.partner_id = p.partner_id and d.payment_id = p.id and d.state = 'open')`,
  );
  const { debits = 0, cents = 0n, waiting = 0 } = rows[0] ?? {};
  return { debits, totalCents: cents, waiting };
}

/** Where a file of debits was written: its full path. Undefined where this bank file is none of them. */
export async function placeOfDebitFile(tx: Tx, fileId: bigint): Promise<string | undefined> {
  const { rows } = await tx.query<{ out_dir: string; file_name: string }>(
    'select out_dir, file_name from eft_files where file_id = $1',
    [fileId],
  );
  return rows[0] && path.join(rows[0].out_dir, rows[0].file_name);
}
