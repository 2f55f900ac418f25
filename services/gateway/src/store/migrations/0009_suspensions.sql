-- The keys of a suspended account are refused. Who suspended it, and why, for operators alone.
alter table account
  add column suspended_at timestamptz,
  add column suspended_by text,
  add column suspension_note text,
  add constraint account_suspension check (
    (suspended_at is null) = (suspended_by is null) and (suspended_at is null) = (suspension_note is null));
grant update (quota, suspended_at, suspended_by, suspension_note) on account to {{runtime_role}};

-- Operators list accounts, newest first.
create index account_age on account (created_at, id);
