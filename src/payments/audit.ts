/**
 * What must hold between payments, their history, the ledger, the keys and the webhooks. The queries are made from the
 * tables of machine.ts and postings.ts, so that a change of the page changes the audit with it.
 */
import type { AuditCheck } from '../ledger/audit.ts';
import { moves, statusOf, webhookOwed } from './machine.ts';
import { postingLines } from './postings.ts';

const values = (rows: readonly (readonly string[])[]) =>
  `(values ${rows.map((row) => `(${row.map((text) => `'${text}'`).join(', ')})`).join(', ')})`;

const postingTable = values(postingLines().map((line) => [line.kind, line.from, line.event, line.debit, line.credit]));

const statusTable = values(Object.entries(statusOf));

const webhookTable = values(
  moves.flatMap((move) =>
    move.kinds.flatMap((kind) => {
      const webhook = webhookOwed(kind, move.from, move.to);
      return webhook ? [[kind, move.from, move.to, webhook]] : [];
    }),
  ),
);

const bills = `('bill_interac', 'bill_eft')`;

const givenBack = `exists (select from payment_refunds r where r.partner_id = p.partner_id and r.payment_id = p.id)`;

/** An account of every partner against the received amounts of the payments that `where` picks. */
function balanceCheck(name: string, code: string, where: string, side: 'debit' | 'credit' = 'credit'): AuditCheck {
  const balance = side === 'credit' ? 'credits_cents - debits_cents' : 'debits_cents - credits_cents';
  // What was collected and came back late stands as receivable: the payment keeps what it received. What is held is no payment's.
  const returned =
    side === 'debit'
      ? `select partner_id, sum(case when credit_account = '${code}' then amount_cents else -amount_cents end)::bigint as cents
         from ledger_transfers where (debit_account in ('receivable', 'held_funds') and credit_account = '${code}')
           or (debit_account = '${code}' and credit_account in ('receivable', 'held_funds')) group by partner_id`
      : 'select null::bigint as partner_id, 0::bigint as cents where false';
  return {
    name,
    sql: `with account as (
        select partner_id, ${balance} as cents from ledger_accounts where code = '${code}' and partner_id > 0
      ), returned as (${returned}), payment as (
        select partner_id, sum(received_cents)::bigint as cents from payments p where ${where} group by partner_id
      )
      select partner_id, '${code}' as account, coalesce(a.cents, 0) + coalesce(r.cents, 0) as account_cents,
        coalesce(p.cents, 0) as payments_cents
      from account a full join payment p using (partner_id) left join returned r using (partner_id)
      where coalesce(a.cents, 0) + coalesce(r.cents, 0) <> coalesce(p.cents, 0)`,
  };
}

const balances: readonly AuditCheck[] = [
  balanceCheck(
    'owed_to_billers is what was received for bills that are collected or rejected, and was not given back',
    'owed_to_billers',
    `kind in ${bills} and state in ('collected', 'rejected') and not ${givenBack}`,
  ),
  balanceCheck(
    'in_settlement is what was received for bills that are settling or resettling',
    'in_settlement',
    `kind in ${bills} and state in ('settling', 'resettling')`,
  ),
  balanceCheck(
    'paid_out is what was received for bills that are settled',
    'paid_out',
    `kind in ${bills} and state = 'settled'`,
  ),
  balanceCheck('given_back is what was received for bills that were given back', 'given_back', givenBack),
  balanceCheck(
    'owed_to_landlords is what was received for rents that are collected',
    'owed_to_landlords',
    `kind not in ${bills} and state = 'collected'`,
  ),
  balanceCheck(
    'collected_interac is what Interac payments received',
    'collected_interac',
    `kind in ('bill_interac', 'rent_interac')`,
    'debit',
  ),
  balanceCheck('collected_eft is what EFT payments received', 'collected_eft', `kind = 'bill_eft'`, 'debit'),
  balanceCheck('collected_card is what card payments received', 'collected_card', `kind = 'rent_card'`, 'debit'),
];

