-- Settlement by card, beside that from wallets. Of such a settlement the payer is the account of the buyer, and the payee an account
-- at the processor.
alter table settlement add column lane text not null default 'wallet' check (lane in ('wallet', 'card'));

-- One that ended by card is looked at until its hold is released too.
do $$
declare found text;
begin
  select conname into strict found from pg_constraint
    where conrelid = 'settlement'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%next_at%';
  execute format('alter table settlement drop constraint %I', found);
end $$;
alter table settlement add constraint settlement_void_check
  check (not is_void or (receipt_id is null and (lane = 'card' or next_at is null)));

-- The holds of money on the card of a buyer, one after the other.
create table card_hold (
  settlement_id text not null references settlement,
  n integer not null check (n >= 1),
  cents bigint not null check (cents > 0),
  fee_cents bigint not null check (fee_cents >= 0 and fee_cents < cents),
  payment_method text,
  description text not null,
  return_url text not null,
  state text not null check (state in ('asked', 'open', 'held', 'captured', 'ended')),
  end_reason text check (end_reason in ('canceled', 'declined', 'expired', 'failed', 'lapsed')),
  session_id text,
  intent_id text,
  url text,
  capture_before timestamptz,
  warnings integer not null default 0,
  is_released boolean not null default false,
  problem text check (problem in ('amount_mismatch', 'below_minimum')),
  tries integer not null default 0,
  asked_at timestamptz not null,
  primary key (settlement_id, n),
  check ((state = 'ended') = (end_reason is not null)),
  check (state not in ('held', 'captured') or intent_id is not null)
) with (fillfactor = 70);
create unique index card_hold_live on card_hold (settlement_id) where state in ('asked', 'open', 'held');
create unique index card_hold_captured_once on card_hold (settlement_id) where state = 'captured';
grant select, insert, update on card_hold to {{runtime_role}};

-- Accounts at the processor to which sellers are paid: of an account here, or of a party that has none.
create table payout_account (
  payee_id text primary key,
  account_id text unique,
  tries integer not null default 0,
  created_at timestamptz not null
);
grant select, insert, update on payout_account to {{runtime_role}};

-- Spools that ended before anything was held for them: no hold is begun any more.
create table closed_to_cards (
  spool_id text primary key,
  at timestamptz not null
);
grant select, insert on closed_to_cards to {{runtime_role}};
