-- The results of many units are megabytes that no one reads on their way: they are kept as the gzip file of their list, and
-- `receipt` is the text without them. `unit_results_bytes` is the length of the list.
alter table receipt
  add column packed_unit_results bytea,
  add column unit_results_bytes integer,
  add check ((packed_unit_results is null) = (unit_results_bytes is null));
alter table receipt alter column packed_unit_results set storage external;
