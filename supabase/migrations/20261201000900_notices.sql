-- What a household is told of by itself: a meter that fell silent, water that has not stopped, what a utility costs (three quarters of the budget
-- are spent, all of it, or it is on course to be). One row from when it began until it ended.
create table public.notices (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('silent-meter', 'running-water', 'budget-course', 'budget-most', 'budget-passed')),
  meter_id bigint,
  -- When it began: the last word of a meter that is silent, the first quarter-hour of water that runs.
  since timestamptz not null,
  noticed_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz,
  -- silent-meter: {usualS}; running-water: {usedMl, floorMlPerHour, leakMl} and, where the home has a water tariff, {currency, cost, costPerMonth};
  -- budget-*: {budget, soFar, likely, currency, start, end}.
  figures jsonb not null default '{}' check (jsonb_typeof(figures) = 'object' and length(figures::text) <= 500),
  -- From when on it is worth a mail.
  mail_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by uuid,
  utility text check (utility in ('electricity', 'water')),
  primary key (household_id, id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade,
  constraint notices_of check (case when kind like 'budget-%' then meter_id is null and utility is not null else meter_id is not null end)
);
create unique index notices_open on public.notices (household_id, meter_id, kind) where ended_at is null;
create index notices_meter on public.notices (household_id, meter_id, since);
create index notices_since on public.notices (household_id, since desc);
create index notices_lasting on public.notices (kind, mail_at) where ended_at is null;
create index notices_ended on public.notices (ended_at);
create unique index notices_open_budget on public.notices (household_id, utility) where ended_at is null and meter_id is null;
alter table public.notices enable row level security;

-- Which meters are looked at, and when next. Readings do not touch it: a look finds what came since the one before.
create table private.meter_watch (
  household_id uuid not null,
  meter_id bigint not null,
  look_at timestamptz not null default '-infinity',
  -- How long it is usually quiet, and how long between two batches of it; null: not known yet.
  usual_s integer,
  arrival_s integer,
  learned_at timestamptz,
  -- Batches are counted from here: meter_state counts its changes.
  base_revision integer,
  base_at timestamptz,
  primary key (household_id, meter_id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade
);
create index meter_watch_due on private.meter_watch (look_at);

-- Who was told of what by mail.
create table private.notice_mails (
  household_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  began_at timestamptz not null default now(),
  -- When they were told that it is over.
  ended_at timestamptz,
  primary key (household_id, notice_id, user_id),
  foreign key (household_id, notice_id) references public.notices (household_id, id) on delete cascade
);
create index notice_mails_person on private.notice_mails (user_id, began_at);
