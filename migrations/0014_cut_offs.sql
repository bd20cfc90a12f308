-- Cut-offs that were run, by rail: each is run once, and the latest one tells what is due.
create table cut_offs (
  rail text not null check (rail in ('eft', 'settlement')),
  cut_off timestamptz not null,
  run_at timestamptz not null,
  primary key (rail, cut_off)
);

insert into cut_offs (rail, cut_off, run_at)
  select 'eft', cut_off, run_at from eft_cut_offs
  union all
  select 'settlement', cut_off, run_at from settlement_cut_offs;

drop table eft_cut_offs;
drop table settlement_cut_offs;
