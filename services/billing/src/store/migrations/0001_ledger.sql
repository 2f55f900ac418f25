-- The credit ledger. One transfer is one debit and one equal credit, so the ledger sums to zero whatever is inserted.
-- Rows are only ever added; a correction is another transfer.
create table transfer (
  id bigint generated always as identity primary key,
  kind text not null check (
    kind in ('grant', 'grant_expiry', 'hold', 'release', 'post_verification', 'post_compile')
  ),
  idempotency_key text not null,
  debit_account text not null,
  credit_account text not null check (credit_account <> debit_account),
  amount_micros bigint not null check (amount_micros > 0),
  -- The run or the grant that this is about.
  reference text not null,
  -- No foreign key: it would lock the grant's row once for each hold, and grants are never deleted.
  grant_id text,
  at timestamptz not null,
  unique (idempotency_key, kind)
);
grant select, insert on transfer to {{runtime_role}};

create view entry as
select id as transfer_id, kind, debit_account as account, -amount_micros as amount_micros, reference, grant_id, at
from transfer
union all
select id, kind, credit_account, amount_micros, reference, grant_id, at
from transfer;
grant select on entry to {{runtime_role}};

create table credit_grant (
  id text primary key,
  account_id text not null,
  source text not null check (source in ('promo', 'operator')),
  original_micros bigint not null check (original_micros > 0),
  priority smallint not null,
  expires_at timestamptz,
  note text not null,
  created_at timestamptz not null
);
create index credit_grant_account on credit_grant (account_id);
grant select, insert on credit_grant to {{runtime_role}};

-- What the ledger leaves an account to spend, kept as one row so that one version check decides a race.
create table account_funds (
  account_id text primary key,
  version bigint not null check (version >= 0),
  available_micros bigint not null check (available_micros >= 0),
  -- Grants with something left, in the order in which they are spent.
  grants jsonb not null,
  -- Null means what the deployment includes for everybody.
  included_verifications integer check (included_verifications >= 0),
  included_compiles integer check (included_compiles >= 0),
  -- Calendar month in UTC to which the two counters belong.
  allowance_month text not null check (allowance_month ~ '^\d{4}-\d{2}$'),
  verifications_used integer not null check (verifications_used >= 0),
  compiles_used integer not null check (compiles_used >= 0),
  -- When the first of the grants expires.
  next_expiry_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index account_funds_expiry on account_funds (next_expiry_at) where next_expiry_at is not null;
grant select, insert, update on account_funds to {{runtime_role}};

create table reservation (
  run_id text primary key,
  account_id text not null,
  -- A voided reservation may be held again; each time is another attempt.
  attempt integer not null check (attempt > 0),
  state text not null check (state in ('held', 'posted', 'voided')),
  covered_by text not null check (covered_by in ('allowance', 'credits', 'receivable')),
  free_text_compiles integer not null check (free_text_compiles >= 0),
  verification_micros bigint not null check (verification_micros >= 0),
  compile_micros bigint not null check (compile_micros >= 0),
  allowance_month text not null,
  allowance_verifications integer not null,
  allowance_compiles integer not null,
  -- What each grant pays.
  parts jsonb not null,
  receivable_micros bigint not null check (receivable_micros >= 0),
  created_at timestamptz not null,
  -- When to ask what became of the run if nobody has said.
  check_at timestamptz not null,
  finished_at timestamptz,
  check ((finished_at is null) = (state = 'held'))
) with (fillfactor = 70);
create index reservation_held on reservation (account_id, check_at) where state = 'held';
grant select, insert, update on reservation to {{runtime_role}};

-- One row for each run that reached a verdict.
create table usage_run (
  run_id text primary key,
  account_id text not null,
  spool_id text not null,
  receipt_id text,
  at timestamptz not null,
  result text not null check (result in ('pass', 'partial', 'fail', 'uncertain')),
  submitted_units bigint not null,
  accepted_units bigint not null,
  earned_micros bigint not null,
  fee_micros bigint not null check (fee_micros >= 0),
  use_case text not null
);
create index usage_run_account on usage_run (account_id, at);
grant select, insert on usage_run to {{runtime_role}};
