-- What the settlement service paid by its latest news, and how much of it was added to `settled`: a payment that its chain drops is taken
-- off again, and what parties recorded stays.
alter table settlement_total
  add column paid numeric(20, 2) not null default 0 check (paid >= 0),
  add column paid_added numeric(20, 2) not null default 0 check (paid_added >= 0);
