-- Forgets readings of packed days that are older than their household keeps them, p_most days at a time, the oldest first: what is kept
-- of a meter has no hole. Answers how many.
create or replace function private.forget_readings(p_now timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare forgotten integer;
begin
  with due as materialized (
    select d.household_id, d.meter_id, d.day from public.households h
    join public.packed_days d on d.household_id = h.id and d.n > 0
      and d.day < (p_now at time zone 'UTC')::date - make_interval(months => h.keep_months)
    where h.keep_months is not null and h.kind = 'home' order by d.day limit p_most
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

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
