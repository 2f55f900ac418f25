-- expand
-- The content of an evidence item is deleted when its party says so, or after the time that the deployment keeps it: its digest takes its place.
grant update (content) on evidence_content to {{runtime_role}};

-- Spools whose kept replies may still show what was deleted. A row is gone once they were replaced.
create table withdrawn_reply (
  spool_id text primary key,
  since timestamptz not null,
  until timestamptz not null
);
grant select, insert, update, delete on withdrawn_reply to {{runtime_role}};

-- Whether nothing that was submitted to the Spool is held any more; the sweeper walks those of which it may be.
alter table spool add column contents_withdrawn boolean not null default false;
create index spool_with_contents on spool (created_at, id) where not contents_withdrawn;
