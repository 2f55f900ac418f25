-- The life of a key after its registration: from when on it signs, and since when it overlaps with its successor.
alter table signing_key drop constraint signing_key_purpose_check;
alter table signing_key add constraint signing_key_purpose_check
  check (purpose in ('receipt', 'attestation', 'status', 'log'));
alter table signing_key add column signs_from timestamptz;
alter table signing_key add column retiring_since timestamptz;
update signing_key set
  signs_from = registered_at,
  retiring_since = case when status in ('retiring', 'retired') then registered_at end;
alter table signing_key alter column signs_from set not null;
alter table signing_key add constraint signing_key_overlap
  check (status not in ('retiring', 'retired') or retiring_since is not null);
grant update (retiring_since) on signing_key to {{runtime_role}};

-- Who changed the ring, when and why; a start is its own author. Never changed, never deleted.
create table key_change (
  seq bigint generated always as identity primary key,
  key_id text not null references signing_key,
  purpose text not null,
  status text not null check (status in ('active', 'retiring', 'retired', 'revoked')),
  changed_by text not null,
  reason text not null,
  document_version integer not null references key_document,
  changed_at timestamptz not null
);
grant select, insert on key_change to {{runtime_role}};
