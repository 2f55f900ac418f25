-- Where the history of a Spool ended when a run was opened: the receipt of the run names it, and later events are of the next.
alter table verification_process add column history_seq integer;
alter table verification_process add column history_hash text;
update verification_process as p set history_seq = h.seq, history_hash = h.body::json ->> 'hash'
from spool_history as h
where h.spool_id = p.spool_id and h.seq = (
  select max(e.seq) from spool_history as e
  where e.spool_id = p.spool_id and (e.seq = 1 or (e.body::json ->> 'at')::timestamptz <= p.requested_at));
alter table verification_process alter column history_seq set not null;
alter table verification_process alter column history_hash set not null;
