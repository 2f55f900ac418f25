-- A large outcome is kept packed, as the gzip file that it travels in; it unpacks to the text that was first answered.
alter table run
  alter column outcome drop not null,
  add column packed_outcome bytea,
  add constraint run_has_one_outcome check ((outcome is null) <> (packed_outcome is null));
