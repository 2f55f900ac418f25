-- An id that a payer gave its payment buys once, by whatever authorizations that carry it; again only when nothing was taken for it.
alter table payment_claim add column payment_identifier text;
create unique index payment_claim_identifier on payment_claim (payer, payment_identifier)
  where payment_identifier is not null and state <> 'refused';
