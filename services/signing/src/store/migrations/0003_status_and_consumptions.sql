-- What a receipt says that later questions are asked about, so that they need not read its whole text.
alter table receipt add column signing_key_id text;
alter table receipt add column earned numeric(20, 2);
update receipt set
  signing_key_id = receipt::json ->> 'signing_key_id',
  earned = (receipt::json -> 'amounts' ->> 'earned')::numeric(20, 2);
alter table receipt alter column signing_key_id set not null;
alter table receipt alter column earned set not null;

-- What became of a receipt after its issue, with the words for its readers. A receipt without a row is active; no row is
-- ever taken back.
create table receipt_status_change (
  receipt_id text not null references receipt,
  status text not null check (status in ('corrected', 'revoked')),
  code text not null check (code in ('superseded', 'revoked', 'evidence_withdrawn', 'key_compromise')),
  message text not null,
  replacement_receipt_id text references receipt,
  changed_by text[] not null,
  changed_at timestamptz not null,
  primary key (receipt_id, status),
  check ((status = 'corrected') = (replacement_receipt_id is not null))
);
-- A chain of corrections is linear: a receipt replaces one other at most.
create unique index receipt_status_change_replacement
  on receipt_status_change (replacement_receipt_id) where replacement_receipt_id is not null;

-- An operator's wish to revoke a receipt, until another operator approves it or its time is over.
create table revocation_request (
  request_id text primary key,
  receipt_id text not null references receipt,
  code text not null,
  message text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);
create table revocation_approval (
  request_id text primary key references revocation_request,
  approved_by text not null,
  approved_at timestamptz not null
);

-- What has been settled of one Spool, under whichever of its receipts. Whoever records a settlement or changes a status
-- holds this row, so the sum and the status are one decision.
create table settlement_total (
  spool_id text primary key,
  settled numeric(20, 2) not null default 0 check (settled >= 0)
);

-- Who used a receipt, and for what.
create table consumption (
  id text primary key,
  receipt_id text not null references receipt,
  consumer text not null,
  purpose text not null check (purpose in ('settlement', 'workflow', 'audit', 'other')),
  reference text not null,
  amount numeric(20, 2) check (amount >= 0),
  recorded_by text not null,
  recorded_at timestamptz not null,
  -- The answer that every repetition gets, as text.
  answer text not null,
  unique (receipt_id, consumer, reference),
  check (purpose <> 'settlement' or amount > 0)
);

grant select, insert on receipt_status_change, revocation_request, revocation_approval, consumption to {{runtime_role}};
grant select, insert, update on settlement_total to {{runtime_role}};
