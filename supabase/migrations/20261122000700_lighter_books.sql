-- What every look at the bills reads is kept light: the lines of a bill are only read when it is made anew, days come in columns, and who
-- only reads waits for nobody.
drop function private.open_billing(uuid, timestamptz);
create function private.open_billing(p_household uuid, p_now timestamptz, p_to_write boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare answer text;
begin
  if p_to_write then perform from private.billing_due d where d.household_id = p_household for update; end if;
  select jsonb_build_object(
    'name', h.name, 'kind', h.kind, 'country', h.country, 'currency', h.currency, 'timeZone', h.time_zone,
    'rule', coalesce((select case c.kind when 'dates' then jsonb_build_object('kind', 'dates', 'dates', to_jsonb(c.month_days))
        else jsonb_build_object('kind', 'reads', 'dates', to_jsonb(c.read_days)) end
      from public.billing_cycles c where c.household_id = h.id), jsonb_build_object('kind', 'day', 'day', h.billing_day)),
    'isMeasured', h.has_readings,
    'today', (p_now at time zone h.time_zone)::date,
    -- The local day until which every living meter has reported; null when none lives.
    'heardDay', (select (min(s.last_at) at time zone h.time_zone)::date
      from public.meter_parts p join public.meter_state s on s.household_id = p.source_household and s.meter_id = p.source_meter
      where p.household_id = h.id and p.is_root and s.last_at > p_now - interval '2 days'),
    'firstDay', (select min(u.day) from public.meter_parts p join public.usage_day u on u.household_id = p.source_household and u.meter_id = p.source_meter
      where p.household_id = h.id and p.is_root),
    'anewFrom', d.anew_from, 'anewUntil', d.anew_until, 'budgets', private.budgets_of(h.id),
    'tariffs', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'revision', t.revision, 'utility', t.utility, 'validFrom', t.valid_from,
        'plan', t.plan, 'facts', t.facts) order by t.utility, t.valid_from)
      from public.tariffs t where t.household_id = h.id), '[]'::jsonb),
    'bills', coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'start', b.period_start, 'end', b.period_end, 'currency', b.currency,
        'electricityWh', b.electricity_wh, 'electricityEstimatedWh', b.electricity_estimated_wh, 'waterMl', b.water_ml,
        'waterEstimatedMl', b.water_estimated_ml,
        'madeWith', (select jsonb_agg(jsonb_build_object('id', x ->> 'id', 'revision', (x ->> 'revision')::integer, 'validFrom', x ->> 'validFrom'))
          from jsonb_array_elements(e.tariffs) x),
        'daysKey', e.days_key) order by b.period_start)
      from public.billing_records b
      left join public.billing_evidence e on e.household_id = b.household_id and e.bill_id = b.id and e.version = b.version
      where b.household_id = h.id), '[]'::jsonb)
  )::text into answer
  from public.households h left join private.billing_due d on d.household_id = h.id where h.id = p_household;
  return answer;
end $$;

-- The lines of one bill, by which it is seen what a new version of it changes. Called by the service alone, after open_billing.
create function private.bill_lines(p_household uuid, p_bill uuid) returns text
language sql stable security definer set search_path = '' as $$
  select b.lines::text from public.billing_records b where b.household_id = p_household and b.id = p_bill
$$;

-- What billing_use answered, by utility: a figure for each local day from the first on. A guest's meter has two sources.
create function private.billing_days(p_household uuid, p_from date, p_to date, p_now timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  with root as (
    select p.utility, p.source_household, p.source_meter from public.meter_parts p where p.household_id = p_household and p.is_root
  ), heard as (
    select x.utility, max(x.meters) as meters from (
      select r.utility, count(*) as meters from root r
      join public.meter_state s on s.household_id = r.source_household and s.meter_id = r.source_meter
      where s.last_at is not null group by r.utility, r.source_household
    ) x group by x.utility
  ), zone as (select h.time_zone from public.households h where h.id = p_household),
  piece as (
    select r.utility, u.day, u.used, u.estimated, u.covered_s from root r
    join public.usage_day u on u.household_id = r.source_household and u.meter_id = r.source_meter and u.day >= p_from and u.day < p_to
    union all
    select r.utility, (s.quarter at time zone z.time_zone)::date, s.used, s.estimated, s.covered_s from root r
    join public.meter_state s on s.household_id = r.source_household and s.meter_id = r.source_meter
    cross join zone z where s.quarter is not null
  ), total as (
    select p.day, p.utility, sum(p.used)::bigint as used, sum(p.estimated)::bigint as estimated, sum(p.covered_s)::bigint as covered_s
    from piece p group by 1, 2
  ), clock as (
    select d::date as day,
      greatest(0, extract(epoch from least((d + interval '1 day') at time zone z.time_zone, p_now) - d at time zone z.time_zone))::bigint as seconds
    from zone z cross join generate_series(p_from::timestamp, p_to::timestamp - interval '1 day', interval '1 day') d
  )
  select coalesce(json_agg(x), '[]')::text from (
    select h.utility, array_agg(coalesce(t.used, 0) order by c.day) as used, array_agg(coalesce(t.estimated, 0) order by c.day) as estimated,
      array_agg(coalesce(t.covered_s, 0) order by c.day) as "coveredS", array_agg(h.meters * c.seconds order by c.day) as "expectedS"
    from heard h cross join clock c left join total t on t.day = c.day and t.utility = h.utility
    group by h.utility order by h.utility
  ) x
$$;
drop function private.billing_use(uuid, date, date, timestamptz);

grant execute on function private.open_billing(uuid, timestamptz, boolean), private.bill_lines(uuid, uuid), private.billing_days(uuid, date, date, timestamptz) to wattershed_engine;
revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
