-- Whoever listens to a broker hears which channels count from now on.
create or replace function private.tell_channels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_worker() then return null; end if;
  perform pg_notify('wattershed_channels', coalesce(new.household_id, old.household_id)::text);
  return null;
end $$;

-- A device that now measures something else is not what was found.
create or replace function private.part_from_channels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.channels set device_id = null, meter_id = null
  where household_id = new.household_id and device_id = new.id and utility is not null;
  return null;
end $$;

-- What hardware switches, hardware confirms: its state is never merely written down. Runs as the person, whose policies hold.
create or replace function private.keep_confirmed_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and exists (select from public.channels c
      where c.household_id = new.household_id and c.device_id = new.id and c.command is not null) then
    raise exception 'this device is switched by its own hardware: ask the service to switch it' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The token by which what brokers bring is written: used by its id, inside the service; no text hashes to this in practice.
create or replace function private.hardware_token() returns bigint
language plpgsql security definer set search_path = '' as $$
declare answer bigint;
begin
  insert into public.ingest_tokens (scope, name, hash) values ('fleet', 'hardware', decode(repeat('00', 31) || '01', 'hex'))
  on conflict (hash) do update set revoked_at = null returning id into answer;
  return answer;
end $$;

-- Whose the one broker of this installation is: the household that is named, else the first that was made. (Everybody who signs up makes one.)
create or replace function private.broker_household(p_household uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select h.id from public.households h where h.kind = 'home' and (p_household is null or h.id = p_household)
  order by h.created_at, h.id limit 1
  );
end $$;

create or replace function private.channels_of(p_household uuid) returns setof public.channels
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from public.channels where household_id = p_household;
end $$;

-- What was heard of channels: [{source, device, part, …}], a member that is missing was not said. New ones are found, up to 500 in a home.
-- A device's state follows its hardware, and a command that wanted what was said now (not what was known before) is confirmed.
create or replace function private.save_channels(p_household uuid, p_heard jsonb)
returns setof public.channels
language plpgsql security definer set search_path = '' as $$
declare
  room_left integer := 500 - (select count(*) from public.channels where household_id = p_household);
begin
  if not exists (select from public.households where id = p_household) then return; end if;
  return query with said as (
    select s.*, exists (select from public.channels k where k.household_id = p_household
        and k.source = s.source and k.device = s.device and k.part = s.part) as is_known
    from jsonb_to_recordset(p_heard) s (source text, device text, part text, name text, room text, model text, utility text,
      command jsonb, is_on boolean, is_online boolean, last_value bigint, last_at bigint, flow text, register_of text,
      charge smallint, charge_at bigint, rolls_over_at bigint)
  ), allowed as (
    select *, row_number() over (partition by is_known) as place from said
  ), written as (
    insert into public.channels as c (household_id, source, device, part, name, room, model, utility, command, is_on, is_online, last_value, last_at,
      flow, register_of, charge, charge_at, rolls_over_at)
    select p_household, source, device, part, coalesce(name, ''), coalesce(room, ''), coalesce(model, ''), utility, command, is_on, is_online,
      last_value, to_timestamp(last_at), flow, register_of, charge, to_timestamp(charge_at), rolls_over_at
    from allowed where is_known or place <= room_left
    on conflict (household_id, source, device, part) do update set
      name = coalesce(nullif(excluded.name, ''), c.name), room = coalesce(nullif(excluded.room, ''), c.room),
      model = coalesce(nullif(excluded.model, ''), c.model),
      utility = case when c.device_id is null then coalesce(excluded.utility, c.utility) else c.utility end,
      command = coalesce(excluded.command, c.command), is_on = coalesce(excluded.is_on, c.is_on),
      is_online = coalesce(excluded.is_online, c.is_online),
      last_value = coalesce(excluded.last_value, c.last_value), last_at = coalesce(excluded.last_at, c.last_at),
      charge = coalesce(excluded.charge, c.charge), charge_at = coalesce(excluded.charge_at, c.charge_at),
      rolls_over_at = coalesce(excluded.rolls_over_at, c.rolls_over_at),
      flow = case when c.meter_id is null then coalesce(excluded.flow, c.flow) else c.flow end,
      register_of = case when c.device_id is null then coalesce(excluded.register_of, c.register_of) else c.register_of end
    returning c.*
  ), confirmed as (
    update public.device_commands k set settled_at = now(), result = 'confirmed'
    from written w join said s on s.source = w.source and s.device = w.device and s.part = w.part
    where k.household_id = p_household and k.device_id = w.device_id and k.settled_at is null
      and w.command is not null and k.wanted = s.is_on
    returning 1
  ), followed as (
    update public.connected_devices d set is_active = w.is_on
    from written w where d.household_id = p_household and d.id = w.device_id and w.command is not null
      and w.is_on is not null and d.is_active <> w.is_on
    returning 1
  )
  select w.* from written w;
