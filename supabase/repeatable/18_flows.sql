-- What passed a home that also produces, returns or stores, and what of it was used where it was made: worked out by the quarter-hour,
-- for what was returned at noon and produced in the evening is no exchange.

create or replace function private.flow_part(p_flow text, used bigint, estimated bigint, imported bigint, covered_s bigint) returns text
language sql immutable as $$
  select '"' || p_flow || '":{"used":' || used || ',"estimated":' || estimated || ',"imported":' || imported || ',"coveredS":' || covered_s || '}'
$$;

-- Of a utility of which the home has no more than what is drawn there are no rows.
create or replace function private.usage_flows(p_user uuid, p_household uuid, p_from date, p_to date, p_unit text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home record;
  begins timestamptz;
  ends timestamptz;
  unseen text[];
  parts text;
  more text[];
  answer text;
begin
  select * into home from private.home_of(p_user, coalesce(p_household, private.first_household(p_user)));
  if home.id is null then return null; end if;
  begins := p_from::timestamp at time zone home.time_zone;
  ends := p_to::timestamp at time zone home.time_zone;
  more := array(select distinct p.utility from public.meter_parts p where p.household_id = home.id and p.is_root and p.flow <> 'drawn');
  if more <> '{}' then
    parts := private.parts_of(home.id);
    unseen := private.unseen_keys(home.id, p_from, p_to, 'day');
    with quarter as materialized (
      select q.*, q.utility || ' ' || (q.start at time zone home.time_zone)::date = any (unseen) as is_unseen from private.part_quarters(home.id, null, false, begins, ends) q
      where q.utility = any (more)
    ), first_seen as (
      select source_meter, min(start) as start from quarter group by 1
    ), meter as materialized (
      -- What each is known of. A counter leaves nothing out between its first reading and its last; an amount that is missing is missing.
      -- One that draws and was given up beside others is no part of the home any more.
      select p.utility, p.source_meter, m.is_counter,
        case when m.first_day < p_from then '-infinity' else coalesce(first_seen.start, 'infinity') end as since,
        p.since as part_since, p.until as part_until,
        case when p.flow = 'drawn' and m.last_at < max(m.last_at) over (partition by p.utility, p.flow) - interval '15 days' then 'infinity' else m.last_at end as until
      from unnest(parts::private.part[]) p
      join private.part_meters(parts) m on m.source_household = p.source_household and m.source_meter = p.source_meter and m.last_at is not null
      left join first_seen on first_seen.source_meter = p.source_meter
      where p.is_root
    ), moment as (
      select q.utility, q.start, private.total(case flow when 'drawn' then q.used else 0 end) as drawn, private.total(case flow when 'returned' then q.used else 0 end) as returned,
        private.total(case flow when 'produced' then q.used else 0 end) as produced, private.total(case flow when 'charged' then q.used else 0 end) as charged,
        private.total(q.sign * q.used) as used, count(*) filter (where not m.is_counter and m.until <> 'infinity') as amounts
      from quarter q join meter m on m.source_meter = q.source_meter and q.start >= m.part_since and q.start < m.part_until
      -- Where not all is seen that was made, no share is told.
      where not q.is_unseen
      group by 1, 2
    ), balance as (
      -- Returned is what was produced before it is what a battery gave; charged is what is left of what was produced before it is drawn.
      select case p_unit when 'hour' then to_char(date_trunc('hour', b.start, home.time_zone) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
          else date_trunc(p_unit, b.start at time zone home.time_zone)::date::text end as start, b.utility,
        private.total(b.used) as used, private.total(b.drawn) as drawn, private.total(b.produced) as produced,
        private.total(least(b.produced, b.returned)) as sent_back,
        private.total(least(b.produced - least(b.produced, b.returned), b.charged)) as stored, count(*) * 900 as whole_s
      from moment b
      where not exists (select from meter k where k.utility = b.utility and k.is_counter and b.start >= k.part_since and b.start < k.part_until
          and k.since <= b.start and k.until < b.start + interval '15 minutes')
        and b.amounts = (select count(*) from meter k where k.utility = b.utility and not k.is_counter and b.start >= k.part_since and b.start < k.part_until
          and k.since <= b.start and k.until <> 'infinity')
      group by 1, 2
    ), part as (
      select case p_unit when 'hour' then to_char(date_trunc('hour', q.start, home.time_zone) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
          else date_trunc(p_unit, q.start at time zone home.time_zone)::date::text end as start, q.utility, q.flow,
        private.flow_part(q.flow, private.total(q.used), private.total(q.estimated), private.total(q.imported), private.total(q.covered_s)) as told,
        private.total(case when q.is_unseen then private.unseen_sign(q.flow, q.sign) else q.sign end * q.used) as used, bool_or(q.is_unseen) as is_unseen
      from quarter q group by 1, 2, 3
    ), whole as (
      select p.start, p.utility, string_agg(p.told, ',' order by p.flow) as told, private.total(p.used) as used, bool_or(p.is_unseen) as at_least
      from part p group by 1, 2
    )
    select string_agg('{"start":"' || r.start || '","utility":"' || r.utility || '","used":' || case when r.at_least then greatest(r.used, 0) else r.used end
      || case when r.at_least then ',"atLeast":true' else '' end || ',"flows":{' || r.told || '}' || coalesce(',"balance":{"used":' || b.used
      || ',"drawn":' || b.drawn || ',"produced":' || b.produced || ',"stored":' || b.stored || ',"sentBack":' || b.sent_back || ',"wholeS":' || b.whole_s || '}', '') || '}',
      ',' order by r.start, r.utility)
    into answer from whole r left join balance b on b.start = r.start and b.utility = r.utility;
  end if;
  return private.answer_head(home.id, home.time_zone, home.origin) || ',"bucket":"' || p_unit || '","rows":[' || coalesce(answer, '') || ']}';
end $$;

grant execute on function private.usage_flows to wattershed_engine;
