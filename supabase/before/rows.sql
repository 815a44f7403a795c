-- What the rows of a database from before the first release lack: once, when the functions are there.

-- Bills that are closed stay as they are.
alter table public.households disable trigger billing_zone_chosen;
update public.households set time_zone = 'UTC' where not private.is_time_zone(time_zone);

-- Nobody had to choose a zone.
update public.households set time_zone_chosen = true where kind <> 'home' or time_zone <> 'UTC' or country is not null;
-- A table with checks that wait cannot be altered.
set constraints all immediate;
alter table public.households enable trigger billing_zone_chosen;

-- Home Assistant's statistics were read an hour early once: those that may be some, for their household to say.
update public.imports i set may_be_early = true
  where i.undone_at is null and i.accepted > 0
    and exists (select from private.import_parts p join public.meters m on m.household_id = p.household_id and m.id = p.meter_id
      where p.household_id = i.household_id and p.import_id = i.id and m.reading_kind = 'counter' and cardinality(p.gaps) > 0
        and p.first_at % 1800 = 0 and not exists (select from unnest(p.gaps) g where g % 3600 <> 0));

-- What fell in earlier readings nobody has noted.
update public.meter_state set fell_at = last_at where last_at is not null;

-- A notice of running water said the least of an hour and the whole use: the leak's own litres follow from them.
update public.notices n set figures = jsonb_build_object('usedMl', n.figures -> 'usedMl', 'floorMlPerHour', n.figures -> 'lowestMlPerHour',
  'leakMl', least((n.figures ->> 'usedMl')::bigint,
    round((n.figures ->> 'lowestMlPerHour')::numeric * extract(epoch from coalesce(n.ended_at, now()) - n.since) / 3600)::bigint))
where n.kind = 'running-water' and n.figures ? 'lowestMlPerHour' and n.figures ? 'usedMl';

-- Prices that were kept before tax was. Octopus rounds its prices without tax to a hundredth of a penny, and those with 5 % of VAT to nothing:
-- half-hourly prices all of which are 1.05 times such a price, or which are called so, and not all of which are such prices themselves, hold it.
-- ESIOS' hold none. Of all others nobody knows; the page says so.
do $$
declare
  one record;
begin
  for one in
    with point as (
      select household_id, series, starts_at, step_s, price from public.price_points
      union all select null, series, starts_at, step_s, price from public.market_prices
    )
    select p.household_id, p.series, min(p.starts_at)::date - 1 as first, max(p.starts_at)::date + 2 as last,
      case when p.series like 'esios-%' then 'excluded' else 'included' end as tax
    from point p group by p.household_id, p.series
    having p.series like 'esios-%' or bool_and(p.step_s = 1800) and bool_or(scale(trim_scale(p.price)) > 4)
      and (bool_and(round(p.price / 1.05, 4) * 1.05 = p.price) or p.series ~* 'octopus|agile')
  loop
    if one.household_id is null then
      update public.market_prices m set tax = one.tax where m.series = one.series;
      if one.tax = 'included' then perform private.remake_bills_of_series(one.series, one.first, one.last); end if;
    else
      update public.price_points p set tax = one.tax where p.household_id = one.household_id and p.series = one.series;
      if one.tax = 'included' then perform private.make_bills_anew(one.household_id, one.first, one.last); end if;
    end if;
  end loop;
end $$;
