-- expand
-- Operators' requests to erase the personal data of an account, until another operator approves one or its time is over.
create table erasure_request (
  request_id text primary key,
  account_id text not null,
  reason text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);
create index erasure_request_of_account on erasure_request (account_id);

-- What was erased, or is being erased: an account, or the content of an evidence item. Each stands in the list outside of the database too,
-- under the same digest, so that a restored database which lacks it is noticed.
create table erasure (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('account', 'content')),
  subject text not null,
  requested_by text,
  approved_by text,
  listed_at timestamptz not null,
  -- Found in the list only: the database was restored to a time before it.
  is_repeated boolean not null default false,
  waits_for text[] not null default '{}',
  applied_at timestamptz
);
create index erasure_waiting on erasure (listed_at) where applied_at is null;

grant select, insert, delete on erasure_request to {{runtime_role}};
grant select, insert, update on erasure to {{runtime_role}};
-- The words that an erased account gave to a use of a receipt, and to the correction of one.
grant update (consumer, reference, answer) on consumption to {{runtime_role}};
grant update (message) on receipt_status_change to {{runtime_role}};
