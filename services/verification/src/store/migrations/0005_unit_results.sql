-- What was found of each unit is kept beside the outcome, which is read without it; many of them are kept packed. A packed
-- record that has them inside cannot be taken apart here and is not kept: judged again, its run has the same outcome.
alter table run
  drop constraint run_has_one_outcome,
  add column unit_results text,
  add column packed_unit_results bytea,
  add constraint run_has_unit_results_once check (unit_results is null or packed_unit_results is null);
delete from run where packed_outcome is not null;
update run set
  unit_results = nullif((outcome::json -> 'unitResults')::text, 'null'),
  outcome = ((outcome::jsonb - 'unitResults') || '{"unitFindings":[]}')::text;
alter table run
  drop column packed_outcome,
  alter column outcome set not null;
