-- Generated from the numbered migrations beside it by `npm run generate`. Do not edit, do not run.
--
-- One environment's schema, and the list of partners that the environments share (docs/decisions/0001). Why things are as
-- they are stands in the migrations that made them.

create table public.partners (
  id bigint generated always as identity not null,
  name text not null,
  created_at timestamptz default now() not null,
  constraint partners_pkey primary key (id),
  constraint partners_name_check check (name <> '')
);

create sequence payment_ids;

create function business_now()
 returns timestamptz
 language sql
as $function$ select clock_timestamp() + moved_by from sandbox_clock $function$;

create function idempotency_lock(token_id bigint, key text)
 returns bigint
 language sql
 stable
as $function$ select hashtextextended(current_schema() || ' key ' || token_id || ' ' || key, 0) $function$;

create function refuse_change()
 returns trigger
 language plpgsql
as $function$ begin raise exception 'rows of % are only ever added', tg_table_name; end $function$;

create table sandbox_clock (
  only_row boolean default true not null,
  moved_by interval default '00:00:00'::interval not null,
  constraint sandbox_clock_pkey primary key (only_row),
  constraint sandbox_clock_moved_by_check check (moved_by >= '00:00:00'::interval),
  constraint sandbox_clock_only_row_check check (only_row)
);

create table api_tokens (
  partner_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  token_hash bytea not null,
  shown_prefix text not null,
  last_four text not null,
  scopes text[] not null,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  changed_at timestamptz default now() not null,
  last_used_at timestamptz,
  constraint api_tokens_pkey primary key (partner_id, id),
  constraint api_tokens_partner_id_fkey foreign key (partner_id) references public.partners(id),
  constraint api_tokens_token_hash_check check (octet_length(token_hash) = 32)
);
create unique index api_tokens_by_hash on api_tokens (token_hash, partner_id);

create table payments (
  partner_id bigint not null,
  id bigint default nextval('payment_ids'::regclass) not null,
  kind text not null,
  state text not null,
  version integer not null,
  identification_number text not null,
  amount_cents bigint not null,
  received_cents bigint,
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
  rent_fields text,
  constraint payments_pkey primary key (partner_id, id),
  constraint payments_partner_id_bank_account_id_fkey foreign key (partner_id, bank_account_id) references bank_accounts(partner_id, id),
  constraint payments_partner_id_fkey foreign key (partner_id) references public.partners(id),
  constraint payments_amount_cents_check check (amount_cents > 0),
  constraint payments_check check ((kind in ('bill_interac', 'bill_eft')) = (payee_name is not null)),
  constraint payments_check1 check ((kind in ('bill_interac', 'bill_eft')) = (account_number is not null)),
  constraint payments_check2 check ((kind in ('bill_interac', 'bill_eft')) = (bill_type is not null)),
  constraint payments_check3 check (state <> 'awaiting_funds' or received_cents is null),
  constraint payments_identification_number_check check (identification_number ~ '^[1-9][0-9]{11}$'),
  constraint payments_kind_check check (kind in ('bill_interac', 'bill_eft', 'rent_interac', 'rent_card')),
  constraint payments_received_cents_check check (received_cents > 0)
);
create index payments_by_change on payments (partner_id, changed_at) where changed_at > '-infinity'::timestamptz;
create unique index payments_by_number on payments (identification_number, partner_id);
create index payments_by_user on payments (user_id, id);
create index payments_failed on payments (id) where state in ('rejected', 'uncollected');
create index payments_failed_of_partner on payments (partner_id, id) where state in ('uncollected', 'recollecting', 'rejected', 'resettling');
create index payments_to_debit on payments (partner_id, id) where kind = 'bill_eft' and (state in ('awaiting_funds', 'recollecting'));
create index payments_to_settle on payments (state, partner_id, id) where (state in ('collected', 'resettling', 'rejected')) and (kind in ('bill_interac', 'bill_eft'));

create table payment_history (
  partner_id bigint not null,
  payment_id bigint not null,
  sequence integer not null,
  kind text not null,
  from_state text not null,
  event text not null,
  to_state text not null,
  cause text not null,
  at timestamptz not null,
  constraint payment_history_pkey primary key (partner_id, payment_id, sequence),
  constraint payment_history_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id),
  constraint payment_history_moves check (((((((kind || ' ') || from_state) || ' ') || event) || ' ') || to_state) in (
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
    )),
  constraint payment_history_sequence_check check (sequence > 0)
);
create trigger payment_history_append_only before delete or update on payment_history for each statement execute function refuse_change();

