-- A held settlement sends nothing more; a closed one was settled elsewhere, as an operator recorded.
alter table settlement
  add column is_held boolean not null default false,
  add column is_closed boolean not null default false,
  add constraint settlement_closed check (not is_closed or (receipt_id is not null and not is_void));

alter table book_transfer
  drop constraint book_transfer_check,
  add constraint book_transfer_check
    check (to_account in ('determined', 'owed', 'paid', 'settled_external') and to_account <> from_account);

-- What operators did, when and why. Rows are added and never changed.
create table operator_action (
  -- The command that did it: sent again, it does nothing.
  id text primary key,
  kind text not null,
  -- A settlement or an anomaly; null for a switch.
  subject text,
  reason text not null,
  -- Where the proof of what is claimed lies.
  evidence text,
  done_by text not null,
  at timestamptz not null
);
create index operator_action_of on operator_action (subject, at);
grant select, insert on operator_action to {{runtime_role}};

-- Settings that operators change while the service runs. A name without a row has its first value.
create table switch (
  name text primary key,
  value bigint not null,
  changed_at timestamptz not null
);
-- Its row is there from the start, so that who sends and who pauses wait for each other.
insert into switch (name, value, changed_at) values ('sending_paused', 0, now());
grant select, insert, update on switch to {{runtime_role}};

-- Where the chain and the records do not agree, or something needs an operator.
create table anomaly (
  id text primary key,
  kind text not null,
  subject text not null,
  settlement_id text references settlement,
  detail text not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  unique (kind, subject),
  check ((closed_at is null) = (closed_by is null))
);
create index anomaly_open on anomaly (found_at) where closed_at is null;
create index anomaly_of on anomaly (settlement_id);
grant select, insert, update on anomaly to {{runtime_role}};

create index settlement_open on settlement (created_at) where next_at is not null or receipt_id is null;
