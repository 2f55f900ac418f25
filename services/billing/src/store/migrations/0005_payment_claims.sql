-- One row for each authorization to pay that was used for a request, recorded before any work. The first four columns after the
-- id are how a token contract knows an authorization, so two payments with it cannot both be here.
create table payment_claim (
  id text primary key,
  network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  purchase text not null check (purchase in ('verification')),
  -- Account of the key that was presented; null without one.
  owner_id text,
  account_id text not null,
  body_digest text not null,
  signature_digest text not null,
  amount_micros bigint not null check (amount_micros > 0),
  pay_to text not null,
  valid_before timestamptz not null,
  since_block bigint not null,
  state text not null check (state in ('claimed', 'worked', 'settling', 'settled', 'refused')),
  -- As it was signed, and what it had to match: kept for as long as it can be settled.
  payload text,
  requirements text,
  run_id text unique,
  -- Of a settled claim: the transfer, and the header that said so.
  transaction text,
  block bigint,
  response text,
  -- Of a refused claim.
  reason text,
  has_work boolean not null default false,
  -- Until when one process has it; others wait.
  lease_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network, asset, payer, nonce),
  check ((state = 'settled') = (transaction is not null and block is not null and response is not null)),
  check ((state = 'refused') = (reason is not null)),
  check ((state in ('settled', 'refused')) = (payload is null and requirements is null))
) with (fillfactor = 70);
-- One payer pays once for one request that has not ended, whatever number of authorizations it signs.
create unique index payment_claim_open_request
  on payment_claim (payer, network, asset, purchase, body_digest, coalesce(owner_id, ''))
  where state in ('claimed', 'worked', 'settling');
create index payment_claim_open on payment_claim (lease_until) where state in ('claimed', 'worked', 'settling');
grant select, insert, update on payment_claim to {{runtime_role}};

alter table transfer drop constraint transfer_kind_check;
alter table transfer add constraint transfer_kind_check check (
  kind in (
    'grant', 'grant_expiry', 'hold', 'release', 'post_verification', 'post_compile', 'payment', 'write_off'
  )
);
