import { allRoles, type SchemaRoles, schemaRoles } from '@outturn/model'

const commonAttributes = 'login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/** Roles, schemas and grants of a deployment as SQL that may be run again; passwords are set apart from it. */
export function renderRolesSql(): string {
  return `-- Rendered from deploy/model by \`npm run render:deployment\`; change it there.
--
-- Run as superuser in the system's database; it may be run again. Each schema has an owner, which runs its migrations,
-- and a runtime role, which gets from the migrations what the running service needs and nothing else. No role may do
-- anything in another's schema. Passwords are not set here: a role without one cannot log in.

do $$
declare
  role_name text;
begin
  foreach role_name in array array[
${allRoles.map((role) => `    '${role}'`).join(',\n')}
  ] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I', role_name);
    end if;
  end loop;
end
$$;

revoke all on schema public from public;
do $$
begin
  execute format('revoke all on database %I from public', current_database());
end
$$;

-- Statements find their rows by key, so that a tenth of the sample that Postgres takes by itself tells it enough: analyzing the tables of
-- documents costs an eighth. What an operator has set for the database stays.
do $$
begin
  if not exists (
    select from pg_db_role_setting setting
    join pg_database database on database.oid = setting.setdatabase and setting.setrole = 0,
    unnest(setting.setconfig) as set_for_database
    where database.datname = current_database() and set_for_database like 'default_statistics_target=%'
  ) then
    execute format('alter database %I set default_statistics_target = 10', current_database());
  end if;
end
$$;
${schemaRoles.map(renderSchema).join('')}`
}

function renderSchema({ schema, owner, runtime }: SchemaRoles): string {
  return `
alter role ${owner} ${commonAttributes};
alter role ${owner} set search_path = ${schema};
alter role ${owner} set lock_timeout = '5s';
alter role ${runtime} ${commonAttributes};
alter role ${runtime} set search_path = ${schema};
alter role ${runtime} set statement_timeout = '5s';
alter role ${runtime} set lock_timeout = '2s';
alter role ${runtime} set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to ${owner}, ${runtime}', current_database()); end $$;
create schema if not exists ${schema};
alter schema ${schema} owner to ${owner};
revoke all on schema ${schema} from public;
grant usage on schema ${schema} to ${runtime};
alter default privileges for role ${owner} revoke execute on functions from public;
`
}
