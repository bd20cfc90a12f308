/**
 * The account numbers that payments to a payee used last: what a change of its rules is tried on.
 */
import type { Tx } from '../base/database.ts';

export interface NumberUsed {
  accountNumber: string;
  /** How many of the payments looked at. */
  payments: number;
  lastPaymentId: bigint;
}

/** The distinct numbers of the last `paymentsMax` payments to a payee, of all partners, the last used first. */
export async function numbersLastUsed(tx: Tx, payeeName: string, paymentsMax: number): Promise<NumberUsed[]> {
  const { rows } = await tx.query<{ account_number: string; payments: number; last: bigint }>(
    `select account_number, count(*)::integer as payments, max(id) as last
     from (select id, account_number from payments where payee_name = $1 order by id desc limit $2) p
     group by account_number order by last desc`,
    [payeeName, paymentsMax],
  );
  return rows.map((row) => ({ accountNumber: row.account_number, payments: row.payments, lastPaymentId: row.last }));
}
