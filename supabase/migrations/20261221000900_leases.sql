-- Of several services one alone does a regular piece of work, or holds a line to hardware: its lease ends by itself when it is killed.
create table private.leases (
  name text primary key,
  -- One start of one process; null: free.
  holder uuid,
  held_until timestamptz not null,
  -- When the work is next to be done, by whomever.
  due_at timestamptz not null default '-infinity',
  -- In a row.
  failures integer not null default 0,
  ended_at timestamptz
);

-- How an import does, for the services that it does not run in.
create table private.import_runs (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Only looks what would come of the file, and is of a page that somebody has open.
  is_look boolean not null,
  report jsonb not null,
  told_at timestamptz not null default now(),
  -- Somebody wants it to end.
  is_ending boolean not null default false
);
create index import_runs_of on private.import_runs (user_id);

-- Files that wait between their preview and their import, where services share no disk: compressed, in parts.
create table private.uploads (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  bytes bigint not null,
  -- Null: it is still coming in.
  saved_at timestamptz,
  begun_at timestamptz not null default now(),
  held_until timestamptz not null default '-infinity'
);
create index uploads_of on private.uploads (user_id);
create table private.upload_parts (
  upload_id uuid not null references private.uploads (id) on delete cascade,
  n integer not null,
  content bytea not null,
  primary key (upload_id, n)
);
alter table private.upload_parts alter column content set storage external;
