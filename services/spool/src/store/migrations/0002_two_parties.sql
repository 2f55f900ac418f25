-- Spools that an account is a party of without having created them; creators are found by spool.account_id.
create table spool_account (
  account_id text not null,
  spool_id text not null,
  created_at timestamptz not null,
  primary key (account_id, spool_id)
);
create index spool_account_newest on spool_account (account_id, created_at desc, spool_id desc);

-- The next instant at which a clock changes the Spool by itself: its expiry while proposed, the close of its finality
-- afterwards. Null when no clock is running.
alter table spool add column due_at timestamptz;
create index spool_due on spool (due_at) where due_at is not null;

-- Why a run was asked for and by whom, so that its reply can be made again; the evidence it was given is the first
-- evidence_count items of its Spool. Runs of a one-call verification leave these empty.
alter table verification_process add column kind text not null default 'delivery'
  check (kind in ('delivery', 'verify'));
alter table verification_process add column asked_by json;
alter table verification_process add column attempt integer;
alter table verification_process add column evidence_count integer;
create index verification_process_by_spool on verification_process (spool_id);

grant select, insert on spool_account to {{runtime_role}};
