-- Takes one step towards a size of the request log, in bytes: the oldest day whose refusals have bodies is written anew without them, or, where
-- no day has bodies any more, the oldest day of successes is dropped. Days that are still written are left alone. Returns the table that
-- changed; null when the log is within its size, another process is at it, or nothing is left to take.
create function trim_request_log(p_bytes bigint, p_before date) returns text
language plpgsql security definer set search_path from current as $$
declare
  v_part record;
  v_total bigint;
  v_has_bodies boolean;
  v_columns text;
begin
  if not pg_try_advisory_xact_lock(hashtext('trim_request_log')) then return null; end if;
  select coalesce(sum(pg_total_relation_size(inhrelid)), 0) into v_total from pg_inherits
  where inhparent in ('request_log_refused'::regclass, 'request_log_served'::regclass);
  if v_total <= p_bytes then return null; end if;
  for v_part in
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where i.inhparent in ('request_log_refused'::regclass, 'request_log_served'::regclass)
      and to_date(right(c.relname, 8), 'YYYYMMDD') < p_before
    order by p.relname, c.relname
  loop
    if v_part.parent = 'request_log_served' then
      execute format('drop table %I', v_part.name);
      return v_part.name;
    end if;
    execute format('select exists (select from %I where body is not null)', v_part.name) into v_has_bodies;
    if not v_has_bodies then continue; end if;
    -- Written beside the old one and put in its place, because a row that is changed frees no disk.
    select string_agg(quote_ident(attname), ', ' order by attnum) into v_columns from pg_attribute
    where attrelid = v_part.name::regclass and attnum > 0 and not attisdropped and attname <> 'body';
    execute format('create table %I (like %I including all)', v_part.name || '_new', v_part.name);
    execute format('insert into %1$I (%3$s) select %3$s from %2$I', v_part.name || '_new', v_part.name, v_columns);
    execute format('drop table %I', v_part.name);
    execute format('alter table %I rename to %I', v_part.name || '_new', v_part.name);
    execute format('alter table %I attach partition %I %s', v_part.parent, v_part.name, v_part.bounds);
    return v_part.name;
  end loop;
  return null;
end
$$;
revoke execute on function trim_request_log(bigint, date) from public;
grant execute on function trim_request_log(bigint, date) to {{runtime_role}};
