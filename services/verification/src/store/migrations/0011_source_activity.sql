-- expand
-- The latest deliveries of a source are shown on its page.
create index source_delivery_latest on source_delivery (source_id, received_at desc, webhook_id);
