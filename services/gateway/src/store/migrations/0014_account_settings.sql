-- What the owners of an account decide for its people, and that it is closed.
alter table account
  add column developers_move_money boolean not null default false,
  add column closed_at timestamptz,
  add column closed_by text;
alter table account add check ((closed_at is null) = (closed_by is null));
grant update (name, developers_move_money, closed_at, closed_by) on account to {{runtime_role}};