create table payment_corrections (
  partner_id bigint not null,
  payment_id bigint not null,
  id bigint generated always as identity not null,
  field text not null,
  before text not null,
  after text not null,
  cause text not null,
  at timestamptz not null,
  constraint payment_corrections_pkey primary key (partner_id, id),
  constraint payment_corrections_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id)
);
create index payment_corrections_by_payment on payment_corrections (partner_id, payment_id);
create index payment_corrections_to_email on payment_corrections (partner_id, lower(after), payment_id) where field = 'user_email';

create table idempotency_keys (
  partner_id bigint not null,
  token_id bigint not null,
  key text not null,
  body_hash bytea not null,
  payment_id bigint not null,
  answer text not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (partner_id, token_id, key)
);

create table payee_catalogue_versions (
  version integer not null,
  content_hash text not null,
  payee_count integer not null,
  loaded_at timestamptz default now() not null,
  constraint payee_catalogue_versions_pkey primary key (version),
  constraint payee_catalogue_versions_version_check check (version > 0)
);

create table payees (
  name text not null,
  active boolean not null,
  bill_type text not null,
  region text not null,
  aliases text[] not null,
  account_format jsonb,
  account_number_hint text,
  confidence text not null,
  source text not null,
  settlement_institution_number text,
  settlement_transit_number text,
  settlement_account_number text,
  settlement_invented boolean,
  version integer not null,
  constraint payees_pkey primary key (name),
  constraint payees_version_fkey foreign key (version) references payee_catalogue_versions(version),
  constraint payees_check check (confidence <> 'name-only' or account_format is null),
  constraint payees_check1 check (num_nulls(settlement_institution_number, settlement_transit_number, settlement_account_number, settlement_invented) in (0, 4)),
  constraint payees_confidence_check check (confidence in ('sourced', 'sourced-old', 'partial', 'name-only')),
  constraint payees_name_check check (name <> ''),
  constraint payees_settlement_account_number_check check (settlement_account_number ~ '^[0-9]{1,12}$'),
  constraint payees_settlement_institution_number_check check (settlement_institution_number ~ '^[0-9]{3}$'),
  constraint payees_settlement_transit_number_check check (settlement_transit_number ~ '^[0-9]{5}$')
);

create table payee_formats (
  payee_name text not null,
  version integer not null,
  account_format jsonb,
  account_number_hint text,
  confidence text not null,
  constraint payee_formats_pkey primary key (payee_name, version),
  constraint payee_formats_payee_name_fkey foreign key (payee_name) references payees(name),
  constraint payee_formats_version_fkey foreign key (version) references payee_catalogue_versions(version)
);

create table ledger_accounts (
  partner_id bigint not null,
  code text not null,
  debits_cents bigint default 0 not null,
  credits_cents bigint default 0 not null,
  constraint ledger_accounts_pkey primary key (partner_id, code),
  constraint ledger_accounts_partner_id_fkey foreign key (partner_id) references public.partners(id),
  constraint ledger_accounts_credits_cents_check check (credits_cents >= 0),
  constraint ledger_accounts_debits_cents_check check (debits_cents >= 0),
  constraint ledger_accounts_side check (
    case
        when code in ('collected_interac', 'collected_eft', 'collected_card', 'receivable') then debits_cents >= credits_cents
        when code in (
      'held_funds',
      'owed_to_billers',
      'owed_to_landlords',
      'in_settlement',
      'paid_out',
      'given_back'
    ) then credits_cents >= debits_cents
        else false
    end)
);

