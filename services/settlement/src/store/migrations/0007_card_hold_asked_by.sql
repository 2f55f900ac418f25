-- The request that asked for a hold, so that its repetition knows what is held for its own. Holds of before have none.
alter table card_hold add column asked_by text;
