-- Tariffs of any shape, one utility each: a plan as the service has checked it, and the text that a person wrote. What households had
-- entered before (a price, a standing charge and a tax for both utilities) becomes two plans with the same lines.

alter table public.tariffs rename to tariffs_before;
alter table public.tariffs_before rename constraint tariffs_pkey to tariffs_before_pkey;

create table public.tariffs (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  utility text not null check (utility in ('electricity', 'water')),
  -- In force from this local day until the next one's of its utility.
  valid_from date not null check (valid_from >= '2000-01-01' and valid_from < '2100-01-01'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  plan jsonb not null check (jsonb_typeof(plan) = 'object' and length(plan::text) <= 200000),
  -- As somebody wrote it: order, comments and all. Null where it came from a form.
  written text check (length(written) <= 100000),
  -- Where it came from the library.
  library_id text check (length(library_id) <= 80),
  -- What the household contributes: {persons, kW}.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and length(facts::text) <= 2000),
  -- Came with the demo household; whoever changes it makes it their own.
  is_example boolean not null default false,
  -- Counts its changes: a bill says with which it was made.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, utility, valid_from)
);
alter table public.tariffs enable row level security;
revoke all on public.tariffs from anon, authenticated;
-- Written by the service alone, which has read the plan; deleting needs no reading.
grant select, delete on public.tariffs to authenticated;
create policy tariffs_read on public.tariffs for select to authenticated
  using (household_id = any (private.my_households()));
create policy tariffs_remove on public.tariffs for delete to authenticated
  using (household_id = any (private.my_writable_households()));

