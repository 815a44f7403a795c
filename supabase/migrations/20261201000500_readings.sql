-- Readings arrive in open rows and are packed by the day; use is kept by quarter-hour (UTC), day and month (household's zone).
-- A quarter's use is the SUM of three places: the packed day, the open rows, and the quarter still filling in meter_state.
create table public.meter_state (
  household_id uuid not null,
  meter_id bigint not null,
  -- Counts its changes: whoever computed from an older one must compute again.
  revision integer not null default 0,
  -- The watermark: the latest reading, the use it closed and how long that took.
  last_at timestamptz,
  last_value bigint,
  last_used bigint,
  last_span_s integer,
  -- Millionths of a Wh or mL that whole units could not hold yet.
  carry integer not null default 0,
  quarter timestamptz,
  used bigint not null default 0,
  estimated bigint not null default 0,
  imported bigint not null default 0,
  covered_s integer not null default 0,
  -- Readings from before are forgotten; their quarter-hours are kept.
  kept_from timestamptz,
  -- The reading after which the counter last showed less than before (late readings are judged more widely around then), and what it showed
  -- then, as long as it may come back to that.
  fell_at timestamptz,
  fell_from bigint,
  primary key (household_id, meter_id)
) with (fillfactor = 50
);
create index meter_state_meter on public.meter_state (meter_id);
alter table public.meter_state enable row level security;

create table public.open_readings (
  household_id uuid not null,
  meter_id bigint not null,
  at timestamptz not null,
  value bigint not null,
  -- Null: a counter's value at an instant. Else the amount used in [at, at + span_s).
  span_s integer,
  -- 0 measured, 1 imported, 2 simulated
  source smallint not null default 0
);
create index open_readings_meter on public.open_readings (meter_id, at);
alter table public.open_readings enable row level security;

create table public.packed_days (
  household_id uuid not null,
  meter_id bigint not null,
  day date not null,
  -- n readings; the first at first_s seconds of the UTC day, the next ones step_s apart, or offsets[] apart where irregular.
  n integer not null default 0,
  first_s integer not null default 0,
  step_s integer,
  offsets integer[],
  -- Counter: first value, then differences. Interval: amounts, each over span_s, or spans[] where irregular.
  first_value bigint,
  deltas bigint[],
  span_s integer,
  spans integer[],
  -- Runs of provenance: count, source, count, source, ...
  sources integer[],
  -- 96 quarter-hours; null arrays: nothing estimated, nothing imported, all covered.
  used bigint[],
  estimated bigint[],
  imported bigint[],
  covered_s integer[],
  primary key (household_id, meter_id, day)
);
alter table public.packed_days enable row level security;

-- Readings that were not believed, kept until a person decides.
create table public.quarantined_readings (
  household_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  at timestamptz not null,
  span_s integer,
  value bigint not null,
  -- `counter-fell`, `two-counters`: kept with the readings, but no use. The others are kept here alone.
  reason text not null check (reason in ('implausible-jump', 'negative-amount', 'counter-fell', 'two-counters')),
  received_at timestamptz not null default now(),
  primary key (household_id, id)
);
create unique index quarantined_once on public.quarantined_readings (household_id, meter_id, at);
alter table public.quarantined_readings enable row level security;

-- Who may send readings. A household token writes its household; a fleet token, made by an operator's command, many.
create table public.ingest_tokens (
  id bigint generated always as identity primary key,
  household_id uuid references public.households (id) on delete cascade,
  scope text not null default 'household' check (scope in ('household', 'fleet')),
  name text not null default '' check (length(name) <= 80),
  -- SHA-256 of the token: the token itself is shown once and kept nowhere.
  hash bytea not null unique,
  hint text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  check ((scope = 'household') = (household_id is not null))
);
alter table public.ingest_tokens enable row level security;

create table public.repairs (
  household_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  kind text not null check (kind in ('believe', 'discard', 'exchange', 'remove', 'correct', 'limits')),
  -- The first and the last of the local days that came to something else, and what all days that it touched came to.
  first_day date,
  last_day date,
  used_before bigint not null,
  used_after bigint not null,
  -- {removed, added: [[at, value, span_s, origin], ...], released: [[at, value, span_s], ...], limits: [before, after]}
  change jsonb not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  undone_by uuid,
  undone_at timestamptz,
  primary key (household_id, id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade
);
create index repairs_meter on public.repairs (household_id, meter_id, id);
alter table public.repairs enable row level security;

-- Each import is kept with what it brought, so that it can be taken back as a whole.
create table public.imports (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  file_name text not null check (length(file_name) <= 200),
  began_at timestamptz not null default now(),
  -- Null: it runs, or was broken off.
  ended_at timestamptz,
  error text,
  rows bigint not null default 0,
  accepted bigint not null default 0,
  duplicate bigint not null default 0,
  rejected bigint not null default 0,
  -- Devices that were made for it.
  devices uuid[] not null default '{}',
  undo_began_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  -- What a file itself says that its use cost, kept with the import: [{column, amount, currency}].
  costs jsonb not null default '[]',
  -- What a file itself says that the utility billed, kept with the import: [{column, utility, start, end, total, currency, used, …}].
  bills jsonb not null default '[]',
  -- SHA-256 of the file's content, unpacked; null: from before it was kept.
  fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- [{column, meter, unit, kind}]
  columns jsonb not null default '[]',
  -- Home Assistant's statistics were read an hour early once: those that may be some, for their household to say.
  may_be_early boolean not null default false,
  primary key (household_id, id)
);
create index imports_fingerprint on public.imports (household_id, fingerprint) where undone_at is null;
alter table public.imports enable row level security;

-- The instants of the readings that were taken, by batch and meter: the first, and the seconds from each to the next.
create table private.import_parts (
  household_id uuid not null,
  import_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  first_at bigint not null,
  gaps integer[] not null,
  primary key (household_id, import_id, id),
  foreign key (household_id, import_id) references public.imports (household_id, id) on delete cascade,
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade
);
