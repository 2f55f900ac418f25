-- expand
-- Runs that the decision of a review or a dispute asks for, and what they judge.
alter table verification_process drop constraint verification_process_kind_check;
alter table verification_process add constraint verification_process_kind_check
  check (kind in ('delivery', 'verify', 'supersede', 'review', 'dispute'));
alter table verification_process add column decided json;
