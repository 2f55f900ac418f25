-- What was earned is in the size of agreements, up to 10^17 micros: bigint holds ninety of them, and usage sums up more.
alter table usage_run alter column earned_micros type numeric(38, 0);
