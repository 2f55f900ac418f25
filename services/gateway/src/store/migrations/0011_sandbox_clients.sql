-- Which client used a verification, by a hash under the pepper: each has a share of those of the day.
alter table sandbox_use add column client text;
create index sandbox_use_client on sandbox_use (day, client) where use = 'verifies';

-- begin_sandbox_use that counts a verification against the share of its client as well; a p_client_limit of 0 is none. The function without
-- clients stays for the replicas of the version before.
create function begin_sandbox_use(
  p_session text, p_use text, p_command text, p_limit integer, p_day date, p_day_limit integer, p_client text, p_client_limit integer,
  p_now timestamptz
) returns text
language plpgsql as $$
declare
  v_outcome text;
begin
  if p_use = 'verifies' and p_client_limit > 0 then
    -- In the order of begin_sandbox_use: the session before the day, whose lock keeps those of one client apart.
    perform from sandbox_session where id = p_session for update;
    if not exists (select from sandbox_use where session_id = p_session and use = p_use and command_id = p_command) then
      insert into sandbox_day (day) values (p_day) on conflict (day) do nothing;
      perform from sandbox_day where day = p_day for update;
      if (select count(*) from sandbox_use where day = p_day and client = p_client and use = 'verifies') >= p_client_limit then
        return 'client_resting';
      end if;
    end if;
  end if;
  v_outcome := begin_sandbox_use(p_session, p_use, p_command, p_limit, p_day, p_day_limit, p_now);
  if v_outcome = 'counted' then
    update sandbox_use set client = p_client where session_id = p_session and use = p_use and command_id = p_command;
  end if;
  return v_outcome;
end
$$;

grant update (client) on sandbox_use to {{runtime_role}};
grant execute on function begin_sandbox_use(text, text, text, integer, date, integer, text, integer, timestamptz) to {{runtime_role}};
