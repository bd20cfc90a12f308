/**
 * What must hold between EFT payments, their debits and their returns.
 */
import type { AuditCheck } from '../../ledger/audit.ts';

export const eftChecks: readonly AuditCheck[] = [
  {
    name: 'a debit is open only while its payment waits for it, and a collected EFT payment has a debit that was presumed paid',
    sql: `select p.partner_id, p.id as payment_id, p.state, d.attempt, d.state as debit_state from payments p
      left join lateral (
        select attempt, state from eft_debits d where d.partner_id = p.partner_id and d.payment_id = p.id
        order by attempt desc limit 1
      ) d on true
      where p.kind = 'bill_eft' and not case p.state
        when 'awaiting_funds' then d.state is null or d.state = 'open'
        when 'recollecting' then d.state in ('open', 'returned')
        when 'uncollected' then d.state = 'returned'
        else d.state = 'presumed' end`,
  },
  {
    name: 'every debit draws the amount of its payment, and the debits of a payment are numbered without a gap',
    sql: `select d.partner_id, d.payment_id, d.attempt, d.amount_cents, p.amount_cents as payment_cents from eft_debits d
      join payments p on p.partner_id = d.partner_id and p.id = d.payment_id
      where d.amount_cents <> p.amount_cents
        or (d.attempt > 1 and not exists (select from eft_debits b where b.partner_id = d.partner_id
          and b.payment_id = d.payment_id and b.attempt = d.attempt - 1 and b.state = 'returned'))`,
  },
  {
    name: 'the totals of every debit file are those of its debits',
    sql: `select f.id as file_id, f.debits, f.total_cents, d.debits as rows, d.cents from eft_files f left join (
        select file_id, count(*) as debits, sum(amount_cents)::bigint as cents from eft_debits group by file_id
      ) d on d.file_id = f.id
      where f.debits <> coalesce(d.debits, 0) or f.total_cents <> coalesce(d.cents, 0)`,
  },
  {
    name: 'a debit is returned exactly when a return that failed it was recorded, and what is receivable are the late returns',
    sql: `select d.partner_id, d.payment_id, d.attempt, d.state, count(r.id) as returns from eft_debits d
      left join eft_returns r on r.partner_id = d.partner_id and r.payment_id = d.payment_id and r.attempt = d.attempt
        and r.action = 'fail'
      group by d.partner_id, d.payment_id, d.attempt, d.state
      having (d.state = 'returned') <> (count(r.id) = 1)
      union all
      select a.partner_id, null, null, 'receivable', a.debits_cents - a.credits_cents from ledger_accounts a
      where a.code = 'receivable' and a.debits_cents - a.credits_cents <> coalesce((
        select sum(r.amount_cents) from eft_returns r where r.partner_id = a.partner_id and r.action = 'late'), 0)`,
  },
];
