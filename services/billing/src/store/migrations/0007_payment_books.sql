-- What the chain and the processor say is compared with what is recorded here. How far that has come, what did not agree, and what
-- operators did about it.
create table payment_reconciliation (
  rail text primary key check (rail in ('mpp', 'x402')),
  -- Number of a block, or a second since 1970: all up to it is compared.
  compared_to bigint not null,
  -- What that position looked like, so that a chain which was written anew is noticed.
  fingerprint text not null,
  -- When everything that could be compared had been; null before the first time.
  finished_at timestamptz,
  lease_until timestamptz not null
);
grant select, insert, update on payment_reconciliation to {{runtime_role}};

create table payment_anomaly (
  id text primary key,
  rail text not null,
  kind text not null,
  -- What is compared: a transfer, a charge, a payment or an entry of the ledger.
  subject text not null,
  payment_id text,
  reference text,
  payer text,
  position bigint,
  amount_micros bigint not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  -- The operator who closed it, or the reconciliation that found it gone.
  closed_by text,
  unique (rail, kind, subject),
  check ((closed_at is null) = (closed_by is null))
);
create index payment_anomaly_open on payment_anomaly (found_at) where closed_at is null;
grant select, insert, update on payment_anomaly to {{runtime_role}};

-- What operators did and why. Rows are only ever added.
create table payment_note (
  id text primary key,
  kind text not null check (kind in ('refund', 'explanation', 'reconciliation')),
  -- The payment or the anomaly that it is about; null for a reconciliation.
  subject text,
  rail text,
  amount_micros bigint check (amount_micros > 0),
  reference text,
  reason text not null,
  noted_by text not null,
  at timestamptz not null,
  check ((kind = 'reconciliation') = (subject is null)),
  check ((kind = 'refund') = (amount_micros is not null and reference is not null and rail is not null))
);
create index payment_note_subject on payment_note (subject);
-- One refund is noted once.
create unique index payment_note_refund on payment_note (rail, reference) where kind = 'refund';
grant select, insert on payment_note to {{runtime_role}};

-- The purchase that a claim of a pack is, as its buyer knows it.
alter table payment_claim add column purchase_id text unique;
create index payment_claim_block on payment_claim (block) where state = 'settled';
create index payment_claim_created on payment_claim (created_at);
create index payment_claim_transaction on payment_claim (transaction) where state = 'settled';
create index credit_purchase_created on credit_purchase (created_at);
create index credit_purchase_finished on credit_purchase (finished_at) where state = 'granted';

alter table transfer drop constraint transfer_kind_check;
alter table transfer add constraint transfer_kind_check check (
  kind in (
    'grant', 'grant_expiry', 'hold', 'release', 'post_verification', 'post_compile', 'payment', 'write_off', 'refund'
  )
);
