-- What a judge answered on the claim of one condition of a run, stored before the run judges by it. The opinion is JSON
-- kept as the text that was first recorded.
create table opinion (
  run_id text not null,
  condition_id text not null,
  opinion text not null,
  answered_at timestamptz not null,
  primary key (run_id, condition_id)
);

grant select, insert on opinion to {{runtime_role}};
