-- The same answers from fewer tables (opening one costs as much as reading ten rows): what seldom changes is kept where it is asked
-- for, days and months are asked apart, and nothing is read through a common table expression or a composite value.

drop function private.usage_by_day(uuid, uuid, date, date, text, boolean, boolean, uuid);

-- A sum of bigint is numeric, and several times as slow as bigint: these totals are far below its limit.
create aggregate private.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', parallel = safe, combinefunc = int8pl);

-- Whether anything was ever measured is asked at every read, and changes once.
alter table public.households add column has_readings boolean not null default false;
update public.households h set has_readings = true
where exists (select from public.meters m where m.household_id = h.id and m.reading_kind is not null);
create function private.note_readings() returns trigger
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
create trigger note_first_reading after update of reading_kind on public.meters
  for each row when (old.reading_kind is null and new.reading_kind is not null) execute function private.note_readings();
create trigger note_last_reading after delete on public.meters for each row execute function private.note_readings();

-- What the latest readings say about the meter itself, as members of a JSON object; and how many of its readings were not believed.
alter table public.meters add column facts text not null default '', add column quarantined integer not null default 0;
create function private.meter_facts(m public.meters) returns text
language sql stable security definer set search_path = '' as $$
  select '"meterId":"' || m.id || '","key":"' || m.key || '","deviceId":"' || m.device_id || '","room":' || to_json(d.room)
    || ',"utility":"' || m.utility || '","parentMeterId":' || coalesce('"' || m.parent_meter_id || '"', 'null')
  from public.connected_devices d where d.household_id = m.household_id and d.id = m.device_id
$$;
create function private.describe_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.facts := private.meter_facts(new);
  return new;
end $$;
create trigger describe_meter before insert or update of device_id, key, utility, parent_meter_id on public.meters
  for each row execute function private.describe_meter();
create function private.describe_meters() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.meters m set facts = private.meter_facts(m) where m.household_id = new.household_id and m.device_id = new.id;
  return null;
end $$;
create trigger describe_meters after update of room on public.connected_devices
  for each row when (old.room is distinct from new.room) execute function private.describe_meters();
create function private.count_quarantined() returns trigger
language plpgsql security definer set search_path = '' as $$
declare r public.quarantined_readings := case when tg_op = 'INSERT' then new else old end;
begin
  update public.meters m set quarantined = m.quarantined + case when tg_op = 'INSERT' then 1 else -1 end
  where m.household_id = r.household_id and m.id = r.meter_id;
  return null;
end $$;
create trigger count_quarantined after insert or delete on public.quarantined_readings
  for each row execute function private.count_quarantined();
update public.meters m set facts = private.meter_facts(m),
  quarantined = (select count(*) from public.quarantined_readings q where q.household_id = m.household_id and q.meter_id = m.id);

-- The household that is asked about, of those the person is a member of; without a name the one joined first.
create function private.first_household(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.household_id from public.household_members m where m.user_id = p_user order by m.created_at, m.household_id limit 1);
end $$;
-- What follows runs inside the functions below, with their rights; stable and without settings of its own it is inlined there.
create function private.home_of(p_user uuid, p_household uuid)
returns table (id uuid, time_zone text, kind text, origin text)
language sql stable as $$
  select h.id, h.time_zone, h.kind, case when h.kind <> 'home' then 'simulated' when h.has_readings then 'measured' else 'none' end
  from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and m.household_id = p_household
$$;
create function private.answer_head(id uuid, time_zone text, origin text) returns text
language sql stable as $$
  select '{"household":"' || id || '","timeZone":' || to_json(time_zone) || ',"origin":"' || origin || '"'
$$;
-- One row of an answer: `room` and `device_id` are left out where they were not asked for.
create function private.usage_row(start text, utility text, room text, device_id uuid, used bigint, estimated bigint, imported bigint, covered_s bigint)
returns text
language sql stable as $$
  select '{"start":"' || start || '","utility":"' || utility || coalesce('","room":' || to_json(room), '"')
    || coalesce(',"deviceId":"' || device_id || '"', '')
    || ',"used":' || used || ',"estimated":' || estimated || ',"imported":' || imported || ',"coveredS":' || covered_s || '}'
$$;

-- Days and weeks. The quarter that is still filling is added: closed days do not hold it yet.
create function private.usage_by_day(p_user uuid, p_household uuid, p_from date, p_to date, p_unit text, p_room boolean, p_device_detail boolean, p_device uuid)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home_id uuid;
  zone text;
  head text;
  answer text;
begin
  select home.id, home.time_zone, private.answer_head(home.id, home.time_zone, home.origin) into home_id, zone, head
  from private.home_of(p_user, coalesce(p_household, private.first_household(p_user))) home;
  if not found then return null; end if;
  select head || ',"bucket":"' || p_unit || '","rows":[' || coalesce(
    string_agg(private.usage_row(g.start::text, g.utility, g.room, g.device_id, g.used, g.estimated, g.imported, g.covered_s), ','), '') || ']}'
  into answer from (
    select case p_unit when 'day' then x.day else date_trunc(p_unit, x.day::timestamp)::date end as start, x.utility,
      case when p_room then x.room end as room, case when p_device_detail then x.device_id end as device_id,
      private.total(x.sign * x.used) as used, private.total(x.sign * x.estimated) as estimated,
      private.total(x.sign * x.imported) as imported, private.total(case when x.sign > 0 then x.covered_s else 0 end) as covered_s
    from (
      select p.utility, p.room, p.device_id, p.sign, u.*
      from public.meter_parts p cross join lateral (
        select u.day, u.used, u.estimated, u.imported, u.covered_s from public.usage_day u
        where u.household_id = p.source_household and u.meter_id = p.source_meter and u.day >= p_from and u.day < p_to
        union all
        select (s.quarter at time zone zone)::date, s.used, s.estimated, s.imported, s.covered_s
        from public.meter_state s where s.household_id = p.source_household and s.meter_id = p.source_meter
          and (s.used <> 0 or s.covered_s <> 0 or s.estimated <> 0)
      ) u
      where p.household_id = home_id and (p.is_root or p_room or p_device_detail or p_device is not null) and (p_device is null or p.device_id = p_device)
    ) x
    where x.day >= p_from and x.day < p_to
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  ) g;
  return answer;
