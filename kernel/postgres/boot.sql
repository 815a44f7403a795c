-- What a hosted backend has from the start and migrations therefore expect. Run as superuser at every start of the
-- embedded backend, after auth.sql: every statement may run again.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin'),
      ('authenticated', 'nologin'),
      ('service_role', 'nologin bypassrls'),
      ('authenticator', 'login noinherit'),
      ('wattershed_engine', 'nologin'),
      ('wattershed', 'login noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to authenticator, supabase_auth_admin, wattershed', current_database());
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end $$;

-- Both logins are NOINHERIT: a membership gives them nothing before SET ROLE. PostgreSQL 15 knows no other way to say it.
grant anon, authenticated to authenticator;
grant anon, authenticated, wattershed_engine to wattershed;
alter role authenticator set statement_timeout = '15s';
alter role authenticator set idle_in_transaction_session_timeout = '30s';
-- A connection of the service that forgets to say for whom it acts is a visitor.
alter role wattershed set role = 'anon';
alter role wattershed set idle_in_transaction_session_timeout = '60s';

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role, authenticator, wattershed_engine;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public to anon, authenticated, service_role, wattershed_engine;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

grant usage on schema auth to anon, authenticated, service_role;
-- Who serves the tables has no business with sign-in's own.
revoke all on all tables in schema auth from authenticator;

-- The hosted definitions.
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
$$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- Supabase's tables of stored files, as far as `modules/storage` uses them; the files lie in the data folder.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;
create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  -- Names the file.
  version text,
  metadata jsonb,
  user_metadata jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now()
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);
create unique index if not exists objects_version on storage.objects (version);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;

-- Nobody may ever read this. lite's own start-up would grant it to everyone: we refuse to start if it did.
create schema if not exists rights_canary;
revoke all on schema rights_canary from public;
create table if not exists rights_canary.sealed (id integer primary key);
alter table rights_canary.sealed enable row level security;
