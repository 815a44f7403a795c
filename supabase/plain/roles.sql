-- Run once as a superuser, in the database that Wattershed is to use, before the first migration. May run again.
-- PostgreSQL 15 or newer. A Supabase project has the first four roles and the schemas already; it needs only what
-- docs/operate/supabase.md says. Give the five that log in a password afterwards: docs/operate/hosted.md tells how.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      -- Whom a request is for.
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      -- The login of the table API.
      ('authenticator', 'login noinherit'),
      -- The logins of the auth server and the storage server, whose the tables of sign-in and of stored files are.
      ('supabase_auth_admin', 'login noinherit createrole'),
      ('supabase_storage_admin', 'login noinherit'),
      -- Both grant it what they make, and stop where it is missing.
      ('postgres', 'nologin'),
      -- The login of Wattershed's service, what it may execute, and who runs its migrations.
      ('wattershed', 'login noinherit'),
      ('wattershed_engine', 'nologin'),
      ('wattershed_owner', 'login inherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to authenticator, wattershed', current_database());
  -- Both servers make a schema or an extension of their own, by what is switched on in them.
  execute format('grant connect, create, temporary on database %I to wattershed_owner, supabase_auth_admin, supabase_storage_admin',
    current_database());
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end $$;

-- Made by an older one of these files they could not log in.
alter role supabase_auth_admin login;
alter role supabase_storage_admin login;
-- Each writes the names of its tables without their schema.
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

-- All these logins are NOINHERIT: a membership gives them nothing before SET ROLE. (`with inherit false` would say the same
-- for one membership, and PostgreSQL 15 does not know it.)
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, wattershed_engine to wattershed;
-- The storage server becomes whoever asks, so that the policies on files hold for them.
grant anon, authenticated, service_role to supabase_storage_admin;
-- A connection of the service that forgets to say for whom it acts is a visitor.
alter role wattershed set role = 'anon';
alter role wattershed set idle_in_transaction_session_timeout = '60s';
alter role authenticator set statement_timeout = '15s';

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
grant usage, create on schema extensions to wattershed_owner;
grant usage on schema extensions to anon, authenticated, service_role, authenticator, wattershed_engine, supabase_auth_admin, supabase_storage_admin;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;

grant usage, create on schema public to wattershed_owner;
grant usage on schema public to anon, authenticated, service_role, wattershed_engine;
grant usage on schema auth, storage to anon, authenticated, service_role, wattershed_owner;
-- Policies on stored files are made by whoever owns their table, or a member of it.
grant supabase_storage_admin to wattershed_owner;
-- An auth server turns row security on for its own tables, which the migrations' functions look past. (Not by a membership: who makes
-- those tables may make roles as well.)
alter role wattershed_owner bypassrls;

-- As in a Supabase project: what is new in `public` is everybody's until a migration says otherwise, and each of ours does.
alter default privileges for role wattershed_owner in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role wattershed_owner in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role wattershed_owner in schema public grant all on functions to anon, authenticated, service_role;
grant all on all tables in schema auth to wattershed_owner;
grant all on all sequences in schema auth to wattershed_owner;
-- What sign-in makes later, the migrations may look at, and hang triggers on.
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to wattershed_owner;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to wattershed_owner;
