-- expand
-- What the first run of each Spool adds to the outcome index. Rows of a period are gone once it is published.
create table index_contribution (
  spool_id text primary key,
  account_id text not null,
  deliverable_type text not null,
  -- Sorted, as a JSON list of names.
  checkers text not null,
  result text not null check (result in ('pass', 'partial', 'fail', 'uncertain')),
  submitted_units bigint not null check (submitted_units >= 0),
  accepted_units bigint not null check (accepted_units >= 0),
  at timestamptz not null,
  runs_to_end integer check (runs_to_end > 0)
);
create index index_contribution_at on index_contribution (at);
grant select, insert, update, delete on index_contribution to {{runtime_role}};

-- Accounts whose runs are not counted from this time on.
create table index_opt_out (
  account_id text primary key,
  since timestamptz not null
);
grant select, insert, delete on index_opt_out to {{runtime_role}};

-- A publication never changes: the runtime role may not. Periods follow each other without a gap.
create table index_publication (
  period text primary key check (period ~ '^\d{4}-\d{2}(\.[1-9]\d?)?$'),
  from_at timestamptz not null unique,
  to_at timestamptz not null unique check (to_at > from_at),
  -- The document as JSON text.
  document text not null
);
grant select, insert on index_publication to {{runtime_role}};