const histories: readonly AuditCheck[] = [
  {
    name: 'the history of every payment is without a gap and as long as its version',
    sql: `select p.partner_id, p.id as payment_id, p.version, count(h.sequence) as moves, max(h.sequence) as last
      from payments p left join payment_history h on h.partner_id = p.partner_id and h.payment_id = p.id
      group by p.partner_id, p.id
      having count(h.sequence) <> p.version or max(h.sequence) is distinct from p.version`,
  },
  {
    name: 'every move begins where the one before it ended, the first one from nothing, all of one kind',
    sql: `select partner_id, payment_id, sequence, kind, from_state, before_state, payment_kind from (
        select h.*, p.kind as payment_kind,
          lag(h.to_state, 1, 'none') over (partition by h.partner_id, h.payment_id order by h.sequence) as before_state
        from payment_history h join payments p on p.partner_id = h.partner_id and p.id = h.payment_id
      ) m where from_state <> before_state or kind <> payment_kind`,
  },
  {
    name: 'every payment is where its last move led',
    sql: `select p.partner_id, p.id as payment_id, p.state, h.to_state from payments p
      join payment_history h on h.partner_id = p.partner_id and h.payment_id = p.id and h.sequence = p.version
      where h.to_state <> p.state`,
  },
  {
    name: 'a payment has received money exactly when it was collected, and was completed exactly when a move completed it',
    sql: `select p.partner_id, p.id as payment_id, p.state, p.received_cents, p.completed_at from payments p
      where (p.received_cents is not null) <> exists (select from payment_history h
          where h.partner_id = p.partner_id and h.payment_id = p.id and h.event = 'funds_received')
        or (p.completed_at is not null) <> exists (select from payment_history h join ${statusTable} s (state, status)
          on s.state = h.to_state and s.status = 'completed' where h.partner_id = p.partner_id and h.payment_id = p.id)`,
  },
];

const others: readonly AuditCheck[] = [
  {
    name: 'every move that moves money has exactly its posting, and no posting of a payment is without its move',
    sql: `with expected as (
        select h.partner_id, 'payment ' || h.payment_id || ' move ' || h.sequence as cause, t.debit as debit_account,
          t.credit as credit_account, p.received_cents as amount_cents
        from payment_history h
        join ${postingTable} t (kind, from_state, event, debit, credit) using (kind, from_state, event)
        join payments p on p.partner_id = h.partner_id and p.id = h.payment_id
      ), posted as (
        select partner_id, cause, debit_account, credit_account, amount_cents from ledger_transfers
        where cause ~ '^payment [0-9]+ move [0-9]+$'
      )
      (select 'posting is missing' as fault, * from (table expected except all table posted) m)
      union all
      (select 'posting without a move' as fault, * from (table posted except all table expected) m)`,
  },
  {
    name: 'every idempotency key leads to a payment of its partner, and its stored answer shows that payment',
    sql: `select k.partner_id, k.token_id, k.key, k.payment_id from idempotency_keys k
      left join payments p on p.partner_id = k.partner_id and p.id = k.payment_id
      where p.id is null or k.answer not like '{"id":' || k.payment_id || ',%'`,
  },
  {
    name: 'no payment is told of more often than its status changed, and never of a change that did not happen',
    sql: `with told as (
        select partner_id, payment_id, event, count(*) as times from webhook_events
        where payment_id is not null group by partner_id, payment_id, event
      ), owed as (
        select h.partner_id, h.payment_id, t.event, count(*) as times from payment_history h
        join ${webhookTable} t (kind, from_state, to_state, event) using (kind, from_state, to_state)
        group by h.partner_id, h.payment_id, t.event
      )
      select partner_id, payment_id, event, told.times as told, coalesce(owed.times, 0) as owed
      from told left join owed using (partner_id, payment_id, event) where told.times > coalesce(owed.times, 0)`,
  },
];

const refunds: readonly AuditCheck[] = [
  {
    name: 'what was given back is all that a rejected payment received, posted once',
    sql: `select r.partner_id, r.payment_id, r.amount_cents, p.state, p.received_cents, t.amount_cents as posted_cents
      from payment_refunds r
      join payments p on p.partner_id = r.partner_id and p.id = r.payment_id
      left join ledger_transfers t on t.partner_id = r.partner_id and t.cause = 'payment ' || r.payment_id || ' refund'
        and t.debit_account = 'owed_to_billers' and t.credit_account = 'given_back'
      where p.state <> 'rejected' or r.amount_cents is distinct from p.received_cents
        or t.amount_cents is distinct from r.amount_cents`,
  },
  {
    name: 'nothing is posted as given back without its record',
    sql: `select t.partner_id, t.cause, t.amount_cents from ledger_transfers t
      where 'given_back' in (t.debit_account, t.credit_account) and not exists (select from payment_refunds r
        where r.partner_id = t.partner_id and t.cause = 'payment ' || r.payment_id || ' refund')`,
  },
];

export const paymentChecks: readonly AuditCheck[] = [...balances, ...histories, ...others, ...refunds];
