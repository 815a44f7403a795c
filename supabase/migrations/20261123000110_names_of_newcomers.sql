-- Who comes by another provider is called as that one calls them; and an account that lost its password because somebody
-- else had made it loses the tokens made with it.

create or replace function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wishes jsonb := coalesce(new.raw_user_meta_data::jsonb, '{}');
  configured private.settings := (select s from private.settings s);
  guest boolean := split_part(coalesce(new.email, ''), '@', 2) = configured.guest_domain;
  home uuid;
begin
  insert into public.profiles (user_id, display_name, language, is_guest)
  values (new.id, left(coalesce(wishes ->> 'display_name', wishes ->> 'full_name', wishes ->> 'name', ''), 80),
    case when wishes ->> 'language' in ('en', 'es', 'hi') then wishes ->> 'language' else 'en' end, guest)
  on conflict do nothing;
  if guest and configured.demo_household_id is not null then
    perform private.open_overlay(new.id, configured.demo_household_id);
  else
    insert into public.households (owner_id, kind, time_zone)
    values (new.id, 'home', private.time_zone_or(wishes ->> 'time_zone', 'UTC')) returning id into home;
    insert into public.household_members (household_id, user_id, role) values (home, new.id, 'owner');
  end if;
  return null;
end $$;

create function private.forget_tokens_of_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.assistant_tokens where user_id = new.id;
  return null;
end $$;
create trigger forget_tokens_of_user after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is not null and new.encrypted_password is null) execute function private.forget_tokens_of_user();

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
