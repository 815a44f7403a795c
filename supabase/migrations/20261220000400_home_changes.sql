-- What a home has changed, from a day on, so that what it saved can be told; and which advice it does not want.
create table public.home_changes (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (private.is_line(name, 80)),
  utility text not null check (utility in ('electricity', 'water')),
  -- The meter at which it is looked for; null: the whole home.
  meter_id bigint,
  -- The first local day on which it is felt as a whole.
  day date not null check (day >= '2000-01-01' and day < '2100-01-01'),
  -- Which advice it came from, and which meter that was of, if one; null: the household's own idea.
  advice text check (advice ~ '^[a-z][a-z-]{0,39}(:[0-9]{1,18})?$'),
  state text not null default 'made' check (state in ('made', 'declined')),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade,
  check (state = 'made' or advice is not null)
);
create index home_changes_meter on public.home_changes (household_id, meter_id) where meter_id is not null;
-- Advice is declined once.
create unique index home_changes_declined on public.home_changes (household_id, advice) where state = 'declined';
alter table public.home_changes enable row level security;
