-- What was worked out of a home's year for advice, by the day and the tariffs that it was worked out of.
create or replace function private.advice_home(p_user uuid, p_household uuid, p_now timestamptz)
returns table (id uuid, time_zone text, country text, units text, today text, ground text, facts jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home constant uuid := private.billing_home(p_user, p_household);
begin
  return query select h.id, h.time_zone, h.country, h.units, d.today::text, g.ground, a.facts
  from public.households h
  cross join lateral (select (p_now at time zone h.time_zone)::date as today) d
  cross join lateral (select d.today || ' ' || coalesce(h.country, '') || ' ' || md5(coalesce(string_agg(t.id || ' ' || t.valid_from || ' ' || t.plan || t.facts, ' ' order by t.id), '')) as ground
    from public.tariffs t where t.household_id = home) g
  left join private.home_advice a on a.household_id = home and a.ground = g.ground
  where h.id = home;
end $$;

create or replace function private.keep_advice(p_household uuid, p_ground text, p_facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.home_advice as a (household_id, ground, facts) values (p_household, p_ground, p_facts)
  on conflict (household_id) do update set ground = excluded.ground, facts = excluded.facts;
end $$;

grant execute on function private.advice_home, private.keep_advice to wattershed_engine;
