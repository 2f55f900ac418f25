-- expand
-- What a run kept of an evidence content goes with the content.
grant update (outcome) on run to {{runtime_role}};
grant update (opinion) on opinion to {{runtime_role}};
