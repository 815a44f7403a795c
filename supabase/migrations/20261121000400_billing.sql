-- What a household pays: its tariffs by date, and bills that are closed by the service, recomputed when their tariff or their use
-- changes, and never forgotten.

create table public.tariffs (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- In force from this local day until the next one's.
  valid_from date not null check (valid_from >= '2000-01-01' and valid_from < '2100-01-01'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Per kWh and per month; percent of both.
  electricity_rate numeric not null check (electricity_rate >= 0 and electricity_rate < 1000000 and scale(electricity_rate) <= 6),
  electricity_standing numeric not null check (electricity_standing >= 0 and electricity_standing < 10000000 and scale(electricity_standing) <= 6),
  electricity_tax_percent numeric not null check (electricity_tax_percent >= 0 and electricity_tax_percent <= 100 and scale(electricity_tax_percent) <= 4),
  -- Per cubic metre and per month; percent of both.
  water_rate numeric not null check (water_rate >= 0 and water_rate < 1000000 and scale(water_rate) <= 6),
  water_standing numeric not null check (water_standing >= 0 and water_standing < 10000000 and scale(water_standing) <= 6),
  water_tax_percent numeric not null check (water_tax_percent >= 0 and water_tax_percent <= 100 and scale(water_tax_percent) <= 4),
  -- Came with the demo household; whoever changes it makes it their own.
  is_example boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, valid_from)
);

alter table public.billing_records
  -- Some currencies have three decimals, one has four.
  alter column total_amount type numeric(16, 4), alter column water_cost type numeric(16, 4), alter column electricity_cost type numeric(16, 4),
  -- How it came about: [{utility, kind, from, to, quantity, rate, amount}], amounts as texts.
  add column lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  add column electricity_wh bigint not null default 0,
  add column electricity_estimated_wh bigint not null default 0,
  add column water_ml bigint not null default 0,
  add column water_estimated_ml bigint not null default 0,
  -- The share of its time in which meters were heard; null where nobody can tell.
  add column coverage numeric check (coverage between 0 and 1),
  add column unpriced_days integer not null default 0,
  add column version integer not null default 1 check (version > 0),
  add column corrected_at timestamptz;

-- What a bill said before it was recomputed, or taken back because no tariff is left that prices it.
create table public.billing_record_versions (
  household_id uuid not null references public.households (id) on delete cascade,
  bill_id uuid not null,
  version integer not null,
  period_start date not null,
  period_end date not null,
  currency text not null,
  total_amount numeric(16, 4) not null,
  water_cost numeric(16, 4) not null,
  electricity_cost numeric(16, 4) not null,
  lines jsonb not null,
  electricity_wh bigint not null,
  electricity_estimated_wh bigint not null,
  water_ml bigint not null,
  water_estimated_ml bigint not null,
  coverage numeric,
  unpriced_days integer not null,
  made_at timestamptz not null,
  replaced_at timestamptz not null,
  reason text not null check (reason in ('tariff', 'use', 'withdrawn')),
  primary key (household_id, bill_id, version)
);

alter table public.tariffs enable row level security;
alter table public.billing_record_versions enable row level security;
revoke all on public.tariffs, public.billing_record_versions from anon, authenticated;
grant select, delete on public.tariffs to authenticated;
grant insert (household_id, valid_from, currency, electricity_rate, electricity_standing, electricity_tax_percent,
  water_rate, water_standing, water_tax_percent) on public.tariffs to authenticated;
grant update (valid_from, currency, electricity_rate, electricity_standing, electricity_tax_percent,
  water_rate, water_standing, water_tax_percent) on public.tariffs to authenticated;
grant select on public.billing_record_versions to authenticated;

create policy tariffs_read on public.tariffs for select to authenticated
  using (household_id = any (private.my_households()));
create policy tariffs_add on public.tariffs for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy tariffs_change on public.tariffs for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy tariffs_remove on public.tariffs for delete to authenticated
  using (household_id = any (private.my_writable_households()));
