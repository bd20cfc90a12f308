-- Bank accounts that partners registered for EFT debits. The number is sealed; what finds it again is a keyed fingerprint.

create table bank_accounts (
  partner_id bigint not null references public.partners (id),
  id bigint generated always as identity,
  institution_number text not null check (institution_number ~ '^[0-9]{3}$'),
  transit_number text not null check (transit_number ~ '^[0-9]{5}$'),
  account_sealed bytea not null,
  account_fingerprint bytea not null check (octet_length(account_fingerprint) = 32),
  -- What is shown of the number: everything but the last four digits masked.
  account_masked text not null,
  account_holder_name text not null,
  -- The signed pre-authorized debit agreement as JSON, renewed when the account is registered again.
  pad_agreement jsonb,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- Why somebody should look at it: a debit came back for a dead account. It stays active all the same.
  attention text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (partner_id, id),
  unique (partner_id, account_fingerprint)
);
alter table payments add foreign key (partner_id, bank_account_id) references bank_accounts (partner_id, id);
create index payments_to_debit on payments (partner_id, id)
  where kind = 'bill_eft' and state in ('awaiting_funds', 'recollecting');
