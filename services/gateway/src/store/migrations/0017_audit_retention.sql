-- Entries of the audit log are kept for 400 days. The runtime role may delete none; this function deletes those that are older, and
-- its body is bound to the table when it is created.
create index audit_entry_age on audit_entry (at);
create function forget_audit_entries() returns bigint language sql security definer
begin atomic
  with gone as (delete from audit_entry where at < now() - interval '400 days' returning 1)
  select count(*) from gone;
end;
revoke all on function forget_audit_entries() from public;
grant execute on function forget_audit_entries() to {{runtime_role}};

-- A mail that could not be handed on is shown to the account that it is about.
alter table mail add column account_id text references account (id);
create index mail_failed on mail (account_id, ended_at) where state = 'failed';
-- Whether the account was told that a key ends soon.
alter table api_key add column end_announced_at timestamptz;
create index api_key_expiry on api_key (expires_at) where expires_at is not null and revoked_at is null;
