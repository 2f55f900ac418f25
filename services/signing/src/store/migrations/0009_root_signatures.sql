-- What root keys signed of the key document as it was served. Never changed, never deleted.
create table root_signature (
  seq bigint generated always as identity primary key,
  document_hash text not null check (document_hash ~ '^[0-9a-f]{64}$'),
  root_key_id text not null check (root_key_id ~ '^[0-9a-f]{64}$'),
  signature text not null,
  as_of timestamptz not null,
  recorded_by text not null,
  recorded_at timestamptz not null
);
create index root_signature_document on root_signature (document_hash, as_of desc, seq desc);
grant select, insert on root_signature to {{runtime_role}};