create table ledger_transfers (
  partner_id bigint not null,
  id bigint generated always as identity not null,
  debit_account text not null,
  credit_account text not null,
  amount_cents bigint not null,
  cause text not null,
  at timestamptz not null,
  constraint ledger_transfers_pkey primary key (partner_id, id),
  constraint ledger_transfers_partner_id_cause_debit_account_credit_acco_key unique (partner_id, cause, debit_account, credit_account),
  constraint ledger_transfers_partner_id_credit_account_fkey foreign key (partner_id, credit_account) references ledger_accounts(partner_id, code),
  constraint ledger_transfers_partner_id_debit_account_fkey foreign key (partner_id, debit_account) references ledger_accounts(partner_id, code),
  constraint ledger_transfers_amount_cents_check check (amount_cents > 0),
  constraint ledger_transfers_check check (debit_account <> credit_account)
);
create trigger ledger_transfers_append_only before delete or update on ledger_transfers for each statement execute function refuse_change();

create table webhook_endpoints (
  partner_id bigint not null,
  url text not null,
  events text[] default '{}'[] not null,
  secret_sealed bytea not null,
  changed_at timestamptz default now() not null,
  constraint webhook_endpoints_pkey primary key (partner_id),
  constraint webhook_endpoints_partner_id_fkey foreign key (partner_id) references public.partners(id)
);

create table webhook_events (
  partner_id bigint not null,
  id bigint generated always as identity not null,
  payment_id bigint,
  event text not null,
  record text not null,
  state text default 'pending' not null,
  created_at timestamptz not null,
  constraint webhook_events_pkey primary key (partner_id, id),
  constraint webhook_events_state_check check (state in ('pending', 'claimed', 'delivered', 'failed', 'unknown'))
);
create index webhook_events_ended on webhook_events (partner_id, payment_id, id) where state in ('delivered', 'failed', 'unknown');
create index webhook_events_missed on webhook_events (partner_id, id) where state in ('failed', 'unknown');
create index webhook_events_open on webhook_events (partner_id, payment_id, id) where state in ('pending', 'claimed');

create table webhook_attempts (
  partner_id bigint not null,
  event_id bigint not null,
  number integer not null,
  started_at timestamptz not null,
  by_hand boolean default false not null,
  url text not null,
  signature text,
  body text,
  outcome text,
  status_code integer,
  answer text,
  reason text,
  duration_ms integer,
  constraint webhook_attempts_pkey primary key (partner_id, event_id, number),
  constraint webhook_attempts_partner_id_event_id_fkey foreign key (partner_id, event_id) references webhook_events(partner_id, id)
);
create index webhook_attempts_open on webhook_attempts (started_at) where outcome is null;

create table bank_files (
  id bigint generated always as identity not null,
  direction text not null,
  format text not null,
  name text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  state text not null,
  refusal text,
  counts jsonb,
  received_at timestamptz default now() not null,
  finished_at timestamptz,
  constraint bank_files_pkey primary key (id),
  constraint bank_files_direction_check check (direction in ('in', 'out')),
  constraint bank_files_state_check check (state in ('reading', 'done', 'refused'))
);
create unique index bank_files_by_content on bank_files (format, sha256) where direction = 'in' and state <> 'refused';

create table bank_file_chunks (
  file_id bigint not null,
  number integer not null,
  content_zstd bytea not null,
  constraint bank_file_chunks_pkey primary key (file_id, number),
  constraint bank_file_chunks_file_id_fkey foreign key (file_id) references bank_files(id)
);

create table quarantined_lines (
  id bigint generated always as identity not null,
  file_id bigint not null,
  "position" integer not null,
  line integer not null,
  column_number integer not null,
  reason text not null,
  content jsonb not null,
  state text default 'open' not null,
  quarantined_at timestamptz default now() not null,
  taken_up_at timestamptz,
  set_aside_at timestamptz,
  set_aside_by text,
  set_aside_reason text,
  constraint quarantined_lines_pkey primary key (id),
  constraint quarantined_lines_file_id_position_key unique (file_id, "position"),
  constraint quarantined_lines_file_id_fkey foreign key (file_id) references bank_files(id),
  constraint quarantined_lines_state_check check (state in ('open', 'taken_up', 'set_aside'))
);
create index quarantined_lines_open on quarantined_lines (id) where state = 'open';

