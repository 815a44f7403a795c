-- The present rate is made in one place, the service's domain: the database hands on what the meter's steps tell.
drop function private.latest_row(text, integer, text, timestamptz, bigint, bigint, integer, bigint);
create function private.latest_row(facts text, quarantined integer, is_counter boolean, last_at timestamptz, last_value bigint,
  last_used bigint, last_span_s integer, today bigint)
returns text
language sql stable as $$
  select '{' || facts || coalesce(',"lastAt":"' || replace((last_at at time zone 'UTC')::text, ' ', 'T') || 'Z"', ',"lastAt":null')
    || coalesce(',"lastValue":' || last_value, ',"lastValue":null')
    || ',"isCounter":' || is_counter || coalesce(',"used":' || last_used, ',"used":0') || coalesce(',"spanS":' || last_span_s, ',"spanS":0')
    || ',"today":' || today || ',"quarantined":' || quarantined || '}'
$$;
revoke execute on function private.latest_row(text, integer, boolean, timestamptz, bigint, bigint, integer, bigint) from public;

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
    select string_agg(private.latest_row(m.facts, m.quarantined, m.reading_kind is distinct from 'interval', s.last_at, s.last_value, s.last_used, s.last_span_s,
        coalesce(d.used, 0) + case when s.quarter >= midnight then s.used else 0 end), ',' order by m.id)
    into answer from public.meters m
    join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
    left join public.usage_day d on d.household_id = m.household_id and d.meter_id = m.id and d.day = today
    where m.household_id = home_id;
  else
    -- A guest sees the later of two: s, their own meter, and t, the demo household's meter behind it.
    select string_agg(private.latest_row(m.facts, m.quarantined, m.reading_kind is distinct from 'interval', case when f.is_template then t.last_at else s.last_at end,
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
