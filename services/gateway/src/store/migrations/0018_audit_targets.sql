-- What people of an account did to one Spool.
create index audit_entry_target on audit_entry (account_id, target, at desc) where action like 'spool.%';
