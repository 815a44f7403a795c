-- What a household has fetched from others, as it would else export it by hand: from where, for what, how far, and what went wrong.
create table public.pulls (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (length(kind) between 1 and 40),
  -- The meter that it fills; null: what all of the home has one of, such as temperatures.
  meter_id bigint,
  -- {name: text}: whose data, of what. Nothing secret.
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and length(settings::text) <= 1000),
  -- The key that others gave the household, sealed; nobody reads it.
  sealed_key text check (length(sealed_key) <= 4000),
  -- In whose right it writes.
  set_up_by uuid not null,
  added_at timestamptz not null default now(),
  since timestamptz not null,
  -- What lies before it has come.
  pulled_to timestamptz not null,
  -- All that there was at its first time has come.
  is_filled boolean not null default false,
  succeeded_at timestamptz,
  -- Readings that did not fit those that were there.
  rejected integer not null default 0,
  fault text check (fault in ('unreachable', 'busy', 'key-refused', 'not-understood', 'nothing-there', 'not-allowed', 'key-lost', 'no-right', 'place-missing')),
  fault_at timestamptz,
  failures integer not null default 0,
  is_paused boolean not null default false,
  next_at timestamptz not null default now(),
  primary key (household_id, id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade,
  check ((fault is null) = (fault_at is null))
);
-- One for each meter, and one of each kind for the home.
create unique index pulls_target on public.pulls (household_id, (coalesce(meter_id::text, kind)));
create index pulls_due on public.pulls (next_at) where not is_paused;
alter table public.pulls enable row level security;
