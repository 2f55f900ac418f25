-- Public halves of this environment's keys. A key is never deleted: receipts that it signed outlive its use.
create table signing_key (
  key_id text primary key check (key_id ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('receipt', 'attestation', 'status')),
  public_key text not null unique,
  status text not null check (status in ('active', 'retiring', 'retired', 'revoked')),
  not_before timestamptz not null,
  not_after timestamptz,
  retired_at timestamptz,
  registered_at timestamptz not null
);
create unique index signing_key_active on signing_key (purpose) where status = 'active';

-- Every state of the ring that was ever published, each bound to the one before; the text is served as it is.
create table key_document (
  version integer primary key check (version > 0),
  document text not null,
  document_hash text not null check (document_hash ~ '^[0-9a-f]{64}$'),
  published_at timestamptz not null
);

-- One receipt for one run. `receipt` and `attestation` are exactly what is served; a receipt begins with the text that its
-- signature is over.
create table receipt (
  receipt_id text primary key,
  run_id text not null unique,
  spool_id text not null,
  visible_to text[] not null,
  receipt text not null,
  attestation text not null,
  issued_at timestamptz not null
);

grant select, insert on receipt, key_document to {{runtime_role}};
grant select, insert on signing_key to {{runtime_role}};
grant update (status, not_after, retired_at) on signing_key to {{runtime_role}};