create policy bill_versions_read on public.billing_record_versions for select to authenticated
  using (household_id = any (private.my_households()));

create function private.own_tariff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_example := false;
  return new;
end $$;
create trigger own_tariff before update on public.tariffs for each row execute function private.own_tariff();

create function private.limit_tariffs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.tariffs where household_id = new.household_id) > 200 then
    raise exception 'a household keeps at most 200 tariffs' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger limit_tariffs after insert on public.tariffs for each row execute function private.limit_tariffs();

-- When a household's bills are looked at next. The row is also the lock under which they are made.
create table private.billing_due (
  household_id uuid primary key references public.households (id) on delete cascade,
  due_at timestamptz not null
);
create index billing_due_at on private.billing_due (due_at);
revoke all on private.billing_due from public, anon, authenticated, wattershed_engine;

create function private.make_bills_due(p_household uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.billing_due as d (household_id, due_at)
  select h.id, now() from public.households h where h.id = p_household and h.kind <> 'demo' and h.owner_id is not null
  on conflict (household_id) do update set due_at = least(d.due_at, excluded.due_at)
$$;

create function private.tariffs_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_bills_due(case when tg_op = 'DELETE' then old.household_id else new.household_id end);
  return null;
end $$;
create trigger tariffs_changed after insert or update or delete on public.tariffs
  for each row execute function private.tariffs_changed();

create function private.billing_home_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.billing_due set due_at = least(due_at, now()) where household_id = new.id;
  return null;
end $$;
create trigger billing_home_changed after update of billing_day, time_zone on public.households
  for each row when (old.billing_day <> new.billing_day or old.time_zone <> new.time_zone) execute function private.billing_home_changed();

-- The demo household's prices: examples of the size of Spanish ones, with a change in the middle of a month, so that a split is seen.
create function private.give_example_tariffs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare month date := date_trunc('month', now())::date;
begin
  if new.kind = 'demo' then
    insert into public.tariffs (household_id, valid_from, currency, electricity_rate, electricity_standing, electricity_tax_percent,
      water_rate, water_standing, water_tax_percent, is_example)
    values (new.id, (month - interval '15 months')::date, new.currency, 0.1712, 14.20, 21, 1.84, 9.40, 10, true),
      (new.id, (month - interval '4 months' + interval '9 days')::date, new.currency, 0.1589, 15.10, 21, 1.92, 9.80, 10, true);
  else
    insert into public.tariffs (household_id, valid_from, currency, electricity_rate, electricity_standing, electricity_tax_percent,
      water_rate, water_standing, water_tax_percent, is_example)
    select new.id, t.valid_from, t.currency, t.electricity_rate, t.electricity_standing, t.electricity_tax_percent,
      t.water_rate, t.water_standing, t.water_tax_percent, t.is_example
    from public.tariffs t where t.household_id = (select demo_household_id from private.settings);
  end if;
  return null;
end $$;
create trigger give_example_tariffs after insert on public.households
  for each row when (new.kind <> 'home') execute function private.give_example_tariffs();

-- A demo household that was made before there were tariffs, and its guests.
insert into public.tariffs (household_id, valid_from, currency, electricity_rate, electricity_standing, electricity_tax_percent,
  water_rate, water_standing, water_tax_percent, is_example)
select h.id, (date_trunc('month', now()) - t.before)::date, h.currency, t.rate, t.standing, 21, t.water_rate, t.water_standing, 10, true
from public.households h, (values (interval '15 months', 0.1712, 14.20, 1.84, 9.40), (interval '4 months' - interval '9 days', 0.1589, 15.10, 1.92, 9.80))
  t (before, rate, standing, water_rate, water_standing)
where h.kind <> 'home';

-- Which household is asked about; null for one that is not the person's.
create function private.billing_home(p_user uuid, p_household uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select home.id from private.household_of(p_user, p_household) home
$$;

create function private.due_households(p_now timestamptz, p_count integer) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select household_id from private.billing_due where due_at <= p_now order by due_at limit p_count
$$;

-- All that bills are made of, but the use. Bills of one household are made one after the other: this waits for who is at it.
create function private.open_billing(p_household uuid, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare answer text;
begin
  perform from private.billing_due d where d.household_id = p_household for update;
  select jsonb_build_object(
    'name', h.name, 'kind', h.kind, 'country', h.country, 'currency', h.currency, 'timeZone', h.time_zone, 'billingDay', h.billing_day,
    'isMeasured', h.has_readings,
    'today', (p_now at time zone h.time_zone)::date,
    -- The local day until which every living meter has reported; null when none lives.
    'heardDay', (select (min(s.last_at) at time zone h.time_zone)::date
      from public.meter_parts p join public.meter_state s on s.household_id = p.source_household and s.meter_id = p.source_meter
      where p.household_id = h.id and p.is_root and s.last_at > p_now - interval '2 days'),
    'firstDay', (select min(u.day) from public.meter_parts p join public.usage_day u on u.household_id = p.source_household and u.meter_id = p.source_meter
      where p.household_id = h.id and p.is_root),
    'tariffs', coalesce((select jsonb_agg(jsonb_build_object('validFrom', t.valid_from, 'currency', t.currency, 'isExample', t.is_example,
        'electricity', jsonb_build_object('rate', trim_scale(t.electricity_rate)::text, 'standing', trim_scale(t.electricity_standing)::text,
          'taxPercent', trim_scale(t.electricity_tax_percent)::text),
        'water', jsonb_build_object('rate', trim_scale(t.water_rate)::text, 'standing', trim_scale(t.water_standing)::text,
          'taxPercent', trim_scale(t.water_tax_percent)::text)) order by t.valid_from)
      from public.tariffs t where t.household_id = h.id), '[]'::jsonb),
    'bills', coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'start', b.period_start, 'end', b.period_end, 'currency', b.currency,
        'lines', b.lines, 'electricityWh', b.electricity_wh, 'electricityEstimatedWh', b.electricity_estimated_wh, 'waterMl', b.water_ml,
        'waterEstimatedMl', b.water_estimated_ml) order by b.period_start)
      from public.billing_records b where b.household_id = h.id), '[]'::jsonb)
  )::text into answer from public.households h where h.id = p_household;
  return answer;