create table interac_transfers (
  id bigint generated always as identity not null,
  reference text not null,
  file_id bigint,
  "position" integer,
  amount_cents bigint not null,
  sender_name text,
  sender_email text,
  description text not null,
  booked_at text,
  received_at timestamptz not null,
  numbers text[] default '{}'[] not null,
  state text not null,
  held_reason text,
  explanation text not null,
  partner_id bigint,
  payment_id bigint,
  played_by bigint,
  resolution text,
  resolved_at timestamptz,
  constraint interac_transfers_pkey primary key (id),
  constraint interac_transfers_reference_key unique (reference),
  constraint interac_transfers_file_id_fkey foreign key (file_id) references bank_files(id),
  constraint interac_transfers_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id),
  constraint interac_transfers_amount_cents_check check (amount_cents > 0),
  constraint interac_transfers_check check ((state = 'matched') = (payment_id is not null)),
  constraint interac_transfers_check1 check (state <> 'held' or held_reason is not null),
  constraint interac_transfers_state_check check (state in ('matched', 'held', 'returned'))
);
create index interac_transfers_by_payment on interac_transfers (partner_id, payment_id) where payment_id is not null;
create index interac_transfers_held on interac_transfers using gin (numbers) where state = 'held';
create index interac_transfers_held_by_age on interac_transfers (id) where state = 'held';

create unlogged table interac_staged (
  file_id bigint not null,
  "position" integer not null,
  entry_number integer not null,
  line integer not null,
  column_number integer not null,
  reference text not null,
  amount_cents bigint not null,
  sender_name text,
  sender_email text,
  description text not null,
  booked_at text,
  constraint interac_staged_pkey primary key (file_id, "position")
);

create table settlement_batches (
  id bigint generated always as identity not null,
  message_id text not null,
  created_at timestamptz not null,
  execution_date date not null,
  payments integer not null,
  total_cents bigint not null,
  file_name text not null,
  out_dir text not null,
  file_id bigint,
  named_at timestamptz,
  written_at timestamptz,
  constraint settlement_batches_pkey primary key (id),
  constraint settlement_batches_message_id_key unique (message_id),
  constraint settlement_batches_file_id_fkey foreign key (file_id) references bank_files(id)
);

create table settlement_items (
  partner_id bigint not null,
  payment_id bigint not null,
  attempt integer not null,
  batch_id bigint not null,
  block_id text not null,
  end_to_end_id text not null,
  amount_cents bigint not null,
  payee_name text not null,
  account_number text not null,
  creditor_institution text not null,
  creditor_transit text not null,
  creditor_account text not null,
  warning text,
  submitted_at timestamptz not null,
  outcome text default 'open' not null,
  reason_code text,
  reason_text text,
  answered_at timestamptz,
  constraint settlement_items_pkey primary key (partner_id, payment_id, attempt),
  constraint settlement_items_batch_id_fkey foreign key (batch_id) references settlement_batches(id),
  constraint settlement_items_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id),
  constraint settlement_items_amount_cents_check check (amount_cents > 0),
  constraint settlement_items_outcome_check check (outcome in ('open', 'accepted', 'rejected'))
);
create index settlement_items_by_batch on settlement_items (batch_id, block_id);
create unique index settlement_items_by_end_to_end on settlement_items (end_to_end_id, partner_id);
create unique index settlement_items_open on settlement_items (partner_id, payment_id) where outcome = 'open';

create table settlement_answers (
  id bigint generated always as identity not null,
  file_id bigint,
  "position" integer not null,
  line integer,
  partner_id bigint,
  payment_id bigint,
  attempt integer,
  level text not null,
  status_code text,
  reason_code text,
  reason_text text,
  action text not null,
  why text not null,
  at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  resolution text,
  constraint settlement_answers_pkey primary key (id),
  constraint settlement_answers_file_id_fkey foreign key (file_id) references bank_files(id),
  constraint settlement_answers_action_check check (action in (
      'accept',
      'reject',
      'record',
      'duplicate',
      'hold',
      'unknown'
    )),
  constraint settlement_answers_level_check check (level in ('batch', 'block', 'transaction'))
);
create index settlement_answers_by_payment on settlement_answers (partner_id, payment_id) where payment_id is not null;
create index settlement_answers_held on settlement_answers (id) where (action in ('hold', 'unknown')) and resolved_at is null;
create unique index settlement_answers_once on settlement_answers (file_id, "position", partner_id, payment_id, attempt) nulls not distinct;

