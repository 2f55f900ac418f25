-- expand
-- What the pepper of the stored hashes makes of a fixed text, so that a gateway with another pepper refuses to start: to it every API key is wrong.
create table key_pepper (
  is_only boolean primary key default true check (is_only),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  noted_at timestamptz not null
);
grant select, insert on key_pepper to {{runtime_role}};
