-- What a block has counts before that block is final, and is watched until then: a reorganisation of the chain may drop it. `new`: as it
-- was recorded; `checked`: the chain had it when the block of `block_seen` was noted; `doubted`: the chain has another block there, and
-- what it had is looked for again; `final`: it stays.
alter table leg
  add column block bigint,
  add column block_hash text,
  add column block_state text check (block_state in ('new', 'checked', 'doubted', 'final')),
  -- How many of its payments were dropped.
  add column taken_back integer not null default 0 check (taken_back >= 0),
  add constraint leg_block check (num_nulls(block, block_hash, block_state) in (0, 3) and (block is null or state = 'paid'));
create index leg_in_block on leg (block_state, block) where block_state is not null;

-- `included`: a block that counts has one of its transactions; it is open again where that block is dropped. A leg may have several that are
-- open then, of which its token takes one.
alter table tx_slot
  drop constraint tx_slot_state_check,
  add constraint tx_slot_state_check check (state in ('open', 'included', 'closed')),
  add column block bigint,
  add column block_hash text,
  add column block_state text check (block_state in ('new', 'checked', 'final')),
  -- When it was opened again after a block that had it was dropped.
  add column reopened_at timestamptz,
  add constraint tx_slot_block
    check (
      num_nulls(block, block_hash, block_state) in (0, 3)
      and case state when 'open' then block is null when 'included' then block is not null else true end
    );
create index tx_slot_in_block on tx_slot (block_state, block) where block_state is not null;
drop index tx_slot_open;
create index tx_slot_open on tx_slot (settlement_id, kind, attempt) where state = 'open';
drop index tx_slot_open_release;
create index tx_slot_open_release on tx_slot (permission_hash) where state = 'open';

-- A block that the chain had after everything of `checked`: while it is there, so are they.
create table block_seen (
  chain_id integer primary key,
  block bigint not null,
  hash text not null,
  at timestamptz not null
);
grant select, insert, update on block_seen to {{runtime_role}};

-- How many transactions of a key the chain has, and since when that has not changed while one was open.
alter table signer
  add column chain_count bigint,
  add column chain_count_at timestamptz;

-- A grant that was seen to be revoked is looked at until that is final.
alter table settlement_grant add column is_revocation_final boolean not null default false;
update settlement_grant set is_revocation_final = true where revoked_at is not null;
