-- A price knows whether it holds tax, and may have any number of decimals up to thirty. Until now neither was kept: a tariff that adds its
-- tax to Octopus' prices, which were read with theirs, took it twice.
alter table public.price_points
  -- Null: nobody has said; it is taken as the tariff needs it.
  add column tax text check (tax in ('included', 'excluded')),
  -- The same price with tax, where its source gives both; `price` is then the one without.
  add column price_with_tax numeric check (abs(price_with_tax) < 1000000 and scale(price_with_tax) <= 30),
  add check (price_with_tax is null or tax = 'excluded'),
  drop constraint price_points_price_check,
  add constraint price_points_price_check check (abs(price) < 1000000 and scale(price) <= 30);
alter table public.market_prices
  add column tax text check (tax in ('included', 'excluded')),
  add column price_with_tax numeric check (abs(price_with_tax) < 1000000 and scale(price_with_tax) <= 30),
  add check (price_with_tax is null or tax = 'excluded'),
  drop constraint market_prices_price_check,
  add constraint market_prices_price_check check (abs(price) < 1000000 and scale(price) <= 30);

create type private.price_point as (series text, step_s integer, starts_at timestamptz, price numeric, tax text, price_with_tax numeric);

-- Of [{series, stepS, starts, prices, taxes, withTax}]: a value for each start.
create function private.price_points_of(p_prices jsonb) returns setof private.price_point
language sql immutable set search_path = '' as $$
  select s.series, s."stepS", to_timestamp(t.start::bigint), v.price::numeric, x.tax, w.price::numeric
  from jsonb_to_recordset(p_prices) as s (series text, "stepS" integer, starts jsonb, prices jsonb, taxes jsonb, "withTax" jsonb)
  cross join lateral jsonb_array_elements_text(s.starts) with ordinality t (start, i)
  join lateral jsonb_array_elements_text(s.prices) with ordinality v (price, i) on v.i = t.i
  join lateral jsonb_array_elements_text(s.taxes) with ordinality x (tax, i) on x.i = t.i
  join lateral jsonb_array_elements_text(s."withTax") with ordinality w (price, i) on w.i = t.i
$$;

