-- What each account of the ledger had after every transfer up to one, so that who checks the ledger adds up only those after it.
create table ledger_balance (
  account text primary key,
  micros numeric(38, 0) not null
);
grant select, insert, update on ledger_balance to {{runtime_role}};

-- The one row of how far that goes. The next transfer up to which balances are folded is noted when it is the last that is seen; a
-- transaction that had begun by then may still commit one with a lower id, so it is folded once all of those have ended.
create table ledger_horizon (
  is_only boolean primary key default true check (is_only),
  folded_upto bigint not null,
  next_upto bigint not null check (next_upto >= folded_upto),
  noted_at timestamptz not null
);
insert into ledger_horizon (folded_upto, next_upto, noted_at) values (0, 0, clock_timestamp());
grant select, update on ledger_horizon to {{runtime_role}};
