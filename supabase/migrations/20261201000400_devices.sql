-- What measures: a device stands in a room and measures one utility, through one meter for each of its registers.
create table public.connected_devices (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null check (length(trim(name)) between 1 and 80),
  room text not null default '' check (length(room) <= 40),
  utility text not null check (utility in ('electricity', 'water')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (household_id, id)
);
create index connected_devices_user on public.connected_devices (user_id, created_at);
alter table public.connected_devices enable row level security;

create table public.meters (
  household_id uuid not null,
  id bigint generated always as identity,
  device_id uuid not null,
  utility text not null check (utility in ('electricity', 'water')),
  register text not null default 'total' check (register in ('total', 'tariff1', 'tariff2', 'export')),
  -- The name a sender uses; unique in its household.
  key text not null check (key ~ '^[a-z0-9][a-z0-9._:-]{0,63}$' and key !~ '^[0-9]+$'),
  -- What its readings are: set by the first one that is accepted.
  reading_kind text check (reading_kind in ('counter', 'interval')),
  parent_meter_id bigint,
  -- More than this in an hour (Wh or mL) is not believed: 100 kW, 20 m3/h; never more than 1 GW, so that sums stay whole.
  max_per_hour bigint not null check (max_per_hour between 1 and 1000000000),
  -- Use across a longer silence is spread evenly and counted as estimated.
  max_gap_s integer not null default 3900 check (max_gap_s between 60 and 2678400),
  template_household_id uuid,
  template_meter_id bigint,
  created_at timestamptz not null default now(),
  -- What the latest readings say about the meter itself, as members of a JSON object; and how many of its readings were not believed.
  facts text not null default '',
  quarantined integer not null default 0,
  -- The first value that the counter cannot show (Wh or mL): after it, it begins at zero.
  rolls_over_at bigint check (rolls_over_at > 0),
  primary key (household_id, id),
  unique (household_id, key),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade,
  foreign key (household_id, parent_meter_id) references public.meters (household_id, id) on delete set null (parent_meter_id),
  check (parent_meter_id <> id)
);
create index meters_device on public.meters (household_id, device_id);
alter table public.meters enable row level security;

-- Every figure is the sum over parts: a meter gives to its own room and device and takes from those of the meter that contains it, so nothing
-- is counted twice. What a meter gives to and takes from is worked out once for all reads (joining it together took longer than the figures). A guest's
-- meter has two sources: the demo household's meter behind it, and the guest's own overlay.
create table public.meter_parts (
  household_id uuid not null,
  utility text not null,
  room text not null,
  device_id uuid not null,
  source_household uuid not null,
  source_meter bigint not null,
  sign integer not null check (sign in (1, -1)),
  -- Contained in no other meter: the household's total is the sum of these.
  is_root boolean not null,
  primary key (household_id, source_meter, device_id, sign)
);
alter table public.meter_parts enable row level security;
