-- What a party wrote when it opened a dispute. Where the dispute stands is part of its Spool.
create table dispute (
  id text primary key,
  spool_id text not null,
  said json not null
);

grant select, insert on dispute to {{runtime_role}};
