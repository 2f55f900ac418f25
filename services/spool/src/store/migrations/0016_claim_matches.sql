-- expand
-- Matches of the claims of a Spool, the last of which is read. Their rows are kept by the service that matches.
create table claim_match (
  run_id text primary key,
  number bigint generated always as identity,
  spool_id text not null,
  matched_at timestamptz not null,
  as_of timestamptz not null,
  counts json not null,
  match_digest text not null,
  -- By ordinal of the claim, a letter for its result.
  statuses text not null
);

create index claim_match_of_spool on claim_match (spool_id, number desc);

grant select, insert on claim_match to {{runtime_role}};
