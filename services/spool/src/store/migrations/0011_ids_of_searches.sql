-- A person searches by the beginning of an id. Ids that are primary keys are found by a range of them; the id of an evidence item stands
-- in its document, and a dispute is also found by its Spool.
create index evidence_by_id on evidence ((item ->> 'id') text_pattern_ops);
create index dispute_by_spool on dispute (spool_id);
