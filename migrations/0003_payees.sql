-- The payee catalogue: the operator's, not a partner's, so without partner_id. A payee is never deleted, because payments
-- name it; one that left the catalogue becomes inactive. Search runs in the processes' memory, so no text index here.

create table payee_catalogue_versions (
  version integer primary key check (version > 0),
  -- SHA-256 of the content: the same catalogue again makes no version.
  content_hash text not null,
  payee_count integer not null,
  loaded_at timestamptz not null default now()
);

create table payees (
  name text primary key check (name <> ''),
  active boolean not null,
  bill_type text not null,
  region text not null,
  aliases text[] not null,
  -- Null: the format is not known.
  account_format jsonb,
  account_number_hint text,
  confidence text not null check (confidence in ('sourced', 'sourced-old', 'partial', 'name-only')),
  source text not null,
  settlement_institution_number text check (settlement_institution_number ~ '^[0-9]{3}$'),
  settlement_transit_number text check (settlement_transit_number ~ '^[0-9]{5}$'),
  settlement_account_number text check (settlement_account_number ~ '^[0-9]{1,12}$'),
  -- True: an account of the sandbox, which production does not know.
  settlement_invented boolean,
  -- The version that last changed this row.
  version integer not null references payee_catalogue_versions,
  check (confidence <> 'name-only' or account_format is null),
  check (
    num_nulls(settlement_institution_number, settlement_transit_number, settlement_account_number, settlement_invented)
    in (0, 4)
  )
);

-- Billers change their account numbers with their systems: what was expected from which version on.
create table payee_formats (
  payee_name text not null references payees,
  version integer not null references payee_catalogue_versions,
  account_format jsonb,
  account_number_hint text,
  confidence text not null,
  primary key (payee_name, version)
);