end $$;

-- Use of the whole household by local day, with how long meters were heard and could have been. A guest's meter has two sources.
create function private.billing_use(p_household uuid, p_from date, p_to date, p_now timestamptz)
returns table (day text, utility text, used bigint, estimated bigint, covered_s bigint, expected_s bigint)
language sql stable security definer set search_path = '' as $$
  with root as (
    select p.utility, p.source_household, p.source_meter from public.meter_parts p where p.household_id = p_household and p.is_root
  ), heard as (
    select x.utility, max(x.meters) as meters from (
      select r.utility, count(*) as meters from root r
      join public.meter_state s on s.household_id = r.source_household and s.meter_id = r.source_meter
      where s.last_at is not null group by r.utility, r.source_household
    ) x group by x.utility
  ), zone as (select h.time_zone from public.households h where h.id = p_household),
  piece as (
    select r.utility, u.day, u.used, u.estimated, u.covered_s from root r
    join public.usage_day u on u.household_id = r.source_household and u.meter_id = r.source_meter and u.day >= p_from and u.day < p_to
    union all
    select r.utility, (s.quarter at time zone z.time_zone)::date, s.used, s.estimated, s.covered_s from root r
    join public.meter_state s on s.household_id = r.source_household and s.meter_id = r.source_meter
    cross join zone z where s.quarter is not null
  ), total as (
    select p.day, p.utility, sum(p.used)::bigint as used, sum(p.estimated)::bigint as estimated, sum(p.covered_s)::bigint as covered_s
    from piece p group by 1, 2
  )
  select d::date::text, h.utility, coalesce(t.used, 0), coalesce(t.estimated, 0), coalesce(t.covered_s, 0),
    h.meters * greatest(0, extract(epoch from least((d + interval '1 day') at time zone z.time_zone, p_now) - d at time zone z.time_zone))::bigint
  from heard h cross join zone z cross join generate_series(p_from::timestamp, p_to::timestamp - interval '1 day', interval '1 day') d
  left join total t on t.day = d::date and t.utility = h.utility
  order by 1, 2
