-- Where a device stood and what a meter was inside of, as it was said: from `since` on, until something that was said later and begins no later.
-- The first that was said of one holds since ever. One of which nothing is kept never moved: `connected_devices` and `meters` say where it is now.
create table public.device_rooms (
  household_id uuid not null,
  id bigint generated always as identity,
  device_id uuid not null,
  room text not null check (length(room) <= 40),
  -- The beginning of a quarter-hour, so that none is parted. Null: since ever, which puts the past right.
  since timestamptz default now(),
  -- Null: what was so before anything was said.
  made_by uuid,
  made_at timestamptz not null default now(),
  primary key (household_id, id),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade
);
create index device_rooms_device on public.device_rooms (household_id, device_id, id);
alter table public.device_rooms enable row level security;

create table public.meter_parents (
  household_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  -- Null: in no other meter.
  parent_meter_id bigint,
  since timestamptz default now(),
  made_by uuid,
  made_at timestamptz not null default now(),
  primary key (household_id, id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade,
  foreign key (household_id, parent_meter_id) references public.meters (household_id, id) on delete set null (parent_meter_id)
);
create index meter_parents_meter on public.meter_parents (household_id, meter_id, id);
create index meter_parents_parent on public.meter_parents (household_id, parent_meter_id);
alter table public.meter_parents enable row level security;

-- A part holds for a time, which is cut so that each piece is read where its use is kept: whole months, whole days, or by the quarter-hour.
alter table public.meter_parts
  add column grain text not null default 'month' check (grain in ('month', 'day', 'quarter')),
  add column since timestamptz not null default '-infinity',
  add column until timestamptz not null default 'infinity',
  -- The local days of a piece that is read by the day or month; of another none.
  add column first_day date not null default '-infinity',
  add column end_day date not null default 'infinity',
  drop constraint meter_parts_pkey,
  add primary key (household_id, source_meter, device_id, sign, since);
-- Empty where nothing ever moved: whether it did is asked with every figure.
create index meter_parts_moved on public.meter_parts (household_id) where grain <> 'month';
