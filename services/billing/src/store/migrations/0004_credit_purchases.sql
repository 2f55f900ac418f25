-- Credits that were bought come from the account of the rail that took the money.
alter table credit_grant drop constraint credit_grant_source_check;
alter table credit_grant add constraint credit_grant_source_check check (source in ('promo', 'operator', 'pack_mpp'));

-- One row for each payment that was presented for a credit pack, written before the processor is asked. A row is never deleted:
-- its challenge is used.
create table credit_purchase (
  id text primary key,
  account_id text not null,
  rail text not null check (rail in ('mpp')),
  pack_cents integer not null check (pack_cents > 0),
  challenge_id text not null,
  credential_digest text not null,
  command_id text not null,
  state text not null check (state in ('claimed', 'charging', 'granted', 'refused')),
  -- What the processor is paid with; it can be spent until the purchase ends, and is gone then.
  token text,
  payment_id text,
  declined text,
  attempts integer not null check (attempts >= 0),
  created_at timestamptz not null,
  check_at timestamptz not null,
  leased_until timestamptz not null,
  finished_at timestamptz,
  unique (rail, challenge_id),
  check ((finished_at is null) = (state in ('claimed', 'charging'))),
  check ((finished_at is null) = (token is not null)),
  check (state <> 'granted' or payment_id is not null)
);
-- A command claims one purchase, and another only when nothing was taken for the first.
create unique index credit_purchase_command on credit_purchase (command_id) where state <> 'refused';
-- A payment is credited once, whatever it was presented as.
create unique index credit_purchase_payment on credit_purchase (rail, payment_id) where state = 'granted';
create index credit_purchase_open on credit_purchase (check_at) where finished_at is null;
create index credit_purchase_account on credit_purchase (account_id) where finished_at is null;
grant select, insert, update on credit_purchase to {{runtime_role}};
