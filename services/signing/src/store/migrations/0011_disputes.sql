-- Whether a party disputes a receipt, by the latest news of it.
create table receipt_dispute (
  receipt_id text primary key,
  news_version integer not null,
  is_disputed boolean not null,
  changed_at timestamptz not null
);
grant select, insert, update on receipt_dispute to {{runtime_role}};
