-- A rotated key is active beside the one before it until its time to sign has come.
drop index signing_key_active;
create index signing_key_active on signing_key (purpose) where status = 'active';
