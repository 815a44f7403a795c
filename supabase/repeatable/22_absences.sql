-- When nobody is at home, as somebody of it has said.

create or replace function private.limit_home_absences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.home_absences a where a.household_id = new.household_id) > 200 then
    raise exception 'a household keeps at most 200 absences' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Those that end on p_from or later, as days.
create or replace function private.absences_of(p_household uuid, p_from date) returns table (starts text, ends text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select a.starts::text, a.ends::text from public.home_absences a
  where a.household_id = p_household and (a.ends is null or a.ends >= p_from) order by a.starts;
end $$;

-- Whether nobody is at home at that instant, by its own clock.
create or replace function private.is_away(p_household uuid, p_now timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.home_absences a join public.households h on h.id = a.household_id
    where a.household_id = p_household and (p_now at time zone h.time_zone)::date between a.starts and coalesce(a.ends, 'infinity'));
end $$;

-- What the days from p_from on looked like is told anew by each look: late readings may have come.
create or replace function private.keep_empty_days(p_household uuid, p_from date, p_days date[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.empty_days e where e.household_id = p_household and e.day >= p_from and e.day <> all (p_days);
  insert into private.empty_days (household_id, day) select p_household, d from unnest(p_days) d on conflict do nothing;
end $$;

-- Days [p_from, p_to) on which nobody was at home: as somebody has said, or as it looked.
create or replace function private.away_days(p_household uuid, p_from date, p_to date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'isSaid', d.is_said) order by d.day), '[]')
  from (select x::date as day, bool_or(x.is_said) as is_said from (
    select generate_series(greatest(a.starts, p_from), least(coalesce(a.ends, (now() at time zone 'UTC')::date), p_to - 1), interval '1 day') as x, true as is_said
    from public.home_absences a where a.household_id = p_household and a.starts < p_to and coalesce(a.ends, 'infinity') >= p_from
    union all
    select e.day, false from private.empty_days e where e.household_id = p_household and e.day >= p_from and e.day < p_to) x group by 1) d
  );
end $$;

grant select, delete on public.home_absences to authenticated;
grant insert (household_id, id, starts, ends), update (starts, ends) on public.home_absences to authenticated;
grant execute on function private.absences_of, private.is_away, private.keep_empty_days to wattershed_engine;

create policy home_absences_read on public.home_absences for select to authenticated
  using (household_id = any (private.my_households()));
create policy home_absences_add on public.home_absences for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy home_absences_change on public.home_absences for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy home_absences_remove on public.home_absences for delete to authenticated
  using (household_id = any (private.my_writable_households()));

create trigger fill_row before insert on public.home_absences for each row execute function private.fill_row();
create trigger limit_home_absences after insert on public.home_absences for each row execute function private.limit_home_absences();
