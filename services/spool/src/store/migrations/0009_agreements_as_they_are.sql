-- An agreement is stored as it is, which takes less of a processor and more of the disk (docs/adr/0025).
alter table spool alter column agreement set storage external;
