-- Past rent reports: kept as sent, with the warnings that the usual rules of reporting gave.

create table past_rent_reports (
  partner_id bigint not null references public.partners (id),
  id bigint generated always as identity,
  report text not null,
  warnings text[] not null,
  created_at timestamptz not null,
  primary key (partner_id, id)
);