-- A price, a standing charge a month and a tax on both, as they were kept.
create function private.simple_plan(p_utility text, p_currency text, p_rate numeric, p_standing numeric, p_tax numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('name', jsonb_build_object('en', 'My prices', 'es', 'Mis precios', 'hi', 'मेरी दरें'),
    'utility', p_utility, 'currency', p_currency, 'unit', case p_utility when 'water' then 'm3' else 'kWh' end,
    'charges', jsonb_build_array(
      jsonb_build_object('id', 'use', 'kind', 'use', 'rate', trim_scale(p_rate)::text),
      jsonb_build_object('id', 'standing', 'kind', 'fixed', 'per', 'month', 'amount', trim_scale(p_standing)::text),
      jsonb_build_object('id', 'tax', 'kind', 'tax', 'percent', trim_scale(p_tax)::text, 'of', 'all')))
$$;

insert into public.tariffs (household_id, utility, valid_from, currency, plan, created_at)
select t.household_id, u.utility, t.valid_from, t.currency, private.simple_plan(u.utility, t.currency, u.rate, u.standing, u.tax), t.created_at
from public.tariffs_before t cross join lateral (values
  ('electricity', t.electricity_rate, t.electricity_standing, t.electricity_tax_percent),
  ('water', t.water_rate, t.water_standing, t.water_tax_percent)) u (utility, rate, standing, tax)
where not t.is_example;
drop table public.tariffs_before;
drop function private.own_tariff();

create trigger limit_tariffs after insert on public.tariffs for each row execute function private.limit_tariffs();
create trigger tariffs_changed after insert or update or delete on public.tariffs
  for each row execute function private.tariffs_changed();

-- The demo household's prices: examples of the size of Spanish ones. Electricity by the three periods of the 2.0TD tolls (CNMC,
-- Circular 3/2020) with contracted power and both taxes, water in blocks with sewage and tax; both change in the middle of a month.
create function private.example_tariffs(p_currency text) returns table (utility text, valid_from date, plan jsonb)
language sql stable set search_path = '' as $$
  with month as (select date_trunc('month', now())::date as first), version as (
    select (first - interval '15 months')::date as valid_from, 1 as n from month
    union all select (first - interval '4 months' + interval '9 days')::date, 2 from month
  )
  select 'electricity', v.valid_from, jsonb_build_object(
    'name', jsonb_build_object('en', 'Three periods (example)', 'es', 'Tres periodos (ejemplo)', 'hi', 'तीन समय-खंड (उदाहरण)'),
    'utility', 'electricity', 'currency', p_currency, 'unit', 'kWh',
    'calendars', jsonb_build_object('es-2.0td', jsonb_build_object(
      'days', '["01-01", "01-06", "05-01", "08-15", "10-12", "11-01", "12-06", "12-08", "12-25"]'::jsonb)),
    'schedules', '{"energy": {"holidays": "es-2.0td", "periods": [
      {"period": "P3", "days": ["weekend", "holiday"]}, {"period": "P3", "hours": ["00:00-08:00"]},
      {"period": "P1", "hours": ["10:00-14:00", "18:00-22:00"]}, {"period": "P2"}]}}'::jsonb,
    'charges', jsonb_build_array(
      jsonb_build_object('id', 'energy', 'kind', 'use', 'name', '{"en": "Energy", "es": "Energía", "hi": "ऊर्जा"}'::jsonb,
        'schedule', 'energy', 'rates', case v.n when 1 then '{"P1": "0.1924", "P2": "0.1518", "P3": "0.1187"}'::jsonb
          else '{"P1": "0.1786", "P2": "0.1402", "P3": "0.1093"}'::jsonb end),
      jsonb_build_object('id', 'power', 'kind', 'capacity', 'name', '{"en": "Contracted power", "es": "Potencia contratada", "hi": "अनुबंधित क्षमता"}'::jsonb,
        'per', 'year', 'kW', '4.6', 'rates', '{"P1": "27.7", "P2": "0.73"}'::jsonb),
      jsonb_build_object('id', 'electricity-tax', 'kind', 'tax', 'name',
        '{"en": "Electricity tax", "es": "Impuesto eléctrico", "hi": "बिजली कर"}'::jsonb, 'percent', '5.11269632', 'of', '["energy", "power"]'::jsonb),
      jsonb_build_object('id', 'meter', 'kind', 'fixed', 'name', '{"en": "Meter rent", "es": "Alquiler del contador", "hi": "मीटर किराया"}'::jsonb,
        'per', 'month', 'amount', '0.81'),
      jsonb_build_object('id', 'iva', 'kind', 'tax', 'name', '{"en": "IVA", "es": "IVA", "hi": "IVA"}'::jsonb, 'percent', '21', 'of', 'all')))
  from version v
  union all
  select 'water', v.valid_from, jsonb_build_object(
    'name', jsonb_build_object('en', 'Water in blocks (example)', 'es', 'Agua por bloques (ejemplo)', 'hi', 'खंडों में पानी (उदाहरण)'),
    'utility', 'water', 'currency', p_currency, 'unit', 'm3',
    'charges', jsonb_build_array(
      jsonb_build_object('id', 'service', 'kind', 'fixed', 'name', '{"en": "Service", "es": "Cuota de servicio", "hi": "सेवा शुल्क"}'::jsonb,
        'per', 'month', 'amount', case v.n when 1 then '6.40' else '6.60' end),
      jsonb_build_object('id', 'water', 'kind', 'use', 'name', '{"en": "Water", "es": "Agua", "hi": "पानी"}'::jsonb,
        'blocks', jsonb_build_object('per', 'month', 'tables', jsonb_build_array(jsonb_build_object('steps', case v.n
          when 1 then '[{"upTo": "6", "rate": "0.72"}, {"upTo": "12", "rate": "1.31"}, {"rate": "2.48"}]'::jsonb
          else '[{"upTo": "6", "rate": "0.75"}, {"upTo": "12", "rate": "1.36"}, {"rate": "2.58"}]'::jsonb end)))),
      jsonb_build_object('id', 'sewage', 'kind', 'use', 'name', '{"en": "Sewage", "es": "Alcantarillado", "hi": "मल-जल निकासी"}'::jsonb,
        'sharePercent', '90', 'rate', case v.n when 1 then '0.58' else '0.61' end),
      jsonb_build_object('id', 'iva', 'kind', 'tax', 'name', '{"en": "IVA", "es": "IVA", "hi": "IVA"}'::jsonb, 'percent', '10', 'of', 'all')))
  from version v
$$;

