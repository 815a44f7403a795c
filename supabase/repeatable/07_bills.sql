create or replace function private.limit_tariffs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.tariffs where household_id = new.household_id) > 200 then
    raise exception 'a household keeps at most 200 tariffs' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function private.make_bills_due(p_household uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.billing_due as d (household_id, due_at)
  select h.id, now() from public.households h where h.id = p_household and h.kind <> 'demo' and h.owner_id is not null
  on conflict (household_id) do update set due_at = least(d.due_at, excluded.due_at);
end $$;

create or replace function private.tariffs_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_bills_due(case when tg_op = 'DELETE' then old.household_id else new.household_id end);
  return null;
end $$;

-- Of all days from the first that it may be of: the factor of before may hold again.
create or replace function private.energy_factor_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform private.make_bills_anew(old.household_id, old.valid_from, '2100-01-01'); end if;
  if tg_op <> 'DELETE' then perform private.make_bills_anew(new.household_id, new.valid_from, '2100-01-01'); end if;
  return null;
end $$;

-- What a household contributes to the price of a utility, beside what it said with a tariff: {factors: [{from, kWhPerM3}]}, or nothing.
create or replace function private.price_facts(p_household uuid, p_utility text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select case when count(*) = 0 then '{}' else jsonb_build_object('factors',
    jsonb_agg(jsonb_build_object('from', f.valid_from, 'kWhPerM3', f.kwh_per_m3::text) order by f.valid_from)) end
  from public.energy_factors f where f.household_id = p_household and f.utility = p_utility
  );
end $$;

create or replace function private.billing_home_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.billing_due set due_at = least(due_at, now()) where household_id = new.id;
  return null;
end $$;

create or replace function private.give_example_tariffs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tariffs (household_id, utility, valid_from, currency, plan, is_example)
  select new.id, e.utility, e.valid_from, new.currency, e.plan, true from private.example_tariffs(new.currency) e;
  return null;
end $$;

-- Which household is asked about; null for one that is not the person's.
create or replace function private.billing_home(p_user uuid, p_household uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select home.id from private.household_of(p_user, p_household) home);
end $$;

create or replace function private.due_households(p_now timestamptz, p_count integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select household_id from private.billing_due where due_at <= p_now order by due_at limit p_count;
end $$;

create or replace function private.keep_bill_version(p_bill jsonb, p_now timestamptz, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.billing_record_versions select was.* from jsonb_populate_record(null::public.billing_record_versions, p_bill
    || jsonb_build_object('bill_id', p_bill -> 'id', 'made_at', coalesce(p_bill ->> 'corrected_at', p_bill ->> 'created_at'), 'replaced_at', p_now, 'reason', p_reason)) was;
end $$;

-- Bills of cycles beyond the latest ones are made by the job, a batch in each transaction. While it is at them the household is held until an
-- hour from now: what changes meanwhile makes it due before, and then nothing is taken for done.
create or replace function private.store_bills(p_household uuid, p_now timestamptz, p_bills jsonb, p_withdrawn uuid[], p_due timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  home public.households := (select h from public.households h where h.id = p_household);
  before public.billing_records;
  bill record;
  kept uuid;
begin
  for bill in select * from jsonb_to_recordset(p_bills) as x (id uuid, "start" date, "end" date, currency text, "totalAmount" numeric,
    amounts jsonb, lines jsonb, coverage numeric, "unpricedDays" integer, reason text, evidence jsonb) loop
    if bill."end" > (p_now at time zone home.time_zone)::date then
      raise exception 'a cycle that is open has no bill' using errcode = 'check_violation';
    end if;
    if bill.id is null then
      insert into public.billing_records (household_id, user_id, period_start, period_end, currency, total_amount, amounts, lines, coverage,
        unpriced_days, created_at)
      values (home.id, home.owner_id, bill."start", bill."end", bill.currency, bill."totalAmount", bill.amounts, bill.lines, bill.coverage,
        bill."unpricedDays", p_now)
      returning id into kept;
      perform private.keep_evidence(home.id, kept, 1, bill.evidence);
    elsif bill.reason is null then
      -- It says the same, of tariffs or days that have changed.
      select b.* into strict before from public.billing_records b where b.household_id = home.id and b.id = bill.id;
      perform private.keep_evidence(home.id, bill.id, before.version, bill.evidence);
    else
      select * into strict before from public.billing_records b where b.household_id = home.id and b.id = bill.id;
      perform private.keep_bill_version(to_jsonb(before), p_now, bill.reason);
      update public.billing_records b set user_id = home.owner_id, currency = bill.currency, total_amount = bill."totalAmount",
        amounts = bill.amounts, lines = bill.lines, coverage = bill.coverage, unpriced_days = bill."unpricedDays", version = b.version + 1,
        corrected_at = p_now
      where b.household_id = home.id and b.id = bill.id;
      perform private.keep_evidence(home.id, bill.id, before.version + 1, bill.evidence);
    end if;
  end loop;
  for before in select * from public.billing_records b where b.household_id = home.id and b.id = any (p_withdrawn) loop
    perform private.keep_bill_version(to_jsonb(before), p_now, 'withdrawn');
    delete from public.billing_records b where b.household_id = home.id and b.id = before.id;
  end loop;
  -- Null: there is more to look at; whoever does that says when to look next.
  update private.billing_due set due_at = p_due, anew_from = null, anew_until = null where household_id = p_household and p_due is not null;
end $$;

-- The demo household's prices: examples of the size of Spanish ones. Electricity by the three periods of the 2.0TD tolls (CNMC,
-- Circular 3/2020) with contracted power and both taxes, water in blocks with sewage and tax; both change in the middle of a month.
create or replace function private.example_tariffs(p_currency text) returns table (utility text, valid_from date, plan jsonb)
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
      jsonb_build_object('id', 'power', 'kind', 'capacity', 'name', '{"en": "Contracted power", "es": "Potencia contratada", "hi": "स्वीकृत भार"}'::jsonb,
        'per', 'year', 'kW', '4.6', 'rates', '{"P1": "27.7", "P2": "0.73"}'::jsonb),
      jsonb_build_object('id', 'electricity-tax', 'kind', 'tax', 'name',
        '{"en": "Electricity tax", "es": "Impuesto eléctrico", "hi": "बिजली कर"}'::jsonb, 'percent', '5.11269632', 'of', '["energy", "power"]'::jsonb),
      jsonb_build_object('id', 'meter', 'kind', 'fixed', 'name', '{"en": "Meter rent", "es": "Alquiler del contador", "hi": "मीटर किराया"}'::jsonb,
        'per', 'month', 'amount', '0.81'),
      jsonb_build_object('id', 'iva', 'kind', 'tax', 'name', '{"en": "IVA", "es": "IVA", "hi": "IVA"}'::jsonb, 'percent', '21', 'of', 'all')))
  from version v
  union all
  select 'water', v.valid_from, jsonb_build_object(
    'name', jsonb_build_object('en', 'Water in blocks (example)', 'es', 'Agua por tramos (ejemplo)', 'hi', 'स्लैब वाली पानी की दरें (उदाहरण)'),
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

create or replace function private.limit_utility_bills() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.utility_bills where household_id = new.household_id) > 1000 then
    raise exception 'a household keeps at most 1000 bills of utilities' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function private.writable_home(p_user uuid, p_household uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select m.household_id from public.household_members m
  where m.user_id = p_user and m.role in ('owner', 'member') and m.household_id = coalesce(p_household, private.first_writable_household(p_user))
  );
end $$;

-- The household that a person looks at tariffs for, and its day; none for one that is not theirs.
create or replace function private.tariff_home(p_user uuid, p_household uuid, p_now timestamptz) returns table (id uuid, time_zone text, today text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select h.id, h.time_zone, (p_now at time zone h.time_zone)::date::text from private.household_of(p_user, p_household) h;
end $$;

create or replace function private.tariff_in_force(p_household uuid, p_utility text, p_day date) returns table (plan jsonb, facts jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select t.plan, t.facts || private.price_facts(t.household_id, t.utility) from public.tariffs t where t.household_id = p_household and t.utility = p_utility and t.valid_from <= p_day
  order by t.valid_from desc limit 1;
end $$;

-- Enters tariffs, or changes one (with its id). All of them or none. Answers their ids; null for a household that is not the person's
-- to change, or a tariff that is not there.
create or replace function private.save_tariffs(p_user uuid, p_household uuid, p_id uuid, p_tariffs jsonb) returns jsonb
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

create or replace function private.budgets_of(p_household uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select coalesce(jsonb_agg(jsonb_build_object('utility', b.utility, 'amount', trim_scale(b.amount)::text)), '[]') from public.budgets b
  where b.household_id = p_household
  );
end $$;

-- Bills of these local days are made anew, whatever they were made with.
create or replace function private.make_bills_anew(p_household uuid, p_from date, p_until date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.billing_due as d (household_id, due_at, anew_from, anew_until)
  select h.id, now(), p_from, p_until from public.households h where h.id = p_household and h.kind <> 'demo' and h.owner_id is not null
  on conflict (household_id) do update set due_at = least(d.due_at, excluded.due_at),
    anew_from = least(d.anew_from, excluded.anew_from), anew_until = greatest(d.anew_until, excluded.anew_until);
end $$;

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
    -- A coloured day may begin at any hour and end on the next; a rate holds until the next is published.
    union all select day from colour union all select day + 7 from colour
  )
  select min(day), max(day) + 1, (select count(*) from kept) + (select count(*) from colour) into first, last, n from touched;
  if (select count(*) from public.price_points p where p.household_id = home) > 500000 then
    raise exception 'a household keeps at most 500000 prices' using errcode = 'check_violation';
  end if;
  if n > 0 then perform private.make_bills_anew(home, first, last); end if;
  return n;
end $$;

-- Of a packed day the quarter-hours of [p_since, p_until), and nothing in the others. Of seconds null means that all are covered.
create or replace function private.kept_quarters(p_figures anyarray, p_day timestamptz, p_since timestamptz, p_until timestamptz) returns anyarray
language sql stable as $$
  select array_agg(case when q >= p_since and q < p_until then case when p_figures is null then 900 else coalesce(p_figures[i], 0) end else 0 end order by i)
  from generate_series(1, 96) i cross join lateral (select p_day + (i - 1) * interval '15 minutes' as q) x
$$;

-- Which of these meters a meter is or lies in, and when: the nearest of them. What lies in none is left out.
create or replace function private.apart_times(p_household uuid, p_meters bigint[])
returns table (meter_id bigint, apart bigint, since timestamptz, until timestamptz)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare all_meters constant bigint[] := array(select m.id from public.meters m where m.household_id = p_household);
begin
  return query with recursive up as (
    select m as meter_id, m as at, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until from unnest(all_meters) m
    union all
    select u.meter_id, t.parent_meter_id, greatest(u.since, t.since), least(u.until, t.until)
    from up u cross join lateral private.parent_times(p_household, u.at) t
    where u.at <> all (p_meters) and t.parent_meter_id is not null and t.since < u.until and t.until > u.since
  )
  select u.meter_id, u.at, u.since, u.until from up u where u.at = any (p_meters);
end $$;

-- The parts of figures that belong to one of these meters (what lies inside of it belongs to it), or those alone by which it is told from all
-- others; what is counted off above a meter belongs to the meter that it is counted off.
create or replace function private.apart_parts(p_household uuid, p_meters bigint[], p_by_device boolean)
returns table (utility text, room text, device_id uuid, source_household uuid, source_meter bigint, sign integer, is_root boolean, flow text, since timestamptz, until timestamptz, apart bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  own bigint[];
  homes uuid[];
  sources bigint[];
begin
  select array_agg(m.id), array_agg(s.household_id), array_agg(s.meter_id) into own, homes, sources from public.meters m
  cross join lateral (values (m.household_id, m.id), (m.template_household_id, m.template_meter_id)) s (household_id, meter_id)
  where m.household_id = p_household and s.meter_id is not null;
  return query with place as materialized (select * from private.apart_times(p_household, p_meters))
  select p.utility, p.room, p.device_id, p.source_household, p.source_meter, case when p.flow = 'drawn' then p.sign else 1 end, p.is_root, p.flow,
    greatest(p.since, o.since, a.since), least(p.until, o.until, a.until), a.apart
  from unnest(own, homes, sources) m (id, household_id, source_meter)
  join unnest(private.parts_of(p_household)::private.part[]) p on p.source_household = m.household_id and p.source_meter = m.source_meter
  cross join lateral (
    select m.id as meter_id, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until where p.sign = 1 or p.flow <> 'drawn'
    union all select t.parent_meter_id, t.since, t.until from private.parent_times(p_household, m.id) t where p.sign = -1 and p.flow = 'drawn'
  ) o
  join place a on a.meter_id = o.meter_id and a.since < least(p.until, o.until) and a.until > greatest(p.since, o.since)
  where p.since < o.until and p.until > o.since
    and (p.flow = 'drawn' and p_by_device or m.id = any (p_meters) and p.flow in ('drawn', 'returned'));
end $$;

-- Quarter-hours around [p_from, p_to): what the whole household drew, by utility; or every flow, by device too; or of these meters alone, what
-- belongs to each of them. A row is a meter while it counts in the same figures: those, [{utility, room, device_id, flow, is_root, sign, apart}], and
-- what it counted: packed days as they are kept (from `first` on), and all that is not packed (at `starts`). Who asks adds them up, as that is faster.
-- In plpgsql, which keeps its plan: making it took longer than the answer.
create or replace function private.billing_quarters(p_household uuid, p_from timestamptz, p_to timestamptz, p_by_device boolean, p_meters bigint[] default null)
returns table (parts json, runs json)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  homes uuid[];
  meters bigint[];
  starts timestamptz[];
  ends timestamptz[];
  figures json[];
  source uuid;
begin
  select array_agg(g.source_household), array_agg(g.source_meter), array_agg(g.since), array_agg(g.until), array_agg(g.parts) into homes, meters, starts, ends, figures
  from (
    select p.source_household, p.source_meter, p.since, p.until, json_agg(json_build_object('utility', p.utility, 'room', p.room, 'device_id', p.device_id,
      'flow', p.flow, 'is_root', p.is_root, 'sign', p.sign, 'apart', p.apart)) as parts
    from (
      select w.utility, w.room, w.device_id, w.source_household, w.source_meter, w.sign, w.is_root, w.flow, w.since, w.until, null::bigint as apart
      from unnest(case when p_meters is null then private.parts_of(p_household) end::private.part[]) w where p_by_device or w.is_root and w.flow in ('drawn', 'returned')
      union all select a.* from private.apart_parts(p_household, p_meters, p_by_device) a where p_meters is not null
    ) p where p.since < p_to + interval '1 day' and p.until > p_from - interval '1 day'
    group by 1, 2, 3, 4
  ) g;
  for source in select distinct h from unnest(homes) h loop
    return query
    with part as materialized (
      select p.* from unnest(homes, meters, starts, ends, figures) p (source_household, source_meter, since, until, parts) where p.source_household = source
    ), loose as (
      select p.source_meter, p.since, p.until, q.start, q.used as quantity, q.covered_s
      from part p join public.usage_quarter q on q.household_id = source and q.meter_id = p.source_meter and q.start >= p_from and q.start < p_to
      union all
      select p.source_meter, p.since, p.until, q.start, q.used, q.covered_s from part p
      join public.usage_gap t on t.household_id = source and t.meter_id = p.source_meter and t.start < p_to and t.ends > p_from
      cross join lateral private.gap_quarters(t.start, t.ends, t.used, t.estimated, t.imported, t.covered_s, p_from, p_to) q
      union all
      select p.source_meter, p.since, p.until, s.quarter, s.used, s.covered_s
      from part p join public.meter_state s on s.household_id = source and s.meter_id = p.source_meter
      where s.quarter >= p_from and s.quarter < p_to
    ), run as (
      select p.source_meter, p.since, p.until, json_build_object('first', extract(epoch from w.begins)::bigint,
        'used', case when p.since <= w.begins and p.until >= w.ends then d.used else private.kept_quarters(d.used, w.begins, p.since, p.until) end,
        'covered_s', case when p.since <= w.begins and p.until >= w.ends then d.covered_s else private.kept_quarters(d.covered_s, w.begins, p.since, p.until) end) as run
      from part p join public.packed_days d on d.household_id = source and d.meter_id = p.source_meter
        and d.day >= (p_from at time zone 'UTC')::date and d.day <= (p_to at time zone 'UTC')::date
      cross join lateral (select d.day::timestamp at time zone 'UTC' as begins, (d.day + 1)::timestamp at time zone 'UTC' as ends) w
      where d.used is not null and p.since < w.ends and p.until > w.begins
      union all
      select l.source_meter, l.since, l.until,
        json_build_object('starts', json_agg(extract(epoch from l.start)::bigint), 'used', json_agg(l.quantity), 'covered_s', json_agg(l.covered_s))
      from loose l where l.start >= l.since and l.start < l.until group by 1, 2, 3
    )
    select p.parts, r.runs from part p
    join (select r.source_meter, r.since, r.until, json_agg(r.run) as runs from run r group by 1, 2, 3) r using (source_meter, since, until);
  end loop;
end $$;

-- Which of these meters are the household's, and what each counts: one that sent nothing is told from one that is not there.
create or replace function private.meters_apart(p_household uuid, p_meters bigint[]) returns table (id bigint, utility text, flow text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select m.id, m.utility, m.flow from public.meters m
  where m.household_id = p_household and m.id = any (p_meters) and m.flow in ('drawn', 'returned') order by m.id;
end $$;

-- Of which utilities the home counts more than what it draws.
create or replace function private.two_way_utilities(p_household uuid) returns table (utility text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select distinct p.utility from public.meter_parts p where p.household_id = p_household and p.flow <> 'drawn';
end $$;

-- What each of these meters counted on local days of [p_from, p_to).
create or replace function private.billing_meters(p_household uuid, p_meters bigint[], p_from date, p_to date)
returns table (meter_id text, utility text, day text, used bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids bigint[];
  utilities text[];
  homes uuid[];
  sources bigint[];
  zone constant text := (select h.time_zone from public.households h where h.id = p_household);
begin
  select array_agg(m.id), array_agg(m.utility), array_agg(s.household_id), array_agg(s.meter_id) into ids, utilities, homes, sources from public.meters m
  cross join lateral (values (m.household_id, m.id), (m.template_household_id, m.template_meter_id)) s (household_id, meter_id)
  where m.household_id = p_household and m.id = any (p_meters) and s.meter_id is not null;
  return query select o.id::text, o.utility, u.day::text, sum(u.used)::bigint from unnest(ids, utilities, homes, sources) o (id, utility, household_id, meter_id)
  cross join lateral private.meter_days(o.household_id, o.meter_id, extract(epoch from p_from::timestamp at time zone zone)::bigint,
    extract(epoch from p_to::timestamp at time zone zone)::bigint - 1) u group by 1, 2, 3;
end $$;

create or replace function private.billing_colours(p_household uuid, p_series jsonb, p_from date, p_to date)
returns table (series text, colours jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query with day as (
    select m.series, m.day, m.colour, 0 as rank from public.market_colours m where m.series in (select jsonb_array_elements_text(p_series)) and m.day >= p_from and m.day < p_to
    union all
    select c.series, c.day, c.colour, 1 from public.day_colours c
    where c.household_id = p_household and c.series in (select jsonb_array_elements_text(p_series)) and c.day >= p_from and c.day < p_to
  )
  -- The last of a key is kept.
  select d.series, jsonb_object_agg(d.day, d.colour order by d.rank) from day d group by 1;
end $$;

create or replace function private.keep_evidence(p_household uuid, p_bill uuid, p_version integer, p_made jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.billing_evidence (household_id, bill_id, version, tariffs, days, days_key)
  values (p_household, p_bill, p_version, p_made -> 'madeWith', p_made -> 'days', p_made ->> 'daysKey')
  on conflict (household_id, bill_id, version) do update set tariffs = excluded.tariffs, days = excluded.days, days_key = excluded.days_key;
end $$;

create or replace function private.bill_evidence(p_household uuid, p_bill uuid, p_version integer) returns table (tariffs jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select e.tariffs from public.billing_evidence e where e.household_id = p_household and e.bill_id = p_bill and e.version = p_version;
end $$;

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

-- How each budget and what is prepaid stands: [{utility, kind, figures}], kind null where all is well. One notice of either for each utility at a
-- time; what was told in this cycle, or since this top-up, already (figures.start) is taken up again, not told anew. Figures without an end: nobody can
-- tell at the moment, and what was told stays.
create or replace function private.notify_budgets(p_household uuid, p_now timestamptz, p_states jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  state record;
  told uuid;
begin
  perform private.tell(p_household, 'notices');
  update public.notices n set ended_at = p_now
  where n.household_id = p_household and n.meter_id is null and n.ended_at is null
    and not exists (select from jsonb_to_recordset(p_states) s (utility text, kind text, figures jsonb)
      where s.utility = n.utility and s.kind = n.kind and s.figures ->> 'start' = n.figures ->> 'start');
  for state in select * from jsonb_to_recordset(p_states) s (utility text, kind text, figures jsonb)
    where s.kind is not null and s.figures ? 'end' and private.is_told_of(p_household, s.kind) loop
    select n.id into told from public.notices n
    where n.household_id = p_household and n.meter_id is null and n.utility = state.utility and n.kind = state.kind
      and n.figures ->> 'start' = state.figures ->> 'start'
    order by n.since desc limit 1;
    if told is null then
      insert into public.notices (household_id, kind, utility, since, noticed_at, figures, mail_at)
      values (p_household, state.kind, state.utility, p_now, p_now, state.figures, p_now);
    else
      update public.notices n set ended_at = null, figures = state.figures
      where n.household_id = p_household and n.id = told and (n.ended_at is not null or n.figures <> state.figures);
    end if;
  end loop;
end $$;

-- Temperatures of a file: {day: tenths}, later ones in place of earlier ones. Answers how many were new or other than before; null for
-- a household that is not the person's to change.
create or replace function private.save_temperatures(p_user uuid, p_household uuid, p_days jsonb) returns integer
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
create or replace function private.temperatures_kept(p_user uuid, p_household uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare home constant uuid := private.billing_home(p_user, p_household);
begin
  if home is null then return null; end if;
  return (
  with kept as (
    select t.day, lead(t.day) over (order by t.day) as next
    from public.outdoor_temperatures t where t.household_id = home
  ), gap as (
    select day + 1 as first, next - 1 as last from kept where next > day + 1 order by next - day desc, day desc limit 6
  )
  select jsonb_build_object('days', count(k.day), 'from', min(k.day), 'to', max(k.day),
    'missing', coalesce(max(k.day) - min(k.day) + 1 - count(k.day), 0),
    'gaps', coalesce((select jsonb_agg(jsonb_build_object('from', g.first, 'to', g.last)) from gap g), '[]'))
  from kept k
  );
end $$;

-- The temperatures of local days [p_from, p_to) as {day: tenths}, and whether the household keeps any at all.
create or replace function private.billing_temperatures(p_household uuid, p_from date, p_to date) returns table (is_any boolean, days jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select exists (select from public.outdoor_temperatures t where t.household_id = p_household),
    coalesce((select jsonb_object_agg(t.day, t.tenths) from public.outdoor_temperatures t
      where t.household_id = p_household and t.day >= p_from and t.day < p_to), '{}');
end $$;

-- The policy, nulls where none is kept, and the rooms of all devices in use: one bears its part whether or not it has used anything yet.
create or replace function private.cost_sharing(p_household uuid) returns table (fixed text, common text, common_rooms jsonb, rooms jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select c.fixed, c.common, to_jsonb(c.common_rooms),
    (select coalesce(jsonb_agg(distinct d.room), '[]') from public.connected_devices d where d.household_id = p_household and d.is_active)
  from (select) one left join public.cost_policies c on c.household_id = p_household;
end $$;

-- The instant until which every living meter has reported, and the first day of any, one home after the other: a guest's meters are the demo's too.
create or replace function private.measured_between(p_household uuid, p_now timestamptz) returns table (last_at timestamptz, first_day date)
language plpgsql stable security definer set search_path = '' as $$
declare
  source uuid;
  living bigint[];
  all_meters bigint[];
begin
  for source, living, all_meters in
    select p.source_household, array_agg(p.source_meter) filter (where p.until = 'infinity'), array_agg(p.source_meter)
    from public.meter_parts p where p.household_id = p_household and p.is_root and p.flow = 'drawn' group by 1
  loop
    last_at := least(last_at, (select min(s.last_at) from public.meter_state s
      where s.household_id = source and s.meter_id = any (living) and s.last_at > p_now - interval '2 days'));
    first_day := least(first_day, (select min(u.day) from public.usage_day u where u.household_id = source and u.meter_id = any (all_meters)));
  end loop;
  return next;
end $$;

create or replace function private.open_billing(p_household uuid, p_now timestamptz, p_to_write boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  answer text;
  last_at timestamptz;
  first_day date;
  budgets constant jsonb := private.budgets_of(p_household);
  factors constant jsonb := (select jsonb_object_agg(u.id, private.price_facts(p_household, u.id)) from private.utilities u);
begin
  if p_to_write then perform from private.billing_due d where d.household_id = p_household for update; end if;
  select b.last_at, b.first_day into last_at, first_day from private.measured_between(p_household, p_now) b;
  select jsonb_build_object(
    'name', h.name, 'kind', h.kind, 'country', h.country, 'currency', h.currency, 'timeZone', h.time_zone,
    'rule', coalesce((select case c.kind when 'dates' then jsonb_build_object('kind', 'dates', 'dates', to_jsonb(c.month_days))
        else jsonb_build_object('kind', 'reads', 'dates', to_jsonb(c.read_days)) end
      from public.billing_cycles c where c.household_id = p_household), jsonb_build_object('kind', 'day', 'day', h.billing_day)),
    'isMeasured', h.has_readings,
    'today', (p_now at time zone h.time_zone)::date,
    -- The local day until which every living meter has reported; null when none lives.
    'lastReadingDay', (last_at at time zone h.time_zone)::date,
    'firstDay', first_day,
    'isDue', coalesce(d.due_at <= p_now, false), 'anewFrom', d.anew_from, 'anewUntil', d.anew_until, 'budgets', budgets,
    'isPrepaid', exists (select from public.payment_ways w where w.household_id = p_household and w.kind = 'prepaid'),
    'hasPayments', exists (select from public.payment_ways w where w.household_id = p_household) or exists (select from public.payment_entries e where e.household_id = p_household),
    'tariffs', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'revision', t.revision, 'utility', t.utility, 'validFrom', t.valid_from,
        'plan', t.plan, 'facts', t.facts || coalesce(factors -> t.utility, '{}')) order by t.utility, t.valid_from)
      from public.tariffs t where t.household_id = p_household), '[]'::jsonb),
    'bills', coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'start', b.period_start, 'end', b.period_end, 'currency', b.currency,
        'amounts', b.amounts,
        'madeWith', (select jsonb_agg(jsonb_build_object('id', x ->> 'id', 'revision', (x ->> 'revision')::integer, 'validFrom', x ->> 'validFrom'))
          from jsonb_array_elements(e.tariffs) x),
        'daysKey', e.days_key) order by b.period_start)
      from public.billing_records b
      left join public.billing_evidence e on e.household_id = b.household_id and e.bill_id = b.id and e.version = b.version
      where b.household_id = p_household), '[]'::jsonb)
  )::text into answer
  from public.households h left join private.billing_due d on d.household_id = p_household where h.id = p_household;
  return answer;
end $$;

-- The lines of one bill, by which it is seen what a new version of it changes. Called by the service alone, after open_billing.
create or replace function private.bill_lines(p_household uuid, p_bill uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select b.lines::text from public.billing_records b where b.household_id = p_household and b.id = p_bill);
end $$;

-- What was drawn by utility, a figure for each local day of [p_from, p_to): used, estimated, and how long was and could have been measured;
-- what went back beside it. A guest's meter has two sources.
create or replace function private.billing_days(p_household uuid, p_from date, p_to date, p_now timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text := private.parts_of(p_household);
  zone constant text := (select h.time_zone from public.households h where h.id = p_household);
begin
  return (
  with heard as (
    select p.utility, p.source_household, p.since, p.until from unnest(parts::private.part[]) p
    join private.part_meters(parts) m on m.source_household = p.source_household and m.source_meter = p.source_meter and m.last_at is not null
    where p.is_root and p.flow = 'drawn'
  ), piece as (
    select p.* from private.part_days(parts, zone, p_from, p_to) p where p.is_root and p.flow in ('drawn', 'returned')
  ), total as (
    select p.day, p.utility, sum(p.used) filter (where p.flow = 'drawn')::bigint as used,
      sum(p.estimated) filter (where p.flow = 'drawn')::bigint as estimated, sum(p.covered_s) filter (where p.flow = 'drawn')::bigint as covered_s,
      sum(p.used) filter (where p.flow = 'returned')::bigint as returned
    from piece p group by 1, 2
  ), clock as materialized (
    select d::date as day, d at time zone zone as begins, least((d + interval '1 day') at time zone zone, p_now) as ends
    from generate_series(p_from::timestamp, p_to::timestamp - interval '1 day', interval '1 day') d
  ), expected as (
    select x.utility, x.day, max(x.seconds)::bigint as seconds from (
      select h.utility, h.source_household, c.day, sum(greatest(0, extract(epoch from least(c.ends, h.until) - greatest(c.begins, h.since)))) as seconds
      from heard h cross join clock c group by 1, 2, 3
    ) x group by 1, 2
  )
  select coalesce(json_agg(x), '[]')::text from (
    select e.utility, array_agg(coalesce(t.used, 0) order by e.day) as used, array_agg(coalesce(t.estimated, 0) order by e.day) as estimated,
      array_agg(coalesce(t.covered_s, 0) order by e.day) as "coveredS", array_agg(e.seconds order by e.day) as "expectedS",
      array_agg(coalesce(t.returned, 0) order by e.day) as returned
    from expected e left join total t on t.day = e.day and t.utility = e.utility
    group by e.utility order by e.utility
  ) x
  );
end $$;

-- A repair may move use to other hours of a day and leave its sum: prices by the hour then ask for another bill.
-- The local days of these seconds since 1970; called by the service with the repair, in its transaction.
create or replace function private.make_repaired_bills_anew(p_household uuid, p_from bigint, p_to bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_bills_anew(h.id, (to_timestamp(p_from) at time zone h.time_zone)::date, (to_timestamp(p_to) at time zone h.time_zone)::date + 1)
  from public.households h where h.id = p_household;
end $$;

-- Of [{series, stepS, starts, prices, taxes, withTax}]: a value for each start.
create or replace function private.price_points_of(p_prices jsonb) returns setof private.price_point
language sql immutable set search_path = '' as $$
  select s.series, s."stepS", to_timestamp(t.start::bigint), v.price::numeric, x.tax, w.price::numeric
  from jsonb_to_recordset(p_prices) as s (series text, "stepS" integer, starts jsonb, prices jsonb, taxes jsonb, "withTax" jsonb)
  cross join lateral jsonb_array_elements_text(s.starts) with ordinality t (start, i)
  join lateral jsonb_array_elements_text(s.prices) with ordinality v (price, i) on v.i = t.i
  join lateral jsonb_array_elements_text(s.taxes) with ordinality x (tax, i) on x.i = t.i
  join lateral jsonb_array_elements_text(s."withTax") with ordinality w (price, i) on w.i = t.i
$$;

-- Bills of every household whose tariffs name a series, on days of it.
create or replace function private.remake_bills_of_series(p_series text, p_from date, p_until date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_bills_anew(t.household_id, p_from, p_until) from (
    select distinct household_id from public.tariffs
    where jsonb_path_exists(plan, '$.charges[*].market.series ? (@ == $s)', jsonb_build_object('s', p_series))
      or jsonb_path_exists(plan, '$.schedules.*.colours ? (@ == $s)', jsonb_build_object('s', p_series))
  ) t;
end $$;

-- Rates of exchange are kept by the day, as colours are: no colour is such a number. The engine says it the same way.
create or replace function private.is_rate(p_text text) returns boolean
language sql immutable set search_path = '' as $$ select p_text ~ '^(?=.*[1-9])[0-9]+([.][0-9]+)?$' $$;

-- The series that a household has or may use: from when to when, how many points that is, and whether they hold tax ('mixed': some do;
-- null: nobody has said).
create or replace function private.price_series(p_user uuid, p_household uuid)
returns table (series text, kind text, is_own boolean, first timestamptz, last timestamptz, step_s integer, count bigint, tax text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home constant uuid := private.billing_home(p_user, p_household);
begin
  if home is null then return; end if;
  return query with point as (
    select p.series, true as is_own, p.starts_at, p.step_s, case when p.price_with_tax is null then p.tax else 'both' end as tax
    from public.price_points p where p.household_id = home
    union all
    select m.series, false, m.starts_at, m.step_s, case when m.price_with_tax is null then m.tax else 'both' end from public.market_prices m
  )
  select p.series, 'prices', p.is_own, min(p.starts_at), max(p.starts_at), min(p.step_s), count(*),
    case when count(distinct coalesce(p.tax, '')) > 1 then 'mixed' else min(p.tax) end
  from point p group by p.series, p.is_own
  union all
  select c.series, case when bool_and(private.is_rate(c.colour)) then 'rates' else 'colours' end, true, min(c.day)::timestamptz, max(c.day)::timestamptz, 86400, count(*), null
  from public.day_colours c where c.household_id = home group by 1
  union all
  select m.series, case when bool_and(private.is_rate(m.colour)) then 'rates' else 'colours' end, false, min(m.day)::timestamptz, max(m.day)::timestamptz, 86400, count(*), null from public.market_colours m group by 1
  order by 1, 3 desc;
end $$;

-- The prices that tariffs of a household name: its own where it has them, else the operator's.
create or replace function private.billing_prices(p_household uuid, p_series jsonb, p_from timestamptz, p_to timestamptz)
returns table (series text, step_s integer, starts json, prices json, taxes json, with_tax json)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query with point as (
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
  from point x group by 1;
end $$;

-- Called in the transaction of the first batch, under the lock of open_billing.
create or replace function private.hold_billing(p_household uuid, p_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.billing_due set due_at = p_until where household_id = p_household;
end $$;

create or replace function private.end_billing(p_household uuid, p_held_until timestamptz, p_due timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.billing_due set due_at = p_due, anew_from = null, anew_until = null where household_id = p_household and due_at = p_held_until;
end $$;

create trigger limit_tariffs after insert on public.tariffs for each row execute function private.limit_tariffs();
create trigger tariffs_changed after insert or update or delete on public.tariffs
  for each row execute function private.tariffs_changed();
create trigger billing_home_changed after update of billing_day, time_zone on public.households
  for each row when (not private.is_worker() and (old.billing_day <> new.billing_day or old.time_zone <> new.time_zone)) execute function private.billing_home_changed();
create trigger give_example_tariffs after insert on public.households
  for each row when (not private.is_worker() and new.kind <> 'home') execute function private.give_example_tariffs();
create trigger billing_cycles_changed after insert or update or delete on public.billing_cycles
  for each row execute function private.tariffs_changed();
create trigger fill_row before insert on public.utility_bills for each row execute function private.fill_row();
create trigger limit_utility_bills after insert on public.utility_bills for each row execute function private.limit_utility_bills();
create trigger budgets_changed after insert or update or delete on public.budgets
  for each row execute function private.tariffs_changed();
create trigger energy_factor_changed after insert or update or delete on public.energy_factors
  for each row execute function private.energy_factor_changed();
-- Bills that waited for it are made at once.
create trigger billing_zone_chosen after update of time_zone_chosen on public.households
  for each row when (not private.is_worker() and new.time_zone_chosen and not old.time_zone_chosen) execute function private.billing_home_changed();

grant select on public.billing_records, public.billing_record_versions, public.market_prices, public.market_colours, public.billing_evidence to
  authenticated;
grant select, delete on public.tariffs, public.price_points, public.day_colours, public.outdoor_temperatures to authenticated;
grant select, insert (household_id, kind, month_days, read_days), update (kind, month_days, read_days), delete on public.billing_cycles to
  authenticated;
grant select, insert (household_id, utility, supplier, period_start, period_end, currency, total, used, is_estimated, use_amount, fixed_amount,
  tax_amount, document, note), update (utility, supplier, period_start, period_end, currency, total, used, is_estimated, use_amount, fixed_amount,
  tax_amount, document, note), delete on public.utility_bills to authenticated;
grant select, insert (household_id, utility, amount), update (amount), delete on public.budgets to authenticated;
grant select, insert (household_id, utility, valid_from, kwh_per_m3), update (kwh_per_m3), delete on public.energy_factors to authenticated;
grant select, insert (household_id, fixed, common, common_rooms), update (fixed, common, common_rooms), delete on public.cost_policies to
  authenticated;
-- Written by the service alone, which has read the plan; deleting needs no reading.
-- Written by the service alone, which has read the file; deleting needs no reading.

create policy bills_read on public.billing_records for select to authenticated
  using (household_id = any (private.my_households()));
create policy tariffs_read on public.tariffs for select to authenticated
  using (household_id = any (private.my_households()));
create policy tariffs_remove on public.tariffs for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy bill_versions_read on public.billing_record_versions for select to authenticated
  using (household_id = any (private.my_households()));
create policy price_points_read on public.price_points for select to authenticated
  using (household_id = any (private.my_households()));
create policy price_points_remove on public.price_points for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy day_colours_read on public.day_colours for select to authenticated
  using (household_id = any (private.my_households()));
create policy day_colours_remove on public.day_colours for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy market_prices_read on public.market_prices for select to authenticated using (true);
create policy market_colours_read on public.market_colours for select to authenticated using (true);
create policy billing_cycles_read on public.billing_cycles for select to authenticated
  using (household_id = any (private.my_households()));
create policy billing_cycles_add on public.billing_cycles for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy billing_cycles_change on public.billing_cycles for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy billing_cycles_remove on public.billing_cycles for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy billing_evidence_read on public.billing_evidence for select to authenticated
  using (household_id = any (private.my_households()));
create policy utility_bills_read on public.utility_bills for select to authenticated
  using (household_id = any (private.my_households()));
create policy utility_bills_add on public.utility_bills for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy utility_bills_change on public.utility_bills for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy utility_bills_remove on public.utility_bills for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy budgets_read on public.budgets for select to authenticated
  using (household_id = any (private.my_households()));
create policy budgets_add on public.budgets for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy budgets_change on public.budgets for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy budgets_remove on public.budgets for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy outdoor_temperatures_read on public.outdoor_temperatures for select to authenticated
  using (household_id = any (private.my_households()));
create policy outdoor_temperatures_remove on public.outdoor_temperatures for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy energy_factors_read on public.energy_factors for select to authenticated
  using (household_id = any (private.my_households()));
create policy energy_factors_add on public.energy_factors for insert to authenticated
  with check (household_id = any (private.my_owned_households()));
create policy energy_factors_change on public.energy_factors for update to authenticated
  using (household_id = any (private.my_owned_households())) with check (household_id = any (private.my_owned_households()));
create policy energy_factors_remove on public.energy_factors for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy cost_policies_read on public.cost_policies for select to authenticated
  using (household_id = any (private.my_households()));
create policy cost_policies_add on public.cost_policies for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy cost_policies_change on public.cost_policies for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy cost_policies_remove on public.cost_policies for delete to authenticated
  using (household_id = any (private.my_owned_households()));

grant execute on function private.billing_home, private.due_households, private.store_bills, private.writable_home, private.tariff_home,
  private.tariff_in_force, private.price_facts, private.save_tariffs, private.save_prices, private.billing_quarters, private.billing_meters, private.meters_apart, private.two_way_utilities, private.billing_colours, private.bill_evidence,
  private.notify_budgets, private.save_temperatures, private.temperatures_kept, private.billing_temperatures, private.cost_sharing,
  private.open_billing, private.bill_lines, private.billing_days, private.make_repaired_bills_anew, private.price_series, private.billing_prices,
  private.hold_billing, private.end_billing to wattershed_engine;
