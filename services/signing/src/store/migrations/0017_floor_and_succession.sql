-- expand
-- A log that ended by declaration has a successor with the next number. Nothing of the ended log is changed or deleted.
alter table log_identity drop constraint log_identity_pkey;
alter table log_identity
  add column number smallint not null default 2 primary key check (number >= 2),
  add column succession text,
  add constraint log_identity_has_cause check (number = 2 or succession is not null);

alter table log_entry add column log_number smallint not null default 2;
alter table log_entry drop constraint log_entry_pkey, add primary key (log_number, log_index);
alter table log_tile add column log_number smallint not null default 2;
alter table log_tile drop constraint log_tile_pkey, add primary key (log_number, level, tile_index);
alter table log_checkpoint add column log_number smallint not null default 2;
alter table log_checkpoint drop constraint log_checkpoint_pkey, add primary key (log_number, tree_size);

create or replace function assert_log_goes_on() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from log_checkpoint where log_number = new.log_number and tree_size > new.tree_size) then
    raise exception 'a checkpoint of % leaves would take the log back', new.tree_size using errcode = 'check_violation';
  end if;
  if not exists (select from log_entry where log_number = new.log_number and log_index = new.tree_size - 1) then
    raise exception 'the log does not have % leaves', new.tree_size using errcode = 'check_violation';
  end if;
  return new;
end $$;

alter table log_pending drop constraint log_pending_kind_check;
alter table log_pending add constraint log_pending_kind_check
  check (kind in ('receipt', 'status', 'key_document', 'key', 'succession'));

-- The decisions of operators after a restore to an earlier time. Ids that are derived from requests differ from one epoch to the next.
create table recovery (
  epoch integer primary key check (epoch > 0),
  decision text not null check (decision in ('recovered', 'succeeded', 'floor_adopted')),
  -- The time that the database does not have.
  lost_from timestamptz not null,
  lost_to timestamptz not null,
  decided_by text[] not null,
  reason text not null,
  decided_at timestamptz not null
);

-- When a restore was noticed, and what the database had then; once for each epoch.
create table restore_notice (
  epoch integer primary key check (epoch >= 0),
  lost_from timestamptz not null,
  noticed_at timestamptz not null
);

-- One row from the moment on at which the floor of the log is kept outside of this database; before, it may be begun.
create table log_floor_begun (
  is_only boolean primary key default true check (is_only),
  begun_at timestamptz not null
);

-- Decisions that a second operator approves.
create table recovery_request (
  request_id text primary key,
  decision text not null check (decision in ('succeed', 'adopt_floor')),
  reason text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);
create table recovery_approval (
  request_id text primary key references recovery_request,
  approved_by text not null,
  approved_at timestamptz not null
);

-- Leaves that an operator brought back and that do not lead to the floor of the log yet.
create table recovered_leaf (
  log_number smallint not null,
  log_index bigint not null check (log_index >= 0),
  entry text not null check (octet_length(entry) between 1 and 65535),
  primary key (log_number, log_index)
);

-- When a receipt came back by an import; null for one that was issued into this database.
alter table receipt add column imported_at timestamptz;

grant select, insert on recovery, restore_notice, log_floor_begun, recovery_request, recovery_approval to {{runtime_role}};
grant select, insert, delete on recovered_leaf to {{runtime_role}};