create unlogged table settlement_staged (
  file_id bigint not null,
  "position" integer not null,
  line integer not null,
  level text not null,
  subject text not null,
  in_message text not null,
  in_block text,
  instruction_id text,
  doubt text,
  status_code text,
  reason_code text,
  reason_text text,
  constraint settlement_staged_pkey primary key (file_id, "position")
);
create index settlement_staged_by_subject on settlement_staged (file_id, level, subject);

create table past_rent_reports (
  partner_id bigint not null,
  id bigint generated always as identity not null,
  report text not null,
  warnings text[] not null,
  created_at timestamptz not null,
  summary text,
  constraint past_rent_reports_pkey primary key (partner_id, id),
  constraint past_rent_reports_partner_id_fkey foreign key (partner_id) references public.partners(id)
);

create table bank_accounts (
  partner_id bigint not null,
  id bigint generated always as identity not null,
  institution_number text not null,
  transit_number text not null,
  account_sealed bytea not null,
  account_fingerprint bytea not null,
  account_masked text not null,
  account_holder_name text not null,
  pad_agreement jsonb,
  status text default 'active' not null,
  attention text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint bank_accounts_pkey primary key (partner_id, id),
  constraint bank_accounts_partner_id_account_fingerprint_key unique (partner_id, account_fingerprint),
  constraint bank_accounts_partner_id_fkey foreign key (partner_id) references public.partners(id),
  constraint bank_accounts_account_fingerprint_check check (octet_length(account_fingerprint) = 32),
  constraint bank_accounts_institution_number_check check (institution_number ~ '^[0-9]{3}$'),
  constraint bank_accounts_status_check check (status in ('active', 'inactive')),
  constraint bank_accounts_transit_number_check check (transit_number ~ '^[0-9]{5}$')
);

create table eft_files (
  id bigint generated always as identity not null,
  file_creation_number integer not null,
  created_at timestamptz not null,
  due_date date not null,
  debits integer default 0 not null,
  total_cents bigint default 0 not null,
  file_name text not null,
  out_dir text not null,
  file_id bigint,
  named_at timestamptz,
  written_at timestamptz,
  constraint eft_files_pkey primary key (id),
  constraint eft_files_file_id_fkey foreign key (file_id) references bank_files(id),
  constraint eft_files_file_creation_number_check check (file_creation_number >= 1 and file_creation_number <= 9999)
);

create table eft_debits (
  partner_id bigint not null,
  payment_id bigint not null,
  attempt integer not null,
  file_id bigint not null,
  bank_account_id bigint not null,
  institution_number text not null,
  transit_number text not null,
  account_sealed bytea not null,
  account_holder_name text not null,
  amount_cents bigint not null,
  cross_reference text not null,
  state text default 'open' not null,
  return_code text,
  returned_at timestamptz,
  constraint eft_debits_pkey primary key (partner_id, payment_id, attempt),
  constraint eft_debits_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id),
  constraint eft_debits_amount_cents_check check (amount_cents >= 1 and amount_cents <= '9999999999'::bigint),
  constraint eft_debits_cross_reference_check check (length(cross_reference) <= 19),
  constraint eft_debits_state_check check (state in ('open', 'presumed', 'returned'))
);
create index eft_debits_by_file on eft_debits (file_id, partner_id, payment_id);
create unique index eft_debits_by_reference on eft_debits (cross_reference, partner_id);
create unique index eft_debits_open on eft_debits (partner_id, payment_id) where state = 'open';
create index eft_debits_open_by_file on eft_debits (file_id, partner_id, payment_id) where state = 'open';

create table eft_returns (
  id bigint generated always as identity not null,
  file_id bigint not null,
  "position" integer not null,
  line integer not null,
  column_number integer not null,
  partner_id bigint,
  payment_id bigint,
  attempt integer,
  return_code text not null,
  trace text not null,
  amount_cents bigint not null,
  cross_reference text not null,
  action text not null,
  reason text not null,
  why text not null,
  at timestamptz not null,
  taken_up_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  resolution text,
  constraint eft_returns_pkey primary key (id),
  constraint eft_returns_file_id_position_key unique (file_id, "position"),
  constraint eft_returns_file_id_fkey foreign key (file_id) references bank_files(id),
  constraint eft_returns_action_check check (action in ('fail', 'late', 'duplicate', 'hold'))
);
create index eft_returns_by_debit on eft_returns (partner_id, payment_id, attempt) where payment_id is not null;
create index eft_returns_open on eft_returns (id) where (action in ('hold', 'late')) and resolved_at is null;

