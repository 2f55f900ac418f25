-- expand
-- Audits that a process has taken, so that no other computes the same one. A process that has ended renews its leases no more. Nothing of
-- a document is here, and a lease need not outlive the database.
create unlogged table audit_lease (
  command_id text primary key,
  holder text not null,
  ends_at timestamptz not null
);
grant select, insert, update, delete on audit_lease to {{runtime_role}};
