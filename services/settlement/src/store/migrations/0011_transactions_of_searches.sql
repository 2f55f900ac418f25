-- A buyer searches for the transaction that paid a leg by its hash, or the beginning of it.
create index leg_by_transaction on leg (transaction text_pattern_ops) where transaction is not null;
