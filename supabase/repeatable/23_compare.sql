-- What a home is held against published figures by. Where nobody has said how many live there, what a tariff asked for it.
create or replace function private.compare_home(p_user uuid, p_household uuid, p_now timestamptz)
returns table (id uuid, time_zone text, today text, country text, residents integer, dwelling text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select h.id, h.time_zone, (p_now at time zone h.time_zone)::date::text, h.country,
    coalesce(h.residents, (select max((t.facts ->> 'persons')::integer) from public.tariffs t
      where t.household_id = h.id and t.valid_from <= (p_now at time zone h.time_zone)::date
        and t.valid_from = (select max(x.valid_from) from public.tariffs x where x.household_id = t.household_id and x.utility = t.utility
          and x.valid_from <= (p_now at time zone h.time_zone)::date))),
    h.dwelling
  from private.household_of(p_user, p_household) h;
end $$;

grant execute on function private.compare_home to wattershed_engine;
