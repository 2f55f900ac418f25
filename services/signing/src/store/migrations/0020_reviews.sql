-- expand
-- Whether a receipt is under review and whether a review upheld it, by the latest news of it.
create table receipt_review (
  receipt_id text primary key,
  news_version integer not null,
  is_under_review boolean not null,
  is_upheld boolean not null,
  changed_at timestamptz not null
);
grant select, insert, update on receipt_review to {{runtime_role}};