create or replace function private.give_example_tariffs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tariffs (household_id, utility, valid_from, currency, plan, is_example)
  select new.id, e.utility, e.valid_from, new.currency, e.plan, true from private.example_tariffs(new.currency) e;
  return null;
end $$;
insert into public.tariffs (household_id, utility, valid_from, currency, plan, is_example)
select h.id, e.utility, e.valid_from, h.currency, e.plan, true
from public.households h cross join lateral private.example_tariffs(h.currency) e where h.kind <> 'home';

-- Prices of markets and colours of days that a household has imported, and those that the operator has for all.
create table public.price_points (
  household_id uuid not null references public.households (id) on delete cascade,
  series text not null check (length(series) between 1 and 60),
  starts_at timestamptz not null,
  -- How long it holds.
  step_s integer not null check (step_s in (900, 1800, 3600)),
  -- Per kWh or m³, in the currency of the tariffs that name the series; below nothing too.
  price numeric not null check (abs(price) < 1000000 and scale(price) <= 9),
  primary key (household_id, series, starts_at)
);
create table public.day_colours (
  household_id uuid not null references public.households (id) on delete cascade,
  series text not null check (length(series) between 1 and 60),
  day date not null,
  colour text not null check (length(colour) between 1 and 60),
  primary key (household_id, series, day)
);
create table public.market_prices (
  series text not null check (length(series) between 1 and 60),
  starts_at timestamptz not null,
  step_s integer not null check (step_s in (900, 1800, 3600)),
  price numeric not null check (abs(price) < 1000000 and scale(price) <= 9),
  primary key (series, starts_at)
);
create table public.market_colours (
  series text not null check (length(series) between 1 and 60),
  day date not null,
  colour text not null check (length(colour) between 1 and 60),
  primary key (series, day)
);
alter table public.price_points enable row level security;
alter table public.day_colours enable row level security;
alter table public.market_prices enable row level security;
alter table public.market_colours enable row level security;
revoke all on public.price_points, public.day_colours, public.market_prices, public.market_colours from anon, authenticated;
grant select, delete on public.price_points, public.day_colours to authenticated;
grant select on public.market_prices, public.market_colours to authenticated;
create policy price_points_read on public.price_points for select to authenticated
  using (household_id = any (private.my_households()));
create policy price_points_remove on public.price_points for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create policy day_colours_read on public.day_colours for select to authenticated
  using (household_id = any (private.my_households()));
create policy day_colours_remove on public.day_colours for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create policy market_prices_read on public.market_prices for select to authenticated using (true);
create policy market_colours_read on public.market_colours for select to authenticated using (true);

-- Bills of a household that do not begin on a day of each month: on days of the year, or when the meter was read.
create table public.billing_cycles (
  household_id uuid primary key references public.households (id) on delete cascade,
  kind text not null check (kind in ('dates', 'reads')),
  -- MM-DD, up to twelve; of no month the last days, which some do not have.
  month_days text[] not null default '{}' check (array_to_string(month_days, ',') ~ '^((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])(,|$)){0,12}$'),
  read_days date[] not null default '{}' check (cardinality(read_days) <= 400),
  check (kind <> 'dates' or cardinality(month_days) > 0),
  check (kind <> 'reads' or cardinality(read_days) > 0)
);
alter table public.billing_cycles enable row level security;
revoke all on public.billing_cycles from anon, authenticated;
grant select, delete, insert (household_id, kind, month_days, read_days), update (kind, month_days, read_days) on public.billing_cycles to authenticated;
create policy billing_cycles_read on public.billing_cycles for select to authenticated
  using (household_id = any (private.my_households()));
create policy billing_cycles_add on public.billing_cycles for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy billing_cycles_change on public.billing_cycles for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy billing_cycles_remove on public.billing_cycles for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create trigger billing_cycles_changed after insert or update or delete on public.billing_cycles
  for each row execute function private.tariffs_changed();

-- Days whose bills are to be made anew although neither use nor tariffs have changed: prices of a market have come in.
alter table private.billing_due add column anew_from date, add column anew_until date;

