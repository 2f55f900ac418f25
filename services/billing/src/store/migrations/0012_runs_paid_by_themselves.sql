-- A run that a payment for it alone covers belongs to the account of the key that came with it; it is no charge of that account.
alter table reservation drop constraint reservation_covered_by_check;
alter table reservation add constraint reservation_covered_by_check
  check (covered_by in ('allowance', 'credits', 'receivable', 'payment'));
alter table usage_run add column paid_micros bigint not null default 0 check (paid_micros >= 0);
