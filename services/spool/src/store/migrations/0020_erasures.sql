-- expand
-- The texts of an erased account stand beside the Spool, and go without a change of its history.
grant update (said) on dispute, dispute_text to {{runtime_role}};
grant update (item) on evidence to {{runtime_role}};
grant update (subject, predicate, value, quantity, amount_cents) on claim to {{runtime_role}};
grant delete on mail to {{runtime_role}};
