-- What a sandbox session has used, by the command that used it: a repeated command is counted once, whatever became of its first sending.
create table sandbox_use (
  session_id text not null references sandbox_session (id) on delete cascade,
  use text not null check (use in ('compiles', 'spools', 'verifies')),
  command_id text not null,
  day date not null,
  primary key (session_id, use, command_id)
);

-- Counts a use against the session, and a verification also against the day, all or nothing; a command that is counted stays counted once.
create function begin_sandbox_use(
  p_session text, p_use text, p_command text, p_limit integer, p_day date, p_day_limit integer, p_now timestamptz
) returns text
language plpgsql as $$
declare
  v_used integer;
  v_day_used integer;
begin
  select case p_use when 'compiles' then compiles_used when 'spools' then spools_used else verifies_used end into v_used
  from sandbox_session where id = p_session and expires_at > p_now for update;
  if not found then return 'expired'; end if;
  if exists (select from sandbox_use where session_id = p_session and use = p_use and command_id = p_command) then
    return 'counted_before';
  end if;
  if v_used >= p_limit then return 'limit_reached'; end if;

  if p_use = 'verifies' then
    insert into sandbox_day (day) values (p_day) on conflict (day) do nothing;
    select verifies_used into v_day_used from sandbox_day where day = p_day for update;
    if v_day_used >= p_day_limit then return 'resting'; end if;
    update sandbox_day set verifies_used = verifies_used + 1 where day = p_day;
  end if;
  insert into sandbox_use (session_id, use, command_id, day) values (p_session, p_use, p_command, p_day);
  update sandbox_session set
    compiles_used = compiles_used + (p_use = 'compiles')::integer,
    spools_used = spools_used + (p_use = 'spools')::integer,
    verifies_used = verifies_used + (p_use = 'verifies')::integer
  where id = p_session;
  return 'counted';
end
$$;

-- Gives back a use that did no work; one that is not counted is not given back.
create function return_sandbox_use(p_session text, p_use text, p_command text) returns void
language plpgsql as $$
declare
  v_day date;
begin
  -- In the order of begin_sandbox_use: the session before the day.
  perform from sandbox_session where id = p_session for update;
  delete from sandbox_use where session_id = p_session and use = p_use and command_id = p_command returning day into v_day;
  if not found then return; end if;
  update sandbox_session set
    compiles_used = greatest(0, compiles_used - (p_use = 'compiles')::integer),
    spools_used = greatest(0, spools_used - (p_use = 'spools')::integer),
    verifies_used = greatest(0, verifies_used - (p_use = 'verifies')::integer)
  where id = p_session;
  if p_use = 'verifies' then
    update sandbox_day set verifies_used = greatest(0, verifies_used - 1) where day = v_day;
  end if;
end
$$;

grant select, insert, delete on sandbox_use to {{runtime_role}};
grant execute on function begin_sandbox_use(text, text, text, integer, date, integer, timestamptz) to {{runtime_role}};
grant execute on function return_sandbox_use(text, text, text) to {{runtime_role}};
