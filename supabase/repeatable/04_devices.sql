-- A row shaped like the original description's (no household) belongs to the adder's own household.
create or replace function private.fill_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.household_id := coalesce(new.household_id, private.my_first_household());
  return new;
end $$;

-- Waits for others who are adding to the same household, so that two devices of one room do not want the same key.
create or replace function private.free_meter_key(household uuid, wish text) returns text
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
create or replace function private.give_device_a_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.meters (household_id, device_id, utility, key, max_per_hour)
  values (new.household_id, new.id, new.utility,
    private.free_meter_key(new.household_id, coalesce(nullif(new.room, ''), new.name) || '-' || new.utility),
    private.default_max_per_hour(new.utility));
  return null;
end $$;

-- A meter's utility is its device's; what contains it measures the same and is not contained by it.
create or replace function private.check_meter() returns trigger
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
    if parent.id = new.id or parent.utility <> new.utility or parent.flow <> 'drawn' then
      raise exception 'what contains a meter draws the same utility, and is not itself' using errcode = 'check_violation';
    end if;
    above := parent.parent_meter_id;
  end loop;
  if new.flow <> 'drawn' and exists (select from public.meters m where m.household_id = new.household_id and m.parent_meter_id = new.id) then
    raise exception 'a meter that others are inside of draws' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What a device measures cannot change once it has measured something.
create or replace function private.change_utility() returns trigger
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

create or replace function private.open_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.meter_state (household_id, meter_id) values (new.household_id, new.id);
  return null;
end $$;

create or replace function private.change_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.meter_state set revision = revision + 1 where household_id = new.household_id and meter_id = new.id;
  return null;
end $$;

-- Big tables carry no foreign keys (a check per reading costs more than the reading): what a meter measured goes with it here.
create or replace function private.close_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.meter_state where household_id = old.household_id and meter_id = old.id;
  delete from public.open_readings where household_id = old.household_id and meter_id = old.id;
  delete from public.packed_days where household_id = old.household_id and meter_id = old.id;
  delete from public.usage_quarter where household_id = old.household_id and meter_id = old.id;
  delete from public.usage_day where household_id = old.household_id and meter_id = old.id;
  delete from public.usage_month where household_id = old.household_id and meter_id = old.id;
  delete from public.quarantined_readings where household_id = old.household_id and meter_id = old.id;
  return null;
end $$;

create or replace function private.parts_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_op
    when 'INSERT' then perform private.work_out_parts(new.household_id, new.id);
    when 'DELETE' then delete from public.meter_parts p where p.household_id = old.household_id
      and (p.source_household, p.source_meter) in ((old.household_id, old.id), (old.template_household_id, old.template_meter_id));
    else perform private.work_out_parts(new.household_id);
  end case;
  return null;
end $$;

create or replace function private.parts(p_household uuid, p_device uuid, p_detail boolean) returns setof public.meter_parts
language sql stable as $$
  select p.* from public.meter_parts p
  where p.household_id = p_household and (p_detail or p.is_root) and (p_device is null or p.device_id = p_device)
$$;

create or replace function private.note_readings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    update public.households set has_readings = true where id = new.household_id and not has_readings;
  else
    update public.households h set has_readings = false where h.id = old.household_id and h.has_readings
      and not exists (select from public.meters m where m.household_id = h.id and m.reading_kind is not null);
  end if;
  return null;
end $$;

create or replace function private.meter_facts(m public.meters) returns text
language sql stable security definer set search_path = '' as $$
  select '"meterId":"' || m.id || '","key":"' || m.key || '","deviceId":"' || m.device_id || '","room":' || to_json(d.room)
    || ',"utility":"' || m.utility || '","flow":"' || m.flow || '","parentMeterId":' || coalesce('"' || m.parent_meter_id || '"', 'null')
  from public.connected_devices d where d.household_id = m.household_id and d.id = m.device_id
$$;

create or replace function private.describe_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.facts := private.meter_facts(new);
  return new;
end $$;

create or replace function private.describe_meters() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.meters m set facts = private.meter_facts(m) where m.household_id = new.household_id and m.device_id = new.id;
  return null;
end $$;

-- What a flow is to the use of the home that it passes: use = drawn + produced + discharged - returned - charged.
create or replace function private.flow_sign(p_flow text) returns integer
language sql immutable as $$ select case when p_flow in ('returned', 'charged') then -1 else 1 end $$;

