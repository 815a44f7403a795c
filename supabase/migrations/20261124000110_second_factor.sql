-- Whoever has a second factor and has not shown it is nobody here: neither behind the tables nor behind the service. Policies ask for
-- it where they ask who somebody is, which an index is looked up with: once in a statement. (A restrictive policy is asked for each row.)

-- Only some backends have such factors, so the body is looked into when it runs. `row_security = off`: where the owner of this
-- function may not see them it fails, as without the privilege, instead of finding none.
create function private.has_second_factor(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' set row_security = off as $$
begin
  if to_regclass('auth.mfa_factors') is null then return false; end if;
  return exists (select from auth.mfa_factors f where f.user_id = p_user and f.status::text = 'verified');
end $$;
-- A privilege that is missing is told when this is applied, not when the first person comes.
select private.has_second_factor(gen_random_uuid());

-- Who asks; null: nobody, or not altogether signed in. No policy asks auth.uid() itself (a test reads the catalogue).
create function private.me() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if auth.jwt() ->> 'aal' = 'aal2' or not private.has_second_factor(me) then return me; end if;
  return null;
end $$;
grant execute on function private.me() to anon, authenticated;

create or replace function private.my_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members where user_id = private.me()
$$;
create or replace function private.my_writable_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = private.me() and role in ('owner', 'member')
$$;
create or replace function private.my_owned_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = private.me() and role = 'owner'
$$;
create or replace function private.my_switching_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = private.me() and (role in ('owner', 'member') or cardinality(switch_rooms) > 0)
$$;
create or replace function private.my_first_household() returns uuid
language sql stable security definer set search_path = '' as $$ select private.first_writable_household(private.me()) $$;
create or replace function private.i_may_switch(p_household uuid, p_room text) returns boolean
language sql stable security definer set search_path = '' as $$ select private.may_switch(private.me(), p_household, p_room) $$;
create or replace function private.is_administrator() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.administrators where user_id = private.me())
$$;
create or replace function private.is_member() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where user_id = private.me() and not is_guest)
$$;

do $$
declare
  policy record;
begin
  for policy in select tablename, policyname, replace(qual, 'auth.uid()', 'private.me()') as reads,
      replace(with_check, 'auth.uid()', 'private.me()') as writes
    from pg_policies where schemaname = 'public' and concat(qual, with_check) like '%auth.uid()%' loop
    execute format('alter policy %I on public.%I', policy.policyname, policy.tablename)
      || coalesce(' using (' || policy.reads || ')', '') || coalesce(' with check (' || policy.writes || ')', '');
  end loop;
end $$;

-- The service's own addresses ask for the session: one that has not shown the factor is none yet.
create or replace function private.session_is_live(p_session uuid) returns boolean
language plpgsql stable security definer set search_path = '' set row_security = off as $$
begin
  return exists (select from auth.sessions s where s.id = p_session and (s.not_after is null or s.not_after > now())
    and (s.aal::text = 'aal2' or not private.has_second_factor(s.user_id)));
end $$;
select private.session_is_live(gen_random_uuid());

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
