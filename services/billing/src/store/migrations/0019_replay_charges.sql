-- expand
-- Replays of promises have a work of their own. Those charged before stay audits, so that closed statements keep their bytes.
alter table compile_charge drop constraint compile_charge_work_check;
alter table compile_charge add constraint compile_charge_work_check check (work in ('compile', 'audit', 'replay'));
