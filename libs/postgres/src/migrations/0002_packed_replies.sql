-- A long reply is kept packed, as the gzip file that it travels in; it unpacks to the text that was first answered.
alter table command_log add column packed_reply bytea;
alter table command_log
  drop constraint command_log_check,
  add constraint command_log_has_one_reply check (reply is null or packed_reply is null),
  add constraint command_log_is_completed check ((reply is null and packed_reply is null) = (completed_at is null));
