-- Until when the caller of a one-call verification without an idempotency key may ask for its answer again; null for every
-- other run, and once it was asked for again.
alter table verification_process add column unclaimed_after timestamptz;
