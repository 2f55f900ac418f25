-- Months that are closed, or are being closed. From `noted_at` on nothing is charged to a month: what comes late is charged on the first
-- instant of the next one. Once each transaction that may not have seen this has ended, the statements of all accounts are made.
create table statement_month (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  ends_at timestamptz not null unique,
  noted_at timestamptz not null,
  sealed_at timestamptz,
  -- Accounts up to this one have their statement.
  after_account text not null default '',
  closed_at timestamptz
);
grant select, insert, update on statement_month to {{runtime_role}};

-- A statement never changes: the runtime role may not. An account without movement in a month has none.
create table statement (
  account_id text not null,
  month text not null references statement_month (month),
  number text not null,
  closing_micros numeric(38, 0) not null,
  digest text not null check (digest ~ '^sha256:[0-9a-f]{64}$'),
  -- The statement as JSON text.
  body text not null,
  primary key (account_id, month)
);
grant select, insert on statement to {{runtime_role}};

create index transfer_of_grant on transfer (grant_id, at)
  where kind in ('grant', 'grant_expiry', 'refund_credits', 'refund_debt');
create index compile_charge_order on compile_charge (account_id, at, compile_id);
drop index compile_charge_account;
