-- A row shaped like the original description's (no household) belongs to the adder's own household.
create or replace function private.fill_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.household_id := coalesce(new.household_id, private.my_first_household());
  new.created_at := coalesce(new.created_at, now());
  return new;
end $$;

-- What is written of a new row by nobody: its number, when and by whom. Not by columns' defaults: Citus writes those out for who may not write them.
create or replace function private.fill_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  return jsonb_populate_record(new, (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(jsonb_build_object('id', gen_random_uuid(), 'created_at', now(), 'created_by', private.me())) f where to_jsonb(new) ->> f.key is null));
end $$;

-- A meter's number is given, not chosen, also to who says `overriding`.
create or replace function private.forget_given_id() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then new.id := null; end if;
  return new;
end $$;

create or replace function private.next_meter_id() returns bigint
language sql security definer set search_path = '' as $$ select nextval(pg_get_serial_sequence('public.meters', 'id')) $$;

-- Waits for others who are adding to the same household, so that two devices of one room do not want the same key.
create or replace function private.free_meter_key(household uuid, wish text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := coalesce(nullif(trim(both '-' from regexp_replace(lower(wish), '[^a-z0-9]+', '-', 'g')), ''), 'meter');
  candidate text;
  n integer := 1;
begin
  -- A home's row is on every node, and who holds it on one may be waiting for this one.
  if private.is_worker() then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('meters of ' || household, 0));
  else
    perform from public.households h where h.id = household for no key update;
  end if;
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
  if new.flow <> 'drawn' and (exists (select from public.meters m where m.household_id = new.household_id and m.parent_meter_id = new.id)
      or exists (select from public.meter_parents p where p.household_id = new.household_id and p.parent_meter_id = new.id)) then
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

-- What names a device or a meter that goes, names none. Called first of all, before PostgreSQL looks at the keys: triggers go by their names.
create or replace function private.let_go() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_argv[0] = 'device' then
    update public.channels set device_id = null where household_id = old.household_id and device_id = old.id;
  else
    update public.meters set parent_meter_id = null where household_id = old.household_id and parent_meter_id = old.id;
    update public.meter_parents set parent_meter_id = null where household_id = old.household_id and parent_meter_id = old.id;
    update public.channels set meter_id = null where household_id = old.household_id and meter_id = old.id;
  end if;
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

-- Whoever writes the first reading says that there is one (write_readings, begin_demo); whether there is one left is seen where one goes.
create or replace function private.note_no_reading(p_household uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.meters m where m.household_id = p_household and m.reading_kind is not null) then return; end if;
  update public.households h set has_readings = false where h.id = p_household and h.has_readings;
end $$;

create or replace function private.note_meter_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_worker() then
    insert into private.home_events (household_id, kind, is_mailed) values (old.household_id, 'meter-gone', false);
  else
    perform private.note_no_reading(old.household_id);
  end if;
  return null;
end $$;

-- What readers are told of a meter beside its figures. (Immutable, as what an update calls for each row must be; to_json of a text depends on nothing.)
create or replace function private.meter_facts(p_room text, p_meter bigint, p_key text, p_device uuid, p_utility text, p_flow text, p_parent bigint) returns text
language sql immutable as $$
  select '"meterId":"' || p_meter || '","key":"' || p_key || '","deviceId":"' || p_device || '","room":' || to_json(p_room)
    || ',"utility":"' || p_utility || '","flow":"' || p_flow || '","parentMeterId":' || coalesce('"' || p_parent || '"', 'null')
$$;

create or replace function private.describe_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.id := coalesce(new.id, private.next_meter_id());
  new.facts := private.meter_facts((select d.room from public.connected_devices d where d.household_id = new.household_id and d.id = new.device_id),
    new.id, new.key, new.device_id, new.utility, new.flow, new.parent_meter_id);
  new.created_at := coalesce(new.created_at, now());
  new.quarantined := coalesce(new.quarantined, 0);
  return new;
end $$;

create or replace function private.describe_meters() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.meters m set facts = private.meter_facts(new.room, m.id, m.key, m.device_id, m.utility, m.flow, m.parent_meter_id)
  where m.household_id = new.household_id and m.device_id = new.id;
  return null;
end $$;

-- What a flow is to the use of the home that it passes: use = drawn + produced + discharged - returned - charged.
create or replace function private.flow_sign(p_flow text) returns integer
language sql immutable as $$ select case when p_flow in ('returned', 'charged') then -1 else 1 end $$;

