-- Tables of a database from before the first release, as the baseline has them. It may have any of this already.
create schema if not exists private;

alter table public.imports
  add column if not exists fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
  add column if not exists columns jsonb not null default '[]',
  add column if not exists may_be_early boolean not null default false;
create index if not exists imports_fingerprint on public.imports (household_id, fingerprint) where undone_at is null;

alter table public.meter_state
  add column if not exists fell_at timestamptz,
  add column if not exists fell_from bigint;
alter table public.quarantined_readings
  drop constraint quarantined_readings_reason_check,
  add constraint quarantined_readings_reason_check
    check (reason in ('implausible-jump', 'negative-amount', 'counter-fell', 'two-counters'));

create table if not exists public.unread_messages (
  household_id uuid not null references public.households (id) on delete cascade,
  id bigint generated always as identity,
  door text not null check (door in ('mqtt', 'p1', 'dsmr', 'wmbus', 'lines', 'emoncms')),
  place text not null check (length(place) between 1 and 200),
  reason text not null check (reason in ('not-understood', 'returned')),
  payload text not null check (length(payload) <= 4000),
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, door, place)
);
alter table public.unread_messages enable row level security;

alter table public.households add column if not exists time_zone_chosen boolean not null default false;

do $$
declare
  prices regclass;
  one record;
begin
  foreach prices in array array['public.price_points', 'public.market_prices']::regclass[] loop
    if exists (select from pg_attribute where attrelid = prices and attname = 'tax') then continue; end if;
    execute format('alter table %s
      add column tax text check (tax in (''included'', ''excluded'')),
      add column price_with_tax numeric check (abs(price_with_tax) < 1000000 and scale(price_with_tax) <= 30),
      add check (price_with_tax is null or tax = ''excluded''),
      drop constraint %I,
      add constraint %2$I check (abs(price) < 1000000 and scale(price) <= 30)', prices, (select relname from pg_class where oid = prices) || '_price_check');
  end loop;
  if to_regtype('private.price_point') is null then
    create type private.price_point as (series text, step_s integer, starts_at timestamptz, price numeric, tax text, price_with_tax numeric);
  end if;
  -- PostgreSQL counted on from the names of a table that was replaced.
  for one in select conname from pg_constraint where conrelid = 'public.tariffs'::regclass and conname like '%1' loop
    execute format('alter table public.tariffs rename constraint %I to %I', one.conname, left(one.conname, -1));
  end loop;
end $$;
comment on column public.notices.figures is null;
