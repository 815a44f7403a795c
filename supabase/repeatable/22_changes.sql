-- What a home has changed, and what it used on the days around it.

create or replace function private.limit_home_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.home_changes c where c.household_id = new.household_id) > 200 then
    raise exception 'a household keeps at most 200 changes' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The local days [p_from, p_to) of meters of one home, as they are kept.
create or replace function private.days_of(p_household uuid, p_meters bigint[], p_from date, p_to date)
returns table (meter_id bigint, day date, used bigint, estimated bigint, covered_s integer)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query select u.meter_id, u.day, u.used, u.estimated, u.covered_s from public.usage_day u
  where u.household_id = p_household and u.meter_id = any (p_meters) and u.day >= p_from and u.day < p_to;
end $$;

-- The use of local days [p_from, p_to) of one meter, or of all that stand above others in a utility. What was measured of a day is the least
-- that any of them measured: a day is known where all were heard. One that was not heard of for two weeks is gone, and not waited for.
create or replace function private.change_days(p_household uuid, p_utility text, p_meter bigint, p_from date, p_to date)
returns table (day text, used bigint, covered_s integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  homes uuid[];
  ids bigint[];
  flows text[];
begin
  select array_agg(coalesce(m.template_household_id, m.household_id)), array_agg(coalesce(m.template_meter_id, m.id)), array_agg(m.flow) into homes, ids, flows
  from public.meters m
  where m.household_id = p_household and m.utility = p_utility and case when p_meter is null then m.parent_meter_id is null else m.id = p_meter end;
  return query with meter as (
    select * from unnest(homes, ids, flows) m (household, id, flow)
  ), used as materialized (
    select u.* from (select m.household, array_agg(m.id) as ids from meter m group by 1) s
    cross join lateral private.days_of(s.household, s.ids, least(p_from, p_to - 14), p_to) u
  ), heard as (
    select * from meter m where p_meter is not null or exists (select from used u where u.meter_id = m.id and u.day >= p_to - 14 and u.covered_s > 0)
  )
  select u.day::text, sum(case when h.flow in ('returned', 'charged') then -u.used else u.used end)::bigint,
    case when count(*) = (select count(*) from heard) then min(case when u.estimated = 0 then u.covered_s else 0 end) else 0 end
  from heard h join used u on u.meter_id = h.id and u.day >= p_from
  group by u.day order by u.day;
end $$;

-- The latest first, with what their meters are called.
create or replace function private.home_changes_of(p_household uuid)
returns table (id uuid, name text, utility text, meter_id bigint, device text, day text, advice text, state text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select c.id, c.name, c.utility, c.meter_id, d.name, c.day::text, c.advice, c.state from public.home_changes c
  left join public.meters m on m.household_id = c.household_id and m.id = c.meter_id
  left join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  where c.household_id = p_household order by c.day desc, c.created_at desc;
end $$;

-- Water that runs at this moment, unless somebody said that it may.
create or replace function private.running_leaks(p_household uuid) returns table (meter_id bigint, device text, utility text, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select n.meter_id, d.name, m.utility, n.figures from public.notices n
  join public.meters m on m.household_id = n.household_id and m.id = n.meter_id
  join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  where n.household_id = p_household and n.kind = 'running-water' and n.ended_at is null and n.dismissed_at is null;
end $$;

grant select, delete on public.home_changes to authenticated;
grant insert (household_id, id, name, utility, meter_id, day, advice, state), update (name, utility, meter_id, day) on public.home_changes to authenticated;
grant execute on function private.change_days, private.home_changes_of, private.running_leaks to wattershed_engine;

create policy home_changes_read on public.home_changes for select to authenticated
  using (household_id = any (private.my_households()));
create policy home_changes_add on public.home_changes for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy home_changes_change on public.home_changes for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
-- Taken back by whoever may say it: it can be said again.
create policy home_changes_remove on public.home_changes for delete to authenticated
  using (household_id = any (private.my_writable_households()));

create trigger fill_row before insert on public.home_changes for each row execute function private.fill_row();
create trigger limit_home_changes after insert on public.home_changes for each row execute function private.limit_home_changes();
