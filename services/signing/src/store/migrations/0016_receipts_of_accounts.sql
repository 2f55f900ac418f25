-- The receipts that an account may read, newest first. One row for each account, written with the receipt and never changed.
create table receipt_of_account (
  account_id text not null,
  issued_at timestamptz not null,
  receipt_id text not null,
  run_id text not null,
  spool_id text not null,
  verdict text not null check (verdict in ('pass', 'partial', 'fail', 'uncertain')),
  earned numeric(20, 2) not null,
  committed numeric(20, 2) not null,
  -- A filter by verdict is answered by the index alone.
  primary key (account_id, issued_at, receipt_id) include (verdict)
);
insert into receipt_of_account (account_id, issued_at, receipt_id, run_id, spool_id, verdict, earned, committed)
select distinct account.id, r.issued_at, r.receipt_id, r.run_id, r.spool_id, r.attestation::json ->> 'result', r.earned,
  (r.attestation::json ->> 'maximumAmount')::numeric(20, 2)
from receipt as r, unnest(r.visible_to) as account (id);
grant select, insert on receipt_of_account to {{runtime_role}};
