-- Reading figures: one statement that checks membership first. Every answer is the sum over parts: a meter gives to its own
-- room and device and takes from those of the meter that contains it, so nothing is counted twice.

-- What a meter gives to and takes from, worked out once for all reads (joining it together took longer than the figures). A guest's
-- meter has two sources: the demo household's meter behind it, and the guest's own overlay.
create table public.meter_parts (
  household_id uuid not null,
  utility text not null,
  room text not null,
  device_id uuid not null,
  source_household uuid not null,
  source_meter bigint not null,
  sign integer not null check (sign in (1, -1)),
  -- Contained in no other meter: the household's total is the sum of these.
  is_root boolean not null,
  primary key (household_id, source_meter, device_id, sign)
);
alter table public.meter_parts enable row level security;
revoke all on public.meter_parts from anon, authenticated;
grant select on public.meter_parts to authenticated;
create policy meter_parts_read on public.meter_parts for select to authenticated
  using (household_id = any (private.my_households()));

create function private.work_out_parts(p_household uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.meter_parts where household_id = p_household;
  insert into public.meter_parts (household_id, utility, room, device_id, source_household, source_meter, sign, is_root)
  select m.household_id, m.utility, g.room, g.device_id, s.household_id, s.meter_id, g.sign, m.parent_meter_id is null
  from public.meters m
  join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  left join public.meters up on up.household_id = m.household_id and up.id = m.parent_meter_id
  left join public.connected_devices ud on ud.household_id = up.household_id and ud.id = up.device_id
  cross join lateral (values (d.room, d.id, 1), (ud.room, ud.id, -1)) g (room, device_id, sign)
  cross join lateral (values (m.household_id, m.id), (m.template_household_id, m.template_meter_id)) s (household_id, meter_id)
  where m.household_id = p_household and m.register <> 'export' and g.device_id is not null and s.meter_id is not null;
end $$;

create function private.parts_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.work_out_parts(case when tg_op = 'DELETE' then old.household_id else new.household_id end);
  return null;
end $$;
create trigger meter_parts_changed after insert or delete or update of device_id, register, parent_meter_id, template_meter_id on public.meters
  for each row execute function private.parts_changed();
create trigger device_parts_changed after update of room on public.connected_devices
  for each row when (old.room is distinct from new.room) execute function private.parts_changed();

-- These run inside the functions below, with their rights: without settings of their own they are inlined, and the caller's plan is
-- kept (a SQL function that is not inlined is planned anew at every call, which cost 1.3 ms here).
create function private.household_of(p_user uuid, p_household uuid) returns setof public.households
language sql stable as $$
  select h.* from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and (p_household is null or m.household_id = p_household)
  order by m.created_at, m.household_id limit 1
$$;
create function private.parts(p_household uuid, p_device uuid, p_detail boolean) returns setof public.meter_parts
language sql stable as $$
  select p.* from public.meter_parts p
  where p.household_id = p_household and (p_detail or p.is_root) and (p_device is null or p.device_id = p_device)
$$;

-- The quarter that is still filling, as a local day: closed days and months do not hold it yet.
create function private.usage_by_day(p_user uuid, p_household uuid, p_from date, p_to date, p_unit text, p_room boolean, p_device_detail boolean, p_device uuid)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home public.households;
  detail boolean := p_room or p_device_detail or p_device is not null;
  answer text;
begin
  select * into home from private.household_of(p_user, p_household);
  if home.id is null then return null; end if;
  with part as materialized (select * from private.parts(home.id, p_device, detail)),
  piece as (
    select p.utility, p.room, p.device_id, case p_unit when 'day' then u.day else date_trunc(p_unit, u.day::timestamp)::date end as start, p.sign * u.used as used,
      p.sign * u.estimated as estimated, p.sign * u.imported as imported, case when p.sign > 0 then u.covered_s else 0 end as covered_s
    from part p join public.usage_day u on u.household_id = p.source_household and u.meter_id = p.source_meter
      and u.day >= p_from and u.day < p_to
    where p_unit <> 'month'
    union all
    select p.utility, p.room, p.device_id, u.month, p.sign * u.used, p.sign * u.estimated, p.sign * u.imported,
      case when p.sign > 0 then u.covered_s else 0 end
    from part p join public.usage_month u on u.household_id = p.source_household and u.meter_id = p.source_meter
      and u.month >= p_from and u.month < p_to
    where p_unit = 'month'
    union all
    select p.utility, p.room, p.device_id, l.start, p.sign * s.used, p.sign * s.estimated, p.sign * s.imported,
      case when p.sign > 0 then s.covered_s else 0 end
    from part p join public.meter_state s on s.household_id = p.source_household and s.meter_id = p.source_meter
    cross join lateral (select s.quarter at time zone home.time_zone as clock) c
    cross join lateral (select case p_unit when 'day' then c.clock else date_trunc(p_unit, c.clock) end::date as start) l
    where case p_unit when 'month' then l.start else c.clock::date end >= p_from
      and case p_unit when 'month' then l.start else c.clock::date end < p_to
  ), grouped as (
    select start, utility, case when p_room then room end as room, case when p_device_detail then device_id end as device_id,
      sum(used) as used, sum(estimated) as estimated, sum(imported) as imported, sum(covered_s) as covered_s
    from piece where used <> 0 or estimated <> 0 or covered_s <> 0 group by 1, 2, 3, 4
  )
  select coalesce(string_agg('{"start":"' || start || '","utility":"' || utility || '"'
      || case when p_room then ',"room":' || to_json(room) else '' end
      || case when p_device_detail then ',"deviceId":"' || device_id || '"' else '' end
      || ',"used":' || used || ',"estimated":' || estimated || ',"imported":' || imported || ',"coveredS":' || covered_s || '}', ','
      order by start, utility, room, device_id), '')
  into answer from grouped;
  return private.usage_head(home) || ',"bucket":"' || p_unit || '","rows":[' || answer || ']}';
end $$;

create function private.usage_head(home public.households) returns text
language plpgsql stable security definer set search_path = '' as $$
declare origin text := 'simulated';
begin
  if home.kind = 'home' then
    select case when exists (select from public.meter_state s where s.household_id = home.id and s.last_at is not null)
      then 'measured' else 'none' end into origin;
  end if;
  return '{"household":"' || home.id || '","timeZone":' || to_json(home.time_zone) || ',"origin":"' || origin || '"';
end $$;

-- Quarter-hours and hours. Hours begin with the local hour, so that half-hour zones are right.
create function private.usage_by_quarter(p_user uuid, p_household uuid, p_from timestamptz, p_to timestamptz, p_unit text, p_room boolean, p_device_detail boolean, p_device uuid)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home public.households;
  detail boolean := p_room or p_device_detail or p_device is not null;
  answer text;
begin
  select * into home from private.household_of(p_user, p_household);
  if home.id is null then return null; end if;
  with part as materialized (select * from private.parts(home.id, p_device, detail)),
  quarter as (
    select p.*, (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, d.used[i] as used,
      coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported, coalesce(d.covered_s[i], 900) as covered_s
    from part p join public.packed_days d on d.household_id = p.source_household and d.meter_id = p.source_meter
      and d.day >= (p_from at time zone 'UTC')::date and d.day <= (p_to at time zone 'UTC')::date
      cross join generate_series(1, 96) i
    where d.used is not null
    union all
    select p.*, q.start, q.used, q.estimated, q.imported, q.covered_s
    from part p join public.usage_quarter q on q.household_id = p.source_household and q.meter_id = p.source_meter
      and q.start >= p_from and q.start < p_to
    union all
    select p.*, s.quarter, s.used, s.estimated, s.imported, s.covered_s
    from part p join public.meter_state s on s.household_id = p.source_household and s.meter_id = p.source_meter
    where s.quarter is not null
  ), grouped as (
    select case when p_unit = 'hour' then date_trunc('hour', start, home.time_zone) else start end as start, utility,
      case when p_room then room end as room, case when p_device_detail then device_id end as device_id,
      sum(sign * used) as used, sum(sign * estimated) as estimated, sum(sign * imported) as imported,
      sum(case when sign > 0 then covered_s else 0 end) as covered_s
    from quarter where start >= p_from and start < p_to and (used <> 0 or covered_s <> 0 or estimated <> 0) group by 1, 2, 3, 4
  )
  select coalesce(string_agg('{"start":"' || to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '","utility":"' || utility || '"'
      || case when p_room then ',"room":' || to_json(room) else '' end
      || case when p_device_detail then ',"deviceId":"' || device_id || '"' else '' end
      || ',"used":' || used || ',"estimated":' || estimated || ',"imported":' || imported || ',"coveredS":' || covered_s || '}', ','
      order by start, utility, room, device_id), '')
  into answer from grouped;
  return private.usage_head(home) || ',"bucket":"' || case p_unit when 'hour' then 'hour' else '15m' end || '","rows":[' || answer || ']}';
end $$;

-- For the 5-minute curve: which stored meters stand behind this answer (the service unpacks their readings).
create function private.curve_parts(p_user uuid, p_household uuid, p_device uuid)
returns table (head text, utility text, room text, device_id uuid, source_meter bigint, sign integer, max_per_hour bigint, max_gap_s integer)
language plpgsql stable security definer set search_path = '' as $$
declare home public.households;
begin
  select * into home from private.household_of(p_user, p_household);
  if home.id is null then return; end if;
  return query select private.usage_head(home), p.utility, p.room, p.device_id, p.source_meter, p.sign, m.max_per_hour, m.max_gap_s
    from private.parts(home.id, p_device, true) p
    join public.meters m on m.household_id = p.source_household and m.id = p.source_meter;
  if not found then return query select private.usage_head(home), null::text, null::text, null::uuid, null::bigint, 0, null::bigint, null::integer; end if;
end $$;

create function private.usage_latest(p_user uuid, p_household uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home public.households;
  today date;
  answer text;
begin
  select * into home from private.household_of(p_user, p_household);
  if home.id is null then return null; end if;
  today := (now() at time zone home.time_zone)::date;
  -- s: the meter itself; t: the demo household's meter behind it, where there is one.
  with meter as (
    select m.id, m.key, m.device_id, m.utility, m.parent_meter_id, d.room,
      case when t.last_at > s.last_at or s.last_at is null then t else s end as latest,
      coalesce(sd.used, 0) + coalesce(td.used, 0)
        + case when (s.quarter at time zone home.time_zone)::date = today then s.used else 0 end
        + case when (t.quarter at time zone home.time_zone)::date = today then t.used else 0 end as today,
      coalesce(x.n, 0) as quarantined
    from public.meters m
    join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
    join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
    left join public.usage_day sd on sd.household_id = m.household_id and sd.meter_id = m.id and sd.day = today
    left join public.meter_state t on t.household_id = m.template_household_id and t.meter_id = m.template_meter_id
    left join public.usage_day td on td.household_id = m.template_household_id and td.meter_id = m.template_meter_id and td.day = today
    left join (select q.meter_id, count(*) as n from public.quarantined_readings q where q.household_id = home.id group by 1) x
      on x.meter_id = m.id
    where m.household_id = home.id
  )
  select coalesce(string_agg('{"meterId":"' || m.id || '","key":"' || m.key || '","deviceId":"' || m.device_id || '","room":' || to_json(m.room)
      || ',"utility":"' || m.utility || '","parentMeterId":' || coalesce('"' || m.parent_meter_id || '"', 'null')
      || ',"lastAt":' || coalesce('"' || to_char((m.latest).last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"', 'null')
      || ',"lastValue":' || coalesce((m.latest).last_value::text, 'null')
      || ',"rate":' || coalesce(case when (m.latest).last_span_s > 0 then round(case m.utility
           when 'water' then (m.latest).last_used * 0.06 / (m.latest).last_span_s
           else (m.latest).last_used * 3600.0 / (m.latest).last_span_s end, 2)::text end, 'null')
      || ',"today":' || m.today || ',"quarantined":' || m.quarantined || '}', ',' order by m.id), '')
  into answer from meter m;
  return private.usage_head(home) || ',"at":"' || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    || '","meters":[' || answer || ']}';
end $$;

-- Whose pages change when this household's readings do: its members, and the guests who read through to it.
create function private.stream_households(p_user uuid, p_household uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array_agg(distinct x), null) from private.household_of(p_user, p_household) home
  left join public.meters m on m.household_id = home.id
  cross join lateral (values (home.id), (m.template_household_id)) v (x)
  where home.id is not null
$$;

grant execute on function private.usage_by_day(uuid, uuid, date, date, text, boolean, boolean, uuid),
  private.usage_by_quarter(uuid, uuid, timestamptz, timestamptz, text, boolean, boolean, uuid),
  private.curve_parts(uuid, uuid, uuid), private.usage_latest(uuid, uuid), private.stream_households(uuid, uuid)
  to wattershed_engine;

create function private.local_midnight(p_user uuid, p_household uuid, p_day date) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select p_day::timestamp at time zone home.time_zone from private.household_of(p_user, p_household) home where home.id is not null
$$;
grant execute on function private.local_midnight(uuid, uuid, date) to wattershed_engine;

revoke execute on all functions in schema private from public;
