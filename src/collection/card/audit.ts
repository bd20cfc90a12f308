/**
 * What must hold between card sessions, the payments they are for, what went back, and the ledger.
 */
import type { AuditCheck } from '../../ledger/audit.ts';

export const cardChecks: readonly AuditCheck[] = [
  {
    name: 'every card payment received what its one paid session brought, and no other payment has any',
    sql: `select partner_id, id as payment_id, p.kind, p.state, p.received_cents, s.received_cents as session_cents
      from (select partner_id, payment_id as id, received_cents from card_sessions where state = 'paid') s
      full join (select partner_id, id, kind, state, received_cents from payments where kind = 'rent_card') p
        using (partner_id, id)
      where p.received_cents is distinct from s.received_cents`,
  },
  {
    name: 'a card payment is asked for what it is for, and received just that',
    sql: `select s.partner_id, s.payment_id, s.attempt, s.state, s.amount_cents, s.received_cents, p.amount_cents as payment_cents
      from card_sessions s join payments p on p.partner_id = s.partner_id and p.id = s.payment_id
      where s.amount_cents <> p.amount_cents or (s.state = 'paid' and s.received_cents <> s.amount_cents)
        or p.kind <> 'rent_card'`,
  },
  {
    name: 'no card was charged before the identity was verified',
    sql: `select s.partner_id, s.payment_id, s.attempt from card_sessions s
      where s.state in ('processing', 'paid', 'held') and not exists (
        select from identity_checks i where i.partner_id = s.partner_id and i.payment_id = s.payment_id and i.state = 'verified')`,
  },
  {
    name: 'the postings of card money tell its way: received or held, then gone back and perhaps returned again',
    sql: `with of_cards as (
        select partner_id, regexp_replace(cause, ' change [0-9]+$', '') as cause,
          case when cause like 'card %' then credit_account = 'collected_card' else true end as is_out,
          case when cause like 'card %' and credit_account <> 'collected_card' then credit_account else debit_account end as one,
          case when cause like 'card %' and credit_account <> 'collected_card' then debit_account else credit_account end as other,
          amount_cents
        from ledger_transfers
        where (debit_account = 'collected_card' or credit_account = 'collected_card')
          and not (debit_account = 'collected_card' and credit_account = 'owed_to_landlords')
      ), posted as (
        select partner_id, cause, sum(case when is_out then amount_cents else -amount_cents end)::bigint as amount_cents,
          one || ' ' || other as accounts, count(*) as postings
        from of_cards group by partner_id, cause, one, other
      ), expected as (
        select partner_id, 'payment ' || payment_id || ' card session ' || attempt || ' held' as cause, received_cents as amount_cents,
          'collected_card held_funds' as accounts, 1::bigint as postings
        from card_sessions where state = 'held' and received_cents is not null
        union all
        select r.partner_id, 'card ' || r.kind || ' ' || r.provider_id, r.gone_cents - r.surplus_cents,
          case s.state when 'held' then 'held_funds' else 'receivable' end || ' collected_card', r.postings
        from card_reversals r join card_sessions s using (partner_id, payment_id, attempt) where r.postings > 0
        union all
        select partner_id, 'card ' || kind || ' ' || provider_id, gone_cents - surplus_cents, 'unposted', 0
        from card_reversals where postings = 0 and gone_cents <> surplus_cents
      )
      (select 'posting is missing' as fault, * from (table expected except all table posted) m)
      union all
      (select 'posting without its session' as fault, * from (table posted except all table expected) m)`,
  },
  {
    name: 'money held for a partner equals its held card sessions, less what went back to the payers',
    sql: `select partner_id, held.cents as held_cents, coalesce(a.cents, 0) as account_cents from (
        select s.partner_id, (sum(s.received_cents) - coalesce(sum(r.cents), 0))::bigint as cents from card_sessions s
        left join lateral (select sum(gone_cents - surplus_cents) as cents from card_reversals r where r.partner_id = s.partner_id
          and r.payment_id = s.payment_id and r.attempt = s.attempt) r on true
        where s.state = 'held' and s.received_cents is not null group by s.partner_id
      ) held full join (
        select partner_id, credits_cents - debits_cents as cents from ledger_accounts where code = 'held_funds' and partner_id > 0
      ) a using (partner_id)
      where coalesce(held.cents, 0) <> coalesce(a.cents, 0)`,
  },
  {
    name: 'no more of a card session’s money is posted as gone back than it received',
    sql: `select s.partner_id, s.payment_id, s.attempt, s.received_cents, r.cents as gone_back_cents from card_sessions s
      join lateral (select sum(gone_cents - surplus_cents)::bigint as cents, bool_or(surplus_cents > 0) as has_surplus
        from card_reversals r where r.partner_id = s.partner_id and r.payment_id = s.payment_id and r.attempt = s.attempt) r
        on r.cents > coalesce(s.received_cents, 0) or (r.has_surplus and r.cents < s.received_cents)`,
  },
];
