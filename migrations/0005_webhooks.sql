-- Webhooks: where a partner listens, what is owed, every attempt.

create table webhook_endpoints (
  partner_id bigint primary key references public.partners (id),
  url text not null,
  -- Nothing is subscribed until it is named here.
  events text[] not null default '{}',
  secret_sealed bytea not null,
  changed_at timestamptz not null default now()
);

create table webhook_events (
  -- Without a foreign key: every statement that adds events reads the partner's row of webhook_endpoints, which has one.
  partner_id bigint not null,
  id bigint generated always as identity,
  -- Absent on test deliveries: their record is in no history.
  payment_id bigint,
  event text not null,
  -- The payment record as it stood at the change, a JSON text.
  record text not null,
  -- pending → claimed → delivered | failed | unknown (died between claim and record)
  state text not null default 'pending' check (state in ('pending', 'claimed', 'delivered', 'failed', 'unknown')),
  created_at timestamptz not null,
  primary key (partner_id, id)
);
-- Open events, in each payment's own order: the second of a payment waits for the first.
create index webhook_events_open on webhook_events (partner_id, payment_id, id) where state in ('pending', 'claimed');

create table webhook_attempts (
  partner_id bigint not null,
  event_id bigint not null,
  number integer not null,
  -- Written with the claim, before anything is sent: a row without an outcome is an attempt that nobody can answer for.
  started_at timestamptz not null,
  by_hand boolean not null default false,
  url text not null,
  signature text,
  body text,
  outcome text,
  status_code integer,
  answer text,
  reason text,
  duration_ms integer,
  primary key (partner_id, event_id, number),
  foreign key (partner_id, event_id) references webhook_events (partner_id, id)
);
create index webhook_attempts_open on webhook_attempts (started_at) where outcome is null;
