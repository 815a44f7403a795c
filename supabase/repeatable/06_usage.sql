-- Those that are kept each by itself.
create or replace function private.lone_quarters(household uuid)
returns table (meter_id bigint, start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select p.meter_id, (p.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes', p.used[i],
    coalesce(p.estimated[i], 0), coalesce(p.imported[i], 0), coalesce(p.covered_s[i], 900)::bigint
  from public.packed_days p cross join generate_series(1, 96) i
  where p.household_id = household and p.used is not null
  union all
  select q.meter_id, q.start, q.used, q.estimated, q.imported, q.covered_s from public.usage_quarter q where q.household_id = household;
end $$;

create or replace function private.all_quarters(household uuid)
returns table (meter_id bigint, start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select * from private.lone_quarters(household);
  return query select t.meter_id, q.* from public.usage_gap t cross join lateral private.gap_quarters(t.start, t.ends, t.used, t.estimated, t.imported, t.covered_s, t.start, t.ends) q where t.household_id = household;
end $$;

create or replace function private.rebuild_days(household uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone text := (select time_zone from public.households where id = household);
  gaps text;
begin
  perform from public.meter_state where household_id = household order by meter_id for update;
  delete from public.usage_day where household_id = household;
  delete from public.usage_month where household_id = household;
  insert into public.usage_day
    select household, meter_id, (start at time zone zone)::date, sum(used), sum(estimated), sum(imported), sum(covered_s)
    from private.lone_quarters(household) group by 2, 3
    having sum(used) <> 0 or sum(covered_s) > 0 or sum(estimated) <> 0;
  insert into public.usage_month
    select household, meter_id, date_trunc('month', day)::date, sum(used), sum(estimated), sum(imported), sum(covered_s)
    from public.usage_day where household_id = household group by 2, 3;
  gaps := array(select (g.household_id, g.id, g.meter_id, g.start, g.ends, g.used, g.estimated, g.imported, g.covered_s)::public.usage_gap
    from public.usage_gap g where g.household_id = household);
  if gaps <> '{}' then perform private.add_gap_days(gaps::public.usage_gap[], zone); end if;
  -- Where a day begins decides what of a move is read by the day.
  perform private.work_out_parts(household);
end $$;

create or replace function private.change_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'guest' then
    raise exception 'the demo household keeps its time zone' using errcode = 'check_violation';
  end if;
  perform private.rebuild_days(new.id);
  return null;
end $$;

create or replace function private.usage_head(home public.households) returns text
language plpgsql stable security definer set search_path = '' as $$
declare origin text := 'simulated';
begin
  if home.kind = 'home' then
    select case when exists (select from public.meter_state s where s.household_id = home.id and s.last_at is not null)
      then 'measured' else 'none' end into origin;
  end if;
  return '{"household":"' || home.id || '","timeZone":' || to_json(home.time_zone) || ',"origin":"' || origin || '"';
end $$;

-- The parts of a home (meter_parts), as functions hand them on: as text, for to another node an array of a type of ours does not say what it is.
create or replace function private.parts_of(p_household uuid, p_device uuid default null) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select (p.utility, p.room, p.device_id, p.source_household, p.source_meter, p.sign, p.is_root, p.flow, p.grain, p.since, p.until, p.first_day, p.end_day)::private.part
    from public.meter_parts p where p.household_id = p_household and (p_device is null or p.device_id = p_device));
end $$;

-- The quarter-hours of a home's parts in a period: packed, kept, spread over a silence, and the one that is still filling; of the home's own meters, and
-- of the demo's behind a guest's, one home after the other, as they lie apart.
create or replace function private.part_quarters(p_household uuid, p_device uuid, p_detail boolean, p_from timestamptz, p_to timestamptz)
returns table (utility text, room text, device_id uuid, source_household uuid, source_meter bigint, sign integer, flow text, is_root boolean, start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  parts constant text := private.parts_of(p_household, p_device);
  source uuid;
begin
  for source in select distinct p.source_household from unnest(parts::private.part[]) p loop
    return query with part as materialized (select * from unnest(parts::private.part[]) p
      where p.source_household = source and (p_detail or p.is_root) and p.since < p_to and p.until > p_from),
    quarter as (
      select p.*, (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, d.used[i] as used,
        coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported, coalesce(d.covered_s[i], 900) as covered_s
      from part p join public.packed_days d on d.household_id = source and d.meter_id = p.source_meter
        and d.day >= (p_from at time zone 'UTC')::date and d.day <= (p_to at time zone 'UTC')::date
        cross join generate_series(1, 96) i
      where d.used is not null
      union all
      select p.*, q.start, q.used, q.estimated, q.imported, q.covered_s
      from part p join public.usage_quarter q on q.household_id = source and q.meter_id = p.source_meter
        and q.start >= p_from and q.start < p_to
      union all
      select p.*, q.* from part p
      join public.usage_gap t on t.household_id = source and t.meter_id = p.source_meter and t.start < p_to and t.ends > p_from
      cross join lateral private.gap_quarters(t.start, t.ends, t.used, t.estimated, t.imported, t.covered_s, p_from, p_to) q
      union all
      select p.*, s.quarter, s.used, s.estimated, s.imported, s.covered_s
      from part p join public.meter_state s on s.household_id = source and s.meter_id = p.source_meter
      where s.quarter is not null
    )
    select q.utility, q.room, q.device_id, q.source_household, q.source_meter, q.sign::integer, q.flow, q.is_root, q.start, q.used::bigint, q.estimated::bigint, q.imported::bigint, q.covered_s::bigint
    from quarter q where q.start >= p_from and q.start < p_to and q.start >= q.since and q.start < q.until and (q.used <> 0 or q.covered_s <> 0 or q.estimated <> 0);
  end loop;
end $$;

-- The quarter-hours of one meter that are over. Not inlined: it is asked for the day of a move alone, and would be planned with every question.
create or replace function private.meter_quarters(p_household uuid, p_meter bigint, p_from timestamptz, p_to timestamptz)
returns table (start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query select k.* from (
    select (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, d.used[i] as used,
      coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported, coalesce(d.covered_s[i], 900)::bigint as covered_s
    from public.packed_days d cross join generate_series(1, 96) i
    where d.household_id = p_household and d.meter_id = p_meter and d.used is not null
      and d.day >= (p_from at time zone 'UTC')::date and d.day <= (p_to at time zone 'UTC')::date
    union all
    select q.start, q.used, q.estimated, q.imported, q.covered_s::bigint from public.usage_quarter q
    where q.household_id = p_household and q.meter_id = p_meter and q.start >= p_from and q.start < p_to
    union all
    select q.* from public.usage_gap t cross join lateral private.gap_quarters(t.start, t.ends, t.used, t.estimated, t.imported, t.covered_s, p_from, p_to) q
    where t.household_id = p_household and t.meter_id = p_meter and t.start < p_to and t.ends > p_from
  ) k where k.start >= p_from and k.start < p_to;
end $$;

-- What parts used by the local day, each in its time: by whole days (or months, where those are asked for), the quarter-hours before and after them, and the
-- one that is still filling. One home after the other, as they lie apart.
create or replace function private.part_days(p_parts text, p_zone text, p_from date, p_to date, p_by_month boolean default false)
returns table (utility text, room text, device_id uuid, flow text, sign integer, is_root boolean, source_meter bigint, day date, used bigint, estimated bigint,
  imported bigint, covered_s integer)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare source uuid;
begin
  for source in select distinct p.source_household from unnest(p_parts::private.part[]) p loop
    return query with part as materialized (select * from unnest(p_parts::private.part[]) p where p.source_household = source)
    select p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, p.source_meter, u.day, u.used, u.estimated, u.imported, u.covered_s
    from part p join public.usage_day u on u.household_id = source and u.meter_id = p.source_meter
      and u.day >= greatest(p_from, p.first_day) and u.day < least(p_to, p.end_day)
    where p.grain = 'day' or p.grain = 'month' and not p_by_month
    union all
    select p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, p.source_meter, u.month, u.used, u.estimated, u.imported, u.covered_s
    from part p join public.usage_month u on u.household_id = source and u.meter_id = p.source_meter
      and u.month >= greatest(p_from, p.first_day) and u.month < least(p_to, p.end_day)
    where p.grain = 'month' and p_by_month
    union all
    select p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, p.source_meter, (s.quarter at time zone p_zone)::date, s.used, s.estimated, s.imported, s.covered_s
    from part p join public.meter_state s on s.household_id = source and s.meter_id = p.source_meter and s.quarter >= p.since and s.quarter < p.until
      and (s.used <> 0 or s.covered_s <> 0 or s.estimated <> 0)
    where (s.quarter at time zone p_zone)::date >= p_from and (s.quarter at time zone p_zone)::date < p_to;
  end loop;
  return query select p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, p.source_meter, (q.start at time zone p_zone)::date, q.used, q.estimated, q.imported,
    q.covered_s::integer
  from unnest(p_parts::private.part[]) p cross join lateral private.meter_quarters(p.source_household, p.source_meter, p.since, p.until) q
  where p.grain = 'quarter' and p.since < p_to + 1 and p.until > p_from - 1
    and (q.start at time zone p_zone)::date >= p_from and (q.start at time zone p_zone)::date < p_to;
end $$;

-- What is known of the meters behind parts: whether each counts up, when it was heard last, and its first day.
create or replace function private.part_meters(p_parts text)
returns table (source_household uuid, source_meter bigint, is_counter boolean, last_at timestamptz, first_day date)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  source uuid;
  meters bigint[];
begin
  for source, meters in select p.source_household, array_agg(distinct p.source_meter) from unnest(p_parts::private.part[]) p group by 1 loop
    return query select m.household_id, m.id, m.reading_kind is distinct from 'interval', s.last_at,
      (select min(u.day) from public.usage_day u where u.household_id = source and u.meter_id = m.id)
    from public.meters m join public.meter_state s on s.household_id = source and s.meter_id = m.id
    where m.household_id = source and m.id = any (meters);
  end loop;
end $$;

-- The days of a home on which something was made or stored that no meter saw: what went back, or into a battery, came from somewhere.
-- From the first such day on, until a meter of it is known. A counter is known between its first reading and its last, an amount on its own day.
create or replace function private.unseen_days(p_household uuid, p_from date, p_to date) returns table (utility text, day date)
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text;
  parts text;
begin
  if not exists (select from public.meter_parts p where p.household_id = p_household and p.is_root and p.flow in ('returned', 'charged')) then return; end if;
  select h.time_zone into zone from public.households h where h.id = p_household;
  parts := private.parts_of(p_household);
  return query with meter as materialized (
    select distinct p.utility, p.flow, p.source_household, p.source_meter, m.is_counter, (m.last_at at time zone zone)::date as last_day
    from unnest(parts::private.part[]) p
    join private.part_meters(parts) m on m.source_household = p.source_household and m.source_meter = p.source_meter where p.is_root
  ), passed as materialized (
    select p.utility, p.flow, p.source_meter, p.day, p.used from private.part_days(parts, zone, '-infinity', p_to) p where p.is_root
  ), told as (
    select p.utility, p.day, private.total(case p.flow when 'drawn' then p.used else 0 end) as drawn,
      private.total(case p.flow when 'returned' then p.used else 0 end) as returned, private.total(case p.flow when 'charged' then p.used else 0 end) as charged,
      private.total(case p.flow when 'produced' then p.used else 0 end) as produced, private.total(case p.flow when 'discharged' then p.used else 0 end) as discharged
    from passed p group by 1, 2
  ), source as (
    -- Its first day is not known as a whole, unless nothing was before it.
    select m.*, min(p.day) as first_day, (select min(t.day) from told t where t.utility = m.utility) as home_day
    from meter m join passed p on p.source_meter = m.source_meter
    where m.flow in ('produced', 'discharged') group by m.utility, m.flow, m.source_household, m.source_meter, m.is_counter, m.last_day
  ), known as (
    select t.*, t.drawn + t.produced + t.discharged - t.returned - t.charged as used,
      coalesce(bool_or(s.flow = 'produced'), false) as has_produced, coalesce(bool_or(s.flow = 'discharged'), false) as has_discharged
    from told t left join source s on s.utility = t.utility and (s.first_day < t.day or s.first_day = s.home_day)
      and case when s.is_counter then t.day <= s.last_day else (s.source_meter, t.day) in (select p.source_meter, p.day from passed p) end
    group by t.utility, t.day, t.drawn, t.returned, t.charged, t.produced, t.discharged
  ), judged as (
    -- What a battery gives explains what goes back only as long as it does not take in more than was drawn: then there is a roof as well.
    select k.*, k.has_produced or k.has_discharged
      and not bool_or(k.used < -1000 and not k.has_produced) over (partition by k.utility order by k.day) as is_known
    from known k
  ), run as (
    select j.*, count(*) filter (where j.is_known) over (partition by j.utility order by j.day) as n from judged j
  ), begun as (
    select r.*, bool_or(not r.is_known and (r.returned > 0 or r.used < 0)) over (partition by r.utility, r.n order by r.day) as has_begun from run r
  )
  select b.utility, b.day from begun b where b.day >= p_from and (b.used < 0 or not b.is_known and b.has_begun);
end $$;

-- The same as `electricity 2026-11-20`, to be looked up; no home without a meter of what goes back asks for more than that.
create or replace function private.unseen_keys(p_household uuid, p_from date, p_to date, p_unit text) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(array_agg(distinct u.utility || ' ' || date_trunc(p_unit, u.day::timestamp)::date), '{}') from private.unseen_days(p_household, p_from, p_to) u);
end $$;

-- What a flow adds to the use of an unseen day. At least so much was made as went back, so that what was drawn is the least that was used;
-- what was drawn into a battery was not.
create or replace function private.unseen_sign(p_flow text, p_sign integer) returns integer
language sql immutable as $$ select case when p_flow in ('returned', 'produced', 'discharged') then 0 else p_sign end $$;

-- Quarter-hours and hours. Hours begin with the local hour, so that half-hour zones are right.
create or replace function private.usage_by_quarter(p_user uuid, p_household uuid, p_from timestamptz, p_to timestamptz, p_unit text, p_room boolean, p_device_detail boolean, p_device uuid, p_flow boolean)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home record;
  is_total boolean := p_flow or not (p_room or p_device_detail) and p_device is null;
  unseen text[] := '{}';
  answer text;
begin
  select * into home from private.home_of(p_user, coalesce(p_household, private.first_household(p_user)));
  if home.id is null then return null; end if;
  if not p_flow then
    unseen := private.unseen_keys(home.id, (p_from at time zone home.time_zone)::date, (p_to at time zone home.time_zone)::date + 1, 'day');
  end if;
  with quarter as (
    select q.*, f.is_unseen, case when p_flow then 1 when f.is_unseen then private.unseen_sign(q.flow, q.sign) else q.sign end as adds
    from private.part_quarters(home.id, p_device, not is_total, p_from, p_to) q cross join lateral
      (select unseen <> '{}' and q.utility || ' ' || (q.start at time zone home.time_zone)::date = any (unseen) as is_unseen) f
  ), grouped as (
    select case when p_unit = 'hour' then date_trunc('hour', start, home.time_zone) else start end as start, utility,
      case when p_room then room end as room, case when p_device_detail then device_id end as device_id,
      case when p_flow then flow end as flow, private.total(adds * used) as used,
      private.total(adds * estimated) as estimated, private.total(adds * imported) as imported,
      private.total(case when p_flow or sign > 0 and flow = 'drawn' then covered_s else 0 end) as covered_s, bool_or(is_unseen and is_root) as at_least
    from quarter group by 1, 2, 3, 4, 5
  )
  select string_agg(private.usage_row(to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), utility, room, device_id, flow,
    used, estimated, imported, covered_s, at_least), ',' order by start, utility, room, device_id, flow)
  into answer from grouped where used <> 0 or covered_s <> 0 or estimated <> 0;
  return private.answer_head(home.id, home.time_zone, home.origin) || ',"bucket":"' || case p_unit when 'hour' then 'hour' else '15m' end
    || '","rows":[' || coalesce(answer, '') || ']}';
end $$;

-- A guest sees the later of two: s, their own meter, and t, the demo household's meter behind it.
create or replace function private.latest_of_guest(p_household uuid, p_midnight timestamptz, p_today date) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  demo uuid;
  models bigint[];
  states jsonb;
begin
  select m.template_household_id, array_agg(m.template_meter_id) into demo, models from public.meters m
  where m.household_id = p_household and m.template_meter_id is not null group by 1;
  select jsonb_object_agg(t.meter_id, jsonb_build_object('last_at', t.last_at, 'last_value', t.last_value, 'last_used', t.last_used, 'last_span_s', t.last_span_s,
    'today', coalesce(d.used, 0) + case when t.quarter >= p_midnight then t.used else 0 end)) into states
  from public.meter_state t left join public.usage_day d on d.household_id = demo and d.meter_id = t.meter_id and d.day = p_today
  where t.household_id = demo and t.meter_id = any (models);
  return (
  select string_agg(private.latest_row(m.facts, m.quarantined, m.reading_kind is distinct from 'interval', case when f.is_template then t.last_at else s.last_at end,
      case when f.is_template then t.last_value else s.last_value end, case when f.is_template then t.last_used else s.last_used end,
      case when f.is_template then t.last_span_s else s.last_span_s end, coalesce(d.used, 0) + coalesce(t.today, 0)
        + case when s.quarter >= p_midnight then s.used else 0 end), ',' order by m.id)
  from public.meters m
  join public.meter_state s on s.household_id = p_household and s.meter_id = m.id
  left join public.usage_day d on d.household_id = p_household and d.meter_id = m.id and d.day = p_today
  left join lateral jsonb_to_record(states -> m.template_meter_id::text)
    t (last_at timestamptz, last_value bigint, last_used bigint, last_span_s integer, today bigint) on true
  cross join lateral (select t.last_at > s.last_at or s.last_at is null as is_template) f
  where m.household_id = p_household
  );
end $$;

create or replace function private.usage_latest(p_user uuid, p_household uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home_id uuid;
  is_guest boolean;
  head text;
  midnight timestamptz;
  today date;
  has_moved boolean;
  gives_back boolean;
  unseen json;
  answer text;
begin
  select home.id, home.kind = 'guest', date_trunc('day', now(), home.time_zone), (now() at time zone home.time_zone)::date,
    private.answer_head(home.id, home.time_zone, home.origin)
      || ',"at":"' || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '","meters":['
  into home_id, is_guest, midnight, today, head
  from private.home_of(p_user, coalesce(p_household, private.first_household(p_user))) home;
  if not found then return null; end if;
  if not is_guest then
    select string_agg(private.latest_row(m.facts, m.quarantined, m.reading_kind is distinct from 'interval', s.last_at, s.last_value, s.last_used, s.last_span_s,
        coalesce(d.used, 0) + case when s.quarter >= midnight then s.used else 0 end), ',' order by m.id)
    into answer from public.meters m
    join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
    left join public.usage_day d on d.household_id = m.household_id and d.meter_id = m.id and d.day = today
    where m.household_id = home_id;
  else
    answer := private.latest_of_guest(home_id, midnight, today);
  end if;
  select bool_or(p.grain = 'quarter' and p.until > midnight), bool_or(p.is_root and p.flow in ('returned', 'charged')) into has_moved, gives_back
  from public.meter_parts p where p.household_id = home_id;
  if gives_back then select json_agg(u.utility) into unseen from private.unseen_days(home_id, today, today + 1) u; end if;
  return head || coalesce(answer, '') || ']' || coalesce(',"atLeast":' || unseen, '') || coalesce(',"places":' || private.places_of(home_id), '')
    || coalesce(case when has_moved then ',"moved":[' || private.moved_since(home_id, midnight) || ']' end, '') || '}';
end $$;

-- What a meter used in a time, the quarter-hour that is filling with it.
create or replace function private.used_between(p_household uuid, p_meter bigint, p_since timestamptz, p_until timestamptz) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(sum(q.used), 0)::bigint from private.meter_quarters(p_household, p_meter, p_since, p_until) q)
    + coalesce((select s.used from public.meter_state s where s.household_id = p_household and s.meter_id = p_meter and s.quarter >= p_since and s.quarter < p_until), 0);
end $$;

-- What of a day stands elsewhere than where its meter is now: what was used before a move, there, and the same taken from where it is now.
create or replace function private.moved_since(p_household uuid, p_from timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare parts text;
begin
  if not exists (select from public.meter_parts p where p.household_id = p_household and p.grain = 'quarter' and p.until > p_from) then return null; end if;
  parts := private.parts_of(p_household);
  return (
  with earlier as (
    select p.*, private.used_between(p.source_household, p.source_meter, greatest(p.since, p_from), p.until) as amount
    from unnest(parts::private.part[]) p where p.grain = 'quarter' and p.until > p_from
  ), once as (
    select distinct e.source_household, e.source_meter, e.since, e.until, e.amount from earlier e where e.sign > 0 or e.flow <> 'drawn'
  ), change as (
    select e.utility, e.room, e.sign * e.amount as used, case when e.is_root then e.sign * e.amount else 0 end as home from earlier e
    union all
    select p.utility, p.room, -p.sign * o.amount, case when p.is_root then -p.sign * o.amount else 0 end
    from once o join unnest(parts::private.part[]) p on p.source_household = o.source_household and p.source_meter = o.source_meter
      and p.until = 'infinity' and p.grain = 'month'
  )
  select string_agg('{"utility":"' || c.utility || '","room":' || to_json(c.room) || ',"used":' || c.used || ',"home":' || c.home || '}', ',' order by c.utility, c.room)
  from (select utility, room, sum(used)::bigint as used, sum(home)::bigint as home from change group by 1, 2) c where c.used <> 0 or c.home <> 0
  );
end $$;

create or replace function private.local_midnight(p_user uuid, p_household uuid, p_day date) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p_day::timestamp at time zone home.time_zone from private.household_of(p_user, p_household) home where home.id is not null);
end $$;

create or replace function private.answer_head(id uuid, time_zone text, origin text) returns text
language sql stable as $$
  select '{"household":"' || id || '","timeZone":' || to_json(time_zone) || ',"origin":"' || origin || '"'
$$;

-- One row of an answer: `room`, `device_id` and `flow` are left out where they were not asked for.
create or replace function private.usage_row(start text, utility text, room text, device_id uuid, flow text, used bigint, estimated bigint, imported bigint, covered_s bigint, at_least boolean)
returns text
language sql stable as $$
  select '{"start":"' || start || '","utility":"' || utility || coalesce('","room":' || to_json(room), '"')
    || coalesce(',"deviceId":"' || device_id || '"', '') || coalesce(',"flow":"' || flow || '"', '')
    || ',"used":' || case when at_least then greatest(used, 0) else used end || ',"estimated":' || estimated || ',"imported":' || imported
    || ',"coveredS":' || covered_s || case when at_least then ',"atLeast":true}' else '}' end
$$;

-- What a guest sees of the demo household behind their meters: the days of its meters, in the parts of the guest's. Two homes lie apart.
create or replace function private.days_seen_through(p_home uuid, p_zone text, p_from date, p_to date) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text := private.parts_of(p_home);
  demo constant uuid := (select p.source_household from unnest(parts::private.part[]) p where p.source_household <> p_home limit 1);
begin
  return array(
    select (p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, u.day, u.used, u.estimated, u.imported, u.covered_s)::private.used_part
    from unnest(parts::private.part[]) p join (
      select u.meter_id, u.day, u.used, u.estimated, u.imported, u.covered_s from public.usage_day u
      where u.household_id = demo and u.day >= p_from and u.day < p_to
      union all
      select s.meter_id, (s.quarter at time zone p_zone)::date, s.used, s.estimated, s.imported, s.covered_s
      from public.meter_state s where s.household_id = demo and (s.used <> 0 or s.covered_s <> 0 or s.estimated <> 0)
    ) u on u.meter_id = p.source_meter
    where p.source_household = demo);
end $$;

-- Days and weeks. The quarter that is still filling is added: closed days do not hold it yet.
create or replace function private.usage_by_day(p_user uuid, p_household uuid, p_from date, p_to date, p_unit text, p_room boolean, p_device_detail boolean, p_device uuid, p_flow boolean)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home_id uuid;
  zone text;
  head text;
  unseen text[] := '{}';
  has_moved boolean;
  gives_back boolean;
  is_guest boolean;
  seen_through text;
  answer text;
begin
  select home.id, home.time_zone, private.answer_head(home.id, home.time_zone, home.origin), home.kind = 'guest' into home_id, zone, head, is_guest
  from private.home_of(p_user, coalesce(p_household, private.first_household(p_user))) home;
  if not found then return null; end if;
  select bool_or(p.grain <> 'month'), bool_or(p.is_root and p.flow in ('returned', 'charged')) into has_moved, gives_back from public.meter_parts p where p.household_id = home_id;
  if gives_back and not p_flow then unseen := private.unseen_keys(home_id, p_from, p_to, 'day'); end if;
  if has_moved then return private.usage_of_moved(home_id, zone, head, p_from, p_to, p_unit, p_room, p_device_detail, p_device, p_flow, unseen); end if;
  if is_guest then seen_through := private.days_seen_through(home_id, zone, p_from, p_to); end if;
  select head || ',"bucket":"' || p_unit || '","rows":[' || coalesce(
    string_agg(private.usage_row(g.start::text, g.utility, g.room, g.device_id, g.flow, g.used, g.estimated, g.imported, g.covered_s, g.at_least), ','), '') || ']}'
  into answer from (
    select case p_unit when 'day' then x.day else date_trunc(p_unit, x.day::timestamp)::date end as start, x.utility,
      case when p_room then x.room end as room, case when p_device_detail then x.device_id end as device_id, case when p_flow then x.flow end as flow,
      private.total(f.adds * x.used) as used, private.total(f.adds * x.estimated) as estimated, private.total(f.adds * x.imported) as imported,
      private.total(case when p_flow or x.sign > 0 and x.flow = 'drawn' then x.covered_s else 0 end) as covered_s, bool_or(n.is_unseen and x.is_root) as at_least
    from (
      select p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, u.*
      from public.meter_parts p cross join lateral (
        select u.day, u.used, u.estimated, u.imported, u.covered_s from public.usage_day u
        where u.household_id = home_id and u.meter_id = p.source_meter and u.day >= p_from and u.day < p_to
        union all
        select (s.quarter at time zone zone)::date, s.used, s.estimated, s.imported, s.covered_s
        from public.meter_state s where s.household_id = home_id and s.meter_id = p.source_meter
          and (s.used <> 0 or s.covered_s <> 0 or s.estimated <> 0)
      ) u
      where p.household_id = home_id and p.source_household = home_id and (p.is_root or not p_flow and (p_room or p_device_detail or p_device is not null)) and (p_device is null or p.device_id = p_device)
      union all
      select t.utility, t.room, t.device_id, t.flow, t.sign, t.is_root, t.day, t.used, t.estimated, t.imported, t.covered_s from unnest(seen_through::private.used_part[]) t
      where (t.is_root or not p_flow and (p_room or p_device_detail or p_device is not null)) and (p_device is null or t.device_id = p_device)
    ) x
    cross join lateral (select unseen <> '{}' and x.utility || ' ' || x.day = any (unseen) as is_unseen) n
    cross join lateral (select case when p_flow then 1 when n.is_unseen then private.unseen_sign(x.flow, x.sign) else x.sign end as adds) f
    where x.day >= p_from and x.day < p_to
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  ) g where g.used <> 0 or g.covered_s <> 0 or g.estimated <> 0;
  return answer;
end $$;

create or replace function private.months_seen_through(p_home uuid, p_zone text, p_from date, p_to date, p_unseen text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text := private.parts_of(p_home);
  demo constant uuid := (select p.source_household from unnest(parts::private.part[]) p where p.source_household <> p_home limit 1);
begin
  return array(
    select (p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, u.month, u.used, u.estimated, u.imported, u.covered_s)::private.used_part
    from unnest(parts::private.part[]) p join (
      select u.meter_id, u.month, u.used, u.estimated, u.imported, u.covered_s, null::date as unseen from public.usage_month u
      where u.household_id = demo and u.month >= p_from and u.month < p_to
      union all
      select s.meter_id, date_trunc('month', s.quarter at time zone p_zone)::date, s.used, s.estimated, s.imported, s.covered_s, null
      from public.meter_state s where s.household_id = demo and (s.used <> 0 or s.covered_s <> 0 or s.estimated <> 0)
      union all
      select u.meter_id, date_trunc('month', u.day)::date, -u.used, -u.estimated, -u.imported, 0, u.day from public.usage_day u
      where u.household_id = demo and u.day >= p_from and u.day < p_to and p_unseen <> '{}'
      union all
      select s.meter_id, date_trunc('month', s.quarter at time zone p_zone)::date, -s.used, -s.estimated, -s.imported, 0, (s.quarter at time zone p_zone)::date
      from public.meter_state s where s.household_id = demo and p_unseen <> '{}'
    ) u on u.meter_id = p.source_meter
    where p.source_household = demo and (u.unseen is null or private.unseen_sign(p.flow, p.sign) = 0 and p.utility || ' ' || u.unseen = any (p_unseen)));
end $$;

create or replace function private.usage_by_month(p_user uuid, p_household uuid, p_from date, p_to date, p_room boolean, p_device_detail boolean, p_device uuid, p_flow boolean)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home_id uuid;
  zone text;
  head text;
  unseen text[] := '{}';
  unseen_months text[] := '{}';
  has_moved boolean;
  gives_back boolean;
  is_guest boolean;
  seen_through text;
  answer text;
begin
  select home.id, home.time_zone, private.answer_head(home.id, home.time_zone, home.origin), home.kind = 'guest' into home_id, zone, head, is_guest
  from private.home_of(p_user, coalesce(p_household, private.first_household(p_user))) home;
  if not found then return null; end if;
  select bool_or(p.grain <> 'month'), bool_or(p.is_root and p.flow in ('returned', 'charged')) into has_moved, gives_back from public.meter_parts p where p.household_id = home_id;
  if gives_back and not p_flow then
    unseen := private.unseen_keys(home_id, p_from, p_to, 'day');
    if unseen <> '{}' then unseen_months := private.unseen_keys(home_id, p_from, p_to, 'month'); end if;
  end if;
  if has_moved then return private.usage_of_moved(home_id, zone, head, p_from, p_to, 'month', p_room, p_device_detail, p_device, p_flow, unseen); end if;
  if is_guest then seen_through := private.months_seen_through(home_id, zone, p_from, p_to, unseen); end if;
  select head || ',"bucket":"month","rows":[' || coalesce(
    string_agg(private.usage_row(g.month::text, g.utility, g.room, g.device_id, g.flow, g.used, g.estimated, g.imported, g.covered_s, g.at_least), ','), '') || ']}'
  into answer from (
    select x.month, x.utility, case when p_room then x.room end as room, case when p_device_detail then x.device_id end as device_id,
      case when p_flow then x.flow end as flow,
      private.total(case when p_flow then 1 else x.sign end * x.used) as used, private.total(case when p_flow then 1 else x.sign end * x.estimated) as estimated,
      private.total(case when p_flow then 1 else x.sign end * x.imported) as imported,
      private.total(case when p_flow or x.sign > 0 and x.flow = 'drawn' then x.covered_s else 0 end) as covered_s,
      bool_or(x.is_root and unseen <> '{}' and x.utility || ' ' || x.month = any (unseen_months)) as at_least
    from (
      select p.utility, p.room, p.device_id, p.flow, p.sign, p.is_root, u.*
      from public.meter_parts p cross join lateral (
        select u.month, u.used, u.estimated, u.imported, u.covered_s from public.usage_month u
        where u.household_id = home_id and u.meter_id = p.source_meter and u.month >= p_from and u.month < p_to
        union all
        select date_trunc('month', s.quarter at time zone zone)::date, s.used, s.estimated, s.imported, s.covered_s
        from public.meter_state s where s.household_id = home_id and s.meter_id = p.source_meter
          and (s.used <> 0 or s.covered_s <> 0 or s.estimated <> 0)
        union all
        -- What adds nothing on an unseen day is taken out of its month again.
        select date_trunc('month', u.day)::date, -u.used, -u.estimated, -u.imported, 0
        from (
          select u.day, u.used, u.estimated, u.imported from public.usage_day u
          where u.household_id = home_id and u.meter_id = p.source_meter and u.day >= p_from and u.day < p_to
          union all
          select (s.quarter at time zone zone)::date, s.used, s.estimated, s.imported
          from public.meter_state s where s.household_id = home_id and s.meter_id = p.source_meter
        ) u
        where unseen <> '{}' and private.unseen_sign(p.flow, p.sign) = 0 and p.utility || ' ' || u.day = any (unseen)
      ) u
      where p.household_id = home_id and p.source_household = home_id and (p.is_root or not p_flow and (p_room or p_device_detail or p_device is not null)) and (p_device is null or p.device_id = p_device)
      union all
      select t.utility, t.room, t.device_id, t.flow, t.sign, t.is_root, t.day, t.used, t.estimated, t.imported, t.covered_s from unnest(seen_through::private.used_part[]) t
      where (t.is_root or not p_flow and (p_room or p_device_detail or p_device is not null)) and (p_device is null or t.device_id = p_device)
    ) x
    where x.month >= p_from and x.month < p_to
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  ) g where g.used <> 0 or g.covered_s <> 0 or g.estimated <> 0;
  return answer;
end $$;

-- The same of a home in which something moved, by the pieces of its parts: asked apart, for who never moved anything is answered faster without.
create or replace function private.usage_of_moved(p_home uuid, p_zone text, p_head text, p_from date, p_to date, p_unit text, p_room boolean, p_device_detail boolean,
  p_device uuid, p_flow boolean, p_unseen text[])
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select p_head || ',"bucket":"' || p_unit || '","rows":[' || coalesce(
    string_agg(private.usage_row(g.start::text, g.utility, g.room, g.device_id, g.flow, g.used, g.estimated, g.imported, g.covered_s, g.at_least), ','), '') || ']}'
  from (
    select case p_unit when 'day' then x.day else date_trunc(p_unit, x.day::timestamp)::date end as start, x.utility,
      case when p_room then x.room end as room, case when p_device_detail then x.device_id end as device_id, case when p_flow then x.flow end as flow,
      private.total(f.adds * x.used) as used, private.total(f.adds * x.estimated) as estimated, private.total(f.adds * x.imported) as imported,
      private.total(case when p_flow or x.sign > 0 and x.flow = 'drawn' then x.covered_s else 0 end) as covered_s, bool_or(n.is_unseen and x.is_root) as at_least
    -- A month that has an unseen day is read by its days.
    from private.part_days(private.parts_of(p_home, p_device), p_zone, p_from, p_to, p_unit = 'month' and p_unseen = '{}') x
    cross join lateral (select p_unseen <> '{}' and x.utility || ' ' || x.day = any (p_unseen) as is_unseen) n
    cross join lateral (select case when p_flow then 1 when n.is_unseen then private.unseen_sign(x.flow, x.sign) else x.sign end as adds) f
    where x.is_root or not p_flow and (p_room or p_device_detail or p_device is not null)
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  ) g where g.used <> 0 or g.covered_s <> 0 or g.estimated <> 0
  );
end $$;

-- What of `total`, spread evenly over [start, ends), falls in [p_from, p_to). Shares of adjacent periods sum to the whole.
create or replace function private.share(total bigint, start timestamptz, ends timestamptz, p_from timestamptz, p_to timestamptz) returns bigint
language sql immutable as $$
  select case when total = 0 then 0 else (trunc(total * (date_part('epoch', least(p_to, ends) - start) / date_part('epoch', ends - start)))
    - trunc(total * (date_part('epoch', greatest(p_from, start) - start) / date_part('epoch', ends - start))))::bigint end
$$;

-- By its columns: where the rows are, a row is of another type.
create or replace function private.gap_quarters(p_start timestamptz, p_ends timestamptz, p_used bigint, p_estimated bigint, p_imported bigint, p_covered_s integer,
  p_from timestamptz, p_to timestamptz)
returns table (start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language sql stable as $$
  select q, private.share(p_used, p_start, p_ends, q, q + interval '15 minutes'), private.share(p_estimated, p_start, p_ends, q, q + interval '15 minutes'),
    private.share(p_imported, p_start, p_ends, q, q + interval '15 minutes'),
    case when p_estimated = 0 then private.share(p_covered_s, p_start, p_ends, q, q + interval '15 minutes') else 0 end
  from generate_series(greatest(p_start, date_bin('15 minutes', p_from, 'epoch')), least(p_ends, p_to) - interval '1 second', interval '15 minutes') q
$$;

create or replace function private.curve_parts(p_user uuid, p_household uuid, p_device uuid)
returns table (head text, utility text, room text, device_id uuid, source_household uuid, source_meter bigint, flow text, sign integer, is_root boolean, since double precision,
  until double precision, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint, fell_at bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  home public.households;
  head text;
  parts text;
  source uuid;
  is_any boolean := false;
begin
  select * into home from private.household_of(p_user, p_household);
  if home.id is null then return; end if;
  head := private.usage_head(home);
  parts := private.parts_of(home.id, p_device);
  for source in select distinct p.source_household from unnest(parts::private.part[]) p loop
    return query select head::text, p.utility, p.room, p.device_id, p.source_household, p.source_meter, p.flow, p.sign, p.is_root, extract(epoch from p.since)::float8,
      extract(epoch from p.until)::float8, m.max_per_hour, m.max_gap_s, m.rolls_over_at,
      extract(epoch from s.kept_from)::bigint, extract(epoch from s.fell_at)::bigint
    from unnest(parts::private.part[]) p
    join public.meters m on m.household_id = source and m.id = p.source_meter
    join public.meter_state s on s.household_id = source and s.meter_id = m.id
    where p.source_household = source;
    is_any := true;
  end loop;
  if not is_any then return query select head, null::text, null::text, null::uuid, null::uuid, null::bigint, null::text, 0, false, 0::float8, 0::float8,
    null::bigint, null::integer, null::bigint, null::bigint, null::bigint; end if;
end $$;

create or replace function private.latest_row(facts text, quarantined integer, is_counter boolean, last_at timestamptz, last_value bigint,
  last_used bigint, last_span_s integer, today bigint)
returns text
language sql stable as $$
  select '{' || facts || coalesce(',"lastAt":"' || replace((last_at at time zone 'UTC')::text, ' ', 'T') || 'Z"', ',"lastAt":null')
    || coalesce(',"lastValue":' || last_value, ',"lastValue":null')
    || ',"isCounter":' || is_counter || coalesce(',"used":' || last_used, ',"used":0') || coalesce(',"spanS":' || last_span_s, ',"spanS":0')
    || ',"today":' || today || ',"quarantined":' || quarantined || '}'
$$;

-- The whole quarter-hours of each meter since an instant, those of packed days among them, as far as they are known.
create or replace function private.quarters_from(p_meters bigint[], p_from bigint[])
returns table (meter_id bigint, start bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home uuid;
begin
  for home in select distinct s.household_id from public.meter_state s where s.meter_id = any (p_meters) loop
    return query with asked as (
      select s.meter_id, s.quarter, to_timestamp(u.f) as since
      from unnest(p_meters, p_from) u (meter, f) join public.meter_state s on s.household_id = home and s.meter_id = u.meter
    ), known as (
      select a.meter_id, (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, a.since, a.quarter,
        d.used[i] as used, coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported,
        case when d.covered_s is null then 900 else d.covered_s[i] end as covered_s
      from asked a join public.packed_days d on d.household_id = home and d.meter_id = a.meter_id
        and d.used is not null and d.day >= (a.since at time zone 'UTC')::date
      cross join generate_series(1, 96) i
      union all
      select a.meter_id, q.start, a.since, a.quarter, q.used, q.estimated, q.imported, q.covered_s
      from asked a join public.usage_quarter q on q.household_id = home and q.meter_id = a.meter_id and q.start >= a.since
    )
    select k.meter_id, extract(epoch from k.start)::bigint, k.used, k.estimated, k.imported, k.covered_s from known k
    where k.start >= k.since and k.start < k.quarter and (k.used <> 0 or k.estimated <> 0 or k.covered_s > 0)
    order by k.meter_id, k.start;
  end loop;
end $$;

create trigger change_time_zone after update of time_zone on public.households
  for each row when (not private.is_worker() and old.time_zone is distinct from new.time_zone) execute function private.change_time_zone();

grant select on public.usage_gap, public.usage_quarter, public.usage_day, public.usage_month to authenticated;

create policy usage_gap_read on public.usage_gap for select to authenticated using (household_id = any (private.my_households()));

grant execute on function private.usage_by_quarter, private.usage_latest, private.local_midnight, private.usage_by_day, private.usage_by_month,
  private.curve_parts, private.quarters_from, private.unseen_days to wattershed_engine;

create policy usage_quarter_read on public.usage_quarter for select to authenticated using (household_id = any (private.my_households()));
create policy usage_day_read on public.usage_day for select to authenticated using (household_id = any (private.my_households()));
create policy usage_month_read on public.usage_month for select to authenticated using (household_id = any (private.my_households()));
