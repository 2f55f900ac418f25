-- Public keys by which people sign in without a mail. The private part never leaves the device.
create table passkey (
  id text primary key,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  person_id text not null references person (id),
  public_key bytea not null,
  -- Number of uses as the device counts them; 0 where it does not. It never goes back.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  is_backed_up boolean not null
);
create index passkey_person on passkey (person_id);

-- What a device has to sign, once. It belongs to the browser that began a sign-in, or to a session.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign_in', 'prove', 'add')),
  bound_to text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

alter table person_session drop constraint person_session_method_check;
alter table person_session add constraint person_session_method_check
  check (method in ('mail', 'link', 'passkey', 'oidc'));

grant select, insert, update, delete on passkey to {{runtime_role}};
grant select, insert, delete on passkey_challenge to {{runtime_role}};

-- A person is asked at most once a day whether they tried to sign in.
create index mail_subject on mail (kind, subject_id);
