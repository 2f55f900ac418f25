-- Tables that every service has: remembered commands, events on their way, events that took effect, dead messages.

create table command_log (
  command_id text primary key,
  command text not null,
  body_digest text not null,
  -- JSON text of the reply, served again byte for byte; null while a process of several transactions is under way.
  reply text,
  is_refusal boolean not null default false,
  is_kept boolean not null default false,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check ((reply is null) = (completed_at is null))
);
create index command_log_expiry on command_log (created_at) where not is_kept;
grant select, insert, update, delete on command_log to {{runtime_role}};

create table outbox (
  id uuid primary key,
  seq bigint generated always as identity,
  subject text not null,
  headers jsonb not null default '{}',
  body text not null,
  -- Services whose effect is not recorded yet; the row goes when the last of them has confirmed.
  waiting_for text[] not null check (cardinality(waiting_for) > 0),
  -- The committing process publishes at once; the poll takes over from here on.
  due_at timestamptz not null default now() + interval '5 seconds',
  attempts integer not null default 0,
  created_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index outbox_due on outbox (due_at);
grant select, insert, update, delete on outbox to {{runtime_role}};

create table inbox (
  event_id uuid primary key,
  received_at timestamptz not null default now()
);
create index inbox_received on inbox using brin (received_at);
grant select, insert, delete on inbox to {{runtime_role}};

create table dead_letter (
  id text primary key,
  queue text not null,
  subject text not null,
  payload bytea not null,
  headers jsonb not null default '{}',
  reason text not null,
  attempts integer not null,
  dead_at timestamptz not null default now(),
  redriven_at timestamptz
);
create index dead_letter_waiting on dead_letter (dead_at) where redriven_at is null;
grant select, insert, update, delete on dead_letter to {{runtime_role}};
