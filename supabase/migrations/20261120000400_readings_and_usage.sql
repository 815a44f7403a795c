-- Readings arrive in open rows and are packed by the day; use is kept by quarter-hour (UTC), day and month (household's zone).
-- A quarter's use is the SUM of three places: the packed day, the open rows, and the quarter still filling in meter_state.
create table public.meter_state (
  household_id uuid not null,
  meter_id bigint not null,
  -- Counts its changes: whoever computed from an older one must compute again.
  revision integer not null default 0,
  -- The watermark: the latest reading, the use it closed and how long that took.
  last_at timestamptz,
  last_value bigint,
  last_used bigint,
  last_span_s integer,
  -- Millionths of a Wh or mL that whole units could not hold yet.
  carry integer not null default 0,
  quarter timestamptz,
  used bigint not null default 0,
  estimated bigint not null default 0,
  imported bigint not null default 0,
  covered_s integer not null default 0,
  primary key (household_id, meter_id)
) with (fillfactor = 50);
create index meter_state_meter on public.meter_state (meter_id);

create table public.open_readings (
  household_id uuid not null,
  meter_id bigint not null,
  at timestamptz not null,
  value bigint not null,
  -- Null: a counter's value at an instant. Else the amount used in [at, at + span_s).
  span_s integer,
  -- 0 measured, 1 imported, 2 simulated
  source smallint not null default 0
);
create index open_readings_meter on public.open_readings (meter_id, at);

create table public.packed_days (
  household_id uuid not null,
  meter_id bigint not null,
  day date not null,
  -- n readings; the first at first_s seconds of the UTC day, the next ones step_s apart, or offsets[] apart where irregular.
  n integer not null default 0,
  first_s integer not null default 0,
  step_s integer,
  offsets integer[],
  -- Counter: first value, then differences. Interval: amounts, each over span_s, or spans[] where irregular.
  first_value bigint,
  deltas bigint[],
  span_s integer,
  spans integer[],
  -- Runs of provenance: count, source, count, source, ...
  sources integer[],
  -- 96 quarter-hours; null arrays: nothing estimated, nothing imported, all covered.
  used bigint[],
  estimated bigint[],
  imported bigint[],
  covered_s integer[],
  primary key (household_id, meter_id, day)
);

create table public.usage_quarter (
  household_id uuid not null,
  meter_id bigint not null,
  start timestamptz not null,
  used bigint not null,
  estimated bigint not null default 0,
  imported bigint not null default 0,
  covered_s integer not null default 0,
  primary key (household_id, meter_id, start)
) with (fillfactor = 80);

create table public.usage_day (
  household_id uuid not null,
  meter_id bigint not null,
  day date not null,
  used bigint not null,
  estimated bigint not null default 0,
  imported bigint not null default 0,
  covered_s integer not null default 0,
  primary key (household_id, meter_id, day)
) with (fillfactor = 70);

create table public.usage_month (
  household_id uuid not null,
  meter_id bigint not null,
  month date not null check (extract(day from month) = 1),
  used bigint not null,
  estimated bigint not null default 0,
  imported bigint not null default 0,
  covered_s integer not null default 0,
  primary key (household_id, meter_id, month)
) with (fillfactor = 70);

-- Readings that were not believed, kept until a person decides.
create table public.quarantined_readings (
  household_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  at timestamptz not null,
  span_s integer,
  value bigint not null,
  reason text not null check (reason in ('implausible-jump')),
  received_at timestamptz not null default now(),
  primary key (household_id, id)
);
create unique index quarantined_once on public.quarantined_readings (household_id, meter_id, at);

do $$
declare t text;
begin
  foreach t in array array['meter_state', 'open_readings', 'packed_days', 'usage_quarter', 'usage_day', 'usage_month', 'quarantined_readings'] loop
    execute format('alter table public.%I enable row level security', t);
    execute format('revoke all on public.%I from anon, authenticated', t);
    execute format('grant select on public.%I to authenticated', t);
    execute format('create policy %I on public.%I for select to authenticated using (household_id = any (private.my_households()))', t || '_read', t);
  end loop;
end $$;

create function private.open_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.meter_state (household_id, meter_id) values (new.household_id, new.id);
  return null;
end $$;
create trigger open_meter after insert on public.meters for each row execute function private.open_meter();

create function private.change_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.meter_state set revision = revision + 1 where household_id = new.household_id and meter_id = new.id;
  return null;
end $$;
create trigger change_meter after update of max_per_hour, max_gap_s on public.meters
  for each row execute function private.change_meter();

-- Big tables carry no foreign keys (a check per reading costs more than the reading): what a meter measured goes with it here.
create function private.close_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.meter_state where household_id = old.household_id and meter_id = old.id;
  delete from public.open_readings where household_id = old.household_id and meter_id = old.id;
  delete from public.packed_days where household_id = old.household_id and meter_id = old.id;
  delete from public.usage_quarter where household_id = old.household_id and meter_id = old.id;
  delete from public.usage_day where household_id = old.household_id and meter_id = old.id;
  delete from public.usage_month where household_id = old.household_id and meter_id = old.id;
  delete from public.quarantined_readings where household_id = old.household_id and meter_id = old.id;
  return null;
end $$;
create trigger close_meter after delete on public.meters for each row execute function private.close_meter();

-- The instants where a local day begins depend on the zone: another zone means other days and months, from the same quarters.
create function private.all_quarters(household uuid)
returns table (meter_id bigint, start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language sql stable security definer set search_path = '' as $$
  select p.meter_id, (p.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes', p.used[i],
    coalesce(p.estimated[i], 0), coalesce(p.imported[i], 0), coalesce(p.covered_s[i], 900)::bigint
  from public.packed_days p cross join generate_series(1, 96) i
  where p.household_id = household and p.used is not null
  union all
  select q.meter_id, q.start, q.used, q.estimated, q.imported, q.covered_s from public.usage_quarter q where q.household_id = household
$$;

create function private.rebuild_days(household uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare zone text := (select time_zone from public.households where id = household);
begin
  perform from public.meter_state where household_id = household order by meter_id for update;
  delete from public.usage_day where household_id = household;
  delete from public.usage_month where household_id = household;
  insert into public.usage_day
    select household, meter_id, (start at time zone zone)::date, sum(used), sum(estimated), sum(imported), sum(covered_s)
    from private.all_quarters(household) group by 2, 3
    having sum(used) <> 0 or sum(covered_s) > 0 or sum(estimated) <> 0;
  insert into public.usage_month
    select household, meter_id, date_trunc('month', day)::date, sum(used), sum(estimated), sum(imported), sum(covered_s)
    from public.usage_day where household_id = household group by 2, 3;
end $$;

create function private.change_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'guest' then
    raise exception 'the demo household keeps its time zone' using errcode = 'check_violation';
  end if;
  perform private.rebuild_days(new.id);
  return null;
end $$;
create trigger change_time_zone after update of time_zone on public.households
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.change_time_zone();

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
