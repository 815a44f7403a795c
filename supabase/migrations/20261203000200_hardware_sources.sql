-- Devices that are asked over the network: where, and how that goes.
create table public.polled_devices (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  source text not null check (source in ('homewizard')),
  -- Of the network: host, or host:port.
  address text not null check (length(address) between 1 and 60),
  -- Who answered there last, as the source calls it; null: nobody yet.
  device text check (length(device) between 1 and 200),
  -- Why it could not be asked at last, and since when; null: it answers, or was not asked yet.
  fault text check (fault in ('not-allowed', 'unreachable', 'refused', 'not-understood')),
  fault_at timestamptz,
  added_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, source, address),
  check ((fault is null) = (fault_at is null))
);
alter table public.polled_devices enable row level security;
