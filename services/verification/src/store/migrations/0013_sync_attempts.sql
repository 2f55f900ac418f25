-- expand
-- How many replicas have worked on a sync: what its source says to a later one counts.
alter table source_sync add column attempts integer not null default 0;
