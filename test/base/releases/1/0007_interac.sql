-- Interac: every transfer that a bank reported, a resource of its own. It belongs to the operator; it gets a partner when
-- it is matched.

create table interac_transfers (
  id bigint generated always as identity primary key,
  -- The network's reference, else the bank's entry reference with the position inside the entry. One transfer, one row.
  reference text not null unique,
  file_id bigint references bank_files (id),
  position integer,
  amount_cents bigint not null check (amount_cents > 0),
  sender_name text,
  sender_email text,
  description text not null,
  booked_at text,
  received_at timestamptz not null,
  numbers text[] not null default '{}',
  state text not null check (state in ('matched', 'held', 'returned')),
  held_reason text,
  explanation text not null,
  partner_id bigint,
  payment_id bigint,
  resolution text,
  resolved_at timestamptz,
  foreign key (partner_id, payment_id) references payments (partner_id, id),
  check ((state = 'matched') = (payment_id is not null)),
  check (state <> 'held' or held_reason is not null)
);
create index interac_transfers_held on interac_transfers using gin (numbers) where state = 'held';
create index interac_transfers_held_by_age on interac_transfers (id) where state = 'held';
create index interac_transfers_by_payment on interac_transfers (partner_id, payment_id) where payment_id is not null;

-- Lines of a file that is still being read. Nothing takes effect before its end; after a crash the file is read again,
-- so these rows need not survive one.
create unlogged table interac_staged (
  file_id bigint not null,
  position integer not null,
  entry_number integer not null,
  line integer not null,
  column_number integer not null,
  reference text not null,
  amount_cents bigint not null,
  sender_name text,
  sender_email text,
  description text not null,
  booked_at text,
  primary key (file_id, position)
);
