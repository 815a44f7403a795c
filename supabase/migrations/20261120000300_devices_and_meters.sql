-- What measures: a device stands in a room and measures one utility, through one meter for each of its registers.
create table public.connected_devices (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null check (length(trim(name)) between 1 and 80),
  room text not null default '' check (length(room) <= 40),
  utility text not null check (utility in ('electricity', 'water')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (household_id, id)
);
create index connected_devices_user on public.connected_devices (user_id, created_at);

create table public.meters (
  household_id uuid not null,
  id bigint generated always as identity,
  device_id uuid not null,
  utility text not null check (utility in ('electricity', 'water')),
  register text not null default 'total' check (register in ('total', 'tariff1', 'tariff2', 'export')),
  -- The name a sender uses; unique in its household.
  key text not null check (key ~ '^[a-z0-9][a-z0-9._:-]{0,63}$' and key !~ '^[0-9]+$'),
  -- What its readings are: set by the first one that is accepted.
  reading_kind text check (reading_kind in ('counter', 'interval')),
  parent_meter_id bigint,
  -- More than this in an hour (Wh or mL) is not believed: 100 kW, 20 m3/h; never more than 1 GW, so that sums stay whole.
  max_per_hour bigint not null check (max_per_hour between 1 and 1000000000),
  -- Use across a longer silence is spread evenly and counted as estimated.
  max_gap_s integer not null default 3900 check (max_gap_s between 60 and 2678400),
  template_household_id uuid,
  template_meter_id bigint,
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, key),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade,
  foreign key (household_id, parent_meter_id) references public.meters (household_id, id) on delete set null (parent_meter_id),
  check (parent_meter_id <> id)
);
create index meters_device on public.meters (household_id, device_id);

alter table public.connected_devices enable row level security;
alter table public.meters enable row level security;
revoke all on public.connected_devices, public.meters from anon, authenticated;
grant select, delete on public.connected_devices to authenticated;
grant insert (household_id, id, user_id, name, room, utility, is_active) on public.connected_devices to authenticated;
grant update (name, room, utility, is_active) on public.connected_devices to authenticated;
grant select, delete on public.meters to authenticated;
grant insert (household_id, device_id, utility, register, key, parent_meter_id, max_per_hour, max_gap_s) on public.meters to authenticated;
grant update (key, parent_meter_id, max_per_hour, max_gap_s) on public.meters to authenticated;

create policy devices_read on public.connected_devices for select to authenticated
  using (household_id = any (private.my_households()));
create policy devices_add on public.connected_devices for insert to authenticated
  with check (household_id = any (private.my_writable_households()) and user_id = auth.uid());
create policy devices_change on public.connected_devices for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy devices_remove on public.connected_devices for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create policy meters_read on public.meters for select to authenticated
  using (household_id = any (private.my_households()));
create policy meters_add on public.meters for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy meters_change on public.meters for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy meters_remove on public.meters for delete to authenticated
  using (household_id = any (private.my_writable_households()));

-- A row shaped like the original description's (no household) belongs to the adder's own household.
create function private.fill_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.household_id := coalesce(new.household_id, private.my_first_household());
  return new;
end $$;
create trigger fill_device before insert on public.connected_devices
  for each row execute function private.fill_device();

-- What one utility's meter can pass in an hour at most, until its owner says otherwise.
create function private.default_max_per_hour(utility text) returns bigint
language sql immutable as $$ select case utility when 'water' then 20000000 else 100000 end $$;

-- Waits for others who are adding to the same household, so that two devices of one room do not want the same key.
create function private.free_meter_key(household uuid, wish text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := coalesce(nullif(trim(both '-' from regexp_replace(lower(wish), '[^a-z0-9]+', '-', 'g')), ''), 'meter');
  candidate text;
  n integer := 1;
begin
  perform from public.households h where h.id = household for no key update;
  base := trim(both '-' from left(base, 56));
  if base ~ '^[0-9]+$' then base := 'meter-' || base; end if;
  candidate := base;
  while exists (select from public.meters m where m.household_id = household and m.key = candidate) loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  return candidate;
end $$;

-- Every device starts with one meter, named after its room and utility (kitchen-electricity, kitchen-electricity-2, ...).
create function private.give_device_a_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.meters (household_id, device_id, utility, key, max_per_hour)
  values (new.household_id, new.id, new.utility,
    private.free_meter_key(new.household_id, coalesce(nullif(new.room, ''), new.name) || '-' || new.utility),
    private.default_max_per_hour(new.utility));
  return null;
end $$;
create trigger give_device_a_meter after insert on public.connected_devices
  for each row execute function private.give_device_a_meter();

-- A meter's utility is its device's; what contains it measures the same and is not contained by it.
create function private.check_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  above bigint := new.parent_meter_id;
  parent public.meters;
begin
  if new.utility is distinct from (select d.utility from public.connected_devices d
      where d.household_id = new.household_id and d.id = new.device_id) then
    raise exception 'a meter measures what its device measures' using errcode = 'check_violation';
  end if;
  while above is not null loop
    select * into parent from public.meters m where m.household_id = new.household_id and m.id = above;
    if parent.id = new.id or parent.utility <> new.utility then
      raise exception 'a meter cannot contain itself or another utility' using errcode = 'check_violation';
    end if;
    above := parent.parent_meter_id;
  end loop;
  return new;
end $$;
create trigger check_meter before insert or update of parent_meter_id, utility on public.meters
  for each row execute function private.check_meter();

-- What a device measures cannot change once it has measured something.
create function private.change_utility() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.meters m where m.household_id = new.household_id and m.device_id = new.id and m.reading_kind is not null) then
    raise exception 'this device has readings: add another device for the other utility' using errcode = 'check_violation';
  end if;
  update public.meters set parent_meter_id = null
    where household_id = new.household_id and parent_meter_id in
      (select id from public.meters where household_id = new.household_id and device_id = new.id);
  delete from public.meters where household_id = new.household_id and device_id = new.id;
  insert into public.meters (household_id, device_id, utility, key, max_per_hour)
  values (new.household_id, new.id, new.utility,
    private.free_meter_key(new.household_id, coalesce(nullif(new.room, ''), new.name) || '-' || new.utility),
    private.default_max_per_hour(new.utility));
  return null;
end $$;
create trigger change_utility after update of utility on public.connected_devices
  for each row when (old.utility is distinct from new.utility) execute function private.change_utility();

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