-- When a device stood where: what was said of it later counts from its own beginning on, and what was said first since ever.
create or replace function private.room_times(p_household uuid, p_device uuid) returns table (room text, since timestamptz, until timestamptz)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query select t.room, t.since, t.until from (
    select r.room, case when r.id = min(r.id) over () then '-infinity' else coalesce(r.since, '-infinity') end as since,
      coalesce(min(coalesce(r.since, '-infinity')) over (order by r.id desc rows between unbounded preceding and 1 preceding), 'infinity') as until
    from public.device_rooms r where r.household_id = p_household and r.device_id = p_device) t where t.since < t.until
  union all
  select d.room, '-infinity', 'infinity' from public.connected_devices d where d.household_id = p_household and d.id = p_device
    and not exists (select from public.device_rooms r where r.household_id = p_household and r.device_id = p_device);
end $$;

-- And what a meter was inside of when.
create or replace function private.parent_times(p_household uuid, p_meter bigint) returns table (parent_meter_id bigint, since timestamptz, until timestamptz)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query select t.parent_meter_id, t.since, t.until from (
    select p.parent_meter_id, case when p.id = min(p.id) over () then '-infinity' else coalesce(p.since, '-infinity') end as since,
      coalesce(min(coalesce(p.since, '-infinity')) over (order by p.id desc rows between unbounded preceding and 1 preceding), 'infinity') as until
    from public.meter_parents p where p.household_id = p_household and p.meter_id = p_meter) t where t.since < t.until
  union all
  select m.parent_meter_id, '-infinity', 'infinity' from public.meters m where m.household_id = p_household and m.id = p_meter
    and not exists (select from public.meter_parents p where p.household_id = p_household and p.meter_id = p_meter);
end $$;

-- Cuts a time where its use is kept: whole months, whole days before and after them, and by the quarter-hour what is no whole day.
create or replace function private.pieces(p_since timestamptz, p_until timestamptz, p_zone text)
returns table (grain text, since timestamptz, until timestamptz, first_day date, end_day date)
language plpgsql stable as $$
declare
  from_day date := case when isfinite(p_since) then (p_since at time zone p_zone)::date else '-infinity' end;
  to_day constant date := case when isfinite(p_until) then (p_until at time zone p_zone)::date else 'infinity' end;
  from_month date;
  to_month date;
begin
  if private.day_start(from_day, p_zone) < p_since then from_day := from_day + 1; end if;
  if from_day > to_day then
    return query select 'quarter', p_since, p_until, 'infinity'::date, '-infinity'::date;
    return;
  end if;
  from_month := case when isfinite(from_day) then (date_trunc('month', (from_day - 1)::timestamp) + interval '1 month')::date else from_day end;
  to_month := case when isfinite(to_day) then date_trunc('month', to_day::timestamp)::date else to_day end;
  return query select k.grain, greatest(p_since, k.since), least(p_until, k.until), k.first_day, k.end_day from (
    select 'quarter' as grain, p_since as since, private.day_start(from_day, p_zone) as until, 'infinity'::date as first_day, '-infinity'::date as end_day
    union all select 'quarter', private.day_start(to_day, p_zone), p_until, 'infinity'::date, '-infinity'::date
    union all select w.grain, private.day_start(w.first_day, p_zone), private.day_start(w.end_day, p_zone), w.first_day, w.end_day from (
      select 'month' as grain, from_month as first_day, to_month as end_day where from_month < to_month
      union all select 'day', from_day, least(from_month, to_day)
      union all select 'day', greatest(to_month, from_month), to_day where from_month <= to_month) w
    where w.first_day < w.end_day) k
  where k.since < k.until;
end $$;

-- The first instant of a local day, the earlier one where clocks go back over midnight.
create or replace function private.day_start(p_day date, p_zone text) returns timestamptz
language sql stable as $$
  select case when isfinite(p_day) then (select min(t) from (values (interval '0'), (interval '1 hour')) b (back)
    cross join lateral (select (p_day::timestamp at time zone p_zone) - b.back as t) x where (t at time zone p_zone)::date >= p_day)
    else p_day::timestamptz end
$$;

