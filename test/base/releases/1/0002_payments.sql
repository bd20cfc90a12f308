-- The heart: payments, the history of every move, the keys under which they were created.

create sequence payment_ids;

create table payments (
  partner_id bigint not null references public.partners (id),
  id bigint not null default nextval('payment_ids'),
  kind text not null check (kind in ('bill_interac', 'bill_eft', 'rent_interac', 'rent_card')),
  state text not null,
  -- The number of this payment's latest move: equals the highest sequence in its history.
  version integer not null,
  identification_number text not null check (identification_number ~ '^[1-9][0-9]{11}$'),
  amount_cents bigint not null check (amount_cents > 0),
  received_cents bigint check (received_cents > 0),
  user_id text not null,
  user_name text not null,
  user_email text not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  completed_at timestamptz,
  payee_name text,
  bill_type text,
  account_number text,
  bank_account_id bigint,
  -- term, rent, landlordMemo exactly as they were sent: a JSON text, never interpreted.
  rent_fields text,
  primary key (partner_id, id),
  check ((kind in ('bill_interac', 'bill_eft')) = (payee_name is not null)),
  check ((kind in ('bill_interac', 'bill_eft')) = (account_number is not null)),
  check ((kind in ('bill_interac', 'bill_eft')) = (bill_type is not null)),
  check (state <> 'awaiting_funds' or received_cents is null)
);
-- Leads from a number to its payment; with the partner in it, so that the table can be distributed by partner.
create unique index payments_by_number on payments (identification_number, partner_id);
-- The condition holds of every row. It keeps this index from serving a look-up by (partner_id, id): before statistics are
-- gathered both indexes seem equally good for one, and the foreign keys' own statements, planned once per session, then read
-- all payments of a partner for each new one (measured: 740 instead of 9,000 creations per second).
create index payments_by_change on payments (partner_id, changed_at) where changed_at > '-infinity';
-- What waits for the biller, found without reading what is finished.
create index payments_to_settle on payments (state, partner_id, id)
  where state in ('collected', 'resettling', 'rejected') and kind in ('bill_interac', 'bill_eft');

-- Every move of every payment. The CHECK is the database's own copy of src/payments/machine.ts (a test compares them):
-- an illegal move is refused here too.
create table payment_history (
  partner_id bigint not null,
  payment_id bigint not null,
  sequence integer not null check (sequence > 0),
  kind text not null,
  from_state text not null,
  event text not null,
  to_state text not null,
  cause text not null,
  at timestamptz not null,
  primary key (partner_id, payment_id, sequence),
  foreign key (partner_id, payment_id) references payments (partner_id, id),
  constraint payment_history_moves check ((kind || ' ' || from_state || ' ' || event || ' ' || to_state) in (
    'bill_interac none created awaiting_funds',
    'bill_interac awaiting_funds funds_received collected',
    'bill_interac collected batched settling',
    'bill_interac collected rejected rejected',
    'bill_interac settling accepted settled',
    'bill_interac settling rejected rejected',
    'bill_interac rejected requeued resettling',
    'bill_interac resettling accepted settled',
    'bill_interac resettling presumed settling',
    'bill_interac resettling rejected rejected',
    'bill_eft none created awaiting_funds',
    'bill_eft awaiting_funds funds_received collected',
    'bill_eft awaiting_funds funds_failed uncollected',
    'bill_eft uncollected requeued recollecting',
    'bill_eft recollecting funds_received collected',
    'bill_eft recollecting funds_failed uncollected',
    'bill_eft collected batched settling',
    'bill_eft collected rejected rejected',
    'bill_eft settling accepted settled',
    'bill_eft settling rejected rejected',
    'bill_eft rejected requeued resettling',
    'bill_eft resettling accepted settled',
    'bill_eft resettling presumed settling',
    'bill_eft resettling rejected rejected',
    'rent_interac none created awaiting_funds',
    'rent_interac awaiting_funds funds_received collected',
    'rent_card none created awaiting_funds',
    'rent_card awaiting_funds funds_received collected'
  ))
);

-- What changed that is not a move: the payer's address, the account number of a rejected payment.
create table payment_corrections (
  partner_id bigint not null,
  payment_id bigint not null,
  id bigint generated always as identity,
  field text not null,
  before text not null,
  after text not null,
  cause text not null,
  at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, payment_id) references payments (partner_id, id)
);

create table idempotency_keys (
  partner_id bigint not null,
  token_id bigint not null,
  key text not null,
  body_hash bytea not null,
  payment_id bigint not null,
  -- The stored answer, byte for byte, as text: jsonb would cost more and change it.
  answer text not null,
  created_at timestamptz not null,
  primary key (partner_id, token_id, key)
);
