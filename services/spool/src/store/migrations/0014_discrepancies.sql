-- expand
-- A difference between claims, facts and evidence of a Spool. What it decides is part of its Spool; its texts stand by themselves, because they can be erased.
create table discrepancy (
  id text primary key,
  spool_id text not null,
  ordinal integer not null,
  status text not null check (status in ('open', 'resolved', 'dismissed')),
  found text,
  state json not null,
  texts json not null
);
create unique index discrepancy_of_spool on discrepancy (spool_id, ordinal);
create unique index discrepancy_found on discrepancy (spool_id, found) where found is not null;

grant select, insert, update on discrepancy to {{runtime_role}};
