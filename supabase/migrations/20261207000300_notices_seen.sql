-- How far each person has seen the notices of a home: the bell counts what came later, on every device the same.
create table public.notices_seen (
  household_id uuid not null,
  user_id uuid not null,
  seen_until timestamptz not null,
  primary key (household_id, user_id),
  foreign key (household_id, user_id) references public.household_members (household_id, user_id) on delete cascade
);
alter table public.notices_seen enable row level security;

-- What was said of a notice when it was dismissed. One that is said to be fixed is told again when the night shows that it is not.
alter table public.notices add column dismissed_as text check (dismissed_as in ('fixed', 'fine'));
