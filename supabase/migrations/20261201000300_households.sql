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
  created_at timestamptz not null default now(),
  -- Whether anything was ever measured is asked at every read, and changes once.
  has_readings boolean not null default false,
  -- Where the home stands: for sunrise and sunset alone, so a hundredth of a degree (a kilometre) is enough.
  latitude numeric(4, 2) check (latitude between -90 and 90),
  longitude numeric(5, 2) check (longitude between -180 and 180),
  -- How long single readings are kept. Quarter-hours, days and months are kept for ever: no figure and no bill changes.
  keep_months integer check (keep_months between 3 and 240),
  -- Whether somebody has said where a home is. Until then its days are UTC's, and no bill is closed in them.
  time_zone_chosen boolean not null default false,
  check ((latitude is null) = (longitude is null))
);
alter table public.households enable row level security;

create table public.household_members (
  household_id uuid not null references public.households (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  -- Null: owner and member every room, viewer none. Rooms by the names that devices bear.
  switch_rooms text[] check (private.are_rooms(switch_rooms)),
  primary key (household_id, user_id),
  check (role <> 'owner' or switch_rooms is null)
);
create index household_members_user on public.household_members (user_id);
create unique index household_members_owner on public.household_members (household_id) where role = 'owner';
alter table public.household_members enable row level security;

create table public.profiles (
  user_id uuid primary key,
  display_name text not null default '' check (length(display_name) <= 80),
  language text not null default 'en' check (language in ('en', 'es', 'hi')),
  is_guest boolean not null default false,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- What a person wants to be mailed about; null: as their role in the household suggests (owners and members yes, viewers no).
  mail_running_water boolean,
  mail_silent_meter boolean,
  mail_budget boolean,
  -- Of several households the one that a person looks at, the same on all of their devices. One place says which it is where none is named.
  current_household uuid,
  -- One can look only at what one belongs to; who leaves looks elsewhere.
  constraint profiles_current_household foreign key (current_household, user_id)
    references public.household_members (household_id, user_id) on delete set null (current_household)
);
alter table public.profiles enable row level security;

-- Sharing a household: who has the link of an invitation may join it, once, in time. On Citus this is a reference table.
create table public.household_invitations (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id) on delete cascade,
  role text not null check (role in ('member', 'viewer')),
  switch_rooms text[] check (private.are_rooms(switch_rooms)),
  -- Null: whoever has the link. Else only this person, and it was sent there.
  email text check (length(email) <= 254),
  -- SHA-256 of the token: the token itself is shown once and kept nowhere but in a mail that waits.
  hash bytea not null unique,
  made_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid,
  revoked_at timestamptz
);
create index household_invitations_of on public.household_invitations (household_id, created_at);
alter table public.household_invitations enable row level security;
