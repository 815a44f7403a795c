-- A sum of bigint is numeric, and several times as slow as bigint: these totals are far below its limit.
create aggregate private.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', parallel = safe, combinefunc = int8pl);

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
alter table public.usage_quarter enable row level security;

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
alter table public.usage_day enable row level security;

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
alter table public.usage_month enable row level security;

-- A meter that was silent for weeks spreads what it used over thousands of equal quarter-hours. They are kept as one row, and spread
-- when quarter-hours are read: a fleet that comes back writes a row for each meter, not thousands.
create table public.usage_stretch (
  household_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  -- Whole quarter-hours, more than a day of them. The share until an instant is the figure times the time gone by, without the fraction.
  start timestamptz not null,
  ends timestamptz not null,
  used bigint not null,
  estimated bigint not null default 0,
  imported bigint not null default 0,
  covered_s integer not null default 0,
  primary key (household_id, id)
);
create index usage_stretch_meter on public.usage_stretch (household_id, meter_id, start);
alter table public.usage_stretch enable row level security;
