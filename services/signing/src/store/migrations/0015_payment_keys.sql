-- Offers and receipts of payments are signed with keys of their own.
alter table signing_key drop constraint signing_key_purpose_check;
alter table signing_key add constraint signing_key_purpose_check
  check (purpose in ('receipt', 'attestation', 'status', 'log', 'export', 'payment'));