create unlogged table eft_staged (
  file_id bigint not null,
  "position" integer not null,
  line integer not null,
  column_number integer not null,
  cross_reference text not null,
  return_sealed bytea not null,
  constraint eft_staged_pkey primary key (file_id, "position")
);

create table payment_links (
  partner_id bigint not null,
  payment_id bigint not null,
  link_hash bytea not null,
  created_at timestamptz not null,
  constraint payment_links_pkey primary key (partner_id, payment_id),
  constraint payment_links_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id)
);
create unique index payment_links_by_hash on payment_links (link_hash, partner_id);

create table identity_checks (
  partner_id bigint not null,
  payment_id bigint not null,
  attempt integer not null,
  provider text not null,
  begin_key uuid default gen_random_uuid() not null,
  language text not null,
  return_query text not null,
  description text not null,
  provider_id text,
  state text not null,
  failure text,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  next_look_at timestamptz,
  constraint identity_checks_pkey primary key (partner_id, payment_id, attempt),
  constraint identity_checks_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id),
  constraint identity_checks_attempt_check check (attempt > 0),
  constraint identity_checks_check check (provider_id is not null or (state in ('asked', 'refused'))),
  constraint identity_checks_provider_check check (provider in ('simulated', 'stripe')),
  constraint identity_checks_state_check check (state in (
      'asked',
      'open',
      'processing',
      'failed',
      'verified',
      'canceled',
      'refused'
    ))
);
create unique index identity_checks_by_provider on identity_checks (provider_id, provider, partner_id) where provider_id is not null;
create unique index identity_checks_current on identity_checks (partner_id, payment_id) where state in ('asked', 'open', 'processing', 'failed', 'verified');
create index identity_checks_due on identity_checks (next_look_at) where next_look_at is not null;

create table card_sessions (
  partner_id bigint not null,
  payment_id bigint not null,
  attempt integer not null,
  provider text not null,
  begin_key uuid default gen_random_uuid() not null,
  language text not null,
  return_query text not null,
  description text not null,
  provider_id text,
  state text not null,
  amount_cents bigint not null,
  decline text,
  provider_payment_id text,
  received_cents bigint,
  held_reason text,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  next_look_at timestamptz,
  constraint card_sessions_pkey primary key (partner_id, payment_id, attempt),
  constraint card_sessions_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id),
  constraint card_sessions_amount_cents_check check (amount_cents > 0),
  constraint card_sessions_attempt_check check (attempt > 0),
  constraint card_sessions_check check (provider_id is not null or (state in ('asked', 'refused'))),
  constraint card_sessions_check1 check ((state = 'held') = (held_reason is not null)),
  constraint card_sessions_check2 check ((state = 'paid' or (held_reason in ('amount', 'already_paid'))) = (received_cents is not null)),
  constraint card_sessions_held_reason_check check (held_reason in ('amount', 'currency', 'already_paid')),
  constraint card_sessions_provider_check check (provider in ('simulated', 'stripe')),
  constraint card_sessions_received_cents_check check (received_cents > 0),
  constraint card_sessions_state_check check (state in (
      'asked',
      'open',
      'processing',
      'paid',
      'held',
      'expired',
      'refused'
    ))
);
create index card_sessions_by_payment on card_sessions (provider_payment_id, provider) where provider_payment_id is not null;
create unique index card_sessions_by_provider on card_sessions (provider_id, provider, partner_id) where provider_id is not null;
create unique index card_sessions_current on card_sessions (partner_id, payment_id) where state in ('asked', 'open', 'processing');
create index card_sessions_due on card_sessions (next_look_at) where next_look_at is not null;
create index card_sessions_held on card_sessions (partner_id, payment_id) where state = 'held';
create unique index card_sessions_paid on card_sessions (partner_id, payment_id) where state = 'paid';

