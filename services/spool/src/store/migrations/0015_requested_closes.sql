-- expand
-- The few discrepancies that an operator asked to close and another one has not approved yet.
create index discrepancy_requested on discrepancy ((state #>> '{request,expiresAt}'))
  where status = 'open' and state #>> '{request,expiresAt}' is not null;
