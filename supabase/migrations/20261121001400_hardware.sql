-- Hardware that makes itself known: found first, added by a person, then measured and switched. One channel is one thing of a device that
-- measures or switches: a socket, one relay of two, one phase of a meter.
create table public.channels (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  source text not null check (source in ('tasmota', 'shelly', 'zigbee2mqtt', 'ha-discovery', 'dsmr')),
  -- What the source calls the device, and which of its parts this is; empty: the device as a whole.
  device text not null check (length(device) between 1 and 200),
  part text not null default '' check (length(part) <= 80),
  name text not null default '' check (length(name) <= 80),
  -- Where the device says that it stands, in its own words.
  room text not null default '' check (length(room) <= 40),
  model text not null default '' check (length(model) <= 80),
  -- What it measures; null: it only switches.
  utility text check (utility in ('electricity', 'water')),
  -- {topic, on, off}: what is published to switch it; null: it cannot be switched.
  command jsonb check (jsonb_typeof(command) = 'object'),
  -- As it last said; null: it has not said.
  is_on boolean,
  is_online boolean,
  last_value bigint,
  last_at timestamptz,
  device_id uuid,
  meter_id bigint,
  is_ignored boolean not null default false,
  found_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, source, device, part),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete set null (device_id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete set null (meter_id)
);
-- What one channel counts, no other may count again.
create unique index channels_meter on public.channels (household_id, meter_id) where meter_id is not null;
create index channels_device on public.channels (household_id, device_id) where device_id is not null;

-- Who switched what, when, and what came of it.
create table public.device_commands (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  device_id uuid not null,
  wanted boolean not null,
  -- Null: nobody, it was due.
  user_id uuid,
  asked_at timestamptz not null default now(),
  settled_at timestamptz,
  result text check (result in ('confirmed', 'no-answer')),
  primary key (household_id, id),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade,
  check ((result is null) = (settled_at is null))
);
create index device_commands_device on public.device_commands (household_id, device_id, asked_at desc);

alter table public.channels enable row level security;
alter table public.device_commands enable row level security;
revoke all on public.channels, public.device_commands from anon, authenticated;
grant select, delete on public.channels to authenticated;
grant update (is_ignored) on public.channels to authenticated;
grant select on public.device_commands to authenticated;

create policy channels_read on public.channels for select to authenticated
  using (household_id = any (private.my_households()));
create policy channels_change on public.channels for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
-- What a device of the household stands on is taken away with the device.
create policy channels_forget on public.channels for delete to authenticated
  using (household_id = any (private.my_writable_households()) and device_id is null);
create policy commands_read on public.device_commands for select to authenticated
  using (household_id = any (private.my_households()));

-- Whoever listens to a broker hears which channels count from now on.
create function private.tell_channels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('wattershed_channels', coalesce(new.household_id, old.household_id)::text);
  return null;
end $$;
create trigger tell_channels after delete or update of device_id, meter_id on public.channels
  for each row execute function private.tell_channels();

-- A device that now measures something else is not what was found.
create function private.part_from_channels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.channels set device_id = null, meter_id = null
  where household_id = new.household_id and device_id = new.id and utility is not null;
  return null;
end $$;
create trigger part_from_channels after update of utility on public.connected_devices
  for each row when (old.utility is distinct from new.utility) execute function private.part_from_channels();

-- What hardware switches, hardware confirms: its state is never merely written down. Runs as the person, whose policies hold.
create function private.keep_confirmed_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and exists (select from public.channels c
      where c.household_id = new.household_id and c.device_id = new.id and c.command is not null) then
    raise exception 'this device is switched by its own hardware: ask the service to switch it' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_confirmed_state before update of is_active on public.connected_devices
  for each row when (old.is_active is distinct from new.is_active) execute function private.keep_confirmed_state();

-- The token by which what brokers bring is written: used by its id, inside the service; no text hashes to this in practice.
create function private.hardware_token() returns bigint
language sql security definer set search_path = '' as $$
  insert into public.ingest_tokens (scope, name, hash) values ('fleet', 'hardware', decode(repeat('00', 31) || '01', 'hex'))
  on conflict (hash) do update set revoked_at = null returning id
$$;

