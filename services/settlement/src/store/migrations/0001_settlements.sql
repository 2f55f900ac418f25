-- The settlement of one Spool from a wallet. Parties, token and limits are frozen when the buyer commits; what is due, when the
-- verdict is final.
create table settlement (
  id text primary key,
  spool_id text not null unique,
  account_id text not null,
  payer text not null,
  payee text not null,
  fee_recipient text not null,
  token jsonb not null,
  maximum_cents bigint not null check (maximum_cents >= 0),
  maximum_fee_cents bigint not null check (maximum_fee_cents >= 0),
  receipt_id text,
  earned_cents bigint check (earned_cents > 0 and earned_cents <= maximum_cents),
  fee_cents bigint check (fee_cents >= 0 and fee_cents <= maximum_fee_cents),
  is_void boolean not null default false,
  version integer not null,
  -- When it is looked at next; null when nothing more happens.
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((receipt_id is null) = (earned_cents is null) and (receipt_id is null) = (fee_cents is null)),
  check (not is_void or (receipt_id is null and next_at is null))
) with (fillfactor = 70);
create index settlement_next on settlement (next_at) where next_at is not null;
grant select, insert, update on settlement to {{runtime_role}};

-- The transfers of a settlement. A token contract takes one nonce of one payer once, and at most one leg of a kind is paid.
create table leg (
  settlement_id text not null references settlement,
  kind text not null check (kind in ('seller', 'fee')),
  attempt integer not null check (attempt >= 1),
  payee text not null,
  cents bigint not null check (cents > 0),
  units numeric(78, 0) not null check (units > 0),
  nonce text not null unique,
  valid_before bigint not null,
  since_block bigint not null,
  signature text,
  state text not null check (state in ('unsigned', 'signed', 'paid', 'dead')),
  transaction text,
  created_at timestamptz not null,
  primary key (settlement_id, kind, attempt),
  check ((state = 'paid') = (transaction is not null)),
  check (state <> 'signed' or signature is not null)
) with (fillfactor = 70);
create unique index leg_paid_once on leg (settlement_id, kind) where state = 'paid';
create unique index leg_counts_once on leg (settlement_id, kind) where state in ('unsigned', 'signed');
grant select, insert, update on leg to {{runtime_role}};

-- The next nonce of each key that sends transactions; its row is locked while a slot is taken.
create table signer (
  address text not null,
  chain_id integer not null,
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (address, chain_id)
);
grant select, insert, update on signer to {{runtime_role}};

-- A place among the transactions of a signer, for one leg. It is never skipped: the chain takes them in order.
create table tx_slot (
  signer text not null,
  chain_id integer not null,
  nonce bigint not null,
  settlement_id text not null,
  kind text not null,
  attempt integer not null,
  state text not null check (state in ('open', 'closed')),
  created_at timestamptz not null,
  primary key (signer, chain_id, nonce),
  foreign key (signer, chain_id) references signer,
  foreign key (settlement_id, kind, attempt) references leg
);
create unique index tx_slot_open on tx_slot (settlement_id, kind, attempt) where state = 'open';
create index tx_slot_to_keep on tx_slot (signer, chain_id, nonce) where state = 'open';
grant select, insert, update on tx_slot to {{runtime_role}};

-- The signed bytes for a slot, stored before they are sent; a later version offers more for the same transfer.
create table tx_version (
  signer text not null,
  chain_id integer not null,
  nonce bigint not null,
  n integer not null check (n >= 1),
  hash text not null unique,
  raw text not null,
  max_fee_per_gas numeric(78, 0) not null,
  max_priority_fee_per_gas numeric(78, 0) not null,
  signed_at timestamptz not null,
  primary key (signer, chain_id, nonce, n),
  foreign key (signer, chain_id, nonce) references tx_slot
);
grant select, insert on tx_version to {{runtime_role}};

-- The books: what verdicts determined, what is owed of it, what is paid. Rows are added and never changed.
create table book_transfer (
  settlement_id text not null references settlement,
  key text not null,
  part text not null check (part in ('seller', 'fee')),
  from_account text not null check (from_account in ('determined', 'owed', 'paid')),
  to_account text not null check (to_account in ('determined', 'owed', 'paid') and to_account <> from_account),
  micros bigint not null check (micros > 0),
  at timestamptz not null,
  primary key (settlement_id, key)
);
grant select, insert on book_transfer to {{runtime_role}};