-- What is drawn counts where its meter is, and no more where the meter is that contains it. Any other flow changes what is left to the meter
-- that contains it, and without one counts where its own meter is. Where and inside of what it was is as of the time. p_meter: of this new one alone.
create or replace function private.work_out_parts(p_household uuid, p_meter bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone constant text := (select h.time_zone from public.households h where h.id = p_household);
  meter record;
  inside record;
  above record;
  part record;
begin
  if p_meter is null then delete from public.meter_parts where household_id = p_household; end if;
  for meter in select m.id, m.utility, m.flow, m.device_id, m.template_household_id, m.template_meter_id from public.meters m
    where m.household_id = p_household and (p_meter is null or m.id = p_meter)
  loop
    for inside in select * from private.parent_times(p_household, meter.id) loop
      select up.id, up.device_id into above from public.meters up where up.household_id = p_household and up.id = inside.parent_meter_id;
      for part in
        select g.room, g.device_id, g.sign, g.is_root, k.*, s.household_id as source_household, s.meter_id as source_meter
        from (
          select own.room, meter.device_id, 1, above.id is null, own.since, own.until from private.room_times(p_household, meter.device_id) own where meter.flow = 'drawn'
          union all select x.room, above.device_id, -1, false, x.since, x.until from private.room_times(p_household, above.device_id) x where meter.flow = 'drawn'
          union all select x.room, coalesce(above.device_id, meter.device_id), private.flow_sign(meter.flow), true, x.since, x.until
            from private.room_times(p_household, coalesce(above.device_id, meter.device_id)) x where meter.flow <> 'drawn'
        ) g (room, device_id, sign, is_root, since, until)
        cross join lateral (select greatest(g.since, inside.since) as since, least(g.until, inside.until) as until) w
        cross join lateral private.pieces(w.since, w.until, zone) k
        cross join lateral (values (p_household, meter.id), (meter.template_household_id, meter.template_meter_id)) s (household_id, meter_id)
        where w.since < w.until and s.meter_id is not null
      loop
        insert into public.meter_parts (household_id, utility, room, device_id, source_household, source_meter, sign, is_root, flow, grain, since, until, first_day, end_day)
        values (p_household, meter.utility, part.room, part.device_id, part.source_household, part.source_meter, part.sign, part.is_root, meter.flow, part.grain, part.since,
          part.until, part.first_day, part.end_day);
      end loop;
    end loop;
  end loop;
end $$;

-- Of what was measured the past stays as it was: who moves it says from when on, else it is from now on. What has measured nothing has no past,
-- and neither has one that a meter that is gone leaves alone.
create or replace function private.note_room() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said text := (select r.room from public.device_rooms r where r.household_id = new.household_id and r.device_id = new.id order by r.id desc limit 1);
begin
  if said = new.room or said is null and not exists (select from public.meters m where m.household_id = new.household_id and m.device_id = new.id
      and (m.reading_kind is not null or m.template_meter_id is not null)) then return null; end if;
  insert into public.device_rooms (household_id, device_id, room, since) select new.household_id, new.id, old.room, null where said is null;
  delete from public.device_rooms r where r.household_id = new.household_id and r.device_id = new.id and r.since = private.quarter_now();
  insert into public.device_rooms (household_id, device_id, room, since, made_by) values (new.household_id, new.id, new.room, now(), private.me());
  return null;
end $$;

create or replace function private.note_parent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare said public.meter_parents;
begin
  select p.* into said from public.meter_parents p where p.household_id = new.household_id and p.meter_id = new.id order by p.id desc limit 1;
  if said.id is null and old.reading_kind is null and (new.template_meter_id is null or new.created_at = now())
    or said.id is not null and said.parent_meter_id is not distinct from new.parent_meter_id
    or old.parent_meter_id is not null and not exists (select from public.meters m where m.household_id = old.household_id and m.id = old.parent_meter_id)
  then return null; end if;
  insert into public.meter_parents (household_id, meter_id, parent_meter_id, since)
  select new.household_id, new.id, old.parent_meter_id, null where said.id is null;
  delete from public.meter_parents p where p.household_id = new.household_id and p.meter_id = new.id and p.since = private.quarter_now();
  insert into public.meter_parents (household_id, meter_id, parent_meter_id, since, made_by)
  values (new.household_id, new.id, new.parent_meter_id, now(), private.me());
  return null;
end $$;

create or replace function private.quarter_now() returns timestamptz
language sql stable as $$ select date_bin('15 minutes', now(), 'epoch') $$;

-- What a person says of a time is kept behind what was so before, at the beginning of a quarter-hour, and of no time to come.
create or replace function private.fill_move() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known integer;
  latest bigint;
begin
  new.made_at := coalesce(new.made_at, now());
  if new.since > now() or new.since < '2000-01-01Z' then
    raise exception 'a move is dated since 2000 and not in the future' using errcode = 'check_violation';
  end if;
  new.since := date_bin('15 minutes', new.since, 'epoch');
  if tg_argv[0] = 'device_rooms' then
    select count(*) into known from public.device_rooms r where r.household_id = new.household_id and r.device_id = new.device_id;
  else
    select count(*) into known from public.meter_parents p where p.household_id = new.household_id and p.meter_id = new.meter_id;
  end if;
  if known >= 100 then raise exception 'at most 100 moves are kept of one device' using errcode = 'check_violation'; end if;
  if known = 0 and pg_trigger_depth() = 1 then
    if tg_argv[0] = 'device_rooms' then
      insert into public.device_rooms (household_id, device_id, room, since)
      select d.household_id, d.id, d.room, null from public.connected_devices d where d.household_id = new.household_id and d.id = new.device_id;
    else
      insert into public.meter_parents (household_id, meter_id, parent_meter_id, since)
      select m.household_id, m.id, m.parent_meter_id, null from public.meters m where m.household_id = new.household_id and m.id = new.meter_id;
    end if;
  end if;
  if pg_trigger_depth() = 1 then new.made_by := private.me(); end if;
  -- Its number is the time in millionths of a second, and higher than any before, whatever the clock: what was said later is above.
  if tg_argv[0] = 'device_rooms' then
    select max(r.id) into latest from public.device_rooms r where r.household_id = new.household_id;
  else
    select max(p.id) into latest from public.meter_parents p where p.household_id = new.household_id;
  end if;
  new.id := greatest(latest + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end $$;

-- At no time was a meter inside itself, nor inside one that measures something else.
create or replace function private.check_parents(p_household uuid, p_meter bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  above bigint[];
  own public.meters;
begin
  select array_agg(up.id) into above from (
    with recursive up (id, since, until) as (
      select t.parent_meter_id, t.since, t.until from private.parent_times(p_household, p_meter) t where t.parent_meter_id is not null
      union
      select t.parent_meter_id, greatest(up.since, t.since), least(up.until, t.until)
      from up cross join lateral private.parent_times(p_household, up.id) t
      where up.id <> p_meter and t.parent_meter_id is not null and greatest(up.since, t.since) < least(up.until, t.until)
    )
    select up.id from up) up;
  select m.* into own from public.meters m where m.household_id = p_household and m.id = p_meter;
  if p_meter = any (above) or exists (select from public.meters m where m.household_id = p_household and m.id = any (above)
      and (m.utility <> own.utility or m.flow <> 'drawn')) then
    raise exception 'what contains a meter draws the same utility, and is not itself' using errcode = 'check_violation';
  end if;
end $$;

-- Where it is now follows, in the right of whoever said it: what they may not switch they may not move.
create or replace function private.follow_room() returns trigger
language plpgsql set search_path = '' as $$
declare
  home constant uuid := coalesce(new.household_id, old.household_id);
  device constant uuid := coalesce(new.device_id, old.device_id);
begin
  update public.connected_devices d set room = t.room
  from (select r.room, r.since from public.device_rooms r where r.household_id = home and r.device_id = device order by r.id desc limit 1) t
  where d.household_id = home and d.id = device and d.room is distinct from t.room;
  return null;
end $$;

create or replace function private.follow_parent() returns trigger
language plpgsql set search_path = '' as $$
declare
  home constant uuid := coalesce(new.household_id, old.household_id);
  meter constant bigint := coalesce(new.meter_id, old.meter_id);
begin
  update public.meters m set parent_meter_id = t.parent_meter_id
  from (select p.parent_meter_id from public.meter_parents p where p.household_id = home and p.meter_id = meter order by p.id desc limit 1) t
  where m.household_id = home and m.id = meter and m.parent_meter_id is distinct from t.parent_meter_id;
  return null;
end $$;

create or replace function private.moves_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare home constant uuid := coalesce(new.household_id, old.household_id);
begin
  perform private.work_out_parts(home);
  -- What is inside of what decides what the whole home used.
  if tg_argv[0] = 'meter_parents' then
    perform private.check_parents(home, coalesce(new.meter_id, old.meter_id));
    perform private.make_bills_anew(home, coalesce(new.since, old.since, '2000-01-02')::date - 1, '2100-01-01');
  end if;
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

-- Where the row goes is known before a trigger sees it; the trigger is for who says null. Citus refuses to say it again once the table is distributed.
do $$
begin
  if not exists (select from pg_attribute a where a.attrelid = 'public.connected_devices'::regclass and a.attname = 'household_id' and a.atthasdef) then
    alter table public.connected_devices alter column household_id set default private.my_first_household();
  end if;
end $$;
create trigger fill_device before insert on public.connected_devices
  for each row execute function private.fill_device();
create trigger "A_forget_given_id" before insert on public.meters for each row execute function private.forget_given_id();
create trigger give_device_a_meter after insert on public.connected_devices
  for each row execute function private.give_device_a_meter();
create trigger check_meter before insert or update of parent_meter_id, utility, flow on public.meters
  for each row execute function private.check_meter();
create trigger change_utility after update of utility on public.connected_devices
  for each row when (old.utility is distinct from new.utility) execute function private.change_utility();
create trigger open_meter after insert on public.meters for each row execute function private.open_meter();
create trigger "A_let_go" after delete on public.connected_devices for each row execute function private.let_go('device');
create trigger "A_let_go" after delete on public.meters for each row execute function private.let_go('meter');
create trigger close_meter after delete on public.meters for each row execute function private.close_meter();
create trigger meter_parts_changed after insert or delete or update of device_id, flow, parent_meter_id, template_meter_id on public.meters
  for each row execute function private.parts_changed();
create trigger device_parts_changed after update of room on public.connected_devices
  for each row when (old.room is distinct from new.room) execute function private.parts_changed();
create trigger note_meter_gone after delete on public.meters for each row execute function private.note_meter_gone();
create trigger describe_meter before insert or update of device_id, key, utility, flow, parent_meter_id on public.meters
  for each row execute function private.describe_meter();
create trigger describe_meters after update of room on public.connected_devices
  for each row when (old.room is distinct from new.room) execute function private.describe_meters();
create trigger change_meter after update of max_per_hour, max_gap_s, rolls_over_at on public.meters
  for each row execute function private.change_meter();
create trigger device_moved after update of room on public.connected_devices
  for each row when (old.room is distinct from new.room) execute function private.note_room();
create trigger meter_moved after update of parent_meter_id on public.meters
  for each row when (old.parent_meter_id is distinct from new.parent_meter_id) execute function private.note_parent();
-- A table is told by an argument: what it is called here may be a shard's name.
create trigger fill_move before insert on public.device_rooms for each row execute function private.fill_move('device_rooms');
create trigger fill_move before insert on public.meter_parents for each row execute function private.fill_move('meter_parents');
-- By whoever says it; what a trigger writes is followed already.
create trigger follow_room after insert or delete on public.device_rooms
  for each row when (pg_trigger_depth() = 0) execute function private.follow_room();
create trigger follow_parent after insert or delete on public.meter_parents
  for each row when (pg_trigger_depth() = 0) execute function private.follow_parent();
create trigger moves_changed after insert or delete on public.device_rooms
  for each row when (pg_trigger_depth() = 0) execute function private.moves_changed('device_rooms');
create trigger moves_changed after insert or delete on public.meter_parents
  for each row when (pg_trigger_depth() = 0) execute function private.moves_changed('meter_parents');
create trigger parent_gone after update of parent_meter_id on public.meter_parents for each row execute function private.parts_changed();
create trigger tell_insert after insert on public.device_rooms referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_delete after delete on public.device_rooms referencing old table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_insert after insert on public.meter_parents referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_delete after delete on public.meter_parents referencing old table as changed
  for each statement execute function private.tell_household('household_id');
create trigger guard_device before update on public.connected_devices for each row execute function private.guard_device();

grant select, insert (household_id, id, user_id, name, room, utility, is_active), update (name, room, utility, is_active), delete on
  public.connected_devices to authenticated;
-- Its id: Citus writes it out, and PostgreSQL refuses it of who says one.
grant select, insert (household_id, device_id, utility, flow, key, parent_meter_id, max_per_hour, max_gap_s, id), update (key, flow, parent_meter_id, register_unit),
  delete on public.meters to authenticated;
grant select on public.meter_parts to authenticated;
grant select, insert (household_id, device_id, room, since), delete on public.device_rooms to authenticated;
grant select, insert (household_id, meter_id, parent_meter_id, since), delete on public.meter_parents to authenticated;

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
create policy device_rooms_read on public.device_rooms for select to authenticated
  using (household_id = any (private.my_households()));
create policy device_rooms_add on public.device_rooms for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy device_rooms_undo on public.device_rooms for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create policy meter_parents_read on public.meter_parents for select to authenticated
  using (household_id = any (private.my_households()));
create policy meter_parents_add on public.meter_parents for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy meter_parents_undo on public.meter_parents for delete to authenticated
  using (household_id = any (private.my_writable_households()));
