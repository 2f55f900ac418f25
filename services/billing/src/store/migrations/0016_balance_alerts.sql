-- When people are notified of a low balance: the threshold of an account, and whether it is armed. Armed is a balance that has been at one and
-- a half times the threshold since people were notified.
create table balance_alert (
  account_id text primary key,
  -- Null is the threshold that every account has, 0 never.
  threshold_micros bigint check (threshold_micros >= 0),
  is_armed boolean not null
);
grant select, insert, update on balance_alert to {{runtime_role}};
