-- What a hosted backend has from the start and migrations therefore expect. Run as superuser at every start of the
-- embedded backend, after @supabase/lite has made its tables in schema auth: every statement may run again.

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
  execute format('grant connect on database %I to authenticator, wattershed', current_database());
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end $$;

grant anon, authenticated to authenticator with inherit false, set true;
grant anon, authenticated, wattershed_engine to wattershed with inherit false, set true;
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

grant usage on schema auth to anon, authenticated, service_role, authenticator;
grant select, insert, update, delete on all tables in schema auth to authenticator;

-- The hosted definitions; lite's own read only the claims that it sets itself.
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

-- lite stores its JSON columns as a JSON string that holds JSON.
create or replace function auth.unwrap_user_json() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.raw_user_meta_data) = 'string' then
    new.raw_user_meta_data := (new.raw_user_meta_data #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(new.raw_app_meta_data) = 'string' then
    new.raw_app_meta_data := (new.raw_app_meta_data #>> '{}')::jsonb;
  end if;
  return new;
end $$;
create or replace function auth.unwrap_identity_json() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.identity_data) = 'string' then
    new.identity_data := (new.identity_data #>> '{}')::jsonb;
  end if;
  return new;
end $$;
create or replace function auth.unwrap_audit_json() returns trigger language plpgsql set search_path = '' as $$
begin
  if json_typeof(new.payload) = 'string' then
    new.payload := (new.payload #>> '{}')::json;
  end if;
  return new;
end $$;
create or replace trigger a_unwrap_json before insert on auth.audit_log_entries
  for each row execute function auth.unwrap_audit_json();
create or replace trigger a_unwrap_json before insert or update on auth.users
  for each row execute function auth.unwrap_user_json();
create or replace trigger a_unwrap_json before insert or update on auth.identities
  for each row execute function auth.unwrap_identity_json();

-- An account is proved when its address was: by the link of a mail, or by another provider. Without confirmations lite
-- takes every address as proved, so the identities say it, which a sign-up leaves at false.
create or replace function auth.is_proved(p_user uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from auth.identities i join auth.users u on u.id = i.user_id
    where i.user_id = p_user and i.email = u.email and i.identity_data ->> 'email_verified' = 'true')
$$;
-- The first proof of an address: every way into its account that somebody else may know ends, but by `p_provider`, and so does what they shared
-- (private.clear_account).
create or replace function auth.clear_account(p_user uuid, p_provider text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = null, confirmation_token = null, recovery_token = null, last_sign_in_at = null,
    email_change = null, email_change_token_current = null, email_change_token_new = null where id = p_user;
  delete from auth.identities where user_id = p_user and provider <> p_provider;
  delete from auth.refresh_tokens where user_id = p_user;
  delete from auth.sessions where user_id = p_user;
  perform private.clear_account(p_user);
end $$;
revoke execute on function auth.clear_account(uuid, text) from public;
-- By another provider.
create or replace function auth.admit_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.provider = 'email' then return new; end if;
  if new.identity_data ->> 'email' is not null and new.identity_data ->> 'email_verified' is distinct from 'true' then
    raise exception 'the address of this identity is not proved';
  end if;
  if not auth.is_proved(new.user_id) then perform auth.clear_account(new.user_id, new.provider); end if;
  return new;
end $$;
create or replace trigger b_admit before insert on auth.identities
  for each row execute function auth.admit_identity();
-- By the link to a new password. Only lite's answer to it takes that token away and leaves the password; lite itself takes it for no proof.
create or replace function auth.prove_by_recovery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.is_proved(new.id) then return null; end if;
  perform auth.clear_account(new.id, 'email');
  delete from auth.identities where user_id = new.id;
  insert into auth.identities (id, provider, provider_id, user_id, identity_data)
  values (gen_random_uuid(), 'email', new.id, new.id, jsonb_build_object('sub', new.id, 'email', new.email, 'email_verified', true));
  return null;
end $$;
create or replace trigger b_prove after update of recovery_token on auth.users
  for each row when (old.recovery_token is not null and new.recovery_token is null
    and new.encrypted_password is not distinct from old.encrypted_password) execute function auth.prove_by_recovery();
-- By the link that confirms an address: who has a mailbox need not be who chose the password. Who is in and asked for it shows their session with it,
-- and who has only signed up opens it in the browser that did (`wattershed.proves`): they keep everything.
create or replace function auth.prove_by_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('wattershed.proves', true) is distinct from new.user_id::text
    and exists (select from auth.users u where u.id = new.user_id and u.email = new.identity_data ->> 'email')
  then
    perform auth.clear_account(new.user_id, 'email');
  end if;
  return null;
end $$;
create or replace trigger b_prove after update of identity_data on auth.identities
  for each row when (new.provider = 'email' and old.identity_data ->> 'email' = new.identity_data ->> 'email'
    and old.identity_data ->> 'email_verified' is distinct from 'true' and new.identity_data ->> 'email_verified' = 'true')
  execute function auth.prove_by_confirmation();
-- Who chooses a new password takes the account back: a change of address that is still open ends with it.
create or replace function auth.stop_email_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.email_change is not distinct from old.email_change then
    new.email_change := null;
    new.email_change_token_current := null;
    new.email_change_token_new := null;
  end if;
  return new;
end $$;
create or replace trigger b_stop_email_change before update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function auth.stop_email_change();

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

-- lite never forgets; a household's machine need not keep these for ever.
delete from auth.audit_log_entries where created_at < now() - interval '90 days';
delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days';
