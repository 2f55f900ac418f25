-- The account that alone settles with a receipt; null while the paying party has none. An older receipt that one account may
-- read was made by it, which pays; of the others it is not known, and they are superseded to be settled.
alter table receipt add column payer_account_id text;
update receipt set payer_account_id = visible_to[1] where array_length(visible_to, 1) = 1;

-- The receipts of a Spool are a line: one is the first, and each other one replaces the one before it.
alter table receipt add column replaces text references receipt;
update receipt set replaces = receipt::json ->> 'supersedes';
update receipt as r set replaces = earlier.receipt_id
from (select receipt_id as later_id, lag(receipt_id) over (partition by spool_id order by issued_at, receipt_id) as receipt_id
      from receipt) as earlier
where earlier.later_id = r.receipt_id and r.replaces is null and earlier.receipt_id is not null;
create unique index receipt_line on receipt (spool_id, coalesce(replaces, ''));
