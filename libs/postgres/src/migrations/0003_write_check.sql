-- One row that a service writes to find out whether its database takes writes.
create table write_check (
  id smallint primary key check (id = 1),
  written_at timestamptz not null
);
grant select, insert, update on write_check to {{runtime_role}};
