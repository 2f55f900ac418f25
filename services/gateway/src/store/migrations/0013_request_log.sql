-- Requests as the account that sent them may look them up. Refusals and successes are kept for different times, so each kind has
-- partitions of its own, one for each UTC day, and what has ended is dropped with its partition.
create table request_log (
  id text not null check (id ~ '^req_[0-9a-f]{24}$'),
  at timestamptz not null,
  is_refused boolean not null,
  took_ms integer not null,
  method text not null,
  route text,
  path text not null,
  status integer not null,
  code text,
  field text,
  reason text,
  error text,
  remediation text,
  account_id text not null,
  key_id text not null,
  scope text not null,
  user_agent text not null,
  address text not null,
  idempotency_key text,
  idempotency_hash text,
  rate_limit text,
  -- How many successes this one stands for.
  weight integer not null check (weight > 0),
  body_bytes integer not null,
  body_hash text,
  -- As JSON and not jsonb: members stay in the order in which they were sent.
  body json,
  primary key (id, at, is_refused)
) partition by list (is_refused);
create table request_log_refused partition of request_log for values in (true) partition by range (at);
create table request_log_served partition of request_log for values in (false) partition by range (at);
create index request_log_account on request_log (account_id, at desc, id desc);
create index request_log_code on request_log (account_id, code, at desc);

-- Requests of an account that could not be recorded.
create table request_log_gap (
  account_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  dropped integer not null check (dropped > 0)
);
create index request_log_gap_account on request_log_gap (account_id, to_at desc);

-- Makes the partitions of a UTC day. The gateway may write rows but make no table, so the owner does it here.
create function open_request_day(p_day date) returns void
language plpgsql security definer set search_path from current as $$
declare
  v_kind text;
  v_name text;
begin
  foreach v_kind in array array['refused', 'served'] loop
    v_name := format('request_log_%s_%s', v_kind, to_char(p_day, 'YYYYMMDD'));
    if to_regclass(v_name) is not null then continue; end if;
    perform pg_advisory_xact_lock(hashtext('open_request_day'));
    execute format(
      'create table if not exists %I partition of request_log_%s for values from (%L) to (%L)',
      v_name, v_kind, p_day::text || ' 00:00:00+00', (p_day + 1)::text || ' 00:00:00+00'
    );
  end loop;
end
$$;

-- Drops the partitions of the days before these; returns how many.
create function drop_request_days(p_refused_before date, p_served_before date) returns integer
language plpgsql security definer set search_path from current as $$
declare
  v_part record;
  v_dropped integer := 0;
begin
  for v_part in
    select c.relname as name,
      case p.relname when 'request_log_refused' then p_refused_before else p_served_before end as first_day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where i.inhparent in ('request_log_refused'::regclass, 'request_log_served'::regclass)
  loop
    if to_date(right(v_part.name, 8), 'YYYYMMDD') < v_part.first_day then
      execute format('drop table %I', v_part.name);
      v_dropped := v_dropped + 1;
    end if;
  end loop;
  delete from request_log_gap where to_at < p_refused_before;
  return v_dropped;
end
$$;

revoke execute on function open_request_day(date) from public;
revoke execute on function drop_request_days(date, date) from public;
grant execute on function open_request_day(date) to {{runtime_role}};
grant execute on function drop_request_days(date, date) to {{runtime_role}};
grant select, insert on request_log to {{runtime_role}};
grant select, insert on request_log_gap to {{runtime_role}};