create table card_reversals (
  partner_id bigint not null,
  payment_id bigint not null,
  attempt integer not null,
  provider text not null,
  provider_id text not null,
  kind text not null,
  amount_cents bigint not null,
  gone_cents bigint not null,
  surplus_cents bigint not null,
  postings integer not null,
  step integer not null,
  reason text,
  state text not null,
  at timestamptz not null,
  changed_at timestamptz not null,
  constraint card_reversals_pkey primary key (partner_id, provider, provider_id),
  constraint card_reversals_partner_id_payment_id_attempt_fkey foreign key (partner_id, payment_id, attempt) references card_sessions(partner_id, payment_id, attempt),
  constraint card_reversals_amount_cents_check check (amount_cents > 0),
  constraint card_reversals_check check (gone_cents >= 0 and gone_cents <= amount_cents),
  constraint card_reversals_check1 check (surplus_cents >= 0 and surplus_cents <= gone_cents),
  constraint card_reversals_check2 check ((state = 'withdrawn') = (gone_cents = 0)),
  constraint card_reversals_kind_check check (kind in ('refund', 'dispute')),
  constraint card_reversals_postings_check check (postings >= 0),
  constraint card_reversals_state_check check (state in ('pending', 'posted', 'withdrawn')),
  constraint card_reversals_step_check check (step > 0)
);
create index card_reversals_by_session on card_reversals (partner_id, payment_id, attempt);

create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text,
  received_at timestamptz default now() not null,
  constraint provider_events_pkey primary key (provider, event_id)
);

create table provider_listings (
  provider text not null,
  listed_until timestamptz not null,
  next_at timestamptz not null,
  constraint provider_listings_pkey primary key (provider)
);

create table provider_faults (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text not null,
  first_at timestamptz default now() not null,
  tried_at timestamptz default now() not null,
  constraint provider_faults_pkey primary key (provider, event_id)
);

create table simulated_sessions (
  id text not null,
  kind text not null,
  begin_key text not null,
  request jsonb not null,
  state text not null,
  detail text,
  finishes_at timestamptz,
  finishes_as text,
  created_at timestamptz not null,
  constraint simulated_sessions_pkey primary key (id),
  constraint simulated_sessions_begin_key_key unique (begin_key),
  constraint simulated_sessions_kind_check check (kind in ('identity', 'card'))
);

create table cut_offs (
  rail text not null,
  cut_off timestamptz not null,
  run_at timestamptz not null,
  constraint cut_offs_pkey primary key (rail, cut_off),
  constraint cut_offs_rail_check check (rail in ('eft', 'settlement'))
);

create table people (
  id bigint generated by default as identity not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  picture text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  second_factor_enabled boolean default false,
  constraint people_pkey primary key (id),
  constraint people_email_key unique (email),
  constraint people_email_check check (email = lower(email))
);

create table people_sessions (
  id bigint generated by default as identity not null,
  person_id bigint not null,
  token text not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  address text,
  user_agent text,
  second_factor boolean default false,
  seen_at timestamptz default now() not null,
  constraint people_sessions_pkey primary key (id),
  constraint people_sessions_token_key unique (token),
  constraint people_sessions_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);
create index people_sessions_person_id_idx on people_sessions (person_id);

create table people_passwords (
  id bigint generated by default as identity not null,
  person_id bigint not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint people_passwords_pkey primary key (id),
  constraint people_passwords_person_id_provider_id_key unique (person_id, provider_id),
  constraint people_passwords_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);
create index people_passwords_person_id_idx on people_passwords (person_id);

create table people_verifications (
  id bigint generated by default as identity not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint people_verifications_pkey primary key (id)
);
create index people_verifications_identifier_idx on people_verifications (identifier);

create table people_second_factors (
  id bigint generated by default as identity not null,
  person_id bigint not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_count integer default 0,
  locked_until timestamptz,
  constraint people_second_factors_pkey primary key (id),
  constraint people_second_factors_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);
create index people_second_factors_person_id_idx on people_second_factors (person_id);
create index people_second_factors_secret_idx on people_second_factors (secret);

create table people_used_codes (
  person_id bigint not null,
  code text not null,
  used_at timestamptz default now() not null,
  constraint people_used_codes_pkey primary key (person_id, code),
  constraint people_used_codes_person_id_fkey foreign key (person_id) references people(id) on delete cascade
);

create table people_guesses (
  key text not null,
  count integer not null,
  since timestamptz default now() not null,
  constraint people_guesses_pkey primary key (key)
);
create index people_guesses_by_age on people_guesses (since);

