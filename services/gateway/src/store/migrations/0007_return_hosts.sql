-- Hosts to which a browser goes back at once when payouts are set up; every other one is named on a page first.
alter table account add column return_hosts text[] not null default '{}';
grant update (return_hosts) on account to {{runtime_role}};

-- Pages that name an address before a browser goes on to it.
create table return_page (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  account_id text not null references account (id),
  url text not null check (url like 'https://%'),
  created_at timestamptz not null
);
create index return_page_age on return_page (created_at);

grant select, insert, delete on return_page to {{runtime_role}};
