-- An authorization whose call was answered by what another one paid for is kept as refused, so that it is never spent.
alter table payment_claim add column answered_by text references payment_claim (id);
alter table payment_claim add constraint payment_claim_answered_check check (answered_by is null or state = 'refused');
