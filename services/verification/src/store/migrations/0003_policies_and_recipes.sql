-- A text that was compiled. It is read again when it is confirmed: the request is kept, and the digest of what was answered.
create table policy (
  policy_id text primary key,
  account_id text not null,
  request text not null,
  policy_digest text not null check (policy_digest ~ '^sha256:[0-9a-f]{64}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index policy_expiry on policy (expires_at);
grant select, insert, delete on policy to {{runtime_role}};

-- Recipes of accounts. An entry is never changed: whoever pinned its hash agreed to what it stands for.
create table recipe (
  account_id text not null,
  id text collate "C" not null,
  entry text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
grant select, insert on recipe to {{runtime_role}};
