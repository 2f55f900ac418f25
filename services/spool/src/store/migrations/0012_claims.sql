-- expand
-- What the provider side claims, in the order in which it came. A claim is replaced by another one and never changed.
create table claim (
  claim_id text primary key,
  spool_id text not null,
  ordinal integer not null,
  subject text not null,
  predicate text not null,
  value text not null,
  quantity bigint,
  amount_cents bigint,
  occurred_at timestamptz,
  evidence_ref text,
  content_digest text not null,
  claimed_at timestamptz not null,
  supersedes text,
  duplicate_of text,
  superseded_by text,
  -- Of the claim that replaced it, so that the claims as of any ordinal are known.
  superseded_at_ordinal integer,
  unique (spool_id, ordinal)
);

create index claim_of_digest on claim (spool_id, content_digest) where superseded_by is null;

grant select, insert, update (superseded_by, superseded_at_ordinal) on claim to {{runtime_role}};
