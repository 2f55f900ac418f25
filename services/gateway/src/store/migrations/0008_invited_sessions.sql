-- A session that was invited belongs to one Spool and one party of it.
alter table sandbox_session
  add column spool_id text,
  add column party_id text,
  add constraint sandbox_session_bound check ((spool_id is null) = (party_id is null));
