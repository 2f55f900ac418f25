-- Whether a payee, an account or a party of a Spool, can be paid by card, as the settlement service says; a larger version is later.
create table payee_payouts (
  payee_id text primary key,
  news_version integer not null,
  is_ready boolean not null
);

grant select, insert, update on payee_payouts to {{runtime_role}};
