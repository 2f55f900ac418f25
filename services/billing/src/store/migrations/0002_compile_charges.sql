-- One row for each policy compiled from free text. Rows are only ever added: a charge is made once and at once.
create table compile_charge (
  compile_id text primary key,
  account_id text not null,
  covered_by text not null check (covered_by in ('allowance', 'credits')),
  amount_micros bigint not null check (amount_micros >= 0),
  allowance_month text not null check (allowance_month ~ '^\d{4}-\d{2}$'),
  allowance_compiles integer not null check (allowance_compiles >= 0),
  at timestamptz not null,
  check ((covered_by = 'credits') = (amount_micros > 0))
);
create index compile_charge_account on compile_charge (account_id, at);
grant select, insert on compile_charge to {{runtime_role}};
