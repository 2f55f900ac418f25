-- expand
-- The newest checkpoint that an operator knows from elsewhere, where it is above the floor.
alter table recovery_request add column checkpoint text;
