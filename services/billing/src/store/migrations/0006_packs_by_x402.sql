-- Packs are bought by x402 too: with the claims of payments for single calls.
alter table credit_grant drop constraint credit_grant_source_check;
alter table credit_grant add constraint credit_grant_source_check
  check (source in ('promo', 'operator', 'pack_mpp', 'pack_x402'));
alter table payment_claim drop constraint payment_claim_purchase_check;
alter table payment_claim add constraint payment_claim_purchase_check check (purchase in ('verification', 'pack'));
create index payment_claim_pending_pack on payment_claim (account_id)
  where purchase = 'pack' and state in ('claimed', 'worked', 'settling');
