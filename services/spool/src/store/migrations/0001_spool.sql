-- Rows of one Spool are written together with it, in one statement, and never deleted by the runtime role. Foreign keys
-- between them would be re-proven row by row on the hot path, so the statement that writes them is what keeps them whole.

-- The agreement is frozen at acceptance and never rewritten; the standing is what moves.
create table spool (
  id text primary key,
  share_id text not null unique,
  account_id text not null,
  version integer not null,
  agreement json not null,
  standing json not null,
  -- 32 private bytes behind unit salts and pseudonyms.
  salt bytea not null check (octet_length(salt) = 32),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index spool_by_account on spool (account_id, created_at desc);

-- Evidence content once per Spool and digest, as the text of an EvidenceContent: what was hashed can be rebuilt from it.
create table evidence_content (
  spool_id text not null,
  content_digest text not null,
  content text not null,
  primary key (spool_id, content_digest)
);

create table evidence (
  spool_id text not null,
  ordinal integer not null,
  item json not null,
  primary key (spool_id, ordinal)
);

-- The history of a Spool: each body is the exact text whose hash the next one carries.
create table spool_history (
  spool_id text not null,
  seq integer not null,
  body text not null,
  primary key (spool_id, seq)
);

-- One verification of a Spool: a process that must end in a result or a failure, whatever crashes.
create table verification_process (
  run_id text primary key,
  spool_id text not null,
  account_id text not null,
  command_id text not null,
  state text not null check (state in ('requested', 'done', 'failed')),
  -- Random part of the receipt; with the run record it makes the receipt body a function of committed rows.
  nonce text not null,
  requested_at timestamptz not null,
  -- Who drives it owns it until then; afterwards the sweeper of any replica takes over.
  lease_until timestamptz not null,
  attempts integer not null default 0,
  finished_at timestamptz,
  -- Facts of the finished run, for services that missed the event.
  verified_run json
);
create index verification_process_open on verification_process (lease_until) where state = 'requested';

grant select, insert, update on spool, verification_process to {{runtime_role}};
grant select, insert on evidence, evidence_content, spool_history to {{runtime_role}};