-- What is drawn counts where its meter is, and no more where the meter is that contains it. Any other flow changes what is left to the meter
-- that contains it, and without one counts where its own meter is. p_meter: of this new one alone.
create or replace function private.work_out_parts(p_household uuid, p_meter bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_meter is null then delete from public.meter_parts where household_id = p_household; end if;
  insert into public.meter_parts (household_id, utility, room, device_id, source_household, source_meter, sign, is_root, flow)
  select m.household_id, m.utility, g.room, g.device_id, s.household_id, s.meter_id, g.sign, m.parent_meter_id is null or m.flow <> 'drawn', m.flow
  from public.meters m
  join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  left join public.meters up on up.household_id = m.household_id and up.id = m.parent_meter_id
  left join public.connected_devices ud on ud.household_id = up.household_id and ud.id = up.device_id
  cross join lateral (
    select d.room, d.id, 1 where m.flow = 'drawn'
    union all select ud.room, ud.id, -1 where m.flow = 'drawn'
    union all select coalesce(ud.room, d.room), coalesce(ud.id, d.id), private.flow_sign(m.flow) where m.flow <> 'drawn'
  ) g (room, device_id, sign)
  cross join lateral (values (m.household_id, m.id), (m.template_household_id, m.template_meter_id)) s (household_id, meter_id)
  where m.household_id = p_household and (p_meter is null or m.id = p_meter) and g.device_id is not null and s.meter_id is not null;
end $$;

create or replace function private.note_no_readings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.households h set has_readings = false where h.id = new.household_id and h.has_readings
    and not exists (select from public.meters m where m.household_id = h.id and m.reading_kind is not null);
  return null;
end $$;

-- A policy sees rows, not columns. A device that is moved would be switched by others than before: both rooms count.
create or replace function private.guard_device() returns trigger
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

create trigger fill_device before insert on public.connected_devices
  for each row execute function private.fill_device();
create trigger give_device_a_meter after insert on public.connected_devices
  for each row execute function private.give_device_a_meter();
create trigger check_meter before insert or update of parent_meter_id, utility, flow on public.meters
  for each row execute function private.check_meter();
create trigger change_utility after update of utility on public.connected_devices
  for each row when (old.utility is distinct from new.utility) execute function private.change_utility();
create trigger open_meter after insert on public.meters for each row execute function private.open_meter();
create trigger close_meter after delete on public.meters for each row execute function private.close_meter();
create trigger meter_parts_changed after insert or delete or update of device_id, flow, parent_meter_id, template_meter_id on public.meters
  for each row execute function private.parts_changed();
create trigger device_parts_changed after update of room on public.connected_devices
  for each row when (old.room is distinct from new.room) execute function private.parts_changed();
create trigger note_first_reading after update of reading_kind on public.meters
  for each row when (old.reading_kind is null and new.reading_kind is not null) execute function private.note_readings();
create trigger note_last_reading after delete on public.meters for each row execute function private.note_readings();
create trigger describe_meter before insert or update of device_id, key, utility, flow, parent_meter_id on public.meters
  for each row execute function private.describe_meter();
create trigger describe_meters after update of room on public.connected_devices
  for each row when (old.room is distinct from new.room) execute function private.describe_meters();
create trigger change_meter after update of max_per_hour, max_gap_s, rolls_over_at on public.meters
  for each row execute function private.change_meter();
create trigger note_no_reading after update of reading_kind on public.meters
  for each row when (old.reading_kind is not null and new.reading_kind is null) execute function private.note_no_readings();
create trigger guard_device before update on public.connected_devices for each row execute function private.guard_device();

grant select, insert (household_id, id, user_id, name, room, utility, is_active), update (name, room, utility, is_active), delete on
  public.connected_devices to authenticated;
grant select, insert (household_id, device_id, utility, flow, key, parent_meter_id, max_per_hour, max_gap_s), update (key, flow, parent_meter_id, register_unit),
  delete on public.meters to authenticated;
grant select on public.meter_parts to authenticated;

create policy devices_read on public.connected_devices for select to authenticated
  using (household_id = any (private.my_households()));
create policy devices_add on public.connected_devices for insert to authenticated
  with check (household_id = any (private.my_writable_households()) and user_id = private.me());
create policy devices_change on public.connected_devices for update to authenticated
  using (household_id = any (private.my_switching_households())) with check (household_id = any (private.my_switching_households()));
create policy devices_remove on public.connected_devices for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy meters_read on public.meters for select to authenticated
  using (household_id = any (private.my_households()));
create policy meters_add on public.meters for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy meters_change on public.meters for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy meters_remove on public.meters for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy meter_parts_read on public.meter_parts for select to authenticated
  using (household_id = any (private.my_households()));
