-- Sign-in by the identity provider of an account's organisation. An operator confirms which domains are the account's and which
-- issuer speaks for them; an owner enters the client that was registered there.
create table organisation (
  account_id text primary key references account (id),
  issuer text not null check (length(issuer) <= 500),
  client_id text check (length(client_id) between 1 and 300),
  -- Sealed under the pepper, which the database does not have.
  client_secret text,
  is_required boolean not null default false,
  check ((client_id is null) = (client_secret is null)),
  check (client_id is not null or not is_required)
);
create table organisation_domain (
  domain text primary key check (domain = lower(domain) and length(domain) between 1 and 253),
  account_id text not null references organisation (account_id),
  confirmed_at timestamptz not null,
  confirmed_by text not null
);
create index organisation_domain_account on organisation_domain (account_id);

-- A sign-in that a browser began. What its provider must send back is derived from the cookie of the browser.
create table organisation_sign_in (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  account_id text not null references account (id),
  expires_at timestamptz not null
);
create index organisation_sign_in_expiry on organisation_sign_in (expires_at);

grant select, insert, update, delete on organisation to {{runtime_role}};
grant select, insert, update, delete on organisation_domain to {{runtime_role}};
grant select, insert, delete on organisation_sign_in to {{runtime_role}};
