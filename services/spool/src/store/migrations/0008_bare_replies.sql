-- The reply to a verification has its receipt and attestation in it, which signing keeps: it is kept here without them.
alter table command_log
  add column bare_reply text,
  add column receipt_of text,
  drop constraint command_log_has_one_reply,
  drop constraint command_log_is_completed,
  add constraint command_log_has_one_reply check (num_nonnulls(reply, packed_reply, bare_reply) <= 1),
  add constraint command_log_is_completed check ((num_nonnulls(reply, packed_reply, bare_reply) = 0) = (completed_at is null)),
  add constraint command_log_bare_reply_names_run check ((bare_reply is null) = (receipt_of is null));