end $$;

create function private.usage_by_month(p_user uuid, p_household uuid, p_from date, p_to date, p_room boolean, p_device_detail boolean, p_device uuid)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home_id uuid;
  zone text;
  head text;
  answer text;
begin
  select home.id, home.time_zone, private.answer_head(home.id, home.time_zone, home.origin) into home_id, zone, head
  from private.home_of(p_user, coalesce(p_household, private.first_household(p_user))) home;
  if not found then return null; end if;
  select head || ',"bucket":"month","rows":[' || coalesce(
    string_agg(private.usage_row(g.month::text, g.utility, g.room, g.device_id, g.used, g.estimated, g.imported, g.covered_s), ','), '') || ']}'
  into answer from (
    select x.month, x.utility, case when p_room then x.room end as room, case when p_device_detail then x.device_id end as device_id,
      private.total(x.sign * x.used) as used, private.total(x.sign * x.estimated) as estimated,
      private.total(x.sign * x.imported) as imported, private.total(case when x.sign > 0 then x.covered_s else 0 end) as covered_s
    from (
      select p.utility, p.room, p.device_id, p.sign, u.*
      from public.meter_parts p cross join lateral (
        select u.month, u.used, u.estimated, u.imported, u.covered_s from public.usage_month u
        where u.household_id = p.source_household and u.meter_id = p.source_meter and u.month >= p_from and u.month < p_to
        union all
        select date_trunc('month', s.quarter at time zone zone)::date, s.used, s.estimated, s.imported, s.covered_s
        from public.meter_state s where s.household_id = p.source_household and s.meter_id = p.source_meter
          and (s.used <> 0 or s.covered_s <> 0 or s.estimated <> 0)
      ) u
      where p.household_id = home_id and (p.is_root or p_room or p_device_detail or p_device is not null) and (p_device is null or p.device_id = p_device)
    ) x
    where x.month >= p_from and x.month < p_to
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  ) g;
  return answer;
end $$;

-- The rate: watts, or litres a minute, to two decimals.
create function private.latest_row(facts text, quarantined integer, utility text, last_at timestamptz, last_value bigint, last_used bigint,
  last_span_s integer, today bigint)
returns text
language sql stable as $$
  select '{' || facts || coalesce(',"lastAt":"' || replace((last_at at time zone 'UTC')::text, ' ', 'T') || 'Z"', ',"lastAt":null')
    || coalesce(',"lastValue":' || last_value, ',"lastValue":null')
    || coalesce(',"rate":' || round(last_used * case utility when 'water' then 6::float8 else 360000 end / nullif(last_span_s, 0)) / 100, ',"rate":null')
    || ',"today":' || today || ',"quarantined":' || quarantined || '}'
$$;

create or replace function private.usage_latest(p_user uuid, p_household uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home_id uuid;
  is_guest boolean;
  head text;
  midnight timestamptz;
  today date;
  answer text;
begin
  select home.id, home.kind = 'guest', date_trunc('day', now(), home.time_zone), (now() at time zone home.time_zone)::date,
    private.answer_head(home.id, home.time_zone, home.origin)
      || ',"at":"' || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '","meters":['
  into home_id, is_guest, midnight, today, head
  from private.home_of(p_user, coalesce(p_household, private.first_household(p_user))) home;
  if not found then return null; end if;
  if not is_guest then
    select string_agg(private.latest_row(m.facts, m.quarantined, m.utility, s.last_at, s.last_value, s.last_used, s.last_span_s,
        coalesce(d.used, 0) + case when s.quarter >= midnight then s.used else 0 end), ',' order by m.id)
    into answer from public.meters m
    join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
    left join public.usage_day d on d.household_id = m.household_id and d.meter_id = m.id and d.day = today
    where m.household_id = home_id;
  else
    -- A guest sees the later of two: s, their own meter, and t, the demo household's meter behind it.
    select string_agg(private.latest_row(m.facts, m.quarantined, m.utility, case when f.is_template then t.last_at else s.last_at end,
        case when f.is_template then t.last_value else s.last_value end, case when f.is_template then t.last_used else s.last_used end,
        case when f.is_template then t.last_span_s else s.last_span_s end, coalesce(d.used, 0) + coalesce(td.used, 0)
          + case when s.quarter >= midnight then s.used else 0 end + case when t.quarter >= midnight then t.used else 0 end), ',' order by m.id)
    into answer from public.meters m
    join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
    left join public.usage_day d on d.household_id = m.household_id and d.meter_id = m.id and d.day = today
    left join public.meter_state t on t.household_id = m.template_household_id and t.meter_id = m.template_meter_id
    left join public.usage_day td on td.household_id = m.template_household_id and td.meter_id = m.template_meter_id and td.day = today
    cross join lateral (select t.last_at > s.last_at or s.last_at is null as is_template) f
    where m.household_id = home_id;
  end if;
  return head || coalesce(answer, '') || ']}';
end $$;

revoke execute on all functions in schema private from public;
grant execute on function private.usage_by_day(uuid, uuid, date, date, text, boolean, boolean, uuid),
  private.usage_by_month(uuid, uuid, date, date, boolean, boolean, uuid) to wattershed_engine;
