/**
 * What other rooms know that speaks against sending the money of a failed payment anywhere, to its biller or back to its payer: where
 * its money is must not be guessed.
 *
 *   an answer of the biller's bank waits ─▶ the biller may have the money
 *   a return of its debit waits, held or in quarantine ─▶ the payer's bank may have taken it back
 *   its debit came back late, and that is not settled ─▶ the money is gone, the partner owes it
 */
import type { Tx } from '../base/database.ts';
import type { PaymentKey } from '../payments/store.ts';

/** Each doubt: why nothing is sent, as the end of a sentence about the payment. The first that holds counts. */
export const doubts = {
  'answer-held':
    "may have reached its biller: an answer of the biller's bank on it waits for a decision; resolve that first",
  'return-held': 'may have no money: a return of its debit waits for a decision; resolve that first',
  'late-return': 'has no money to send: its debit came back late; resolve that return first',
} as const;
export type Doubt = keyof typeof doubts;

/** Which doubt there is about the payment `p`, as a value of SQL; null where there is none. Only debits that brought money count. */
export const doubtSql = `case
  when p.state not in ('rejected', 'resettling') then null
  when exists (select from settlement_answers a where a.partner_id = p.partner_id and a.payment_id = p.id
    and a.action in ('hold', 'unknown') and a.resolved_at is null) then 'answer-held'
  when exists (select from eft_returns r where r.partner_id = p.partner_id and r.payment_id = p.id
    and r.action = 'hold' and r.resolved_at is null) then 'return-held'
  when exists (select from eft_debits d join quarantined_lines q on q.content->'references' ? d.cross_reference
    where d.partner_id = p.partner_id and d.payment_id = p.id and q.state = 'open') then 'return-held'
  when exists (select from eft_returns r where r.partner_id = p.partner_id and r.payment_id = p.id
    and r.action = 'late' and r.resolved_at is null) then 'late-return'
  end`;

/** The doubt about one payment, which the caller has locked. */
export async function doubtAbout(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<Doubt | undefined> {
  const { rows } = await tx.query<{ doubt: Doubt | null }>(
    `select ${doubtSql} as doubt from payments p where p.partner_id = $1 and p.id = $2`,
    [partnerId, paymentId],
  );
  return rows[0]?.doubt ?? undefined;
}