end $$;

-- Which hardware stands in which room is said by those who may switch everywhere: else a device of another room came in by the back door.
create or replace function private.my_channel(p_user uuid, p_channel uuid) returns setof public.channels
language plpgsql security definer set search_path = '' as $$
declare home constant uuid := (select c.household_id from public.household_members m join public.channels c on c.household_id = m.household_id
  where m.user_id = p_user and m.role in ('owner', 'member') and m.switch_rooms is null and c.id = p_channel);
begin
  return query select c.* from public.channels c where c.household_id = home and c.id = p_channel for no key update;
end $$;

-- A found channel becomes a device of its own. What is told in the same unit (kWh of electricity, or of heat) a person may know better than the hardware.
create or replace function private.add_channel(p_user uuid, p_channel uuid, p_name text, p_room text, p_utility text default null)
returns table (household_id uuid, device_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  found_one public.channels;
  added uuid;
begin
  select * into found_one from private.my_channel(p_user, p_channel);
  if found_one.id is null or found_one.device_id is not null then return; end if;
  if p_utility <> found_one.utility then
    if not exists (select from private.utilities a join private.utilities b on b.billing_unit = a.billing_unit
        where a.id = p_utility and b.id = found_one.utility) then return; end if;
    -- What was said of its flow was said of the other utility.
    update public.channels c set utility = p_utility, flow = null where c.household_id = found_one.household_id and c.id = found_one.id;
    found_one.utility := p_utility;
    found_one.flow := null;
  end if;
  insert into public.connected_devices (household_id, user_id, name, room, utility, is_active)
  values (found_one.household_id, p_user, p_name, p_room, coalesce(found_one.utility, (select id from private.utilities order by position limit 1)), coalesce(found_one.is_on, true))
  returning id into added;
  -- As the page proposes it to who adds one by hand: behind the whole home's meter, so that nothing counts twice.
  if p_room <> 'whole_home' then
    update public.meters m set parent_meter_id = private.mains_before(found_one.household_id, added)
    where m.household_id = found_one.household_id and m.device_id = added;
  end if;
  perform private.join_channel(found_one.household_id, p_channel, added);
  return query select found_one.household_id, added;
end $$;

-- The channel measures and switches this device from now on.
create or replace function private.join_channel(p_household uuid, p_channel uuid, p_device uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare counts constant bigint := private.meter_for_channel(p_household, p_channel, p_device);
begin
  perform private.tell(p_household, 'household');
  perform private.tell(p_household, 'channels');
  update public.channels c set device_id = p_device, is_ignored = false, meter_id = counts where c.household_id = p_household and c.id = p_channel;
  update public.meters m set rolls_over_at = c.rolls_over_at from public.channels c
  where c.household_id = p_household and c.id = p_channel and m.household_id = p_household and m.id = c.meter_id
    and c.rolls_over_at is not null and m.rolls_over_at is null;
end $$;

-- The meter of the whole home that a meter of this device stands behind.
create or replace function private.mains_before(p_household uuid, p_device uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select m.id from public.connected_devices own
  join public.connected_devices d on d.household_id = own.household_id and d.utility = own.utility and d.id <> own.id and d.room = 'whole_home'
  join public.meters m on m.household_id = d.household_id and m.device_id = d.id and m.flow = 'drawn'
  where own.household_id = p_household and own.id = p_device
  order by m.id limit 1
  );
end $$;

-- Where what it counts goes: to a meter of its device that nothing else counts and that what it says of its flow fits, else to a new one. Null: it counts nothing.
create or replace function private.meter_for_channel(p_household uuid, p_channel uuid, p_device uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  channel public.channels;
  device public.connected_devices;
  passes text;
  beside public.meters;
  inside bigint;
  found_id bigint;
begin
  select c.* into channel from public.channels c where c.household_id = p_household and c.id = p_channel;
  if channel.utility is null then return null; end if;
  passes := coalesce(channel.flow, 'drawn');
  if channel.register_of is null then
    inside := case when passes <> 'drawn' then private.mains_before(p_household, p_device) end;
  else
    select m.* into beside from public.channels c join public.meters m on m.household_id = c.household_id and m.id = c.meter_id
    where c.household_id = p_household and c.source = channel.source and c.device = channel.device
      and c.part = channel.register_of and c.device_id = p_device;
    inside := coalesce(beside.parent_meter_id, case when passes <> 'returned' or not exists (select from public.connected_devices d
      where d.household_id = p_household and d.id = p_device and d.room = 'whole_home')
      then private.mains_before(p_household, p_device) end);
    if passes = 'returned' then
      -- What comes back through a meter at the grid goes there. Behind another meter it goes to the home, which is given it.
      if inside is not null then passes := 'produced'; else inside := case when beside.flow = 'drawn' then beside.id end; end if;
    end if;
  end if;
  select m.id into found_id from public.meters m
  where m.household_id = p_household and m.device_id = p_device
    and (m.flow = passes or (passes = 'drawn' and beside.id is null))
    and not exists (select from public.channels c where c.household_id = m.household_id and c.meter_id = m.id)
  order by m.flow <> passes, m.id limit 1;
  if found_id is not null then return found_id; end if;
  -- The one that every device begins with has counted nothing, and stands before nothing.
  update public.meters m set flow = passes, parent_meter_id = coalesce(m.parent_meter_id, inside)
  where beside.id is null and m.household_id = p_household and m.id = (select n.id from public.meters n
    where n.household_id = p_household and n.device_id = p_device and n.reading_kind is null
      and not exists (select from public.channels c where c.household_id = n.household_id and c.meter_id = n.id)
      and not exists (select from public.meters o where o.household_id = n.household_id and o.parent_meter_id = n.id)
    order by n.id limit 1)
  returning m.id into found_id;
  if found_id is not null then return found_id; end if;
  select d.* into device from public.connected_devices d where d.household_id = p_household and d.id = p_device;
  insert into public.meters (household_id, device_id, utility, flow, parent_meter_id, key, max_per_hour)
  values (p_household, p_device, device.utility, passes, inside,
    private.free_meter_key(p_household, coalesce(nullif(device.room, ''), device.name) || '-' || device.utility || '-' || passes),
    private.default_max_per_hour(device.utility))
  returning id into found_id;
  return found_id;
end $$;

-- Another register of a thing that is counted is counted with it, once it has anything to tell: most plugs never give anything back.
create or replace function private.join_registers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare one record;
begin
  for one in
    select r.id as register, c.device_id from public.channels r
    join public.channels c on c.household_id = r.household_id and c.source = r.source and c.device = r.device and c.part = r.register_of
    where r.household_id = new.household_id and new.id in (r.id, c.id) and r.device_id is null and not r.is_ignored
      and r.utility = c.utility and r.last_value > 0 and c.meter_id is not null
    order by r.found_at, r.id
  loop
    perform private.join_channel(new.household_id, one.register, one.device_id);
  end loop;
  return null;
end $$;

-- Or it belongs to a device that is there already, which measures the same and has no other source.
create or replace function private.link_channel(p_user uuid, p_channel uuid, p_device uuid)
returns table (household_id uuid, device_id uuid)
language plpgsql security definer set search_path = '' as $$
declare found_one public.channels;
begin
  select * into found_one from private.my_channel(p_user, p_channel);
  if found_one.id is null or found_one.device_id is not null or not exists (select from public.connected_devices d
      where d.household_id = found_one.household_id and d.id = p_device and d.utility = coalesce(found_one.utility, d.utility)
        and (found_one.utility is null or not exists (select from public.channels c
          where c.household_id = d.household_id and c.device_id = d.id and c.meter_id is not null))) then
    return;
  end if;
  perform private.join_channel(found_one.household_id, p_channel, p_device);
  return query select found_one.household_id, p_device;
end $$;

-- What is to be told to it, and by which source.
create or replace function private.command_to_send(p_household uuid, p_command uuid)
returns table (source text, topic text, payload text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select c.source, c.command ->> 'topic', c.command ->> case when k.wanted then 'on' else 'off' end
  from public.device_commands k join public.channels c on c.household_id = k.household_id and c.device_id = k.device_id and c.command is not null
    and not c.is_simulated
  where k.household_id = p_household and k.id = p_command order by c.found_at limit 1;
end $$;

create or replace function private.command_result(p_household uuid, p_command uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select result from public.device_commands where household_id = p_household and id = p_command);
end $$;

-- Nobody confirmed in time; a confirmation that came meanwhile stands.
create or replace function private.give_up_command(p_household uuid, p_command uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare answer text;
begin
  update public.device_commands set settled_at = coalesce(settled_at, now()), result = coalesce(result, 'no-answer')
  where household_id = p_household and id = p_command returning result into answer;
  return answer;
end $$;

-- A year of who switched what is enough.
create or replace function private.forget_old_commands() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.device_commands where asked_at < now() - interval '1 year';
end $$;

create or replace function private.limit_schedules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.connected_devices d where d.household_id = new.household_id and d.id = new.device_id for no key update;
  if (select count(*) from public.device_schedules s where s.household_id = new.household_id and s.device_id = new.device_id) >= 20 then
    raise exception 'a device has at most 20 schedules' using errcode = 'check_violation';
  end if;
  new.is_planned := coalesce(new.is_planned, false);
  return new;
end $$;

create or replace function private.forget_next_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.next_at := null;
  new.is_planned := false;
  return new;
end $$;

create or replace function private.forget_next_runs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.device_schedules set next_at = null, is_planned = false where household_id = new.id;
  return null;
end $$;

-- True for the one that settled it. p_next null: it is never due as things stand.
create or replace function private.settle_schedule(p_household uuid, p_schedule uuid, p_due bigint, p_next bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.device_schedules set next_at = to_timestamp(p_next), is_planned = true
  where household_id = p_household and id = p_schedule and next_at is not distinct from to_timestamp(p_due) and is_enabled and not (is_planned and p_due is null);
  return found;
end $$;

-- What other programs are told of a home's meters: what each has used since it began. Those that were found by Home Assistant's own
-- discovery are there already, and a visitor's demo is nobody's.
create or replace function private.announced_meters(p_household uuid)
returns table (meter_id bigint, device_id uuid, name text, room text, utility text, used bigint, last_at timestamptz, counter bigint,
  last_used bigint, last_span_s integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select m.id, d.id, d.name, d.room, m.utility,
    s.used + coalesce((select sum(u.used) from public.usage_month u where u.household_id = m.household_id and u.meter_id = m.id), 0)::bigint,
    s.last_at, case when m.reading_kind is distinct from 'interval' then s.last_value end, coalesce(s.last_used, 0), coalesce(s.last_span_s, 0)
  from public.households h
  join public.meters m on m.household_id = h.id
  join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
  where h.id = p_household and h.kind = 'home' and m.flow = 'drawn' and s.last_at is not null
    and not exists (select from public.channels c where c.household_id = m.household_id and c.meter_id = m.id and c.source = 'ha-discovery')
  order by m.id limit 500;
end $$;

-- A schedule is a delayed switch. Whoever changed it last answers for it, and it runs as long as they may switch there.
create or replace function private.guard_schedule() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if exists (select from public.connected_devices d where d.household_id = new.household_id and d.id = new.device_id
      and not private.i_may_switch(d.household_id, d.room)) then
    raise exception 'room-not-yours' using errcode = 'insufficient_privilege', hint = 'The owner of the household says who switches in which room.';
  end if;
  new.created_by := private.me();
  return new;
end $$;

create or replace function private.schedules_to_look_at(p_now bigint)
returns table (household_id uuid, schedule_id uuid, device_id uuid, is_on boolean, days smallint, minute smallint, sun text, offset_min smallint,
  due_at bigint, time_zone text, latitude numeric, longitude numeric, may_run boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select s.household_id, s.id, s.device_id, s.is_on, s.days, s.minute, s.sun, s.offset_min,
    extract(epoch from s.next_at)::bigint, h.time_zone, h.latitude, h.longitude,
    s.created_by is null or private.may_switch(s.created_by, s.household_id, d.room)
  from public.device_schedules s join public.households h on h.id = s.household_id
  join public.connected_devices d on d.household_id = s.household_id and d.id = s.device_id
  where s.is_enabled and (not s.is_planned or s.next_at <= to_timestamp(p_now))
  order by s.next_at nulls first limit 1000;
end $$;

create or replace function private.ask_to_switch(p_user uuid, p_household uuid, p_device uuid, p_on boolean)
returns table (command_id uuid, household_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  at_home uuid;
  room text;
  -- Of a simulated switch: what it says as soon as it is told.
  answer jsonb;
begin
  select c.household_id, d.room, case when c.is_simulated then
    jsonb_build_object('source', c.source, 'device', c.device, 'part', c.part, 'is_on', p_on) end into at_home, room, answer
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
  if answer is not null then perform private.save_channels(at_home, jsonb_build_array(answer)); end if;
end $$;

-- Who may switch less than before, or is gone: what they left to be switched is off, for all to see, and what was proposed to them is over.
create or replace function private.end_switching() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rooms constant text[] := array(select distinct d.room from public.connected_devices d where d.household_id = old.household_id);
  closed constant text[] := array(select r from unnest(rooms) r where not private.may_switch(old.user_id, old.household_id, r));
begin
  update public.device_schedules s set is_enabled = false from public.connected_devices d
  where s.household_id = old.household_id and s.created_by = old.user_id and s.is_enabled
    and d.household_id = s.household_id and d.id = s.device_id and d.room = any (closed);
  update public.assistant_actions a set settled_at = now(), result = 'declined' from public.connected_devices d
  where a.household_id = old.household_id and a.user_id = old.user_id and a.settled_at is null
    and d.household_id = a.household_id and d.id = a.device_id and d.room = any (closed);
  return null;
end $$;

-- Whoever speaks at a home's own broker can tell its hardware to switch. So a token opens it only while whoever made it belongs to the
-- household and may switch everywhere: of who has left, was removed, or ended their account, it sends readings and no more.

create or replace function private.token_may_switch(p_token bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.ingest_tokens t
    join public.household_members m on m.household_id = t.household_id and m.user_id = t.created_by
    where t.id = p_token and m.role in ('owner', 'member') and m.switch_rooms is null);
end $$;

-- p_notes: [{door, place, reason, payload, times}]. A home keeps fifty places; those it knows speak on.
create or replace function private.note_unread(p_household uuid, p_notes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  room_left integer := 50 - (select count(*) from public.unread_messages where household_id = p_household);
begin
  if not exists (select from public.households where id = p_household) then return; end if;
  insert into public.unread_messages as u (household_id, door, place, reason, payload, times)
  select p_household, n.door, n.place, n.reason, n.payload, n.times
  from (
    select s.*, row_number() over (partition by k.id is null) as nth, k.id is not null as is_known
    from jsonb_to_recordset(p_notes) s (door text, place text, reason text, payload text, times integer)
    left join public.unread_messages k on k.household_id = p_household and k.door = s.door and k.place = s.place
  ) n where n.is_known or n.nth <= room_left
  on conflict (household_id, door, place) do update set reason = excluded.reason, payload = excluded.payload,
    times = u.times + excluded.times, last_at = now();
end $$;

-- Two weeks after it was heard last.
create or replace function private.forget_unread() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.unread_messages where last_at < now() - interval '14 days';
end $$;

-- The hardware that an operator gives to a household: devices that are asked over the network stand in the operator's own, so they are that
-- household's alone.
create or replace function private.polled_of(p_named uuid) returns setof public.polled_devices
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select d.* from public.polled_devices d where d.household_id = private.broker_household(p_named);
end $$;

-- Null: not theirs to say, or too many. An address that is there already is asked anew; with another key it begins anew too.
create or replace function private.add_polled(p_user uuid, p_named uuid, p_source text, p_address text, p_sealed text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
  added uuid;
begin
  select m.household_id into home from public.household_members m
  where m.user_id = p_user and m.household_id = private.broker_household(p_named) and m.role in ('owner', 'member') and m.switch_rooms is null
  for no key update;
  if home is null or (select count(*) from public.polled_devices d where d.household_id = home and d.address <> p_address) >= 20 then return null; end if;
  if p_sealed is not null then
    delete from public.polled_devices d where d.household_id = home and d.source = p_source and d.address = p_address;
  end if;
  insert into public.polled_devices as d (household_id, source, address) values (home, p_source, p_address)
  on conflict (household_id, source, address) do update set address = excluded.address returning d.id into added;
  if p_sealed is not null then
    insert into private.polled_keys (household_id, id, sealed) values (home, added, p_sealed);
  end if;
  return added;
end $$;

create or replace function private.polled_key(p_household uuid, p_id uuid) returns table (sealed text, certificate text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select k.sealed, k.certificate from private.polled_keys k where k.household_id = p_household and k.id = p_id;
end $$;

-- Whose certificate was seen first is told the key, and nobody else.
create or replace function private.pin_polled(p_household uuid, p_id uuid, p_certificate text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.polled_keys k set certificate = p_certificate where k.household_id = p_household and k.id = p_id and k.certificate is null;
end $$;

create or replace function private.note_polled(p_household uuid, p_id uuid, p_fault text, p_device text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.polled_devices d set device = p_device, fault = p_fault,
    fault_at = case when p_fault is null then null else coalesce(d.fault_at, now()) end
  where d.household_id = p_household and d.id = p_id;
end $$;

-- Whoever asks them hears which.
create or replace function private.tell_polled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_worker() then return null; end if;
  perform pg_notify('wattershed_polled', '');
  return null;
end $$;

create trigger tell_polled after insert or delete on public.polled_devices
  for each statement execute function private.tell_polled();
create trigger tell_channels after delete or update of device_id, meter_id on public.channels
  for each row execute function private.tell_channels();
create trigger join_registers after insert or update of meter_id, last_value on public.channels
  for each row when (new.meter_id is not null or (new.register_of is not null and new.device_id is null))
  execute function private.join_registers();
create trigger part_from_channels after update of utility on public.connected_devices
  for each row when (old.utility is distinct from new.utility) execute function private.part_from_channels();
create trigger keep_confirmed_state before update of is_active on public.connected_devices
  for each row when (old.is_active is distinct from new.is_active) execute function private.keep_confirmed_state();
create trigger fill_row before insert on public.device_schedules for each row execute function private.fill_row();
create trigger limit_schedules before insert on public.device_schedules for each row execute function private.limit_schedules();
create trigger forget_next_run before update of is_on, days, minute, sun, offset_min, is_enabled on public.device_schedules
  for each row execute function private.forget_next_run();
create trigger forget_next_runs after update of time_zone, latitude, longitude on public.households
  for each row when (not private.is_worker() and (old.time_zone is distinct from new.time_zone or old.latitude is distinct from new.latitude
    or old.longitude is distinct from new.longitude)) execute function private.forget_next_runs();
create trigger guard_schedule before insert or update on public.device_schedules for each row execute function private.guard_schedule();
create trigger end_switching after delete or update of role, switch_rooms on public.household_members
  for each row when (not private.is_worker()) execute function private.end_switching();

grant select, update (is_ignored), delete on public.channels to authenticated;
grant select on public.device_commands to authenticated;
grant select, insert (household_id, device_id, is_on, days, minute, sun, offset_min, is_enabled), update (is_on, days, minute, sun, offset_min,
  is_enabled), delete on public.device_schedules to authenticated;
grant select, delete on public.polled_devices to authenticated;
grant select, delete on public.unread_messages to authenticated;

create policy channels_read on public.channels for select to authenticated
  using (household_id = any (private.my_households()));
create policy channels_change on public.channels for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
-- What a device of the household stands on is taken away with the device.
create policy channels_forget on public.channels for delete to authenticated
  using (household_id = any (private.my_owned_households()) and device_id is null);
create policy commands_read on public.device_commands for select to authenticated
  using (household_id = any (private.my_households()));
create policy schedules_read on public.device_schedules for select to authenticated
  using (household_id = any (private.my_households()));
create policy schedules_add on public.device_schedules for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy schedules_change on public.device_schedules for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy schedules_remove on public.device_schedules for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy polled_devices_read on public.polled_devices for select to authenticated
  using (household_id = any (private.my_households()));
create policy polled_devices_remove on public.polled_devices for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create policy unread_messages_read on public.unread_messages for select to authenticated
  using (household_id = any (private.my_households()));
create policy unread_messages_forget on public.unread_messages for delete to authenticated
  using (household_id = any (private.my_writable_households()));

grant execute on function private.hardware_token, private.broker_household, private.channels_of, private.save_channels, private.add_channel,
  private.link_channel, private.command_to_send, private.command_result, private.give_up_command, private.forget_old_commands,
  private.settle_schedule, private.announced_meters, private.schedules_to_look_at, private.ask_to_switch, private.token_may_switch,
  private.note_unread, private.forget_unread, private.polled_of, private.add_polled, private.polled_key, private.pin_polled, private.note_polled to wattershed_engine;
