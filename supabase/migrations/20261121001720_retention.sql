-- How long single readings are kept. Quarter-hours, days and months are kept for ever: no figure and no bill changes.
alter table public.households add column keep_months integer check (keep_months between 3 and 240);
grant update (keep_months) on public.households to authenticated;

-- Forgets readings of packed days that are older than their household keeps them, p_most days at a time; answers how many.
create function private.forget_readings(p_now timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare forgotten integer;
begin
  with due as materialized (
    select d.household_id, d.meter_id, d.day from public.households h
    join public.packed_days d on d.household_id = h.id and d.n > 0
      and d.day < (p_now at time zone 'UTC')::date - make_interval(months => h.keep_months)
    where h.keep_months is not null and h.kind = 'home' limit p_most
  ), locked as materialized (
    select s.household_id, s.meter_id from public.meter_state s
    where (s.household_id, s.meter_id) in (select household_id, meter_id from due) order by s.meter_id for no key update
  ), emptied as (
    update public.packed_days d set n = 0, step_s = null, offsets = null, first_value = null, deltas = null, span_s = null, spans = null, sources = null
    from due join locked l using (household_id, meter_id)
    where d.household_id = due.household_id and d.meter_id = due.meter_id and d.day = due.day
    returning d.household_id, d.meter_id, d.day
  ), latest as (
    select household_id, meter_id, max(day) as day, count(*) as days from emptied group by 1, 2
  ), marked as (
    update public.meter_state s set revision = s.revision + 1,
      kept_from = greatest(s.kept_from, (latest.day + 1)::timestamp at time zone 'UTC')
    from latest where s.household_id = latest.household_id and s.meter_id = latest.meter_id
    returning latest.days
  )
  select coalesce(sum(days), 0) into forgotten from marked;
  return forgotten;
end $$;

-- Quarter-hours of a meter in packed days: where its readings are forgotten, they tell the day.
create function private.packed_quarters(p_meter bigint, p_from bigint, p_to bigint)
returns table (start bigint, used bigint, estimated bigint, imported bigint)
language sql stable security definer set search_path = '' as $$
  select q.start, q.used, q.estimated, q.imported from (
    select extract(epoch from d.day::timestamp at time zone 'UTC')::bigint + (i - 1) * 900 as start, d.used[i] as used,
      coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported, coalesce(d.covered_s[i], 900) as covered_s
    from public.meter_state s join public.packed_days d on d.household_id = s.household_id and d.meter_id = s.meter_id
      and d.day between (to_timestamp(p_from) at time zone 'UTC')::date and (to_timestamp(p_to) at time zone 'UTC')::date
    cross join generate_series(1, 96) i
    where s.meter_id = p_meter and d.used is not null
  ) q where q.start >= p_from - 899 and q.start < p_to and (q.used <> 0 or q.covered_s > 0) order by 1
$$;

grant execute on function private.forget_readings(timestamptz, integer), private.packed_quarters(bigint, bigint, bigint) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
