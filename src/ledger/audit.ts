/**
 * What must hold in the ledger by itself, whatever the rest of the house says. Each check is a sentence and a query that
 * finds what breaks it: no rows, it holds.
 */

/** A sentence that must hold, and the query whose rows are what breaks it. */
export interface AuditCheck {
  name: string;
  sql: string;
}

export const ledgerChecks: readonly AuditCheck[] = [
  {
    name: 'the debits of every partner equal its credits, so the sum of all accounts is zero',
    sql: `select partner_id, sum(debits_cents)::bigint as debits_cents, sum(credits_cents)::bigint as credits_cents
      from ledger_accounts group by partner_id having sum(debits_cents) <> sum(credits_cents)`,
  },
  {
    name: 'the totals of every account are the sums of its transfers',
    sql: `with side as (
        select partner_id, debit_account as code, amount_cents as debit, 0::bigint as credit from ledger_transfers
        union all
        select partner_id, credit_account, 0::bigint, amount_cents from ledger_transfers
      ), moved as (
        select partner_id, code, sum(debit)::bigint as debits_cents, sum(credit)::bigint as credits_cents
        from side group by partner_id, code
      )
      select partner_id, code, a.debits_cents, a.credits_cents,
        m.debits_cents as transfers_debits_cents, m.credits_cents as transfers_credits_cents
      from ledger_accounts a full join moved m using (partner_id, code)
      where (coalesce(a.debits_cents, 0), coalesce(a.credits_cents, 0))
        is distinct from (coalesce(m.debits_cents, 0), coalesce(m.credits_cents, 0))`,
  },
  {
    name: 'no account is below nothing',
    sql: `select partner_id, code, debits_cents, credits_cents from ledger_accounts
      where case when code in ('collected_interac', 'collected_eft', 'collected_card', 'receivable')
        then debits_cents < credits_cents else credits_cents < debits_cents end`,
  },
];
