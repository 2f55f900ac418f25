-- expand
-- Matches of claims with facts, each recorded once under the id of its run. Their rows are packed, some hundred together.
create table match_run (
  run_id text primary key,
  spool_id text not null,
  as_of timestamptz not null,
  counts json not null,
  match_digest text not null,
  row_count integer not null,
  statuses text not null,
  findings text not null
);

create index match_run_of_spool on match_run (spool_id, as_of desc);

create table match_page (
  run_id text not null references match_run (run_id) on delete cascade,
  page integer not null,
  rows bytea not null,
  primary key (run_id, page)
);

grant select, insert, delete on match_run, match_page to {{runtime_role}};
