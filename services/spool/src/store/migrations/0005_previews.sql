-- How many verifications of a Spool a party has tried out on a day, by UTC: a dry run costs work and is not charged.
create table verification_preview (
  spool_id text not null,
  party_id text not null,
  day date not null,
  used integer not null,
  primary key (spool_id, party_id, day)
);

grant select, insert, update, delete on verification_preview to {{runtime_role}};
