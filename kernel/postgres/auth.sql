-- Who people are, in the tables that a hosted backend's sign-in keeps. Run as superuser at every start of the embedded
-- backend, before boot.sql: every statement may run again, and takes over what versions before made. Columns that nothing here uses are
-- a hosted one's too: with them accounts go from the one to the other and back.

create schema if not exists auth;
do $$ begin
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin login noinherit;
  end if;
end $$;
alter role supabase_auth_admin login;
alter role supabase_auth_admin set statement_timeout = '15s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '30s';

create table if not exists auth.users (
  id uuid primary key,
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  phone text unique,
  email_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change varchar(255),
  email_change_token_new varchar(255),
  email_change_token_current varchar(255),
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint default 0,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_token varchar(255),
  phone_change_sent_at timestamptz,
  reauthentication_token varchar(255),
  reauthentication_sent_at timestamptz,
  raw_app_meta_data jsonb default '{}',
  raw_user_meta_data jsonb default '{}',
  banned_until timestamptz,
  deleted_at timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create unique index if not exists users_email_partial_key on auth.users (email) where is_sso_user = false;
create table if not exists auth.identities (
  id uuid primary key,
  provider text not null,
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null default '{}',
  email varchar(255) generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  unique (provider, provider_id)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);
create index if not exists identities_email_idx on auth.identities (email);
-- A refresh token is signed, and names its session and its number; here stands the number that is good.
create table if not exists auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  aal text check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id);
-- Tokens of versions before, each good once more.
create table if not exists auth.refresh_tokens (
  id text primary key,
  token varchar(255) not null,
  user_id uuid not null,
  session_id uuid references auth.sessions (id) on delete cascade,
  revoked boolean default false,
  parent varchar(255),
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create index if not exists refresh_tokens_token_idx on auth.refresh_tokens (token);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
-- Of what mails bring, a hash each: who reads the table can follow no link.
create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null check (token_type in ('signup', 'recovery', 'email_change', 'lost_factor')),
  token_hash text not null unique,
  created_at timestamptz not null default now()
);
create index if not exists one_time_tokens_user_id_idx on auth.one_time_tokens (user_id, token_type);
create table if not exists auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text,
  authentication_method text not null,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create index if not exists idx_auth_code on auth.flow_state (auth_code);
-- A hosted one's diary.
create table if not exists auth.audit_log_entries (
  id uuid primary key,
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);
create index if not exists audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at);
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'recovery_code')),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of a TOTP factor, sealed with a key that is not in the database.
  secret text,
  -- The step of the last code that was taken: none is taken twice.
  last_step bigint,
  last_challenged_at timestamptz,
  web_authn_credential jsonb
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  web_authn_session_data jsonb
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create table if not exists auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
-- Somebody says that their second factor is lost; from `due_at` on they get in without it, unless it was shown meanwhile.
create table if not exists auth.factor_endings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  due_at timestamptz not null
);
create table if not exists auth.webauthn_credentials (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index if not exists webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);
-- Without a user: somebody who has not said yet who they are.
create table if not exists auth.webauthn_challenges (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete cascade,
  challenge text not null,
  created_at timestamptz not null default now()
);

-- What versions before had of their own. Their links are good no more: of those that are here hashes are kept.
comment on schema auth is 'wattershed';
update auth.users set confirmation_token = null, recovery_token = null, email_change_token_new = null, email_change_token_current = null
where coalesce(confirmation_token, recovery_token, email_change_token_new, email_change_token_current) is not null;
alter table auth.sessions add column if not exists refresh_token_counter bigint, add column if not exists factor_id uuid;
do $$
declare
  leftover text;
begin
  for leftover in select unnest(array['unwrap_user_json', 'unwrap_identity_json', 'unwrap_audit_json', 'prove_by_recovery', 'prove_by_confirmation', 'stop_email_change']) loop
    execute format('drop function if exists auth.%I() cascade', leftover);
  end loop;
end $$;

do $$
declare
  kept record;
begin
  for kept in select c.oid::regclass as name from pg_class c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' loop
    execute format('alter table %s enable row level security', kept.name);
    execute format('drop policy if exists sign_in on %s', kept.name);
    execute format('create policy sign_in on %s to supabase_auth_admin using (true) with check (true)', kept.name);
    execute format('grant select, insert, update, delete on %s to supabase_auth_admin', kept.name);
  end loop;
end $$;
grant usage on schema auth to supabase_auth_admin;

-- private.session_is_fresh, for sign-in itself.
create or replace function auth.is_fresh(p_session uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_is_fresh(p_session);
end $$;
-- private.note_account_event, of what no table tells.
create or replace function auth.note_guesses(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_account_event(p_user, 'wrong-passwords');
end $$;
-- An account is proved when its address was: by the link of a mail, or by another provider. Where no mail can be sent every
-- address is taken for confirmed, so the identities say it, which a sign-up leaves at false.
create or replace function auth.is_proved(p_user uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from auth.identities i join auth.users u on u.id = i.user_id
    where i.user_id = p_user and i.email = u.email and i.identity_data ->> 'email_verified' = 'true')
$$;
-- The first proof of an address: every way into its account that somebody else may know ends, but by `p_provider`, and so does what they shared
-- (private.clear_account).
create or replace function auth.clear_account(p_user uuid, p_provider text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = null, last_sign_in_at = null, email_change = null where id = p_user;
  delete from auth.one_time_tokens where user_id = p_user;
  delete from auth.mfa_factors where user_id = p_user;
  delete from auth.factor_endings where user_id = p_user;
  delete from auth.webauthn_credentials where user_id = p_user;
  delete from auth.identities where user_id = p_user and provider <> p_provider;
  delete from auth.refresh_tokens where user_id = p_user;
  delete from auth.sessions where user_id = p_user;
  perform private.clear_account(p_user);
end $$;
revoke execute on function auth.clear_account(uuid, text), auth.is_fresh(uuid), auth.note_guesses(uuid) from public;
grant execute on function auth.is_proved(uuid), auth.is_fresh(uuid), auth.note_guesses(uuid), auth.clear_account(uuid, text) to supabase_auth_admin;
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

delete from auth.refresh_tokens where revoked;
