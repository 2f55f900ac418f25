-- Leaves named receipts by their ids, which are capabilities. Now they hold digests alone, so the log begins anew, under a
-- new name, with a leaf for everything that is recorded.
truncate log_pending, log_entry, log_tile, log_checkpoint, log_identity;
alter table log_pending drop constraint log_pending_kind_check;
alter table log_pending add constraint log_pending_kind_check
  check (kind in ('receipt', 'status', 'key_document', 'key'));

insert into log_pending (kind, subject, entry)
select kind, subject, format('{"digest":"%s","kind":"%s","subject":"%s"}', digest, kind,
  encode(sha256(convert_to(slug || '/log-subject@1:' || subject, 'UTF8')), 'hex'))
from (
  select 1 as part, version::text as position, 'key_document' as kind, version::text as subject, document_hash as digest,
    split_part(document::json ->> 'schema', '/', 1) as slug
  from key_document
  union all
  select 2, k.key_id, 'key', k.key_id,
    encode(sha256(convert_to(
      format('{"key_id":"%s","purpose":"%s","status":"%s"}', k.key_id, k.purpose, k.status), 'UTF8')), 'hex'),
    (select split_part(document::json ->> 'schema', '/', 1) from key_document order by version desc limit 1)
  from signing_key as k where k.purpose <> 'log' and exists (select from key_document)
  union all
  select 3, to_char(r.issued_at at time zone 'utc', 'YYYYMMDDHH24MISSMS') || r.receipt_id, 'receipt', r.receipt_id,
    encode(sha256(convert_to(left(r.receipt, strpos(r.receipt, ',"signing_key_id":"') - 1) || '}', 'UTF8')), 'hex'),
    split_part(r.receipt::json ->> 'schema', '/', 1)
  from receipt as r
  union all
  select 4, to_char(s.changed_at at time zone 'utc', 'YYYYMMDDHH24MISSMS') || s.receipt_id, 'status', s.receipt_id,
    encode(sha256(convert_to(format('{"changed_at":"%s","receipt_id":"%s","replacement_receipt_id":%s,"status":"%s"}',
      to_char(s.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), s.receipt_id,
      coalesce('"' || s.replacement_receipt_id || '"', 'null'), s.status), 'UTF8')), 'hex'),
    split_part(r.receipt::json ->> 'schema', '/', 1)
  from receipt_status_change as s join receipt as r using (receipt_id)
) as recorded
order by part, position;