-- What a bill was made with, for each of its versions: the tariffs as they were, and use by local day.
create table public.billing_evidence (
  household_id uuid not null references public.households (id) on delete cascade,
  bill_id uuid not null,
  version integer not null,
  -- [{id, revision, utility, validFrom, plan, facts}]
  tariffs jsonb not null,
  -- [{day, utility, used, estimated}], and a digest of them: whether they are still so is asked at every look.
  days jsonb not null,
  days_key text not null,
  primary key (household_id, bill_id, version)
);
alter table public.billing_evidence enable row level security;
revoke all on public.billing_evidence from anon, authenticated;
grant select on public.billing_evidence to authenticated;
create policy billing_evidence_read on public.billing_evidence for select to authenticated
  using (household_id = any (private.my_households()));

-- What utilities billed, as a household copies it from their paper: to be held against what its own readings and tariffs say.
create table public.utility_bills (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  utility text not null check (utility in ('electricity', 'water')),
  period_start date not null,
  period_end date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total numeric(16, 4) not null check (abs(total) < 100000000),
  -- In the units of the tariff; what the bill does not tell apart is null.
  used numeric check (used >= 0 and used < 1000000000 and scale(used) <= 6),
  is_estimated boolean not null default false,
  use_amount numeric(16, 4),
  fixed_amount numeric(16, 4),
  tax_amount numeric(16, 4),
  -- Its paper, among the household's documents.
  document text check (length(document) <= 300),
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  check (period_end > period_start and period_end - period_start <= 400)
);
create index utility_bills_period on public.utility_bills (household_id, period_start desc);
alter table public.utility_bills enable row level security;
revoke all on public.utility_bills from anon, authenticated;
grant select, delete, insert (household_id, utility, period_start, period_end, currency, total, used, is_estimated, use_amount, fixed_amount, tax_amount, document, note),
  update (utility, period_start, period_end, currency, total, used, is_estimated, use_amount, fixed_amount, tax_amount, document, note) on public.utility_bills to authenticated;
create policy utility_bills_read on public.utility_bills for select to authenticated
  using (household_id = any (private.my_households()));
create policy utility_bills_add on public.utility_bills for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy utility_bills_change on public.utility_bills for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy utility_bills_remove on public.utility_bills for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create function private.limit_utility_bills() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.utility_bills where household_id = new.household_id) > 1000 then
    raise exception 'a household keeps at most 1000 bills of utilities' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger limit_utility_bills after insert on public.utility_bills for each row execute function private.limit_utility_bills();

