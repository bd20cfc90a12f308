/**
 * What must hold between EFT payments, their debits, the files they went out in, the returns that came back, and the ledger.
 */
import type { AuditCheck } from '../../ledger/audit.ts';

/** Debits with what became of them: `presumed` also for one that came back after it was presumed paid. */
const debitsByOutcome = `(
  select d.*, case when l.payment_id is null then d.state else 'presumed' end as outcome from eft_debits d
  left join (select distinct partner_id, payment_id, attempt from eft_returns where action = 'late') l using (partner_id, payment_id, attempt)
)`;

const debitChecks: readonly AuditCheck[] = [
  {
    name: 'the latest debit of every EFT payment is where the payment is, every debit before it came back, and no other payment has any',
    sql: `with debit as (
        select partner_id, payment_id, max(attempt) as latest, count(*) as debits,
          count(*) filter (where outcome = 'returned') as returned,
          max(attempt) filter (where outcome <> 'returned') as standing_attempt,
          max(outcome) filter (where outcome <> 'returned') as standing
        from ${debitsByOutcome} o group by partner_id, payment_id
      )
      select partner_id, payment_id, p.state, d.debits, d.returned, d.standing, d.standing_attempt
      from debit d full join (
        select partner_id, id as payment_id, state from payments where kind = 'bill_eft'
      ) p using (partner_id, payment_id)
      where p.state is null or d.debits - d.returned > 1 or d.standing_attempt < d.latest
        or case p.state
          when 'awaiting_funds' then d.debits > 1 or (d.debits = 1 and d.standing is distinct from 'open')
          when 'recollecting' then coalesce(d.returned, 0) = 0 or d.standing = 'presumed'
          when 'uncollected' then coalesce(d.returned, 0) = 0 or d.standing is not null
          else d.standing is distinct from 'presumed' end`,
  },
  {
    name: 'the debits of a payment are numbered 1, 2, 3 without a gap, and the reference of each names payment and number',
    sql: `select partner_id, payment_id, min(attempt) as first, max(attempt) as last, count(*) as debits
      from eft_debits group by partner_id, payment_id
      having min(attempt) <> 1 or max(attempt) <> count(*)
        or bool_or(substr(cross_reference, 2) <> payment_id || 'A' || attempt or left(cross_reference, 1) not in ('P', 'S'))`,
  },
  {
    name: 'every debit is of its payment’s amount, and one that was presumed paid brought just that',
    sql: `select d.partner_id, d.payment_id, d.attempt, d.state, d.amount_cents, p.amount_cents as payment_cents, p.received_cents
      from ${debitsByOutcome} d join payments p on p.partner_id = d.partner_id and p.id = d.payment_id
      where d.amount_cents <> p.amount_cents or (d.outcome = 'presumed' and p.received_cents is distinct from d.amount_cents)`,
  },
];

const fileChecks: readonly AuditCheck[] = [
  {
    name: 'the totals of every debit file are those of its debits, and what it was recorded with',
    sql: `select f.id as file_id, f.file_name, f.debits, f.total_cents, d.debits as rows, d.cents as rows_cents, b.counts
      from eft_files f
      left join (
        select file_id, count(*) as debits, sum(amount_cents)::bigint as cents
        from eft_debits group by file_id
      ) d on d.file_id = f.id
      left join bank_files b on b.id = f.file_id
      where f.debits <> coalesce(d.debits, 0) or f.total_cents <> coalesce(d.cents, 0)
        or (f.written_at is not null) <> (b.id is not null) or f.written_at < f.named_at
        or (b.counts->>'debits')::bigint <> f.debits or (b.counts->>'totalCents')::bigint <> f.total_cents`,
  },
  {
    name: 'no file creation number is that of one of the ten files before it',
    sql: `select * from (
        select id as file_id, file_name, file_creation_number,
          place - lag(place) over (partition by file_creation_number order by place) as files_since
        from (select *, row_number() over (order by id) as place from eft_files) placed
      ) t where files_since <= 10`,
  },
  {
    name: 'no debit came back or was presumed paid before its file was written',
    sql: `select d.partner_id, d.payment_id, d.attempt, d.state, f.file_name from eft_debits d join eft_files f on f.id = d.file_id
      where d.state <> 'open' and f.written_at is null`,
  },
];

