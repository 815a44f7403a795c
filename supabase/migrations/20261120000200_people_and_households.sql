-- People, households and who belongs to which. On Citus these are reference tables.
create table public.households (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid,
  kind text not null default 'home' check (kind in ('home', 'demo', 'guest')),
  name text not null default '' check (length(name) <= 80),
  time_zone text not null default 'UTC' check (private.is_time_zone(time_zone)),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  units text not null default 'metric' check (units in ('metric', 'us')),
  country text check (country ~ '^[A-Z]{2}$'),
  billing_day smallint not null default 1 check (billing_day between 1 and 28),
  created_at timestamptz not null default now()
);

create table public.household_members (
  household_id uuid not null references public.households (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (household_id, user_id)
);
create index household_members_user on public.household_members (user_id);

create table public.profiles (
  user_id uuid primary key,
  display_name text not null default '' check (length(display_name) <= 80),
  language text not null default 'en' check (language in ('en', 'es', 'hi')),
  is_guest boolean not null default false,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create table public.administrators (
  user_id uuid primary key,
  granted_at timestamptz not null default now()
);

-- Array results without a sub-select in the policy: what Citus accepts, and what the planner evaluates once per index scan.
create function private.my_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members where user_id = auth.uid()
$$;
create function private.my_writable_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = auth.uid() and role in ('owner', 'member')
$$;
create function private.my_owned_households() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = auth.uid() and role = 'owner'
$$;
-- The household that a row without one belongs to: the earliest that the person may write.
create function private.my_first_household() returns uuid
language sql stable security definer set search_path = '' as $$
  select household_id from public.household_members
  where user_id = auth.uid() and role in ('owner', 'member') order by created_at, household_id limit 1
$$;
grant execute on function private.my_households(), private.my_writable_households(), private.my_owned_households(),
  private.my_first_household() to anon, authenticated;

alter table public.households enable row level security;
alter table public.household_members enable row level security;
alter table public.profiles enable row level security;
alter table public.administrators enable row level security;

revoke all on public.households, public.household_members, public.profiles, public.administrators
  from anon, authenticated;
grant select on public.households, public.household_members, public.profiles, public.administrators to authenticated;
grant update (name, time_zone, currency, units, country, billing_day) on public.households to authenticated;
grant update (display_name, language) on public.profiles to authenticated;

create policy households_read on public.households for select to authenticated
  using (id = any (private.my_households()));
create policy households_change on public.households for update to authenticated
  using (id = any (private.my_owned_households())) with check (id = any (private.my_owned_households()));
create policy members_read on public.household_members for select to authenticated
  using (household_id = any (private.my_households()));
create policy profiles_read on public.profiles for select to authenticated using (user_id = auth.uid());
create policy profiles_change on public.profiles for update to authenticated
  using (user_id = auth.uid()) with check (user_id = auth.uid());
create policy administrators_read on public.administrators for select to authenticated using (user_id = auth.uid());

revoke execute on all functions in schema private from public;
