-- Days on which nobody is at home, as somebody of it has said: from the day of leaving to that of coming back; null: nobody knows yet.
create table public.home_absences (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  starts date not null check (starts >= '2000-01-01' and starts < '2100-01-01'),
  ends date check (ends >= starts and ends < '2100-01-01'),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (household_id, id)
);
create index home_absences_days on public.home_absences (household_id, starts);
alter table public.home_absences enable row level security;

-- Local days on which the home looked empty to its daily look: reports name them.
create table private.empty_days (
  household_id uuid not null references public.households (id) on delete cascade,
  day date not null,
  primary key (household_id, day)
);

-- price-peak: hours of tomorrow cost far more than usual, {start (the first dear day of several), end (the first day after the last), rate, usualRate, hours, cheapHours, currency, unit};
-- block-ahead: the cycle is on course for a dearer block, {start, end, day, rate, nextRate, more, less, currency, unit}.
-- A notice is of a meter or of a utility; which kinds are of which, the catalogue says.
alter table public.notices drop constraint notices_of;
alter table public.notices add constraint notices_of check ((meter_id is null) = (utility is not null));
-- Of a utility one stage of its budget is told at a time; the other kinds stand beside it.
drop index public.notices_open_budget;
create unique index notices_open_budget on public.notices (household_id, utility, (case when kind like 'budget-%' then 'budget' else kind end))
  where ended_at is null and meter_id is null;
