-- An outcome is stored as it is, which takes less of a processor and more of the disk (docs/adr/0025). Long ones are packed already.
alter table run
  alter column outcome set storage external,
  alter column unit_results set storage external;
