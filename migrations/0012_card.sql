-- Card: the payer's link, identity verification, card sessions at the provider, what goes back later.

create table payment_links (
  partner_id bigint not null,
  payment_id bigint not null,
  -- SHA-256 of the link's text, which is kept nowhere: whoever reads the database cannot open the page. (In the sandbox, the
  -- simulated provider keeps the way back to it, as a real provider does: simulated_sessions.)
  link_hash bytea not null,
  created_at timestamptz not null,
  primary key (partner_id, payment_id),
  foreign key (partner_id, payment_id) references payments (partner_id, id)
);
create unique index payment_links_by_hash on payment_links (link_hash, partner_id);

create table identity_checks (
  partner_id bigint not null,
  payment_id bigint not null,
  -- A check that was canceled or refused is followed by one with the next number.
  attempt integer not null check (attempt > 0),
  provider text not null check (provider in ('simulated', 'stripe')),
  -- The provider is asked under this key: asked twice, it is the same session there.
  begin_key uuid not null default gen_random_uuid(),
  -- What goes with the key: asked again, also from a tab in another language, it is the same question. Of the way back only the
  -- query, not the link.
  language text not null,
  return_query text not null,
  description text not null,
  -- Null from the moment before the provider is asked until its answer is recorded.
  provider_id text,
  -- asked → open ⇄ processing → verified; failed may be tried again there; canceled and refused are over.
  state text not null check (state in ('asked', 'open', 'processing', 'failed', 'verified', 'canceled', 'refused')),
  failure text,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  -- When the provider is asked again by itself (business time); null: only when somebody comes back to the page.
  next_look_at timestamptz,
  primary key (partner_id, payment_id, attempt),
  foreign key (partner_id, payment_id) references payments (partner_id, id),
  check (provider_id is not null or state in ('asked', 'refused'))
);
create unique index identity_checks_by_provider on identity_checks (provider_id, provider, partner_id) where provider_id is not null;
create unique index identity_checks_current on identity_checks (partner_id, payment_id)
  where state in ('asked', 'open', 'processing', 'failed', 'verified');
create index identity_checks_due on identity_checks (next_look_at) where next_look_at is not null;

create table card_sessions (
  partner_id bigint not null,
  payment_id bigint not null,
  attempt integer not null check (attempt > 0),
  provider text not null check (provider in ('simulated', 'stripe')),
  begin_key uuid not null default gen_random_uuid(),
  language text not null,
  return_query text not null,
  description text not null,
  provider_id text,
  -- asked → open → processing → paid. expired, refused: over without money. held: money came that does not fit.
  state text not null check (state in ('asked', 'open', 'processing', 'paid', 'held', 'expired', 'refused')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Why the latest try was declined; the payer may try again.
  decline text,
  -- The provider's name for the payment itself: disputes and refunds name it.
  provider_payment_id text,
  -- What came in, once it did; null where it came in another currency.
  received_cents bigint check (received_cents > 0),
  held_reason text check (held_reason in ('amount', 'currency', 'already_paid')),
  started_at timestamptz not null,
  changed_at timestamptz not null,
  next_look_at timestamptz,
  primary key (partner_id, payment_id, attempt),
  foreign key (partner_id, payment_id) references payments (partner_id, id),
  check (provider_id is not null or state in ('asked', 'refused')),
  check ((state = 'held') = (held_reason is not null)),
  check ((state = 'paid' or held_reason in ('amount', 'already_paid')) = (received_cents is not null))
);
create unique index card_sessions_by_provider on card_sessions (provider_id, provider, partner_id) where provider_id is not null;
create index card_sessions_by_payment on card_sessions (provider_payment_id, provider) where provider_payment_id is not null;
-- Two tabs and a double click share one session: a payer cannot pay twice.
create unique index card_sessions_current on card_sessions (partner_id, payment_id) where state in ('asked', 'open', 'processing');
create unique index card_sessions_paid on card_sessions (partner_id, payment_id) where state = 'paid';
create index card_sessions_due on card_sessions (next_look_at) where next_look_at is not null;
create index card_sessions_held on card_sessions (partner_id, payment_id) where state = 'held';

-- Refunds and disputes: money that went back. The payment's status does not change (open point `eft-late-return`).
create table card_reversals (
  partner_id bigint not null,
  payment_id bigint not null,
  attempt integer not null,
  provider text not null,
  -- The provider's name for this refund or dispute.
  provider_id text not null,
  kind text not null check (kind in ('refund', 'dispute')),
  -- The most that was gone by it at a time, and what is gone by it now: a dispute can be won, in part, and lost again.
  amount_cents bigint not null check (amount_cents > 0),
  gone_cents bigint not null check (gone_cents between 0 and amount_cents),
  -- What of that is not posted, because it is more than was left of the session's money: the operator's to see to.
  surplus_cents bigint not null check (surplus_cents between 0 and gone_cents),
  -- How often it was posted: each posting's cause has its number.
  postings integer not null check (postings >= 0),
  -- How far the provider had got with it: an older look is passed over.
  step integer not null check (step > 0),
  reason text,
  -- pending: a refund that is on its way, and posted already. withdrawn: it failed, or the dispute was won; all is back.
  state text not null check (state in ('pending', 'posted', 'withdrawn')),
  at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'withdrawn') = (gone_cents = 0)),
  primary key (partner_id, provider, provider_id),
  foreign key (partner_id, payment_id, attempt) references card_sessions (partner_id, payment_id, attempt)
);
create index card_reversals_by_session on card_reversals (partner_id, payment_id, attempt);

-- What the provider told us, once each: its events come in any order and any number of times.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- How far a provider was asked for events that it did not bring by itself.
create table provider_listings (
  provider text primary key,
  -- By the provider's clock: everything up to then has been dealt with.
  listed_until timestamptz not null,
  -- When it is asked again (business time).
  next_at timestamptz not null
);

-- Events that were found by asking and could not be dealt with: tried again each time, so that they hold up no others.
create table provider_faults (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text not null,
  first_at timestamptz not null default now(),
  tried_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- The sandbox's own provider: what its pages were told. Empty in production.
create table simulated_sessions (
  id text primary key,
  kind text not null check (kind in ('identity', 'card')),
  -- The key under which it was begun: asked twice, it is the same session.
  begin_key text not null unique,
  -- With the address that the payer comes back to, and so with the text of their link.
  request jsonb not null,
  state text not null,
  detail text,
  -- When what is being processed is finished, and how (business time).
  finishes_at timestamptz,
  finishes_as text,
  created_at timestamptz not null
);
