-- A budget-limited demo session. Its account lives and ends with it.
create table sandbox_session (
  id text primary key,
  account_id text not null unique,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  compiles_used integer not null default 0 check (compiles_used >= 0),
  spools_used integer not null default 0 check (spools_used >= 0),
  verifies_used integer not null default 0 check (verifies_used >= 0)
);
create index sandbox_session_expiry on sandbox_session (expires_at);

-- Verifications of all sessions together, by UTC day.
create table sandbox_day (
  day date primary key,
  verifies_used integer not null default 0 check (verifies_used >= 0)
);

-- Counts one verification against the session and the day, both or neither.
create function begin_sandbox_verify(
  p_session text, p_session_limit integer, p_day date, p_day_limit integer, p_now timestamptz
) returns text
language plpgsql as $$
declare
  v_session_used integer;
  v_day_used integer;
begin
  select verifies_used into v_session_used
  from sandbox_session where id = p_session and expires_at > p_now for update;
  if not found then return 'expired'; end if;
  if v_session_used >= p_session_limit then return 'limit_reached'; end if;

  insert into sandbox_day (day) values (p_day) on conflict (day) do nothing;
  select verifies_used into v_day_used from sandbox_day where day = p_day for update;
  if v_day_used >= p_day_limit then return 'resting'; end if;

  update sandbox_session set verifies_used = verifies_used + 1 where id = p_session;
  update sandbox_day set verifies_used = verifies_used + 1 where day = p_day;
  return 'counted';
end
$$;

-- Gives back a verification that was refused before any work, or that repeated an earlier one.
create function return_sandbox_verify(p_session text, p_day date) returns void
language sql as $$
  update sandbox_session set verifies_used = greatest(0, verifies_used - 1) where id = p_session;
  update sandbox_day set verifies_used = greatest(0, verifies_used - 1) where day = p_day;
$$;

grant select, insert, update, delete on sandbox_session to {{runtime_role}};
grant select, insert, update on sandbox_day to {{runtime_role}};
grant execute on function begin_sandbox_verify(text, integer, date, integer, timestamptz) to {{runtime_role}};
grant execute on function return_sandbox_verify(text, date) to {{runtime_role}};
