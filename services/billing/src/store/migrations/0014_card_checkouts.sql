-- Packs that people buy on a page of the payment processor. Their session is the payment until it is paid.
alter table credit_purchase add column is_checkout boolean not null default false;
create index credit_purchase_latest on credit_purchase (account_id, created_at desc);