-- The household of a person who may change it; null where they may not.
create function private.writable_home(p_user uuid, p_household uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.household_id from public.household_members m
  where m.user_id = p_user and m.role in ('owner', 'member') and (p_household is null or m.household_id = p_household)
  order by m.created_at, m.household_id limit 1
$$;

-- The household that a person looks at tariffs for, and its day; none for one that is not theirs.
create function private.tariff_home(p_user uuid, p_household uuid, p_now timestamptz) returns table (id uuid, time_zone text, today text)
language sql stable security definer set search_path = '' as $$
  select h.id, h.time_zone, (p_now at time zone h.time_zone)::date::text from private.household_of(p_user, p_household) h
$$;

create function private.tariff_in_force(p_household uuid, p_utility text, p_day date) returns table (plan jsonb, facts jsonb)
language sql stable security definer set search_path = '' as $$
  select t.plan, t.facts from public.tariffs t where t.household_id = p_household and t.utility = p_utility and t.valid_from <= p_day
  order by t.valid_from desc limit 1
$$;

-- Enters tariffs, or changes one (with its id). All of them or none. Answers their ids; null for a household that is not the person's
-- to change, or a tariff that is not there.
create function private.save_tariffs(p_user uuid, p_household uuid, p_id uuid, p_tariffs jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.writable_home(p_user, p_household);
  ids jsonb;
begin
  if home is null then return null; end if;
  if p_id is null then
    with entered as (
      insert into public.tariffs (household_id, utility, valid_from, currency, plan, written, library_id, facts)
      select home, t.plan ->> 'utility', t."validFrom", t.plan ->> 'currency', t.plan, t.written, t."libraryId", coalesce(t.facts, '{}')
      from jsonb_to_recordset(p_tariffs) as t ("validFrom" date, plan jsonb, written text, "libraryId" text, facts jsonb)
      returning id
    ) select jsonb_agg(id) into ids from entered;
  else
    with changed as (
      update public.tariffs o set utility = t.plan ->> 'utility', valid_from = t."validFrom", currency = t.plan ->> 'currency', plan = t.plan,
        written = t.written, library_id = t."libraryId", facts = coalesce(t.facts, '{}'), is_example = false, revision = o.revision + 1
      from jsonb_to_recordset(p_tariffs) as t ("validFrom" date, plan jsonb, written text, "libraryId" text, facts jsonb)
      where o.household_id = home and o.id = p_id
      returning o.id
    ) select jsonb_agg(id) into ids from changed;
  end if;
  return ids;
end $$;

-- What it means to spend; none until there is a table of them.
create function private.budgets_of(p_household uuid) returns jsonb
language sql stable security definer set search_path = '' as $$ select '[]'::jsonb $$;

-- Bills of these local days are made anew, whatever they were made with.
create function private.make_bills_anew(p_household uuid, p_from date, p_until date) returns void
language sql security definer set search_path = '' as $$
  insert into private.billing_due as d (household_id, due_at, anew_from, anew_until)
  select h.id, now(), p_from, p_until from public.households h where h.id = p_household and h.kind <> 'demo' and h.owner_id is not null
  on conflict (household_id) do update set due_at = least(d.due_at, excluded.due_at),
    anew_from = least(d.anew_from, excluded.anew_from), anew_until = greatest(d.anew_until, excluded.anew_until)
$$;

-- Takes in prices ([{series, stepS, starts, prices}]) and colours ([{series, days}]) of a household, later ones in place of earlier ones.
-- Answers how many were new or other than before; null for a household that is not the person's to change.
create function private.save_prices(p_user uuid, p_household uuid, p_prices jsonb, p_colours jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.writable_home(p_user, p_household);
  first date;
  last date;
  n integer;
begin
  if home is null then return null; end if;
  with point as (
    select s.series, s."stepS" as step_s, to_timestamp(t.start::bigint) as starts_at, v.price::numeric as price
    from jsonb_to_recordset(p_prices) as s (series text, "stepS" integer, starts jsonb, prices jsonb)
    cross join lateral jsonb_array_elements_text(s.starts) with ordinality t (start, i)
    join lateral jsonb_array_elements_text(s.prices) with ordinality v (price, i) on v.i = t.i
  ), kept as (
    insert into public.price_points as p (household_id, series, starts_at, step_s, price)
    select home, series, starts_at, step_s, price from point
    on conflict (household_id, series, starts_at) do update set step_s = excluded.step_s, price = excluded.price
    where p.price <> excluded.price or p.step_s <> excluded.step_s
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

-- The series that a household has or may use: from when to when, and how many points that is.
create function private.price_series(p_user uuid, p_household uuid)
returns table (series text, kind text, is_own boolean, first timestamptz, last timestamptz, step_s integer, count bigint)
language sql stable security definer set search_path = '' as $$
  with home as (select h.id from private.household_of(p_user, p_household) h)
  select p.series, 'prices', true, min(p.starts_at), max(p.starts_at), min(p.step_s), count(*)
  from public.price_points p join home on home.id = p.household_id group by 1
  union all
  select m.series, 'prices', false, min(m.starts_at), max(m.starts_at), min(m.step_s), count(*) from public.market_prices m, home group by 1
  union all
  select c.series, 'colours', true, min(c.day)::timestamptz, max(c.day)::timestamptz, 86400, count(*)
  from public.day_colours c join home on home.id = c.household_id group by 1
  union all
  select m.series, 'colours', false, min(m.day)::timestamptz, max(m.day)::timestamptz, 86400, count(*) from public.market_colours m, home group by 1
  order by 1, 3 desc
$$;

create or replace function private.open_billing(p_household uuid, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare answer text;
begin
  perform from private.billing_due d where d.household_id = p_household for update;
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
        'lines', b.lines, 'electricityWh', b.electricity_wh, 'electricityEstimatedWh', b.electricity_estimated_wh, 'waterMl', b.water_ml,
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

-- Use by quarter-hours around [p_from, p_to): of the whole household by utility, or by device too. A row is a packed day as it is kept
-- (from `first` on, `starts` is null), or all that is not packed of a meter (at `starts`); who asks adds them up, as that is faster.
create function private.billing_quarters(p_household uuid, p_from timestamptz, p_to timestamptz, p_by_device boolean)
returns table (utility text, room text, device_id uuid, sign integer, first bigint, starts json, used json, covered_s json)
language sql stable security definer set search_path = '' as $$
  with part as materialized (
    select p.* from public.meter_parts p where p.household_id = p_household and (p.is_root or p_by_device)
  ), loose as (
    select p.*, q.start, q.used as quantity, q.covered_s
    from part p join public.usage_quarter q on q.household_id = p.source_household and q.meter_id = p.source_meter
      and q.start >= p_from and q.start < p_to
    union all
    select p.*, q.start, q.used, q.covered_s from part p
    join public.usage_stretch t on t.household_id = p.source_household and t.meter_id = p.source_meter and t.start < p_to and t.ends > p_from
    cross join lateral private.stretch_quarters(t, p_from, p_to) q
    union all
    select p.*, s.quarter, s.used, s.covered_s
    from part p join public.meter_state s on s.household_id = p.source_household and s.meter_id = p.source_meter
    where s.quarter >= p_from and s.quarter < p_to
  )
  select p.utility, p.room, p.device_id, p.sign, extract(epoch from d.day::timestamp at time zone 'UTC')::bigint, null::json, to_json(d.used), to_json(d.covered_s)
  from part p join public.packed_days d on d.household_id = p.source_household and d.meter_id = p.source_meter
    and d.day >= (p_from at time zone 'UTC')::date and d.day <= (p_to at time zone 'UTC')::date
  where d.used is not null
  union all
  select l.utility, l.room, l.device_id, l.sign, null, json_agg(extract(epoch from l.start)::bigint), json_agg(l.quantity), json_agg(l.covered_s)
  from loose l group by l.utility, l.room, l.device_id, l.sign, l.source_household, l.source_meter
$$;

-- The prices and colours that tariffs of a household name: its own where it has them, else the operator's.
create function private.billing_prices(p_household uuid, p_series jsonb, p_from timestamptz, p_to timestamptz)
returns table (series text, step_s integer, starts json, prices json)
language sql stable security definer set search_path = '' as $$
  with point as (
    select p.series, p.starts_at, p.step_s, p.price from public.price_points p
    where p.household_id = p_household and p.series in (select jsonb_array_elements_text(p_series)) and p.starts_at >= p_from and p.starts_at < p_to
    union all
    select m.series, m.starts_at, m.step_s, m.price from public.market_prices m
    where m.series in (select jsonb_array_elements_text(p_series)) and m.starts_at >= p_from and m.starts_at < p_to
      and not exists (select from public.price_points p where p.household_id = p_household and p.series = m.series and p.starts_at = m.starts_at)
  )
  select x.series, min(x.step_s), json_agg(extract(epoch from x.starts_at)::bigint order by x.starts_at),
    json_agg(trim_scale(x.price)::text order by x.starts_at)
  from point x group by 1
$$;
create function private.billing_colours(p_household uuid, p_series jsonb, p_from date, p_to date)
returns table (series text, colours jsonb)
language sql stable security definer set search_path = '' as $$
  with day as (
    select m.series, m.day, m.colour, 0 as rank from public.market_colours m where m.series in (select jsonb_array_elements_text(p_series)) and m.day >= p_from and m.day < p_to
    union all
    select c.series, c.day, c.colour, 1 from public.day_colours c
    where c.household_id = p_household and c.series in (select jsonb_array_elements_text(p_series)) and c.day >= p_from and c.day < p_to
  )
  -- The last of a key is kept.
  select d.series, jsonb_object_agg(d.day, d.colour order by d.rank) from day d group by 1
$$;

create function private.keep_evidence(p_household uuid, p_bill uuid, p_version integer, p_made jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.billing_evidence (household_id, bill_id, version, tariffs, days, days_key)
  values (p_household, p_bill, p_version, p_made -> 'madeWith', p_made -> 'days', p_made ->> 'daysKey')
  on conflict (household_id, bill_id, version) do update set tariffs = excluded.tariffs, days = excluded.days, days_key = excluded.days_key
$$;

create function private.bill_evidence(p_household uuid, p_bill uuid, p_version integer) returns table (tariffs jsonb)
language sql stable security definer set search_path = '' as $$
  select e.tariffs from public.billing_evidence e where e.household_id = p_household and e.bill_id = p_bill and e.version = p_version
$$;

create or replace function private.store_bills(p_household uuid, p_now timestamptz, p_bills jsonb, p_withdrawn uuid[], p_due timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  home public.households := (select h from public.households h where h.id = p_household);
  before public.billing_records;
  bill record;
  kept uuid;
begin
  for bill in select * from jsonb_to_recordset(p_bills) as x (id uuid, "start" date, "end" date, currency text, "totalAmount" numeric,
    "waterCost" numeric, "electricityCost" numeric, lines jsonb, "electricityWh" bigint, "electricityEstimatedWh" bigint, "waterMl" bigint,
    "waterEstimatedMl" bigint, coverage numeric, "unpricedDays" integer, reason text, evidence jsonb) loop
    if bill."end" > (p_now at time zone home.time_zone)::date then
      raise exception 'a cycle that is open has no bill' using errcode = 'check_violation';
    end if;
    if bill.id is null then
      insert into public.billing_records (household_id, user_id, period_start, period_end, currency, total_amount, water_cost, electricity_cost,
        lines, electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml, coverage, unpriced_days, created_at)
      values (home.id, home.owner_id, bill."start", bill."end", bill.currency, bill."totalAmount", bill."waterCost", bill."electricityCost",
        bill.lines, bill."electricityWh", bill."electricityEstimatedWh", bill."waterMl", bill."waterEstimatedMl", bill.coverage, bill."unpricedDays", p_now)
      returning id into kept;
      perform private.keep_evidence(home.id, kept, 1, bill.evidence);
    elsif bill.reason is null then
      -- It says the same, of tariffs or days that have changed.
      select b.* into strict before from public.billing_records b where b.household_id = home.id and b.id = bill.id;
      perform private.keep_evidence(home.id, bill.id, before.version, bill.evidence);
    else
      select * into strict before from public.billing_records b where b.household_id = home.id and b.id = bill.id;
      perform private.keep_bill_version(before, p_now, bill.reason);
      update public.billing_records b set user_id = home.owner_id, currency = bill.currency, total_amount = bill."totalAmount",
        water_cost = bill."waterCost", electricity_cost = bill."electricityCost", lines = bill.lines, electricity_wh = bill."electricityWh",
        electricity_estimated_wh = bill."electricityEstimatedWh", water_ml = bill."waterMl", water_estimated_ml = bill."waterEstimatedMl",
        coverage = bill.coverage, unpriced_days = bill."unpricedDays", version = b.version + 1, corrected_at = p_now
      where b.household_id = home.id and b.id = bill.id;
      perform private.keep_evidence(home.id, bill.id, before.version + 1, bill.evidence);
    end if;
  end loop;
  for before in select * from public.billing_records b where b.household_id = home.id and b.id = any (p_withdrawn) loop
    perform private.keep_bill_version(before, p_now, 'withdrawn');
    delete from public.billing_records b where b.household_id = home.id and b.id = before.id;
  end loop;
  update private.billing_due set due_at = p_due, anew_from = null, anew_until = null where household_id = p_household;
end $$;

grant execute on function private.save_tariffs(uuid, uuid, uuid, jsonb), private.save_prices(uuid, uuid, jsonb, jsonb), private.price_series(uuid, uuid), private.billing_quarters(uuid, timestamptz, timestamptz, boolean),
  private.billing_prices(uuid, jsonb, timestamptz, timestamptz), private.billing_colours(uuid, jsonb, date, date),
  private.writable_home(uuid, uuid), private.bill_evidence(uuid, uuid, integer), private.tariff_home(uuid, uuid, timestamptz),
  private.tariff_in_force(uuid, text, date) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
