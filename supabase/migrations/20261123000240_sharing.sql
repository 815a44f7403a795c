-- The people of a household: who they are, what they may, leaving, handing over; and several households of one person. Functions that change
-- something answer with the code of what keeps them from it; null: it is done.

-- The owner comes first. Addresses are the owner's to see, and one's own. Null for those who are not in it.
create function private.household_people(p_user uuid, p_household uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_agg(json_build_object('userId', m.user_id, 'name', coalesce(p.display_name, ''),
    'email', case when me.role = 'owner' or m.user_id = p_user then nullif(u.email::text, '') end,
    'role', m.role, 'switchRooms', m.switch_rooms, 'joinedAt', m.created_at) order by m.role <> 'owner', m.created_at, m.user_id)
  from public.household_members me join public.household_members m on m.household_id = me.household_id
  left join public.profiles p on p.user_id = m.user_id left join auth.users u on u.id = m.user_id
  where me.user_id = p_user and me.household_id = p_household
$$;

-- p_change: {role, switchRooms}, what is not named stays.
create function private.change_member(p_user uuid, p_household uuid, p_member uuid, p_change jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
begin
  if broken is not null then return broken; end if;
  if p_member = p_user then return 'forbidden'; end if;
  update public.household_members m set role = coalesce(p_change ->> 'role', m.role), 
    switch_rooms = case when p_change ? 'switchRooms' then private.rooms_of(p_change -> 'switchRooms') else m.switch_rooms end
  where m.household_id = p_household and m.user_id = p_member;
  return case when found then null else 'not-found' end;
end $$;

-- Nobody is without a household: pages have something to show, and readings somewhere to go.
create function private.ensure_household(p_user uuid, p_time_zone text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
begin
  if exists (select from public.household_members m where m.user_id = p_user) or not exists (select from auth.users u where u.id = p_user) then
    return;
  end if;
  insert into public.households (owner_id, kind, time_zone) values (p_user, 'home', p_time_zone) returning id into home;
  insert into public.household_members (household_id, user_id, role) values (home, p_user, 'owner');
end $$;

-- Leaving is removing oneself. What somebody made stays; what was theirs alone goes with the membership.
create function private.remove_member(p_user uuid, p_household uuid, p_member uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text;
begin
  if p_member = p_user then
    perform from public.households h where h.id = p_household for no key update;
    broken := case private.role_in(p_user, p_household) when 'owner' then 'owner-stays' end;
  else
    broken := private.owner_fault(p_user, p_household);
  end if;
  if broken is not null then return broken; end if;
  delete from public.household_members m where m.household_id = p_household and m.user_id = p_member;
  if not found then return 'not-found'; end if;
  perform private.ensure_household(p_member, h.time_zone) from public.households h where h.id = p_household;
  return null;
end $$;

-- All places that say whose a household is, together. Its bills are found by its owner (`billing_records.user_id`).
create function private.hand_over(p_household uuid, p_to uuid) returns void
language sql security definer set search_path = '' as $$
  update public.household_members set role = 'member' where household_id = p_household and role = 'owner';
  update public.household_members set role = 'owner', switch_rooms = null where household_id = p_household and user_id = p_to;
  update public.households set owner_id = p_to where id = p_household;
  update public.billing_records set user_id = p_to where household_id = p_household and user_id <> p_to;
$$;
create function private.transfer_household(p_user uuid, p_household uuid, p_to uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
begin
  if broken is not null then return broken; end if;
  if p_to = p_user or private.role_in(p_to, p_household) is null then return 'not-found'; end if;
  perform from public.household_members m where m.household_id = p_household and m.user_id = p_to for update;
  if not found then return 'not-found'; end if;
  -- It would end with their account.
  if exists (select from public.account_endings e where e.user_id = p_to) then return 'account-ending'; end if;
  perform private.hand_over(p_household, p_to);
  return null;
end $$;

-- One more, written as the one that its maker looked at before, and looked at from now on.
create function private.create_household(p_user uuid, p_name text, p_time_zone text, p_most integer) returns table (fault text, id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  known public.households;
begin
  perform from public.profiles p where p.user_id = p_user for update;
  fault := case
    when private.is_guest(p_user) then 'guest-account'
    when p_time_zone is not null and not private.is_time_zone(p_time_zone) then 'body-malformed'
    when (select count(*) from public.households h where h.owner_id = p_user) >= p_most then 'households-full' end;
  if fault is null then
    select * into known from private.household_of(p_user, null);
    insert into public.households as h (owner_id, kind, name, time_zone, currency, units, country)
    values (p_user, 'home', p_name, coalesce(p_time_zone, known.time_zone, 'UTC'), coalesce(known.currency, 'EUR'),
      coalesce(known.units, 'metric'), known.country) returning h.id into id;
    insert into public.household_members (household_id, user_id, role) values (id, p_user, 'owner');
    update public.profiles p set current_household = create_household.id where p.user_id = p_user;
  end if;
  return next;
end $$;

create function private.delete_household(p_user uuid, p_household uuid, p_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
  people uuid[];
  gone public.households;
begin
  if broken is not null then return broken; end if;
  -- Nobody comes in meanwhile.
  perform from public.households h where h.id = p_household for update;
  select array_agg(m.user_id) into people from public.household_members m where m.household_id = p_household;
  delete from public.households h where h.id = p_household and trim(h.name) = trim(p_name) returning * into gone;
  if gone.id is null then return 'name-differs'; end if;
  perform private.ensure_household(person, gone.time_zone) from unnest(people) person;
  return null;
end $$;

grant execute on function private.household_people(uuid, uuid), private.change_member(uuid, uuid, uuid, jsonb), private.remove_member(uuid, uuid, uuid),
  private.transfer_household(uuid, uuid, uuid), private.create_household(uuid, text, text, integer), private.delete_household(uuid, uuid, text)
  to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
