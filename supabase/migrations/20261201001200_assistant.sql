-- What people ask the assistant. A conversation is its person's own: nobody else in the household reads it.
create table public.assistant_messages (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (length(content) <= 20000),
  -- Of an answer: who gave it, its results, what it would do, what went wrong.
  extras jsonb not null default '{}' check (jsonb_typeof(extras) = 'object' and length(extras::text) <= 60000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (household_id, id)
);
create index assistant_messages_of on public.assistant_messages (household_id, user_id, created_at);
alter table public.assistant_messages enable row level security;

-- What it would switch. Nothing is switched before the person presses it, once, in time.
create table public.assistant_actions (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  device_id uuid not null,
  wanted boolean not null,
  proposed_at timestamptz not null default now(),
  until timestamptz not null,
  settled_at timestamptz,
  result text check (result in ('done', 'noted', 'no-answer', 'declined')),
  primary key (household_id, id),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade
);
create index assistant_actions_device on public.assistant_actions (household_id, device_id);
alter table public.assistant_actions enable row level security;

-- By it another program asks in a person's name; it reads, and never acts.
create table public.assistant_tokens (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id) on delete cascade,
  user_id uuid not null,
  name text not null default '' check (length(name) <= 80),
  -- SHA-256 of the token: the token itself is shown once and kept nowhere.
  hash bytea not null unique,
  hint text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index assistant_tokens_of on public.assistant_tokens (user_id);
alter table public.assistant_tokens enable row level security;
