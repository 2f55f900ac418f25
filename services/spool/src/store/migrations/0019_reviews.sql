-- expand
-- What people wrote of a review, and the hash of its link. Where the review stands is part of its Spool.
create table review (
  id text primary key,
  spool_id text not null,
  token_hash text not null unique,
  said json not null,
  sentence json,
  created_at timestamptz not null
);
create index review_of_spool on review (spool_id);

-- The codes that were mailed to a reviewer; a code itself is derived from its place and time and is not stored.
create table review_code (
  review_id text not null,
  ordinal integer not null,
  issued_at timestamptz not null,
  tries integer not null default 0,
  primary key (review_id, ordinal)
);

create table mail (
  id text primary key,
  kind text not null,
  subject_id text not null,
  account_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'not_sent', 'expired', 'failed')),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create index mail_due on mail (next_try_at) where state = 'waiting';
create index mail_of_subject on mail (subject_id);

-- Mails of a day, by account and by address.
create table mail_count (
  day date not null,
  counted text not null,
  mails integer not null,
  primary key (day, counted)
);

grant select, insert, update on review, review_code, mail to {{runtime_role}};
grant select, insert, update, delete on mail_count to {{runtime_role}};
