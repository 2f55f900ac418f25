-- What became of a grant on the chain for good, and when one under which nothing will be paid is looked at next.
alter table settlement_grant
  add column look_at timestamptz,
  add column revoked_at timestamptz,
  add column revoked_by text check (revoked_by in ('account', 'payment', 'release')),
  -- The transaction of this service that revoked it.
  add column revoked_in text,
  add constraint settlement_grant_revocation check (
    (revoked_at is null) = (revoked_by is null)
    and (revoked_in is not null) = (coalesce(revoked_by, 'account') <> 'account')
  );
create index settlement_grant_unrevoked on settlement_grant (ends_at)
  where granted_at is not null and revoked_at is null;

-- A slot carries a leg, or the release of a grant.
alter table tx_slot
  alter column settlement_id drop not null,
  alter column kind drop not null,
  alter column attempt drop not null,
  add column permission_hash text references settlement_grant,
  add constraint tx_slot_purpose check (
    num_nulls(settlement_id, kind, attempt) = case when permission_hash is null then 0 else 3 end
  );
create unique index tx_slot_open_release on tx_slot (permission_hash) where state = 'open';
create index tx_slot_of_grant on tx_slot (permission_hash) where permission_hash is not null;

-- Spools that ended with nothing due before they were committed, in whichever lane: no settlement of them begins any more.
alter table closed_to_cards rename to closed_spool;
alter table closed_spool rename constraint closed_to_cards_pkey to closed_spool_pkey;
