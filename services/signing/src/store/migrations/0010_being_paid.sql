-- Whether the settlement service is paying what a Spool earned, by the latest news of it: no settlement is recorded meanwhile.
alter table settlement_total
  add column news_version integer not null default 0,
  add column is_being_paid boolean not null default false;