create or replace function private.save_prices(p_user uuid, p_household uuid, p_prices jsonb, p_colours jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.writable_home(p_user, p_household);
  first date;
  last date;
  n integer;
begin
  if home is null then return null; end if;
  with kept as (
    insert into public.price_points as p (household_id, series, starts_at, step_s, price, tax, price_with_tax)
    select home, x.series, x.starts_at, x.step_s, x.price, x.tax, x.price_with_tax from private.price_points_of(p_prices) x
    on conflict (household_id, series, starts_at) do update
      set step_s = excluded.step_s, price = excluded.price, tax = excluded.tax, price_with_tax = excluded.price_with_tax
    where (p.price, p.step_s, p.tax, p.price_with_tax) is distinct from (excluded.price, excluded.step_s, excluded.tax, excluded.price_with_tax)
    returning p.starts_at
  ), colour as (
    insert into public.day_colours as c (household_id, series, day, colour)
    select home, s.series, d.key::date, d.value from jsonb_to_recordset(p_colours) as s (series text, days jsonb)
    cross join lateral jsonb_each_text(s.days) d
    on conflict (household_id, series, day) do update set colour = excluded.colour where c.colour <> excluded.colour
    returning c.day
  ), touched as (
    select (k.starts_at at time zone h.time_zone)::date as day from kept k cross join public.households h where h.id = home
    -- A coloured day may begin at any hour and end on the next.
    union all select day from colour union all select day + 1 from colour
  )
  select min(day), max(day) + 1, (select count(*) from kept) + (select count(*) from colour) into first, last, n from touched;
  if (select count(*) from public.price_points p where p.household_id = home) > 500000 then
    raise exception 'a household keeps at most 500000 prices' using errcode = 'check_violation';
  end if;
  if n > 0 then perform private.make_bills_anew(home, first, last); end if;
  return n;
end $$;

-- Bills of every household whose tariffs name a series, on days of it.
create function private.remake_bills_of_series(p_series text, p_from date, p_until date) returns void
language sql security definer set search_path = '' as $$
  select private.make_bills_anew(t.household_id, p_from, p_until) from (
    select distinct household_id from public.tariffs
    where jsonb_path_exists(plan, '$.charges[*].market.series ? (@ == $s)', jsonb_build_object('s', p_series))
      or jsonb_path_exists(plan, '$.schedules.*.colours ? (@ == $s)', jsonb_build_object('s', p_series))
  ) t
$$;

create or replace function private.save_market(p_prices jsonb, p_colours jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  one record;
  n integer := 0;
begin
  for one in
    with kept as (
      insert into public.market_prices as p (series, starts_at, step_s, price, tax, price_with_tax)
      select x.series, x.starts_at, x.step_s, x.price, x.tax, x.price_with_tax from private.price_points_of(p_prices) x
      on conflict (series, starts_at) do update
        set step_s = excluded.step_s, price = excluded.price, tax = excluded.tax, price_with_tax = excluded.price_with_tax
      where (p.price, p.step_s, p.tax, p.price_with_tax) is distinct from (excluded.price, excluded.step_s, excluded.tax, excluded.price_with_tax)
      returning p.series, p.starts_at
    ), colour as (
      insert into public.market_colours as c (series, day, colour)
      select s.series, d.key::date, d.value from jsonb_to_recordset(p_colours) as s (series text, days jsonb) cross join lateral jsonb_each_text(s.days) d
      on conflict (series, day) do update set colour = excluded.colour where c.colour <> excluded.colour
      returning c.series, c.day
    )
    -- A day more on either side: a household's clock is not known here.
    select x.series, min(x.day) - 1 as first, max(x.day) + 2 as last, count(*)::integer as changed from (
      select series, starts_at::date as day from kept union all select series, day from colour
    ) x group by 1
  loop
    n := n + one.changed;
    perform private.remake_bills_of_series(one.series, one.first, one.last);
  end loop;
  return n;
end $$;

drop function private.price_series(uuid, uuid);
-- The series that a household has or may use: from when to when, how many points that is, and whether they hold tax ('mixed': some do;
-- null: nobody has said).
create function private.price_series(p_user uuid, p_household uuid)
returns table (series text, kind text, is_own boolean, first timestamptz, last timestamptz, step_s integer, count bigint, tax text)
language sql stable security definer set search_path = '' as $$
  with home as (select h.id from private.household_of(p_user, p_household) h), point as (
    select p.series, true as is_own, p.starts_at, p.step_s, case when p.price_with_tax is null then p.tax else 'both' end as tax
    from public.price_points p join home on home.id = p.household_id
    union all
    select m.series, false, m.starts_at, m.step_s, case when m.price_with_tax is null then m.tax else 'both' end from public.market_prices m, home
  )
  select p.series, 'prices', p.is_own, min(p.starts_at), max(p.starts_at), min(p.step_s), count(*),
    case when count(distinct coalesce(p.tax, '')) > 1 then 'mixed' else min(p.tax) end
  from point p group by p.series, p.is_own
  union all
  select c.series, 'colours', true, min(c.day)::timestamptz, max(c.day)::timestamptz, 86400, count(*), null
  from public.day_colours c join home on home.id = c.household_id group by 1
  union all
  select m.series, 'colours', false, min(m.day)::timestamptz, max(m.day)::timestamptz, 86400, count(*), null from public.market_colours m, home group by 1
  order by 1, 3 desc
$$;

drop function private.billing_prices(uuid, jsonb, timestamptz, timestamptz);
-- The prices that tariffs of a household name: its own where it has them, else the operator's.
create function private.billing_prices(p_household uuid, p_series jsonb, p_from timestamptz, p_to timestamptz)
returns table (series text, step_s integer, starts json, prices json, taxes json, with_tax json)
language sql stable security definer set search_path = '' as $$
  with point as (
    select p.series, p.starts_at, p.step_s, p.price, p.tax, p.price_with_tax from public.price_points p
    where p.household_id = p_household and p.series in (select jsonb_array_elements_text(p_series)) and p.starts_at >= p_from and p.starts_at < p_to
    union all
    select m.series, m.starts_at, m.step_s, m.price, m.tax, m.price_with_tax from public.market_prices m
    where m.series in (select jsonb_array_elements_text(p_series)) and m.starts_at >= p_from and m.starts_at < p_to
      and not exists (select from public.price_points p where p.household_id = p_household and p.series = m.series and p.starts_at = m.starts_at)
  )
  select x.series, min(x.step_s), json_agg(extract(epoch from x.starts_at)::bigint order by x.starts_at),
    json_agg(trim_scale(x.price)::text order by x.starts_at), json_agg(x.tax order by x.starts_at),
    json_agg(trim_scale(x.price_with_tax)::text order by x.starts_at)
  from point x group by 1
$$;

-- What is kept already. Octopus rounds its prices without tax to a hundredth of a penny, and those with 5 % of VAT to nothing: half-hourly
-- prices all of which are 1.05 times such a price, or which are called so, and not all of which are such prices themselves, hold it. ESIOS'
-- hold none. Of all others nobody knows; the page says so.
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

grant execute on function private.price_series(uuid, uuid), private.billing_prices(uuid, jsonb, timestamptz, timestamptz) to wattershed_engine;
revoke execute on all functions in schema private from public;
