-- Settlement: batches written for the billers' banks, what each submitted payment was answered.

create table settlement_batches (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  created_at timestamptz not null,
  execution_date date not null,
  payments integer not null,
  total_cents bigint not null,
  file_name text not null,
  -- Where the run was told to write (absolute): a file that a dead process left unwritten is written there, by whichever run.
  out_dir text not null,
  file_id bigint references bank_files (id),
  -- Set when the file stands complete where it was asked for; until then the next run writes it (again).
  written_at timestamptz
);

create table settlement_items (
  partner_id bigint not null,
  payment_id bigint not null,
  -- The first submission is 1; a re-queued payment is submitted again under the next number.
  attempt integer not null,
  batch_id bigint not null references settlement_batches (id),
  block_id text not null,
  end_to_end_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  payee_name text not null,
  -- The user's number with the payee, and where the payee is paid, as they stood when the batch was made: a change of the
  -- catalogue redirects nothing that is under way, and the file can be written again as it was.
  account_number text not null,
  creditor_institution text not null,
  creditor_transit text not null,
  creditor_account text not null,
  -- What a rule without a confirmed source had to say: for the operator, it rejects nothing.
  warning text,
  submitted_at timestamptz not null,
  outcome text not null default 'open' check (outcome in ('open', 'accepted', 'rejected')),
  reason_code text,
  reason_text text,
  answered_at timestamptz,
  primary key (partner_id, payment_id, attempt),
  foreign key (partner_id, payment_id) references payments (partner_id, id)
);
create unique index settlement_items_by_end_to_end on settlement_items (end_to_end_id, partner_id);
create index settlement_items_by_batch on settlement_items (batch_id, block_id);
-- At most one submission of a payment waits for its answer.
create unique index settlement_items_open on settlement_items (partner_id, payment_id) where outcome = 'open';

-- Every answer that a report gave, whatever was done with it. What is said of a batch or block, and decides about no payment, has
-- a row without a payment.
create table settlement_answers (
  id bigint generated always as identity primary key,
  file_id bigint references bank_files (id),
  position integer not null,
  line integer,
  partner_id bigint,
  payment_id bigint,
  attempt integer,
  level text not null check (level in ('batch', 'block', 'transaction')),
  status_code text,
  reason_code text,
  reason_text text,
  action text not null check (action in ('accept', 'reject', 'record', 'duplicate', 'hold', 'unknown')),
  why text not null,
  at timestamptz not null,
  resolved_at timestamptz
);
-- One line of a report decides once about a submission, also when the file is taken up again after a crash.
create unique index settlement_answers_once on settlement_answers (file_id, position, partner_id, payment_id, attempt)
  nulls not distinct;
create index settlement_answers_held on settlement_answers (id) where action in ('hold', 'unknown') and resolved_at is null;
create index settlement_answers_by_payment on settlement_answers (partner_id, payment_id) where payment_id is not null;

-- Cut-offs whose settlement was run: each is run once, by whichever worker comes first.
create table settlement_cut_offs (
  cut_off timestamptz primary key,
  run_at timestamptz not null
);

-- A report while it is being read, like interac_staged.
create unlogged table settlement_staged (
  file_id bigint not null,
  position integer not null,
  line integer not null,
  level text not null,
  -- Which batch, block or submission it speaks of.
  subject text not null,
  -- Where it stands, and what else it says of itself: all of it must fit the submission before money moves.
  in_message text not null,
  in_block text,
  instruction_id text,
  -- Why nothing in this report can be acted on, in words; null where it can.
  doubt text,
  status_code text,
  reason_code text,
  reason_text text,
  primary key (file_id, position)
);
create index settlement_staged_by_subject on settlement_staged (file_id, level, subject);
