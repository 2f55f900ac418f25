-- An invoice audit is charged at once, like a compile: as one verification. Its row has the id of the audit.
alter table compile_charge
  add column work text not null default 'compile' check (work in ('compile', 'audit')),
  add column allowance_verifications integer not null default 0 check (allowance_verifications >= 0);
