-- Hardware that makes itself known: found first, added by a person, then measured and switched. One channel is one thing of a device that
-- measures or switches: a socket, one relay of two, one phase of a meter.
create table public.channels (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  source text not null check (source in ('tasmota', 'shelly', 'zigbee2mqtt', 'ha-discovery', 'dsmr')),
  -- What the source calls the device, and which of its parts this is; empty: the device as a whole.
  device text not null check (length(device) between 1 and 200),
  part text not null default '' check (length(part) <= 80),
  name text not null default '' check (length(name) <= 80),
  -- Where the device says that it stands, in its own words.
  room text not null default '' check (length(room) <= 40),
  model text not null default '' check (length(model) <= 80),
  -- What it measures; null: it only switches.
  utility text check (utility in ('electricity', 'water')),
  -- {topic, on, off}: what is published to switch it; null: it cannot be switched.
  command jsonb check (jsonb_typeof(command) = 'object'),
  -- As it last said; null: it has not said.
  is_on boolean,
  is_online boolean,
  last_value bigint,
  last_at timestamptz,
  device_id uuid,
  meter_id bigint,
  is_ignored boolean not null default false,
  found_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, source, device, part),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete set null (device_id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete set null (meter_id)
);
-- What one channel counts, no other may count again.
create unique index channels_meter on public.channels (household_id, meter_id) where meter_id is not null;
create index channels_device on public.channels (household_id, device_id) where device_id is not null;
alter table public.channels enable row level security;

-- Who switched what, when, and what came of it.
create table public.device_commands (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  device_id uuid not null,
  wanted boolean not null,
  -- Null: nobody, it was due.
  user_id uuid,
  asked_at timestamptz not null default now(),
  settled_at timestamptz,
  result text check (result in ('confirmed', 'no-answer')),
  primary key (household_id, id),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade,
  check ((result is null) = (settled_at is null))
);
create index device_commands_device on public.device_commands (household_id, device_id, asked_at desc);
alter table public.device_commands enable row level security;

create table public.device_schedules (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  device_id uuid not null,
  is_on boolean not null,
  -- Bit 0 is Monday, bit 6 Sunday.
  days smallint not null default 127 check (days between 1 and 127),
  -- Of the household's day, from 0; or about the sun.
  minute smallint check (minute between 0 and 1439),
  sun text check (sun in ('sunrise', 'sunset')),
  offset_min smallint not null default 0 check (offset_min between -180 and 180),
  is_enabled boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  -- When it is due next; null: never as things stand, or not worked out since it was made or changed.
  next_at timestamptz,
  is_planned boolean not null default false,
  primary key (household_id, id),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade,
  check ((minute is null) <> (sun is null)),
  check (sun is not null or offset_min = 0)
);
create index device_schedules_due on public.device_schedules (is_planned, next_at) where is_enabled;
create index device_schedules_device on public.device_schedules (household_id, device_id);
alter table public.device_schedules enable row level security;

-- What was heard and not understood, as it came: of each place the latest, so that somebody can see that it is there, and show it to who may help.
create table public.unread_messages (
  household_id uuid not null references public.households (id) on delete cascade,
  id bigint generated always as identity,
  door text not null check (door in ('mqtt', 'p1', 'dsmr', 'wmbus', 'lines', 'emoncms')),
  -- The topic, the radio meter, the input: where it was said.
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
