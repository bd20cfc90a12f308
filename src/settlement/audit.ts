/**
 * What must hold between payments on their way to the billers, what was submitted of them, and what was answered.
 */
import type { AuditCheck } from '../ledger/audit.ts';

export const settlementChecks: readonly AuditCheck[] = [
  {
    name: 'what is settling waits for exactly one answer, what is resettling for at most one, anything else for none',
    sql: `select p.partner_id, p.id as payment_id, p.state, count(i.attempt) as open_items from payments p
      left join settlement_items i on i.partner_id = p.partner_id and i.payment_id = p.id and i.outcome = 'open'
      group by p.partner_id, p.id
      having case p.state when 'settling' then count(i.attempt) <> 1 when 'resettling' then count(i.attempt) > 1
        else count(i.attempt) > 0 end`,
  },
  {
    name: 'a payment is settled exactly when its latest submission was accepted',
    sql: `select p.partner_id, p.id as payment_id, p.state, l.attempt, l.outcome from payments p
      left join lateral (
        select attempt, outcome from settlement_items i where i.partner_id = p.partner_id and i.payment_id = p.id
        order by attempt desc limit 1
      ) l on true
      where (p.state = 'settled') <> (l.outcome is not distinct from 'accepted')`,
  },
  {
    name: 'every submission carries what its payment received, and the submissions of a payment are numbered without a gap',
    sql: `select i.partner_id, i.payment_id, i.attempt, i.amount_cents, p.received_cents from settlement_items i
      join payments p on p.partner_id = i.partner_id and p.id = i.payment_id
      where i.amount_cents is distinct from p.received_cents
        or (i.attempt > 1 and not exists (select from settlement_items b where b.partner_id = i.partner_id
          and b.payment_id = i.payment_id and b.attempt = i.attempt - 1 and b.outcome <> 'open'))`,
  },
  {
    name: 'the totals of every batch are those of its submissions',
    sql: `select b.id as batch_id, b.message_id, b.payments, b.total_cents, i.payments as items, i.cents as items_cents
      from settlement_batches b left join (
        select batch_id, count(*) as payments, sum(amount_cents)::bigint as cents from settlement_items group by batch_id
      ) i on i.batch_id = b.id
      where b.payments <> coalesce(i.payments, 0) or b.total_cents <> coalesce(i.cents, 0)`,
  },
];
