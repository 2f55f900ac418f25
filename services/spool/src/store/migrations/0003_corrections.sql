-- A run whose receipt replaces another: which one, why, and what its readers are told.
alter table verification_process drop constraint verification_process_kind_check;
alter table verification_process add constraint verification_process_kind_check
  check (kind in ('delivery', 'verify', 'supersede'));
alter table verification_process add column correction json;