/** What a late return is posted as; the same words as where it is posted. */
const lateCause = `'payment ' || payment_id || ' debit ' || attempt || ' returned late'`;

const returnChecks: readonly AuditCheck[] = [
  {
    name: 'a debit is returned exactly when one return failed its payment or came late, under the same code and, unless it was held first, amount',
    sql: `with failing as (
        select partner_id, payment_id, attempt, count(*) as returns, min(return_code) as return_code,
          min(amount_cents) filter (where taken_up_at is null) as amount_cents
        from eft_returns where action in ('fail', 'late') group by partner_id, payment_id, attempt
      )
      select partner_id, payment_id, attempt, d.state, d.return_code as debit_code, r.return_code, r.returns
      from (
        select partner_id, payment_id, attempt, state, return_code, amount_cents from eft_debits where state = 'returned'
      ) d full join failing r using (partner_id, payment_id, attempt)
      where d.state is null or r.returns is distinct from 1 or d.return_code is distinct from r.return_code
        or d.amount_cents <> r.amount_cents`,
  },
  {
    name: 'a debit that came back late had brought its payment the money, and one that failed its payment had not',
    sql: `select r.id as return_id, r.partner_id, r.payment_id, r.attempt, r.action, p.received_cents
      from eft_returns r left join payments p on p.partner_id = r.partner_id and p.id = r.payment_id
      where r.action in ('fail', 'late') and (r.action = 'late') is distinct from (exists (
        select from payment_history h where h.partner_id = r.partner_id and h.payment_id = r.payment_id and h.event = 'funds_received'
          and h.sequence = 2 * r.attempt))`,
  },
  {
    name: 'every late return has its posting, and nothing becomes receivable without one',
    sql: `with expected as (
        select partner_id, ${lateCause} as cause, d.amount_cents from eft_returns r
        left join eft_debits d using (partner_id, payment_id, attempt) where r.action = 'late'
      ), posted as (
        select partner_id, cause, amount_cents from ledger_transfers
        where debit_account = 'receivable' and credit_account = 'collected_eft'
      )
      (select 'posting is missing' as fault, * from (table expected except all table posted) m)
      union all
      (select 'posting without its late return' as fault, * from (table posted except all table expected) m)`,
  },
  {
    name: 'the receivable of every partner but that of cards is what came back late, and its collected_eft what was presumed paid less that',
    sql: `with late as (
        select partner_id, sum(d.amount_cents)::bigint as cents from eft_returns r
        left join eft_debits d using (partner_id, payment_id, attempt) where r.action = 'late' group by partner_id
      ), presumed as (
        select partner_id, sum(amount_cents)::bigint as cents from ${debitsByOutcome} o where outcome = 'presumed' group by partner_id
      ), of_cards as (
        select partner_id, case debit_account when 'receivable' then amount_cents else -amount_cents end as cents
        from ledger_transfers
        where (debit_account, credit_account) in (('receivable', 'collected_card'), ('collected_card', 'receivable'))
      ), account as (
        select partner_id,
          coalesce(sum(debits_cents - credits_cents) filter (where code = 'receivable'), 0)::bigint
            - coalesce((select sum(cents) from of_cards c where c.partner_id = ledger_accounts.partner_id), 0)::bigint as receivable_cents,
          coalesce(sum(debits_cents - credits_cents) filter (where code = 'collected_eft'), 0)::bigint as collected_cents
        from ledger_accounts where code in ('receivable', 'collected_eft') group by partner_id
      )
      select partner_id, coalesce(a.receivable_cents, 0) as receivable_cents, coalesce(a.collected_cents, 0) as collected_cents,
        coalesce(l.cents, 0) as late_cents, coalesce(p.cents, 0) as presumed_cents
      from account a full join late l using (partner_id) full join presumed p using (partner_id)
      where coalesce(a.receivable_cents, 0) <> coalesce(l.cents, 0)
        or coalesce(a.collected_cents, 0) <> coalesce(p.cents, 0) - coalesce(l.cents, 0)`,
  },
];

export const eftChecks: readonly AuditCheck[] = [...debitChecks, ...fileChecks, ...returnChecks];
