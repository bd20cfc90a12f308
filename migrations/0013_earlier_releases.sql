-- Databases that an earlier release made: what 0002 to 0011 say now, and did not say yet when they were applied there. Anywhere else
-- this changes nothing. A migration that was released is not edited any more (test/base/released-migrations.test.ts).

create or replace function idempotency_lock(token_id bigint, key text) returns bigint language sql stable as
$$ select hashtextextended(current_schema() || ' key ' || token_id || ' ' || key, 0) $$;

alter table quarantined_lines
  add column if not exists set_aside_at timestamptz,
  add column if not exists set_aside_by text,
  add column if not exists set_aside_reason text,
  drop constraint if exists quarantined_lines_state_check,
  add constraint quarantined_lines_state_check check (state in ('open', 'taken_up', 'set_aside'));

alter table interac_transfers add column if not exists played_by bigint;

-- Where an unwritten file was asked for was not kept: a folder that cannot be makes the next run write it where that run writes.
alter table settlement_batches
  add column if not exists out_dir text not null default '/dev/null/unknown',
  add column if not exists named_at timestamptz;
alter table settlement_batches alter column out_dir drop default;
alter table settlement_answers
  add column if not exists resolved_by text,
  add column if not exists resolution text;

-- What waits there belongs to a report that was being taken in: it is staged again when the report is.
do $$ begin
  if not exists (
    select from information_schema.columns
    where table_schema = current_schema() and table_name = 'settlement_staged' and column_name = 'in_message'
  ) then
    truncate settlement_staged;
    alter table settlement_staged
      add column in_message text not null,
      add column in_block text,
      add column instruction_id text,
      add column doubt text;
  end if;
end $$;

alter table eft_files
  add column if not exists out_dir text not null default '/dev/null/unknown',
  add column if not exists named_at timestamptz;
alter table eft_files alter column out_dir drop default;

-- The day is that of the file; why file and account have no foreign key is said where the table is made.
alter table eft_debits
  drop column if exists due_date,
  drop constraint if exists eft_debits_file_id_fkey,
  drop constraint if exists eft_debits_partner_id_bank_account_id_fkey;
create index if not exists eft_debits_open_by_file on eft_debits (file_id, partner_id, payment_id) where state = 'open';

alter table eft_returns
  add column if not exists reason text,
  add column if not exists taken_up_at timestamptz,
  add column if not exists resolved_by text,
  add column if not exists resolution text;
update eft_returns set reason = case
    when action = 'fail' then 'sent'
    when action = 'late' then 'after-completion'
    when action = 'duplicate' then 'same-return'
    when why like 'The cross-reference names no debit%' then 'nobodys'
    when why like 'The bank returns a credit%' then 'credit-returned'
    when why like 'The amount returned%' then 'amount-differs'
    when why like 'The return names another account%' then 'account-differs'
    when why like 'The debit came back before%' then 'second-return'
    else 'not-sent'
  end
  where reason is null;
alter table eft_returns alter column reason set not null;

-- A debit that came back late is returned as well; its payment stays as it is.
update eft_debits d set state = 'returned', return_code = r.return_code, returned_at = r.at
  from eft_returns r
  where r.action = 'late' and d.state = 'presumed'
    and (d.partner_id, d.payment_id, d.attempt) = (r.partner_id, r.payment_id, r.attempt);