$$;

create function private.keep_bill_version(b public.billing_records, p_now timestamptz, p_reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.billing_record_versions (household_id, bill_id, version, period_start, period_end, currency, total_amount, water_cost,
    electricity_cost, lines, electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml, coverage, unpriced_days, made_at, replaced_at, reason)
  values (b.household_id, b.id, b.version, b.period_start, b.period_end, b.currency, b.total_amount, b.water_cost, b.electricity_cost, b.lines,
    b.electricity_wh, b.electricity_estimated_wh, b.water_ml, b.water_estimated_ml, b.coverage, b.unpriced_days,
    coalesce(b.corrected_at, b.created_at), p_now, p_reason)
$$;

-- Writes bills that were made (without an id), made anew (with their id and the reason), or taken back (the id alone). Called by the
-- service alone, after open_billing in the same transaction. An open cycle is refused.
create function private.store_bills(p_household uuid, p_now timestamptz, p_bills jsonb, p_withdrawn uuid[], p_due timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  home public.households := (select h from public.households h where h.id = p_household);
  before public.billing_records;
  bill record;
begin
  for bill in select * from jsonb_to_recordset(p_bills) as x (id uuid, "start" date, "end" date, currency text, "totalAmount" numeric,
    "waterCost" numeric, "electricityCost" numeric, lines jsonb, "electricityWh" bigint, "electricityEstimatedWh" bigint, "waterMl" bigint,
    "waterEstimatedMl" bigint, coverage numeric, "unpricedDays" integer, reason text) loop
    if bill."end" > (p_now at time zone home.time_zone)::date then
      raise exception 'a cycle that is open has no bill' using errcode = 'check_violation';
    end if;
    if bill.id is null then
      insert into public.billing_records (household_id, user_id, period_start, period_end, currency, total_amount, water_cost, electricity_cost,
        lines, electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml, coverage, unpriced_days, created_at)
      values (home.id, home.owner_id, bill."start", bill."end", bill.currency, bill."totalAmount", bill."waterCost", bill."electricityCost",
        bill.lines, bill."electricityWh", bill."electricityEstimatedWh", bill."waterMl", bill."waterEstimatedMl", bill.coverage, bill."unpricedDays", p_now);
    else
      select * into strict before from public.billing_records b where b.household_id = home.id and b.id = bill.id;
      perform private.keep_bill_version(before, p_now, bill.reason);
      update public.billing_records b set user_id = home.owner_id, currency = bill.currency, total_amount = bill."totalAmount",
        water_cost = bill."waterCost", electricity_cost = bill."electricityCost", lines = bill.lines, electricity_wh = bill."electricityWh",
        electricity_estimated_wh = bill."electricityEstimatedWh", water_ml = bill."waterMl", water_estimated_ml = bill."waterEstimatedMl",
        coverage = bill.coverage, unpriced_days = bill."unpricedDays", version = b.version + 1, corrected_at = p_now
      where b.household_id = home.id and b.id = bill.id;
    end if;
  end loop;
  for before in select * from public.billing_records b where b.household_id = home.id and b.id = any (p_withdrawn) loop
    perform private.keep_bill_version(before, p_now, 'withdrawn');
    delete from public.billing_records b where b.household_id = home.id and b.id = before.id;
  end loop;
  update private.billing_due set due_at = p_due where household_id = p_household;
end $$;

grant execute on function private.billing_home(uuid, uuid), private.due_households(timestamptz, integer), private.open_billing(uuid, timestamptz),
  private.billing_use(uuid, date, date, timestamptz), private.store_bills(uuid, timestamptz, jsonb, uuid[], timestamptz) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
