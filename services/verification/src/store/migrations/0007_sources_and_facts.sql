-- expand
-- Systems of record that an account registered, with what turns their payloads into facts.
create table source (
  source_id text primary key,
  account_id text not null,
  name text not null,
  kind text not null check (kind in ('webhook', 'pull_http')),
  status text not null check (status in ('active', 'paused', 'failing', 'revoked')),
  -- Null for a source whose mapping names the Spool.
  spool_id text,
  scheme text check (scheme in ('hmac_sha256', 'ed25519')),
  mapping text not null,
  pull text,
  -- Request headers of a pull, encrypted.
  sealed_headers text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_received_at timestamptz,
  fact_count bigint not null default 0,
  -- Deliveries or syncs in a row that failed.
  failures integer not null default 0,
  failure_code text,
  failing_since timestamptz,
  -- The last 20 payloads or elements that became no fact, newest first.
  rejections jsonb not null default '[]',
  etag text,
  next_sync_at timestamptz,
  check ((kind = 'pull_http') = (pull is not null)),
  check ((kind = 'webhook') = (scheme is not null))
);
create unique index source_name on source (account_id, name) where status <> 'revoked';
create index source_of_account on source (account_id, created_at, source_id);
create index source_next_sync on source (next_sync_at) where next_sync_at is not null;
create index source_of_spool on source (spool_id) where spool_id is not null;
grant select, insert, update, delete on source to {{runtime_role}};

-- Secrets and public keys that deliveries are checked with; at most two of a source live at a time.
create table source_secret (
  secret_id text primary key,
  source_id text not null references source,
  -- A secret of HMAC, encrypted; null for a public key.
  sealed text,
  public_key text,
  created_at timestamptz not null,
  expires_at timestamptz,
  check ((sealed is null) <> (public_key is null))
);
create index source_secret_of_source on source_secret (source_id);
grant select, insert, update, delete on source_secret to {{runtime_role}};

-- Deliveries that were taken, by which repeated ones are known for eight days.
create table source_delivery (
  source_id text not null references source,
  webhook_id text collate "C" not null,
  body_digest text not null,
  command_id text not null,
  fact_ids jsonb not null,
  rejected jsonb not null,
  received_at timestamptz not null,
  primary key (source_id, webhook_id)
);
create index source_delivery_age on source_delivery (received_at);
grant select, insert, update, delete on source_delivery to {{runtime_role}};

create table source_sync (
  sync_id text primary key,
  source_id text not null references source,
  status text not null check (status in ('running', 'completed', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz,
  facts_created integer not null default 0,
  error text,
  -- The replica that works on it renews this; another one goes on with it afterwards.
  leased_until timestamptz not null
);
create unique index source_sync_running on source_sync (source_id) where status = 'running';
create index source_sync_last on source_sync (source_id, started_at desc);
create index source_sync_lease on source_sync (leased_until) where status = 'running';
grant select, insert, update, delete on source_sync to {{runtime_role}};

-- What a system of record reported of a Spool. Of those with one identity exactly one is current.
create table fact (
  fact_id text primary key,
  number bigint generated always as identity,
  source_id text not null references source,
  spool_id text not null,
  -- SHA-256 of Spool, source, subject, predicate and time.
  identity_digest text not null,
  subject text collate "C" not null,
  predicate text collate "C" not null,
  -- JSON: a text, a whole number or a boolean.
  value text not null,
  quantity bigint,
  amount_cents bigint,
  currency text,
  occurred_at timestamptz not null,
  observed_at timestamptz not null,
  provenance text not null check (provenance in ('source_webhook_signed', 'service_fetched')),
  content_digest text not null,
  registered_by text not null check (registered_by in ('buyer', 'provider')),
  self_asserted boolean not null,
  webhook_id text,
  -- The order of the sender: its time, then its id, then the place in its list.
  sent_seconds bigint not null,
  sent_id text collate "C" not null,
  sent_index integer not null,
  supersedes text,
  superseded_by text
);
create unique index fact_once on fact (identity_digest, content_digest);
create index fact_current on fact (spool_id, source_id, subject, predicate, occurred_at) where superseded_by is null;
create index fact_listed on fact (spool_id, number);
grant select, insert, update, delete on fact to {{runtime_role}};

-- How many current facts a Spool has.
create table fact_spool (
  spool_id text primary key,
  current_facts integer not null
);
grant select, insert, update, delete on fact_spool to {{runtime_role}};
