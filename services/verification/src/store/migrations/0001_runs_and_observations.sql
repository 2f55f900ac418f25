-- What a run came to. The outcome is kept as the text that was first answered, so that every later answer is the same bytes.
create table run (
  run_id text primary key,
  spool_id text not null,
  plan_hash text not null check (plan_hash ~ '^[0-9a-f]{64}$'),
  run_digest text not null check (run_digest ~ '^[0-9a-f]{64}$'),
  outcome text not null,
  completed_at timestamptz not null
);

-- What the fetcher saw for a run, stored before the run judges it. `ordinal` counts the URLs that one condition asks for:
-- a function of the frozen plan and evidence, so a repeated run asks for the same ones.
create table observation (
  run_id text not null,
  condition_id text not null,
  ordinal integer not null,
  url text not null,
  final_url text,
  status smallint,
  failure text check (failure in ('unreachable', 'blocked_address')),
  observed_at timestamptz not null,
  primary key (run_id, condition_id, ordinal),
  check ((failure is null) = (status is not null and final_url is not null))
);

grant select, insert on run, observation to {{runtime_role}};
