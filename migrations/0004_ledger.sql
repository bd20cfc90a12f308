-- Double entry: accounts with running totals, and transfers that are only ever added.

create table ledger_accounts (
  partner_id bigint not null references public.partners (id),
  code text not null,
  debits_cents bigint not null default 0 check (debits_cents >= 0),
  credits_cents bigint not null default 0 check (credits_cents >= 0),
  primary key (partner_id, code),
  -- What came in stands on the debit side, what is owed or passed on stands on the credit side. No account may go
  -- below nothing: the money would have to come from nowhere.
  constraint ledger_accounts_side check (case
    when code in ('collected_interac', 'collected_eft', 'collected_card', 'receivable') then debits_cents >= credits_cents
    when code in ('held_funds', 'owed_to_billers', 'owed_to_landlords', 'in_settlement', 'paid_out') then credits_cents >= debits_cents
    else false end)
);

create table ledger_transfers (
  partner_id bigint not null,
  id bigint generated always as identity,
  debit_account text not null,
  credit_account text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What made this posting: 'payment 12 move 3', 'interac 7 held'. One cause posts once.
  cause text not null,
  at timestamptz not null,
  primary key (partner_id, id),
  unique (partner_id, cause, debit_account, credit_account),
  foreign key (partner_id, debit_account) references ledger_accounts (partner_id, code),
  foreign key (partner_id, credit_account) references ledger_accounts (partner_id, code),
  check (debit_account <> credit_account)
);
create function refuse_change() returns trigger language plpgsql as
$$ begin raise exception 'rows of % are only ever added', tg_table_name; end $$;
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each statement execute function refuse_change();
create trigger payment_history_append_only before update or delete on payment_history
  for each statement execute function refuse_change();
