-- expand
-- What the parties wrote in a dispute after it was opened: statements, and why they answer as they do.
create table dispute_text (
  dispute_id text not null,
  ordinal integer not null,
  spool_id text not null,
  said json not null,
  primary key (dispute_id, ordinal)
);

grant select, insert on dispute_text to {{runtime_role}};
