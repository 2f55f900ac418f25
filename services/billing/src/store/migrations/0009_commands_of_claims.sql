-- A command buys one pack, by whatever authorizations it is repeated with; another only when nothing was taken for the first.
alter table payment_claim add column command_id text;
create unique index payment_claim_command on payment_claim (command_id) where command_id is not null and state <> 'refused';
