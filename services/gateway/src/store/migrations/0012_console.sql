-- People who use the console. An address is kept in lower case.
create table person (
  id text primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  created_at timestamptz not null
);

create table membership (
  account_id text not null references account (id),
  person_id text not null references person (id),
  role text not null check (role in ('owner', 'developer', 'billing', 'viewer')),
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (account_id, person_id)
);
create index membership_person on membership (person_id);

create table team_invitation (
  id text primary key,
  account_id text not null references account (id),
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'developer', 'billing', 'viewer')),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by text not null references person (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index team_invitation_account on team_invitation (account_id, created_at);

-- A way to prove who somebody is, once. Code and link are derived from the id under the pepper, so they stand in no row.
create table sign_in_request (
  id text primary key,
  -- mail: sign-in by an address. step_up: the same for a session that exists. link: issued by an operator.
  kind text not null check (kind in ('mail', 'step_up', 'link')),
  email text not null check (email = lower(email)),
  -- Of the browser that began it; an operator's link belongs to none, and a step-up to a session.
  pre_hash text unique check (pre_hash ~ '^[0-9a-f]{64}$'),
  chain_id text,
  account_id text,
  invitation_id text,
  address_prefix text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  used_at timestamptz,
  check ((kind = 'mail') = (pre_hash is not null)),
  check ((kind = 'step_up') = (chain_id is not null)),
  check ((kind = 'link') = (account_id is not null))
);
create index sign_in_request_email on sign_in_request (email, created_at);
create index sign_in_request_address on sign_in_request (address_prefix, created_at);
create index sign_in_request_created on sign_in_request (created_at);
create index sign_in_request_chain on sign_in_request (chain_id) where chain_id is not null;

-- One row for each token; the tokens that follow one another in a browser have the same chain. token_hash is an HMAC, as for keys.
create table person_session (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  chain_id text not null,
  person_id text not null references person (id),
  account_id text not null references account (id),
  method text not null check (method in ('mail', 'link')),
  created_at timestamptz not null,
  signed_in_at timestamptz not null,
  proved_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  revoked_at timestamptz,
  address_prefix text not null,
  agent text not null check (length(agent) <= 200)
);
create index person_session_chain on person_session (chain_id);
create index person_session_person on person_session (person_id);
create index person_session_expiry on person_session (expires_at);

-- Written in the transaction of the action, and never changed: the runtime role may not.
create table audit_entry (
  id text primary key,
  account_id text not null references account (id),
  at timestamptz not null,
  actor text not null,
  chain_id text,
  action text not null,
  target text not null,
  result text not null check (result in ('ok', 'refused')),
  address_prefix text not null,
  details jsonb not null default '{}'
);
create index audit_entry_account on audit_entry (account_id, at desc, id);

-- Mails to send; what they say is rendered when they are sent. Accepted means that a mail server took it, not that it was delivered.
create table mail (
  id text primary key,
  kind text not null,
  subject_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'not_sent', 'expired', 'failed')),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create index mail_due on mail (next_try_at) where state = 'waiting';
create index mail_ended on mail (ended_at);

grant select, insert, update on person to {{runtime_role}};
grant select, insert, update, delete on membership to {{runtime_role}};
grant select, insert, update on team_invitation to {{runtime_role}};
grant select, insert, update, delete on sign_in_request to {{runtime_role}};
grant select, insert, update, delete on person_session to {{runtime_role}};
grant select, insert on audit_entry to {{runtime_role}};
grant select, insert, update, delete on mail to {{runtime_role}};
