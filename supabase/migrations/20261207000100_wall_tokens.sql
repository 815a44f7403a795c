-- By it a screen on a wall shows one home's bill, flow, day and notices, and reads nothing else. It is the home's; whoever made it knows it.
create table public.wall_tokens (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id) on delete cascade,
  created_by uuid not null,
  name text not null default '' check (length(name) <= 80),
  -- SHA-256 of the token: the token itself is shown once and kept nowhere.
  hash bytea not null unique,
  hint text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index wall_tokens_of on public.wall_tokens (household_id);
create index wall_tokens_by on public.wall_tokens (created_by);
alter table public.wall_tokens enable row level security;
