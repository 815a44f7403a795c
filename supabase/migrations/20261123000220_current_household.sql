-- Of several households the one that a person looks at, the same on all of their devices. One place says which it is where none is named.

alter table public.profiles
  add column current_household uuid,
  -- One can look only at what one belongs to; who leaves looks elsewhere.
  add constraint profiles_current_household foreign key (current_household, user_id)
    references public.household_members (household_id, user_id) on delete set null (current_household);
grant update (current_household) on public.profiles to authenticated;

-- The household that is asked about where none is named: the chosen one, else the one joined first.
create or replace function private.first_household(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select p.current_household from public.profiles p where p.user_id = p_user),
    (select m.household_id from public.household_members m where m.user_id = p_user order by m.created_at, m.household_id limit 1));
end $$;
-- And that is written to: the chosen one or none, so that nothing goes where nobody looks; without a choice the first that may be written.
create function private.first_writable_household(p_user uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.household_id from public.household_members m left join public.profiles p on p.user_id = m.user_id
  where m.user_id = p_user and m.role in ('owner', 'member') and m.household_id = coalesce(p.current_household, m.household_id)
  order by m.created_at, m.household_id limit 1
$$;
create or replace function private.my_first_household() returns uuid
language sql stable security definer set search_path = '' as $$ select private.first_writable_household(auth.uid()) $$;

create or replace function private.household_of(p_user uuid, p_household uuid) returns setof public.households
language sql stable as $$
  select h.* from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and m.household_id = coalesce(p_household, private.first_household(p_user))
$$;
create or replace function private.writable_home(p_user uuid, p_household uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.household_id from public.household_members m
  where m.user_id = p_user and m.role in ('owner', 'member') and m.household_id = coalesce(p_household, private.first_writable_household(p_user))
$$;
create or replace function private.add_token(p_user uuid, p_household uuid, p_name text, p_hash bytea, p_hint text)
returns table (id bigint)
language sql security definer set search_path = '' as $$
  insert into public.ingest_tokens (household_id, name, hash, hint, created_by)
  select home, p_name, p_hash, p_hint, p_user from private.writable_home(p_user, p_household) home where home is not null
  returning id
$$;
create or replace function private.assistant_home(p_user uuid, p_household uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', h.id, 'name', h.name, 'kind', h.kind, 'timeZone', h.time_zone, 'currency', h.currency, 'units', h.units,
    'country', h.country, 'hasReadings', h.has_readings, 'role', m.role, 'switchRooms', m.switch_rooms,
    'devices', coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name, 'room', d.room, 'utility', d.utility, 'isActive', d.is_active,
        'commands', exists (select from public.channels c where c.household_id = d.household_id and c.device_id = d.id and c.command is not null))
        order by d.created_at, d.id)
      from public.connected_devices d where d.household_id = h.id), '[]'::json))
  from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and m.household_id = coalesce(p_household, private.first_household(p_user))
$$;
create or replace function private.add_assistant_token(p_user uuid, p_household uuid, p_name text, p_hash bytea, p_hint text) returns table (id uuid)
language sql security definer set search_path = '' as $$
  insert into public.assistant_tokens (household_id, user_id, name, hash, hint)
  select m.household_id, p_user, p_name, p_hash, p_hint from public.household_members m
  where m.user_id = p_user and m.household_id = coalesce(p_household, private.first_household(p_user))
    and (select count(*) from public.assistant_tokens t where t.user_id = p_user) < 20
  returning id
$$;

-- Whoever keeps answers of one of these households keeps them also as the person's first: that may be another now.
create function private.tell_current_household() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('wattershed_usage', 'database household ' || string_agg(m.household_id::text, ','))
  from public.household_members m where m.user_id = new.user_id having count(*) > 0;
  return null;
end $$;
create trigger tell_current_household after update of current_household on public.profiles
  for each row when (old.current_household is distinct from new.current_household) execute function private.tell_current_household();

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
