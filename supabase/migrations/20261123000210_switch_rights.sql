-- Who may switch what: by role, or exactly the rooms of a list. Every way of switching asks here.

create function private.are_rooms(rooms text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(rooms) <= 100 and array_position(rooms, null) is null and not exists (select from unnest(rooms) r where length(r) > 40)
$$;
-- As a request has them: an array of names, or null.
create function private.rooms_of(p_rooms jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_rooms) = 'array' then array(select jsonb_array_elements_text(p_rooms)) end
$$;
alter table public.household_members
  -- Null: owner and member every room, viewer none. Rooms by the names that devices bear.
  add column switch_rooms text[] check (private.are_rooms(switch_rooms)),
  add check (role <> 'owner' or switch_rooms is null);

create function private.may_switch(p_user uuid, p_household uuid, p_room text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.household_members m where m.household_id = p_household and m.user_id = p_user
    and case when m.switch_rooms is null then m.role in ('owner', 'member') else p_room = any (m.switch_rooms) end)
$$;
create function private.i_may_switch(p_household uuid, p_room text) returns boolean
language sql stable security definer set search_path = '' as $$ select private.may_switch(auth.uid(), p_household, p_room) $$;
-- Those of whose devices this person may change anything at all: what, says the trigger.
create function private.my_switching_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = auth.uid() and (role in ('owner', 'member') or cardinality(switch_rooms) > 0)
$$;
grant execute on function private.i_may_switch(uuid, text), private.my_switching_households() to anon, authenticated;
grant execute on function private.are_rooms(text[]) to authenticated;

alter policy devices_change on public.connected_devices
  using (household_id = any (private.my_switching_households())) with check (household_id = any (private.my_switching_households()));

-- A policy sees rows, not columns. A device that is moved would be switched by others than before: both rooms count.
create function private.guard_device() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if new.household_id <> all (private.my_writable_households()) and (to_jsonb(new) - 'is_active') <> (to_jsonb(old) - 'is_active') then
    raise exception 'forbidden' using errcode = 'insufficient_privilege', hint = 'This role may switch, and change nothing else.';
  end if;
  if (new.is_active, new.room) is distinct from (old.is_active, old.room)
    and not (private.i_may_switch(old.household_id, old.room) and private.i_may_switch(new.household_id, new.room)) then
    raise exception 'room-not-yours' using errcode = 'insufficient_privilege', hint = 'The owner of the household says who switches in which room.';
  end if;
  return new;
end $$;
create trigger guard_device before update on public.connected_devices for each row execute function private.guard_device();

-- A schedule is a delayed switch. Whoever changed it last answers for it, and it runs as long as they may switch there.
create function private.guard_schedule() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if exists (select from public.connected_devices d where d.household_id = new.household_id and d.id = new.device_id
      and not private.i_may_switch(d.household_id, d.room)) then
    raise exception 'room-not-yours' using errcode = 'insufficient_privilege', hint = 'The owner of the household says who switches in which room.';
  end if;
  new.created_by := auth.uid();
  return new;
end $$;
create trigger guard_schedule before insert or update on public.device_schedules for each row execute function private.guard_schedule();

drop function private.schedules_to_look_at(bigint);
create function private.schedules_to_look_at(p_now bigint)
returns table (household_id uuid, schedule_id uuid, device_id uuid, is_on boolean, days smallint, minute smallint, sun text, offset_min smallint,
  due_at bigint, time_zone text, latitude numeric, longitude numeric, may_run boolean)
language sql stable security definer set search_path = '' as $$
  select s.household_id, s.id, s.device_id, s.is_on, s.days, s.minute, s.sun, s.offset_min,
    extract(epoch from s.next_at)::bigint, h.time_zone, h.latitude, h.longitude,
    s.created_by is null or private.may_switch(s.created_by, s.household_id, d.room)
  from public.device_schedules s join public.households h on h.id = s.household_id
  join public.connected_devices d on d.household_id = s.household_id and d.id = s.device_id
  where s.is_enabled and (not s.is_planned or s.next_at <= to_timestamp(p_now))
  order by s.next_at nulls first limit 1000
$$;

-- A command of a person (or of nobody: it was due) for a device that can be switched. Without a command's id: it is there, and not theirs to switch.
-- p_household: where nobody asks, the one and only; a device's id is its own within its household alone. Null: any of the person's.
drop function private.ask_to_switch(uuid, uuid, boolean);
create function private.ask_to_switch(p_user uuid, p_household uuid, p_device uuid, p_on boolean)
returns table (command_id uuid, household_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  at_home uuid;
  room text;
begin
  select c.household_id, d.room into at_home, room
  from public.channels c join public.connected_devices d on d.household_id = c.household_id and d.id = c.device_id
  where c.device_id = p_device and c.command is not null and (p_household is null or c.household_id = p_household)
    and case when p_user is null then p_household is not null else private.role_in(p_user, c.household_id) is not null end
  order by c.found_at limit 1;
  if at_home is null then return; end if;
  if p_user is not null and not private.may_switch(p_user, at_home, room) then
    return query select null::uuid, at_home;
    return;
  end if;
  return query insert into public.device_commands as k (household_id, device_id, wanted, user_id)
    values (at_home, p_device, p_on, p_user) returning k.id, k.household_id;
end $$;

-- Which hardware stands in which room is said by those who may switch everywhere: else a device of another room came in by the back door.
create or replace function private.my_channel(p_user uuid, p_channel uuid) returns setof public.channels
language sql security definer set search_path = '' as $$
  select c.* from public.household_members m join public.channels c on c.household_id = m.household_id
  where m.user_id = p_user and m.role in ('owner', 'member') and m.switch_rooms is null and c.id = p_channel
  for no key update of c
$$;

create or replace function private.propose_switch(p_user uuid, p_household uuid, p_device uuid, p_on boolean, p_minutes integer)
returns table (id uuid, until timestamptz)
language sql security definer set search_path = '' as $$
  insert into public.assistant_actions (household_id, user_id, device_id, wanted, until)
  select d.household_id, p_user, d.id, p_on, now() + make_interval(mins => p_minutes)
  from public.connected_devices d
  where d.household_id = p_household and d.id = p_device and private.may_switch(p_user, d.household_id, d.room)
  returning id, until
$$;
create or replace function private.press_action(p_user uuid, p_action uuid, p_agreed boolean)
returns table (household_id uuid, device_id uuid, wanted boolean, commands boolean)
language sql security definer set search_path = '' as $$
  update public.assistant_actions a set settled_at = now(), result = case when p_agreed then null else 'declined' end
  from public.connected_devices d
  where a.id = p_action and a.user_id = p_user and a.settled_at is null and a.until > now()
    and d.household_id = a.household_id and d.id = a.device_id and private.may_switch(p_user, d.household_id, d.room)
  returning a.household_id, a.device_id, a.wanted,
    exists (select from public.channels c where c.household_id = a.household_id and c.device_id = a.device_id and c.command is not null)
$$;

-- Who may switch less than before, or is gone: what they left to be switched is off, for all to see, and what was proposed to them is over.
create function private.end_switching() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.device_schedules s set is_enabled = false from public.connected_devices d
  where s.household_id = old.household_id and s.created_by = old.user_id and s.is_enabled
    and d.household_id = s.household_id and d.id = s.device_id and not private.may_switch(old.user_id, d.household_id, d.room);
  update public.assistant_actions a set settled_at = now(), result = 'declined' from public.connected_devices d
  where a.household_id = old.household_id and a.user_id = old.user_id and a.settled_at is null
    and d.household_id = a.household_id and d.id = a.device_id and not private.may_switch(old.user_id, d.household_id, d.room);
  return null;
end $$;
create trigger end_switching after delete or update of role, switch_rooms on public.household_members
  for each row execute function private.end_switching();

grant execute on function private.schedules_to_look_at(bigint), private.ask_to_switch(uuid, uuid, uuid, boolean) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