create table memberships (
  partner_id bigint not null,
  person_id bigint not null,
  role text not null,
  created_at timestamptz default now() not null,
  constraint memberships_pkey primary key (partner_id, person_id),
  constraint memberships_partner_id_fkey foreign key (partner_id) references public.partners(id),
  constraint memberships_person_id_fkey foreign key (person_id) references people(id) on delete cascade,
  constraint memberships_check check (role = any (
    case
        when partner_id = 0 then array['agent', 'approver']
        else array['owner', 'developer', 'viewer']
    end))
);
create index memberships_by_person on memberships (person_id);

create table invitations (
  partner_id bigint not null,
  id bigint generated always as identity not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by bigint,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  accepted_by bigint,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint invitations_pkey primary key (partner_id, id),
  constraint invitations_token_hash_key unique (token_hash),
  constraint invitations_accepted_by_fkey foreign key (accepted_by) references people(id),
  constraint invitations_invited_by_fkey foreign key (invited_by) references people(id),
  constraint invitations_partner_id_fkey foreign key (partner_id) references public.partners(id),
  constraint invitations_check check (role = any (
    case
        when partner_id = 0 then array['agent', 'approver']
        else array['owner', 'developer', 'viewer']
    end)),
  constraint invitations_email_check check (email = lower(email)),
  constraint invitations_token_hash_check check (octet_length(token_hash) = 32)
);
create unique index invitations_open on invitations (partner_id, email) where accepted_at is null and withdrawn_at is null;

create table audit_trail (
  partner_id bigint not null,
  id bigint generated always as identity not null,
  at timestamptz default clock_timestamp() not null,
  person_id bigint,
  by text not null,
  act text not null,
  subject text,
  before jsonb,
  after jsonb,
  address text,
  constraint audit_trail_pkey primary key (partner_id, id),
  constraint audit_trail_partner_id_fkey foreign key (partner_id) references public.partners(id)
);
create trigger audit_trail_append_only before delete or update or truncate on audit_trail for each statement execute function refuse_change();

create table approvals (
  id bigint generated always as identity not null,
  act text not null,
  request jsonb not null,
  amount_cents bigint not null,
  things text[] not null,
  reason text not null,
  state text default 'open' not null,
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  outcome text,
  constraint approvals_pkey primary key (id),
  constraint approvals_act_check check (act in (
      'attach',
      'return-transfer',
      'requeue',
      'refund',
      'apply-returns',
      'mark-returns',
      'mark-answers',
      'take-up',
      'set-aside'
    )),
  constraint approvals_amount_cents_check check (amount_cents > 0),
  constraint approvals_check check ((state = 'open') = (decided_by is null)),
  constraint approvals_check1 check ((state <> all (array['approved', 'refused'])) or decided_by <> proposed_by),
  constraint approvals_state_check check (state in ('open', 'approved', 'declined', 'withdrawn', 'refused')),
  constraint approvals_things_check check (cardinality(things) > 0)
);
create index approvals_open on approvals using gin (things) where state = 'open';

create table payment_refunds (
  partner_id bigint not null,
  payment_id bigint not null,
  amount_cents bigint not null,
  means text not null,
  reference text not null,
  reference_same text not null,
  reason text not null,
  given_by text not null,
  at timestamptz not null,
  constraint payment_refunds_pkey primary key (partner_id, payment_id),
  constraint payment_refunds_partner_id_payment_id_fkey foreign key (partner_id, payment_id) references payments(partner_id, id),
  constraint payment_refunds_amount_cents_check check (amount_cents > 0),
  constraint payment_refunds_means_check check (means in ('interac', 'eft', 'cheque', 'wire', 'other')),
  constraint payment_refunds_reference_check check (reference <> ''),
  constraint payment_refunds_reference_same_check check (reference_same <> '')
);
create unique index payment_refunds_by_reference on payment_refunds (means, reference_same) where means <> 'other';
create trigger payment_refunds_append_only before delete or update on payment_refunds for each statement execute function refuse_change();

create table payee_rules (
  payee_name text not null,
  account_format jsonb,
  account_number_hint text,
  confidence text not null,
  source text not null,
  published_by text not null,
  published_at timestamptz not null,
  constraint payee_rules_pkey primary key (payee_name),
  constraint payee_rules_confidence_check check (confidence in ('sourced', 'sourced-old', 'partial', 'name-only'))
);
