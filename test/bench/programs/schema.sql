create table command_log (command_id text primary key, body_digest text not null, reply text not null, created_at timestamptz not null);
create table spool (
  id text primary key, share_id text not null unique, account_id text not null, version integer not null,
  agreement json not null, standing json not null, salt bytea not null,
  created_at timestamptz not null, updated_at timestamptz not null);
create index spool_by_account on spool (account_id, created_at desc);
create table evidence (spool_id text not null, ordinal integer not null, item json not null, primary key (spool_id, ordinal));
create table evidence_content (
  spool_id text not null, content_digest text not null, content text not null, primary key (spool_id, content_digest));
create table spool_history (spool_id text not null, seq integer not null, body text not null, primary key (spool_id, seq));
create table run (
  run_id text primary key, spool_id text not null, plan_hash text not null, run_digest text not null,
  outcome text not null, completed_at timestamptz not null);
create table receipt (
  receipt_id text primary key, run_id text not null unique, spool_id text not null,
  receipt text not null, attestation text not null, issued_at timestamptz not null);
create table account_funds (account_id text primary key, available_micros bigint not null check (available_micros >= 0));
create table reservation (
  run_id text primary key, account_id text not null, state text not null, amount_micros bigint not null,
  created_at timestamptz not null, finished_at timestamptz);
create table transfer (
  id bigint generated always as identity primary key, idempotency_key text not null, kind text not null,
  debit_account text not null, credit_account text not null, amount_micros bigint not null, at timestamptz not null,
  unique (idempotency_key, kind));
create table usage_run (
  run_id text primary key, account_id text not null, at timestamptz not null, result text not null, facts json not null);
create index usage_by_account on usage_run (account_id, at desc);
insert into account_funds values ('acc_000000000000000000000001', 9000000000000000);
