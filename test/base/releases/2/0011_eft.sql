-- EFT: debits of registered accounts, the files they go out in, what came back.

create table eft_files (
  id bigint generated always as identity primary key,
  -- 1 to 9999, never one of the last ten that the bank saw.
  file_creation_number integer not null check (file_creation_number between 1 and 9999),
  created_at timestamptz not null,
  due_date date not null,
  debits integer not null default 0,
  total_cents bigint not null default 0,
  file_name text not null,
  file_id bigint references bank_files (id),
  -- Set when the file stands whole where it was asked for; until then the next run writes it (again), the same bytes.
  written_at timestamptz
);

create table eft_debits (
  partner_id bigint not null,
  payment_id bigint not null,
  -- The first debit of a payment is 1; a re-queued payment is debited again under the next number.
  attempt integer not null,
  file_id bigint not null references eft_files (id),
  bank_account_id bigint not null,
  -- The account as it stood when the debit was made: a later change does not redirect money in flight.
  institution_number text not null,
  transit_number text not null,
  account_sealed bytea not null,
  account_holder_name text not null,
  amount_cents bigint not null check (amount_cents between 1 and 9999999999),
  due_date date not null,
  -- Comes back on a return: DE 15, at most 19 characters.
  cross_reference text not null check (length(cross_reference) <= 19),
  -- A payment without an open debit waits for the cut-off; an open debit is in its file, and sent once the file is written;
  -- presumed: no return came in time, the payment completed; returned: the money did not come, or went back.
  state text not null default 'open' check (state in ('open', 'presumed', 'returned')),
  return_code text,
  returned_at timestamptz,
  primary key (partner_id, payment_id, attempt),
  foreign key (partner_id, payment_id) references payments (partner_id, id),
  foreign key (partner_id, bank_account_id) references bank_accounts (partner_id, id)
);
create unique index eft_debits_by_reference on eft_debits (cross_reference, partner_id);
create index eft_debits_by_file on eft_debits (file_id, partner_id, payment_id);
create unique index eft_debits_open on eft_debits (partner_id, payment_id) where state = 'open';
create index eft_debits_due on eft_debits (due_date, partner_id, payment_id) where state = 'open';

-- Every return that came, whatever was done with it. Account numbers are not kept here: the file is, sealed.
create table eft_returns (
  id bigint generated always as identity primary key,
  file_id bigint not null references bank_files (id),
  position integer not null,
  line integer not null,
  column_number integer not null,
  partner_id bigint,
  payment_id bigint,
  attempt integer,
  return_code text not null,
  trace text not null,
  amount_cents bigint not null,
  cross_reference text not null,
  action text not null check (action in ('fail', 'late', 'duplicate', 'hold')),
  why text not null,
  at timestamptz not null,
  resolved_at timestamptz,
  unique (file_id, position)
);
create index eft_returns_open on eft_returns (id) where action in ('hold', 'late') and resolved_at is null;
create index eft_returns_by_debit on eft_returns (partner_id, payment_id, attempt) where payment_id is not null;

-- A return file while it is being read, like interac_staged. The line is sealed: it holds account numbers.
create unlogged table eft_staged (
  file_id bigint not null,
  position integer not null,
  line integer not null,
  column_number integer not null,
  cross_reference text not null,
  return_sealed bytea not null,
  primary key (file_id, position)
);

-- Cut-offs at which debits were originated, like settlement_cut_offs.
create table eft_cut_offs (
  cut_off timestamptz primary key,
  run_at timestamptz not null
);
