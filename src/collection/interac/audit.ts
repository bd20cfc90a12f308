/**
 * What must hold between Interac transfers, the payments they were matched to, and the ledger.
 */
import type { AuditCheck } from '../../ledger/audit.ts';

export const interacChecks: readonly AuditCheck[] = [
  {
    name: 'the money held for nobody yet equals the held transfers, on both of the operator’s accounts',
    sql: `select * from (
        select coalesce((select credits_cents - debits_cents from ledger_accounts
            where partner_id = 0 and code = 'held_funds'), 0) as held_funds_cents,
          coalesce((select debits_cents - credits_cents from ledger_accounts
            where partner_id = 0 and code = 'collected_interac'), 0) as collected_cents,
          coalesce((select sum(amount_cents) from interac_transfers where state = 'held'), 0)::bigint as transfers_cents
      ) t where held_funds_cents <> transfers_cents or collected_cents <> transfers_cents`,
  },
  {
    name: 'every Interac payment received what its transfers brought, and no other payment has any',
    sql: `with brought as (
        select partner_id, payment_id as id, sum(amount_cents)::bigint as cents, count(*) as transfers
        from interac_transfers where payment_id is not null group by partner_id, payment_id
      )
      select partner_id, id as payment_id, p.kind, p.received_cents, b.cents as transfers_cents, b.transfers
      from brought b full join (
        select partner_id, id, kind, received_cents from payments where kind in ('bill_interac', 'rent_interac')
      ) p using (partner_id, id)
      where p.received_cents is distinct from b.cents`,
  },
  {
    name: 'the postings of every transfer tell its way: held, then released to a payment or returned',
    sql: `with posted as (
        select cause, amount_cents, debit_account || ' ' || credit_account as accounts from ledger_transfers
        where partner_id = 0 and cause like 'interac %'
      ), expected as (
        select 'interac ' || id || ' held' as cause, amount_cents, 'collected_interac held_funds' as accounts
        from interac_transfers where state <> 'matched' or resolved_at is not null
        union all
        select 'interac ' || id || case state when 'returned' then ' returned' else ' released' end, amount_cents,
          'held_funds collected_interac'
        from interac_transfers where state <> 'held' and resolved_at is not null
      )
      (select 'posting is missing' as fault, * from (table expected except all table posted) m)
      union all
      (select 'posting without its transfer' as fault, * from (table posted except all table expected) m)`,
  },
];
