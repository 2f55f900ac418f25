-- How the chain refuses a transfer now, in its own words, where that is what blocks a settlement.
alter table settlement add column blocked_detail text;
