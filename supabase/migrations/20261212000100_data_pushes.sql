-- Where a home's figures go by themselves, to programs of its people: an InfluxDB that is written to, a webhook that is told what happens. One of each.
create table public.data_pushes (
  household_id uuid not null references public.households (id) on delete cascade,
  kind text not null check (kind in ('influx', 'webhook')),
  -- What of the address is shown; all of it, and the token, lie sealed with a key that is not in the database.
  host text not null check (length(host) <= 260),
  sealed text not null check (length(sealed) <= 4000),
  -- Whoever set it up: when they leave, it ends.
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- When the far side last took something; null: never.
  sent_at timestamptz,
  -- It has every quarter-hour before this one; null: none yet.
  sent_until timestamptz,
  -- Since when it takes nothing, and why.
  fault text check (fault in ('not-allowed', 'unreachable', 'refused', 'not-found', 'not-understood', 'secret-lost')),
  fault_at timestamptz,
  failures integer not null default 0,
  due_at timestamptz not null default now(),
  primary key (household_id, kind)
);
create index data_pushes_due on public.data_pushes (due_at);
alter table public.data_pushes enable row level security;

-- What a webhook is yet to be told, in order; told again under the same id until it is taken.
create table private.push_events (
  household_id uuid not null,
  kind text not null default 'webhook',
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  type text not null,
  data jsonb not null,
  primary key (household_id, id),
  foreign key (household_id, kind) references public.data_pushes (household_id, kind) on delete cascade
);
create index push_events_order on private.push_events (household_id, at);
