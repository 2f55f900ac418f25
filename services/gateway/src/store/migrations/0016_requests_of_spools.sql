-- The Spool that a request was about or made, so that a search for it finds its requests.
alter table request_log add column spool_id text;
create index request_log_spool on request_log (spool_id, at desc) where spool_id is not null;
