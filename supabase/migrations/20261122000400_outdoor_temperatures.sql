-- How warm it was outside, day by day: what a household brings from a weather service, to tell weather from other use.
create table public.outdoor_temperatures (
  household_id uuid not null references public.households (id) on delete cascade,
  -- A local day of the household; together with the key this bounds how many there can be.
  day date not null check (day >= '2000-01-01' and day < '2100-01-01'),
  -- The mean of the day, in tenths of °C. It has been from -89.2 to 56.7 °C on the earth, but for single days more.
  tenths smallint not null check (tenths between -900 and 600),
  primary key (household_id, day)
);
alter table public.outdoor_temperatures enable row level security;
revoke all on public.outdoor_temperatures from anon, authenticated;
-- Written by the service alone, which has read the file; deleting needs no reading.
grant select, delete on public.outdoor_temperatures to authenticated;
create policy outdoor_temperatures_read on public.outdoor_temperatures for select to authenticated
  using (household_id = any (private.my_households()));
create policy outdoor_temperatures_remove on public.outdoor_temperatures for delete to authenticated
  using (household_id = any (private.my_writable_households()));

-- Temperatures of a file: {day: tenths}, later ones in place of earlier ones. Answers how many were new or other than before; null for
-- a household that is not the person's to change.
create function private.save_temperatures(p_user uuid, p_household uuid, p_days jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.writable_home(p_user, p_household);
  n integer;
begin
  if home is null then return null; end if;
  insert into public.outdoor_temperatures as t (household_id, day, tenths)
  select home, d.key::date, d.value::smallint from jsonb_each_text(p_days) d
  on conflict (household_id, day) do update set tenths = excluded.tenths where t.tenths <> excluded.tenths;
  get diagnostics n = row_count;
  return n;
end $$;

-- What a household keeps: {days, from, to, missing, gaps: [{from, to}]}, the longest gaps first; null for one that is not the person's.
create function private.temperatures_kept(p_user uuid, p_household uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with home as (select h.id from private.household_of(p_user, p_household) h),
  kept as (
    select t.day, lead(t.day) over (order by t.day) as next
    from public.outdoor_temperatures t join home on home.id = t.household_id
  ), gap as (
    select day + 1 as first, next - 1 as last from kept where next > day + 1 order by next - day desc, day desc limit 6
  )
  select jsonb_build_object('days', count(k.day), 'from', min(k.day), 'to', max(k.day),
    'missing', coalesce(max(k.day) - min(k.day) + 1 - count(k.day), 0),
    'gaps', coalesce((select jsonb_agg(jsonb_build_object('from', g.first, 'to', g.last)) from gap g), '[]'))
  from home left join kept k on true group by home.id
$$;

-- The temperatures of local days [p_from, p_to) as {day: tenths}, and whether the household keeps any at all.
create function private.billing_temperatures(p_household uuid, p_from date, p_to date) returns table (is_any boolean, days jsonb)
language sql stable security definer set search_path = '' as $$
  select exists (select from public.outdoor_temperatures t where t.household_id = p_household),
    coalesce((select jsonb_object_agg(t.day, t.tenths) from public.outdoor_temperatures t
      where t.household_id = p_household and t.day >= p_from and t.day < p_to), '{}')
$$;

grant execute on function private.save_temperatures(uuid, uuid, jsonb), private.temperatures_kept(uuid, uuid),
  private.billing_temperatures(uuid, date, date) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
