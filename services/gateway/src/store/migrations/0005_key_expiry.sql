-- When a key ends by itself: that of a counterparty with the dispute window of its Spool. Null while nothing says when.
alter table api_key add column expires_at timestamptz;
