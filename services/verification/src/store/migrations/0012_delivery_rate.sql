-- expand
-- When the allowance of deliveries is full again: each delivery moves it on, so that all replicas count in one place.
alter table source add column deliveries_full_at timestamptz;
