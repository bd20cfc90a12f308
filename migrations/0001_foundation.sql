-- Foundation: who the partners are, their tokens, the clock.
--
-- One schema per environment (sandbox, production): everything below is made in the first schema of the search path, so
-- that neither environment can see the other's tokens or money, even on one database. Only the list of partners is
-- shared, because a partner is the same company in both.

create table if not exists public.partners (
  id bigint generated always as identity (start with 1) primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
-- Partner 0 is the operator: the owner of money that belongs to no payment yet.
insert into public.partners (id, name) overriding system value values (0, 'the operator')
on conflict (id) do nothing;

-- How far the sandbox clock was moved forward. One row; production never changes it.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  moved_by interval not null default interval '0' check (moved_by >= interval '0')
);
insert into sandbox_clock default values;

-- Business time: the real time of this very moment (not the transaction's start: a stamp must never lie before the moment
-- at which its transaction could be seen to run), plus what the sandbox clock was moved by.
create function business_now() returns timestamptz language sql volatile as
$$ select clock_timestamp() + moved_by from sandbox_clock $$;

create table api_tokens (
  partner_id bigint not null references public.partners (id),
  id bigint generated always as identity,
  name text not null,
  -- SHA-256 of the token: 256 random bits need no salt, and the value itself is nowhere.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  shown_prefix text not null,
  last_four text not null,
  scopes text[] not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (partner_id, id)
);
create unique index api_tokens_by_hash on api_tokens (token_hash, partner_id);
