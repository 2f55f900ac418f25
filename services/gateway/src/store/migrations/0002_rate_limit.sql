-- Requests of the last minute, one row a caller, one pair of array elements a second. Unlogged: after a crash of the
-- server the windows start empty, and no request ever waits for a flush of the write-ahead log.
create unlogged table rate_log (
  caller text primary key,
  last_at bigint[] not null,
  counts integer[] not null,
  touched_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Counts up to p_wanted requests at p_now (epoch milliseconds) within p_quota in any 60 seconds. The rule is that of
-- rate-limit/sliding-log.ts, and a test drives both through the same histories.
create function rate_take(p_caller text, p_quota integer, p_wanted integer, p_now bigint)
returns table (granted integer, remaining integer, reset_ms bigint)
language plpgsql as $$
declare
  v_last_at bigint[];
  v_counts integer[];
  v_used integer;
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
    coalesce(array_agg(second.count order by second.position), '{}'),
    coalesce(sum(second.count), 0)
  into v_last_at, v_counts, v_used
  from unnest(v_last_at, v_counts) with ordinality as second (last_at, count, position)
  where second.last_at > p_now - 60000;

  granted := greatest(0, least(p_wanted, p_quota - v_used));
  if granted > 0 then
    -- A clock that stepped back must not put a request before the ones already counted.
    v_at := greatest(p_now, coalesce(v_last_at[cardinality(v_last_at)], p_now));
    if cardinality(v_last_at) > 0 and v_last_at[cardinality(v_last_at)] / 1000 = v_at / 1000 then
      v_last_at[cardinality(v_last_at)] := v_at;
      v_counts[cardinality(v_counts)] := v_counts[cardinality(v_counts)] + granted;
    else
      v_last_at := v_last_at || v_at;
      v_counts := v_counts || granted;
    end if;
    update rate_log set last_at = v_last_at, counts = v_counts, touched_at = now() where caller = p_caller;
  end if;

  remaining := greatest(0, p_quota - v_used - granted);
  reset_ms := case when cardinality(v_last_at) = 0 then 0 else v_last_at[1] + 60000 - p_now end;
  return next;
end
$$;

grant select, insert, update, delete on rate_log to {{runtime_role}};
grant execute on function rate_take(text, integer, integer, bigint) to {{runtime_role}};
