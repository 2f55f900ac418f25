-- What the processor said last of the payouts of a payee, null before it was asked; the Spool whose party it is, where it has no account here;
-- and when it is asked again. A larger version is later.
alter table payout_account add column is_ready boolean;
alter table payout_account add column news_version integer not null default 0;
alter table payout_account add column spool_id text;
alter table payout_account add column look_at timestamptz;
create index payout_account_look on payout_account (look_at) where look_at is not null;