-- Whose the one broker of this installation is: the household that is named, else the first that was made. (Everybody who signs up makes one.)
create function private.broker_household(p_household uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select h.id from public.households h where h.kind = 'home' and (p_household is null or h.id = p_household)
  order by h.created_at, h.id limit 1
$$;

create function private.channels_of(p_household uuid) returns setof public.channels
language sql stable security definer set search_path = '' as $$
  select * from public.channels where household_id = p_household
$$;

-- What was heard of channels: [{source, device, part, …}], a member that is missing was not said. New ones are found, up to 500 in a home.
-- A device's state follows its hardware, and a command that wanted what was said now (not what was known before) is confirmed.
create function private.hear_channels(p_household uuid, p_heard jsonb)
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
      command jsonb, is_on boolean, is_online boolean, last_value bigint, last_at bigint)
  ), allowed as (
    select *, row_number() over (partition by is_known) as place from said
  ), written as (
    insert into public.channels as c (household_id, source, device, part, name, room, model, utility, command, is_on, is_online, last_value, last_at)
    select p_household, source, device, part, coalesce(name, ''), coalesce(room, ''), coalesce(model, ''), utility, command, is_on, is_online,
      last_value, to_timestamp(last_at)
    from allowed where is_known or place <= room_left
    on conflict (household_id, source, device, part) do update set
      name = coalesce(nullif(excluded.name, ''), c.name), room = coalesce(nullif(excluded.room, ''), c.room),
      model = coalesce(nullif(excluded.model, ''), c.model),
      utility = case when c.device_id is null then coalesce(excluded.utility, c.utility) else c.utility end,
      command = coalesce(excluded.command, c.command), is_on = coalesce(excluded.is_on, c.is_on),
      is_online = coalesce(excluded.is_online, c.is_online),
      last_value = coalesce(excluded.last_value, c.last_value), last_at = coalesce(excluded.last_at, c.last_at)
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

-- The household of a channel that this person may change; null: none.
create function private.my_channel(p_user uuid, p_channel uuid) returns setof public.channels
language sql security definer set search_path = '' as $$
  select c.* from public.household_members m join public.channels c on c.household_id = m.household_id
  where m.user_id = p_user and m.role in ('owner', 'member') and c.id = p_channel for no key update of c
$$;

-- A found channel becomes a device of its own.
create function private.add_channel(p_user uuid, p_channel uuid, p_name text, p_room text)
returns table (household_id uuid, device_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  found_one public.channels;
  added uuid;
begin
  select * into found_one from private.my_channel(p_user, p_channel);
  if found_one.id is null or found_one.device_id is not null then return; end if;
  insert into public.connected_devices (household_id, user_id, name, room, utility, is_active)
  values (found_one.household_id, p_user, p_name, p_room, coalesce(found_one.utility, 'electricity'), coalesce(found_one.is_on, true))
  returning id into added;
  perform private.join_channel(found_one, added);
  return query select found_one.household_id, added;
end $$;

-- The channel measures and switches this device from now on. What it counts goes to the device's first meter.
create function private.join_channel(p_channel public.channels, p_device uuid) returns void
language sql security definer set search_path = '' as $$
  update public.channels c set device_id = p_device, is_ignored = false, meter_id = case when c.utility is not null then
    (select m.id from public.meters m where m.household_id = c.household_id and m.device_id = p_device and m.register = 'total'
      order by m.id limit 1) end
  where c.household_id = p_channel.household_id and c.id = p_channel.id
$$;

-- Or it belongs to a device that is there already, which measures the same and has no other source.
create function private.link_channel(p_user uuid, p_channel uuid, p_device uuid)
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
  perform private.join_channel(found_one, p_device);
  return query select found_one.household_id, p_device;
end $$;

-- A command of a person (or of nobody: it was due) for a device that can be switched.
create function private.ask_to_switch(p_user uuid, p_device uuid, p_on boolean)
returns table (command_id uuid, household_id uuid)
language sql security definer set search_path = '' as $$
  insert into public.device_commands (household_id, device_id, wanted, user_id)
  select c.household_id, c.device_id, p_on, p_user from public.channels c
  where c.device_id = p_device and c.command is not null
    and (p_user is null or c.household_id in (select m.household_id from public.household_members m
      where m.user_id = p_user and m.role in ('owner', 'member')))
  order by c.found_at limit 1
  returning id, household_id
$$;

-- What is to be published for it.
create function private.command_to_send(p_household uuid, p_command uuid)
returns table (topic text, payload text)
language sql stable security definer set search_path = '' as $$
  select c.command ->> 'topic', c.command ->> case when k.wanted then 'on' else 'off' end
  from public.device_commands k join public.channels c on c.household_id = k.household_id and c.device_id = k.device_id and c.command is not null
  where k.household_id = p_household and k.id = p_command order by c.found_at limit 1
$$;

create function private.command_result(p_household uuid, p_command uuid) returns text
language sql stable security definer set search_path = '' as $$
  select result from public.device_commands where household_id = p_household and id = p_command
$$;

-- Nobody confirmed in time; a confirmation that came meanwhile stands.
create function private.give_up_command(p_household uuid, p_command uuid) returns text
language sql security definer set search_path = '' as $$
  update public.device_commands set settled_at = coalesce(settled_at, now()), result = coalesce(result, 'no-answer')
  where household_id = p_household and id = p_command returning result
$$;

-- A year of who switched what is enough.
create function private.forget_old_commands() returns void
language sql security definer set search_path = '' as $$
  delete from public.device_commands where asked_at < now() - interval '1 year'
$$;

grant execute on function private.forget_old_commands(), private.hardware_token(), private.broker_household(uuid), private.channels_of(uuid), private.hear_channels(uuid, jsonb),
  private.add_channel(uuid, uuid, text, text), private.link_channel(uuid, uuid, uuid), private.ask_to_switch(uuid, uuid, boolean),
  private.command_to_send(uuid, uuid), private.command_result(uuid, uuid), private.give_up_command(uuid, uuid) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
