-- Bank files: kept as they came, recognised by content; their lines that could not be used.

create table bank_files (
  id bigint generated always as identity primary key,
  direction text not null check (direction in ('in', 'out')),
  format text not null,
  name text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  -- in: reading → done | refused. out: done.
  state text not null check (state in ('reading', 'done', 'refused')),
  refusal text,
  counts jsonb,
  received_at timestamptz not null default now(),
  finished_at timestamptz
);
-- A second delivery of the same content is the same file. A refused file is kept, and may be delivered again.
create unique index bank_files_by_content on bank_files (format, sha256) where direction = 'in' and state <> 'refused';

create table bank_file_chunks (
  file_id bigint not null references bank_files (id),
  number integer not null,
  content_zstd bytea not null,
  primary key (file_id, number)
);

create table quarantined_lines (
  id bigint generated always as identity primary key,
  file_id bigint not null references bank_files (id),
  position integer not null,
  line integer not null,
  column_number integer not null,
  reason text not null,
  content jsonb not null,
  state text not null default 'open' check (state in ('open', 'taken_up')),
  quarantined_at timestamptz not null default now(),
  taken_up_at timestamptz,
  unique (file_id, position)
);
create index quarantined_lines_open on quarantined_lines (id) where state = 'open';
