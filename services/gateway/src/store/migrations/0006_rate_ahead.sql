-- rate_take that grants up to p_ahead requests besides, for those that come within p_ahead_ms, and takes back p_unused that an earlier call granted
-- ahead and counted at p_unused_at. The rule is that of rate-limit/sliding-log.ts, and a test drives both through the same histories. rate_take
-- stays for the replicas of the version before.
create function rate_take_ahead(
  p_caller text, p_quota integer, p_wanted integer, p_ahead integer, p_ahead_ms integer, p_unused integer, p_unused_at bigint, p_now bigint)
returns table (granted integer, ahead integer, counted_at bigint, remaining integer, reset_ms bigint)
language plpgsql as $$
declare
  v_last_at bigint[];
  v_counts integer[];
  v_used integer;
  v_counted integer;
  v_at bigint;
begin
  loop
    select r.last_at, r.counts into v_last_at, v_counts from rate_log r where r.caller = p_caller for update;
    exit when found;
    insert into rate_log (caller, last_at, counts, touched_at) values (p_caller, '{}', '{}', now())
    on conflict (caller) do nothing;
  end loop;

  select
    coalesce(array_agg(second.last_at order by second.position), '{}'),
    coalesce(array_agg(second.kept order by second.position), '{}'),
    coalesce(sum(second.kept), 0)
  into v_last_at, v_counts, v_used
  from (
    select s.last_at, s.position,
      case when s.last_at / 1000 = p_unused_at / 1000 then greatest(0, s.count - p_unused) else s.count end as kept
    from unnest(v_last_at, v_counts) with ordinality as s (last_at, count, position)
    where s.last_at > p_now - 60000
  ) as second
  where second.kept > 0;

  granted := greatest(0, least(p_wanted, p_quota - v_used));
  ahead := greatest(0, least(p_ahead, p_quota - v_used - granted));
  v_counted := granted + ahead;
  if v_counted > 0 then
    v_at := case when ahead > 0 then p_now + p_ahead_ms else p_now end;
    -- A clock that stepped back must not put a request before the ones already counted.
    v_at := greatest(v_at, coalesce(v_last_at[cardinality(v_last_at)], v_at));
    if cardinality(v_last_at) > 0 and v_last_at[cardinality(v_last_at)] / 1000 = v_at / 1000 then
      v_last_at[cardinality(v_last_at)] := v_at;
      v_counts[cardinality(v_counts)] := v_counts[cardinality(v_counts)] + v_counted;
    else
      v_last_at := v_last_at || v_at;
      v_counts := v_counts || v_counted;
    end if;
  end if;
  if v_counted > 0 or p_unused > 0 then
    update rate_log set last_at = v_last_at, counts = v_counts, touched_at = now() where caller = p_caller;
  end if;

  counted_at := coalesce(v_last_at[cardinality(v_last_at)], 0);
  remaining := greatest(0, p_quota - v_used - v_counted);
  reset_ms := case when cardinality(v_last_at) = 0 then 0 else v_last_at[1] + 60000 - p_now end;
  return next;
end
$$;

grant execute on function rate_take_ahead(text, integer, integer, integer, integer, integer, bigint, bigint) to {{runtime_role}};
