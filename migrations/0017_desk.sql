-- The operator's desk: what one person proposed and another decides on, money that was given back to payers, and the
-- rules of payees that were published there.

create table approvals (
  id bigint generated always as identity primary key,
  act text not null check (act in ('attach', 'return-transfer', 'requeue', 'refund', 'apply-returns', 'mark-returns', 'mark-answers',
    'take-up', 'set-aside')),
  -- The body of the request, as it was sent: carried out as if it came again.
  request jsonb not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What it is about (`payment 12`, `transfer 3`): one open proposal for each.
  things text[] not null check (cardinality(things) > 0),
  reason text not null,
  -- refused: it was approved, but was not possible any more.
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn', 'refused')),
  -- Who, with the name of then: a person may leave, what was decided stays.
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  outcome text,
  check ((state = 'open') = (decided_by is null)),
  -- Four eyes: nobody approves what is his own.
  check (state not in ('approved', 'refused') or decided_by <> proposed_by)
);
create index approvals_open on approvals using gin (things) where state = 'open';

-- Money of a failed payment that went back to the payer by other means. The payment stays failed, and is not re-queued.
create table payment_refunds (
  partner_id bigint not null,
  payment_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  means text not null check (means in ('interac', 'eft', 'cheque', 'wire', 'other')),
  -- The bank's reference, the number of the cheque.
  reference text not null check (reference <> ''),
  -- In one form, however it was typed (src/base/same-text.ts).
  reference_same text not null check (reference_same <> ''),
  reason text not null,
  given_by text not null,
  at timestamptz not null,
  primary key (partner_id, payment_id),
  foreign key (partner_id, payment_id) references payments (partner_id, id)
);
-- Two payments are not given back by one transfer, nor one twice, whosever they are.
create unique index payment_refunds_by_reference on payment_refunds (means, reference_same) where means <> 'other';
create trigger payment_refunds_append_only before update or delete on payment_refunds
  for each statement execute function refuse_change();
-- The failed payments that nobody has dealt with, page by page.
create index payments_failed on payments (id) where state in ('rejected', 'uncollected');

-- Money that went back to a payer.
alter table ledger_accounts drop constraint ledger_accounts_side, add constraint ledger_accounts_side check (case
  when code in ('collected_interac', 'collected_eft', 'collected_card', 'receivable') then debits_cents >= credits_cents
  when code in ('held_funds', 'owed_to_billers', 'owed_to_landlords', 'in_settlement', 'paid_out', 'given_back') then credits_cents >= debits_cents
  else false end);

-- Rules of payees that an operator published: they go before those of the catalogue file, whenever that is loaded.
create table payee_rules (
  payee_name text primary key,
  account_format jsonb,
  account_number_hint text,
  confidence text not null check (confidence in ('sourced', 'sourced-old', 'partial', 'name-only')),
  source text not null,
  published_by text not null,
  published_at timestamptz not null
);
