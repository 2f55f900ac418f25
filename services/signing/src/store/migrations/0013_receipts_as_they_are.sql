-- A receipt is stored as it is, which takes less of a processor and more of the disk (docs/adr/0025).
alter table receipt alter column receipt set storage external;
