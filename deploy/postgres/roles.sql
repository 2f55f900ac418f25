-- Rendered from deploy/model by `npm run render:deployment`; change it there.
--
-- Run as superuser in the system's database; it may be run again. Each schema has an owner, which runs its migrations,
-- and a runtime role, which gets from the migrations what the running service needs and nothing else. No role may do
-- anything in another's schema. Passwords are not set here: a role without one cannot log in.

do $$
declare
  role_name text;
begin
  foreach role_name in array array[
    'outturn_gateway_owner',
    'outturn_gateway',
    'outturn_spool_owner',
    'outturn_spool',
    'outturn_verification_owner',
    'outturn_verification',
    'outturn_signing_owner',
    'outturn_signing',
    'outturn_billing_owner',
    'outturn_billing',
    'outturn_settlement_owner',
    'outturn_settlement',
    'outturn_document_audit_owner',
    'outturn_document_audit',
    'outturn_gateway_demo_owner',
    'outturn_gateway_demo',
    'outturn_spool_demo_owner',
    'outturn_spool_demo',
    'outturn_verification_demo_owner',
    'outturn_verification_demo',
    'outturn_signing_demo_owner',
    'outturn_signing_demo',
    'outturn_billing_demo_owner',
    'outturn_billing_demo',
    'outturn_settlement_demo_owner',
    'outturn_settlement_demo',
    'outturn_document_audit_demo_owner',
    'outturn_document_audit_demo'
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

alter role outturn_gateway_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_gateway_owner set search_path = gateway;
alter role outturn_gateway_owner set lock_timeout = '5s';
alter role outturn_gateway login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_gateway set search_path = gateway;
alter role outturn_gateway set statement_timeout = '5s';
alter role outturn_gateway set lock_timeout = '2s';
alter role outturn_gateway set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_gateway_owner, outturn_gateway', current_database()); end $$;
create schema if not exists gateway;
alter schema gateway owner to outturn_gateway_owner;
revoke all on schema gateway from public;
grant usage on schema gateway to outturn_gateway;
alter default privileges for role outturn_gateway_owner revoke execute on functions from public;

alter role outturn_spool_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_spool_owner set search_path = spool;
alter role outturn_spool_owner set lock_timeout = '5s';
alter role outturn_spool login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_spool set search_path = spool;
alter role outturn_spool set statement_timeout = '5s';
alter role outturn_spool set lock_timeout = '2s';
alter role outturn_spool set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_spool_owner, outturn_spool', current_database()); end $$;
create schema if not exists spool;
alter schema spool owner to outturn_spool_owner;
revoke all on schema spool from public;
grant usage on schema spool to outturn_spool;
alter default privileges for role outturn_spool_owner revoke execute on functions from public;

alter role outturn_verification_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_verification_owner set search_path = verification;
alter role outturn_verification_owner set lock_timeout = '5s';
alter role outturn_verification login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_verification set search_path = verification;
alter role outturn_verification set statement_timeout = '5s';
alter role outturn_verification set lock_timeout = '2s';
alter role outturn_verification set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_verification_owner, outturn_verification', current_database()); end $$;
create schema if not exists verification;
alter schema verification owner to outturn_verification_owner;
revoke all on schema verification from public;
grant usage on schema verification to outturn_verification;
alter default privileges for role outturn_verification_owner revoke execute on functions from public;

alter role outturn_signing_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_signing_owner set search_path = signing;
alter role outturn_signing_owner set lock_timeout = '5s';
alter role outturn_signing login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_signing set search_path = signing;
alter role outturn_signing set statement_timeout = '5s';
alter role outturn_signing set lock_timeout = '2s';
alter role outturn_signing set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_signing_owner, outturn_signing', current_database()); end $$;
create schema if not exists signing;
alter schema signing owner to outturn_signing_owner;
revoke all on schema signing from public;
grant usage on schema signing to outturn_signing;
alter default privileges for role outturn_signing_owner revoke execute on functions from public;

alter role outturn_billing_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_billing_owner set search_path = billing;
alter role outturn_billing_owner set lock_timeout = '5s';
alter role outturn_billing login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_billing set search_path = billing;
alter role outturn_billing set statement_timeout = '5s';
alter role outturn_billing set lock_timeout = '2s';
alter role outturn_billing set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_billing_owner, outturn_billing', current_database()); end $$;
create schema if not exists billing;
alter schema billing owner to outturn_billing_owner;
revoke all on schema billing from public;
grant usage on schema billing to outturn_billing;
alter default privileges for role outturn_billing_owner revoke execute on functions from public;

alter role outturn_settlement_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_settlement_owner set search_path = settlement;
alter role outturn_settlement_owner set lock_timeout = '5s';
alter role outturn_settlement login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_settlement set search_path = settlement;
alter role outturn_settlement set statement_timeout = '5s';
alter role outturn_settlement set lock_timeout = '2s';
alter role outturn_settlement set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_settlement_owner, outturn_settlement', current_database()); end $$;
create schema if not exists settlement;
alter schema settlement owner to outturn_settlement_owner;
revoke all on schema settlement from public;
grant usage on schema settlement to outturn_settlement;
alter default privileges for role outturn_settlement_owner revoke execute on functions from public;

alter role outturn_document_audit_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_document_audit_owner set search_path = document_audit;
alter role outturn_document_audit_owner set lock_timeout = '5s';
alter role outturn_document_audit login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_document_audit set search_path = document_audit;
alter role outturn_document_audit set statement_timeout = '5s';
alter role outturn_document_audit set lock_timeout = '2s';
alter role outturn_document_audit set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_document_audit_owner, outturn_document_audit', current_database()); end $$;
create schema if not exists document_audit;
alter schema document_audit owner to outturn_document_audit_owner;
revoke all on schema document_audit from public;
grant usage on schema document_audit to outturn_document_audit;
alter default privileges for role outturn_document_audit_owner revoke execute on functions from public;

alter role outturn_gateway_demo_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_gateway_demo_owner set search_path = gateway_demo;
alter role outturn_gateway_demo_owner set lock_timeout = '5s';
alter role outturn_gateway_demo login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_gateway_demo set search_path = gateway_demo;
alter role outturn_gateway_demo set statement_timeout = '5s';
alter role outturn_gateway_demo set lock_timeout = '2s';
alter role outturn_gateway_demo set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_gateway_demo_owner, outturn_gateway_demo', current_database()); end $$;
create schema if not exists gateway_demo;
alter schema gateway_demo owner to outturn_gateway_demo_owner;
revoke all on schema gateway_demo from public;
grant usage on schema gateway_demo to outturn_gateway_demo;
alter default privileges for role outturn_gateway_demo_owner revoke execute on functions from public;

alter role outturn_spool_demo_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_spool_demo_owner set search_path = spool_demo;
alter role outturn_spool_demo_owner set lock_timeout = '5s';
alter role outturn_spool_demo login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_spool_demo set search_path = spool_demo;
alter role outturn_spool_demo set statement_timeout = '5s';
alter role outturn_spool_demo set lock_timeout = '2s';
alter role outturn_spool_demo set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_spool_demo_owner, outturn_spool_demo', current_database()); end $$;
create schema if not exists spool_demo;
alter schema spool_demo owner to outturn_spool_demo_owner;
revoke all on schema spool_demo from public;
grant usage on schema spool_demo to outturn_spool_demo;
alter default privileges for role outturn_spool_demo_owner revoke execute on functions from public;

alter role outturn_verification_demo_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_verification_demo_owner set search_path = verification_demo;
alter role outturn_verification_demo_owner set lock_timeout = '5s';
alter role outturn_verification_demo login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_verification_demo set search_path = verification_demo;
alter role outturn_verification_demo set statement_timeout = '5s';
alter role outturn_verification_demo set lock_timeout = '2s';
alter role outturn_verification_demo set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_verification_demo_owner, outturn_verification_demo', current_database()); end $$;
create schema if not exists verification_demo;
alter schema verification_demo owner to outturn_verification_demo_owner;
revoke all on schema verification_demo from public;
grant usage on schema verification_demo to outturn_verification_demo;
alter default privileges for role outturn_verification_demo_owner revoke execute on functions from public;

alter role outturn_signing_demo_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_signing_demo_owner set search_path = signing_demo;
alter role outturn_signing_demo_owner set lock_timeout = '5s';
alter role outturn_signing_demo login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_signing_demo set search_path = signing_demo;
alter role outturn_signing_demo set statement_timeout = '5s';
alter role outturn_signing_demo set lock_timeout = '2s';
alter role outturn_signing_demo set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_signing_demo_owner, outturn_signing_demo', current_database()); end $$;
create schema if not exists signing_demo;
alter schema signing_demo owner to outturn_signing_demo_owner;
revoke all on schema signing_demo from public;
grant usage on schema signing_demo to outturn_signing_demo;
alter default privileges for role outturn_signing_demo_owner revoke execute on functions from public;

alter role outturn_billing_demo_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_billing_demo_owner set search_path = billing_demo;
alter role outturn_billing_demo_owner set lock_timeout = '5s';
alter role outturn_billing_demo login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_billing_demo set search_path = billing_demo;
alter role outturn_billing_demo set statement_timeout = '5s';
alter role outturn_billing_demo set lock_timeout = '2s';
alter role outturn_billing_demo set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_billing_demo_owner, outturn_billing_demo', current_database()); end $$;
create schema if not exists billing_demo;
alter schema billing_demo owner to outturn_billing_demo_owner;
revoke all on schema billing_demo from public;
grant usage on schema billing_demo to outturn_billing_demo;
alter default privileges for role outturn_billing_demo_owner revoke execute on functions from public;

alter role outturn_settlement_demo_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_settlement_demo_owner set search_path = settlement_demo;
alter role outturn_settlement_demo_owner set lock_timeout = '5s';
alter role outturn_settlement_demo login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_settlement_demo set search_path = settlement_demo;
alter role outturn_settlement_demo set statement_timeout = '5s';
alter role outturn_settlement_demo set lock_timeout = '2s';
alter role outturn_settlement_demo set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_settlement_demo_owner, outturn_settlement_demo', current_database()); end $$;
create schema if not exists settlement_demo;
alter schema settlement_demo owner to outturn_settlement_demo_owner;
revoke all on schema settlement_demo from public;
grant usage on schema settlement_demo to outturn_settlement_demo;
alter default privileges for role outturn_settlement_demo_owner revoke execute on functions from public;

alter role outturn_document_audit_demo_owner login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_document_audit_demo_owner set search_path = document_audit_demo;
alter role outturn_document_audit_demo_owner set lock_timeout = '5s';
alter role outturn_document_audit_demo login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role outturn_document_audit_demo set search_path = document_audit_demo;
alter role outturn_document_audit_demo set statement_timeout = '5s';
alter role outturn_document_audit_demo set lock_timeout = '2s';
alter role outturn_document_audit_demo set idle_in_transaction_session_timeout = '5s';
do $$ begin execute format('grant connect on database %I to outturn_document_audit_demo_owner, outturn_document_audit_demo', current_database()); end $$;
create schema if not exists document_audit_demo;
alter schema document_audit_demo owner to outturn_document_audit_demo_owner;
revoke all on schema document_audit_demo from public;
grant usage on schema document_audit_demo to outturn_document_audit_demo;
alter default privileges for role outturn_document_audit_demo_owner revoke execute on functions from public;
