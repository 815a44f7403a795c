-- What is fetched from whom, as its makers call it: for the log of an account, which no page of pulls is read with.
alter table public.pulls add column label text not null default '' check (length(label) <= 60);
update public.pulls set label = case kind when 'open-meteo' then 'Open-Meteo' when 'octopus' then 'Octopus Energy' when 'home-assistant' then 'Home Assistant'
  when 'tibber' then 'Tibber' when 'esios' then 'ESIOS' else kind end;

-- A folder on the server whose files are imported by themselves, for a household that wants it. Files that raise a question wait for a person.
create table public.watched_folders (
  household_id uuid primary key references public.households (id) on delete cascade,
  -- In whose right it writes.
  set_up_by uuid not null,
  -- As whoever runs the service knows it.
  path text not null check (length(path) between 1 and 1000),
  added_at timestamptz not null default now(),
  looked_at timestamptz,
  fault text check (fault in ('folder-missing', 'no-right'))
);
alter table public.watched_folders enable row level security;

create table public.watched_files (
  household_id uuid not null references public.watched_folders (household_id) on delete cascade,
  -- SHA-256 of the file as it lies there: whatever it is called, it is dealt with once.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- And of what it says, unpacked, as imports keep it; null: it could not be read.
  content text check (content ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) <= 255),
  bytes bigint not null,
  seen_at timestamptz not null default now(),
  state text not null check (state in ('imported', 'waiting', 'unreadable', 'left')),
  -- What waits for a person, or why it cannot be read.
  reason text check (length(reason) <= 40),
  import_id uuid,
  primary key (household_id, fingerprint)
);
create index watched_files_order on public.watched_files (household_id, seen_at);
alter table public.watched_files enable row level security;

-- How a file was read, as a person had answered: the next one with the same titles asks nothing. Null: from before it was kept.
alter table public.imports add column options jsonb;
