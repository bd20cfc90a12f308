-- What the partner's pages look things up by.

-- To the minute.
alter table api_tokens add column last_used_at timestamptz;

-- A user's payments, by the id that the e-mail address gives: of one partner alone, so that the partner need not stand here; newest
-- first. The user stands first, for the reason told at payments_by_change: this index must not seem good for a look-up by
-- (partner_id, id).
create index payments_by_user on payments (user_id, id);
-- Failed payments are few: found without reading the others. (The condition is that of src/payments/search.ts, word by word.)
create index payments_failed_of_partner on payments (partner_id, id)
  where state in ('uncollected', 'recollecting', 'rejected', 'resettling');

create index payment_corrections_by_payment on payment_corrections (partner_id, payment_id);
-- Payments that were given another address: found by it too.
create index payment_corrections_to_email on payment_corrections (partner_id, lower(after), payment_id)
  where field = 'user_email';

-- Ended events by payment, for its timeline; together with webhook_events_open, all of them. Written when a delivery ends.
create index webhook_events_ended on webhook_events (partner_id, payment_id, id)
  where state in ('delivered', 'failed', 'unknown');
-- What a partner missed, page by page.
create index webhook_events_missed on webhook_events (partner_id, id) where state in ('failed', 'unknown');

-- What the list says of a report (JSON text, see summaryOf in src/rent-reports/store.ts), so that it need not read reports of a
-- megabyte. Reports that SQL cannot read (a number too large, a NUL) stay without: then the list reads them.
alter table past_rent_reports add column summary text;
update past_rent_reports r set summary = jsonb_strip_nulls(jsonb_build_object(
    'userEmail', j.report -> 'userEmail',
    'userName', case when jsonb_typeof(j.report -> 'userName') = 'string' then left(j.report ->> 'userName', 254) end,
    'months', m.months, 'firstMonth', m.first, 'lastMonth', m.last, 'warningCount', cardinality(k.warnings)))::text
  from past_rent_reports k
    cross join lateral (select case when pg_input_is_valid(k.report, 'jsonb') then k.report::jsonb end as report offset 0) j
    cross join lateral (
      select count(*) as months, min((p ->> 'month') collate "C") as first, max((p ->> 'month') collate "C") as last
      from jsonb_array_elements(j.report -> 'payments') p
    ) m
  where k.partner_id = r.partner_id and k.id = r.id and j.report is not null;
