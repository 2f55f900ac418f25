-- The key that asked and the kind of deliverable, on everything that is charged. Rows from before have neither.
alter table transfer add column key_id text, add column use_case text;
create or replace view entry as
select id as transfer_id, kind, debit_account as account, -amount_micros as amount_micros, reference, grant_id, at, key_id, use_case
from transfer
union all
select id, kind, credit_account, amount_micros, reference, grant_id, at, key_id, use_case
from transfer;

alter table reservation add column key_id text, add column use_case text;
alter table compile_charge add column key_id text;

-- What of a run the allowance covered, and what its compilations were charged within the fee. It was charged at `charged_at`; rows from
-- before were charged when they ended.
alter table usage_run
  add column key_id text,
  add column charged_at timestamptz,
  add column included_verifications integer not null default 0 check (included_verifications >= 0),
  add column compiles integer not null default 0 check (compiles >= 0),
  add column included_compiles integer not null default 0 check (included_compiles between 0 and compiles),
  add column compile_micros bigint not null default 0 check (compile_micros between 0 and fee_micros);
create index usage_run_charged on usage_run (account_id, (coalesce(charged_at, at)), run_id);

-- Most that a key may spend in a month, with what it spent, beside the funds: one version check decides about both.
alter table account_funds add column caps jsonb not null default '[]';
