create table account (
  id text primary key,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('human', 'agent', 'org', 'service')),
  -- Requests a minute and client address; null means the deployment's quota.
  quota integer check (quota > 0),
  created_at timestamptz not null
);

-- The token itself is nowhere: token_hash is its HMAC under a pepper that the database does not have.
create table api_key (
  id text primary key,
  account_id text not null references account (id),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  display text not null,
  scope text not null check (scope in ('full', 'verify', 'counterparty')),
  spool_id text check ((scope = 'counterparty') = (spool_id is not null)),
  label text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_account on api_key (account_id, created_at);

grant select, insert on account to {{runtime_role}};
grant select, insert, update on api_key to {{runtime_role}};
