-- What another service reported of an account, for the mails about it. The id is that of the event; wallets have no account here.
create table account_notice (
  id text primary key,
  account_id text not null,
  kind text not null check (kind in ('balance_low', 'statement_closed', 'key_cap_near')),
  facts jsonb not null,
  at timestamptz not null
);
create index account_notice_at on account_notice (at);
grant select, insert, delete on account_notice to {{runtime_role}};
