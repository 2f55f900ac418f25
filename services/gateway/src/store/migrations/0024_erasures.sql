-- expand
-- When the personal data of an account was erased; such an account is never opened again.
alter table account add column erased_at timestamptz;
grant update (erased_at) on account to {{runtime_role}};

-- The runtime role may change no entry of the audit log. This function takes from the entries of one account who acted and on what; what
-- was done, and when, stays. Returns how many it changed.
create function erase_audit_entries(p_account text) returns bigint language sql security definer
begin atomic
  with changed as (
    update audit_entry set actor = '[erased]', chain_id = null, target = '[erased]', address_prefix = '[erased]', details = '{}'
    where account_id = p_account
      and (actor <> '[erased]' or target <> '[erased]' or address_prefix <> '[erased]' or details <> '{}' or chain_id is not null)
    returning 1)
  select count(*) from changed;
end;
revoke all on function erase_audit_entries(text) from public;
grant execute on function erase_audit_entries(text) to {{runtime_role}};

-- Deletes the requests of an account; the runtime role may delete none. Returns how many there were.
create function erase_requests(p_account text) returns bigint language sql security definer
begin atomic
  with gone as (delete from request_log where account_id = p_account returning 1),
  gaps as (delete from request_log_gap where account_id = p_account returning 1)
  select (select count(*) from gone) + (select count(*) from gaps);
end;
revoke all on function erase_requests(text) from public;
grant execute on function erase_requests(text) to {{runtime_role}};
