-- Credits end with their money: what an account owes for credits whose payment was sent back after they were spent, by grant.
alter table account_funds add column debts jsonb not null default '[]';

alter table transfer drop constraint transfer_kind_check;
alter table transfer add constraint transfer_kind_check check (
  kind in (
    'grant', 'grant_expiry', 'hold', 'release', 'post_verification', 'post_compile', 'payment', 'write_off', 'refund',
    'refund_credits', 'refund_debt', 'debt_payment'
  )
);
