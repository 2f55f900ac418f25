-- Authority that buyers grant for one Spool each: first as it is asked for, then with its signature or the transaction that approved it.
create table settlement_grant (
  permission_hash text primary key,
  spool_id text not null,
  account_id text not null,
  generation integer not null check (generation >= 1),
  chain_id integer not null,
  manager text not null,
  permission jsonb not null,
  allowance_cents bigint not null check (allowance_cents > 0),
  ends_at timestamptz not null,
  signature text,
  approval_transaction text,
  created_at timestamptz not null,
  granted_at timestamptz,
  unique (spool_id, generation),
  check (signature is null or approval_transaction is null),
  check ((granted_at is null) = (signature is null and approval_transaction is null))
);
create index settlement_grant_open on settlement_grant (ends_at) where granted_at is not null;
grant select, insert, update on settlement_grant to {{runtime_role}};

-- What bounds new grants, each change with who made it and why; the last row counts. A cap that is null is that of the settings.
create table grant_limit (
  n bigint generated always as identity primary key,
  is_paused boolean not null,
  spool_cap_cents bigint check (spool_cap_cents >= 0),
  account_cap_cents bigint check (account_cap_cents >= 0),
  deployment_cap_cents bigint check (deployment_cap_cents >= 0),
  changed_by text not null,
  reason text not null,
  changed_at timestamptz not null
);
grant select, insert on grant_limit to {{runtime_role}};

-- One row, locked while a grant is counted against the caps.
create table grant_count_lock (is_single boolean primary key check (is_single));
insert into grant_count_lock values (true);
grant select, update on grant_count_lock to {{runtime_role}};

alter table settlement
  add column mode text check (mode in ('direct_eip3009', 'unattended_outcome_settlement')),
  add column blocked_reason text;
update settlement set mode = 'direct_eip3009' where lane = 'wallet';
-- Only a wallet settles in one of two ways.
alter table settlement add constraint settlement_mode_of_wallet check ((lane = 'wallet') = (mode is not null));

-- A leg that is paid under a grant is signed by no one.
alter table leg drop constraint leg_state_check;
alter table leg add constraint leg_state_check check (state in ('unsigned', 'signed', 'granted', 'paid', 'dead'));
drop index leg_counts_once;
create unique index leg_counts_once on leg (settlement_id, kind) where state in ('unsigned', 'signed', 'granted');
