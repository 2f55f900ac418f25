-- The party that a counterparty key acts for.
alter table api_key
  add column party_id text,
  add constraint api_key_party check ((scope = 'counterparty') = (party_id is not null));
create index api_key_spool on api_key (spool_id) where spool_id is not null;

-- What may be exchanged once for a key. The token itself is nowhere: token_hash is its HMAC, as for a key. A grant of a
-- Spool is for its counterparty, whose account is opened with the key; any other is the account owner's.
create table key_grant (
  id text primary key,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  account_id text not null,
  spool_id text,
  party_id text,
  label text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- A later invitation to the same Spool took its place.
  revoked_at timestamptz,
  exchanged_at timestamptz,
  -- HMAC of the idempotency key of the exchange; who sends it again with the token gets the same key again.
  exchange_hash text check (exchange_hash ~ '^[0-9a-f]{64}$'),
  check ((spool_id is null) = (party_id is null)),
  check (exchange_hash is null or exchanged_at is not null)
);
create index key_grant_spool on key_grant (spool_id) where spool_id is not null;
create index key_grant_expiry on key_grant (expires_at);

grant select, insert, update, delete on key_grant to {{runtime_role}};
