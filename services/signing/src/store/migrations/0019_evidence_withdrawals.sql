-- expand
-- Evidence items of a receipt whose content was deleted after it was signed.
create table receipt_evidence_withdrawal (
  receipt_id text not null,
  evidence_id text not null,
  withdrawn_at timestamptz not null,
  primary key (receipt_id, evidence_id)
);
grant select, insert on receipt_evidence_withdrawal to {{runtime_role}};
