-- The log's name, kept from its first start on: what was signed under a name is not renamed with the deployment.
create table log_identity (
  is_only boolean primary key default true check (is_only),
  origin text not null check (origin ~ '^[^[:space:]+]+$')
);

-- Leaves without a place yet, written with the rows that they tell of.
create table log_pending (
  seq bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'status', 'key_document')),
  subject text not null,
  entry text not null check (octet_length(entry) between 1 and 65535)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- The leaves in their order, the tiles that they filled and the checkpoints over them. Nothing here is ever changed or
-- deleted: partial tiles are made of leaf hashes and of the roots of full tiles, so no row grows.
create table log_entry (
  log_index bigint primary key check (log_index >= 0),
  kind text not null,
  subject text not null,
  entry text not null,
  leaf_hash bytea not null check (length(leaf_hash) = 32)
);
create index log_entry_receipt on log_entry (subject) where kind = 'receipt';

create table log_tile (
  level smallint not null check (level between 0 and 6),
  tile_index bigint not null check (tile_index >= 0),
  hashes bytea not null check (length(hashes) = 8192),
  root bytea not null check (length(root) = 32),
  primary key (level, tile_index)
);
-- Hashes do not compress, and a part of them is read without the rest.
alter table log_tile alter column hashes set storage external;

-- One checkpoint for a size, so one root for a size.
create table log_checkpoint (
  tree_size bigint primary key check (tree_size > 0),
  root bytea not null check (length(root) = 32),
  key_id text not null,
  note text not null,
  signed_at timestamptz not null
);
create index log_checkpoint_key on log_checkpoint (key_id, tree_size);

create function assert_log_goes_on() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from log_checkpoint where tree_size > new.tree_size) then
    raise exception 'a checkpoint of % leaves would take the log back', new.tree_size using errcode = 'check_violation';
  end if;
  if not exists (select from log_entry where log_index = new.tree_size - 1) then
    raise exception 'the log does not have % leaves', new.tree_size using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger log_checkpoint_goes_on before insert on log_checkpoint
  for each row execute function assert_log_goes_on();

-- Receipts of before the log are leaves too.
insert into log_pending (kind, subject, entry)
select 'receipt', receipt_id, format(
  '{"kind":"receipt","receipt_digest":"%s","receipt_id":"%s","schema":"%s/log-leaf@1","signing_key_id":"%s"}',
  encode(sha256(convert_to(left(receipt, strpos(receipt, ',"signing_key_id":"') - 1) || '}', 'UTF8')), 'hex'),
  receipt_id,
  split_part(receipt::json ->> 'schema', '/', 1),
  receipt::json ->> 'signing_key_id')
from receipt
order by issued_at, receipt_id;

grant select, insert on log_identity, log_entry, log_tile, log_checkpoint to {{runtime_role}};
grant select, insert, delete on log_pending to {{runtime_role}};
