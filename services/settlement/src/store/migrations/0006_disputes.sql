-- Whether an open dispute holds the settlement of a Spool, by the latest news of it; also of one that has no settlement yet.
create table disputed_spool (
  spool_id text primary key,
  news_version integer not null,
  is_held boolean not null
);
grant select, insert, update on disputed_spool to {{runtime_role}};
