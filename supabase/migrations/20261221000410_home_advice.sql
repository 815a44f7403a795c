-- What takes long to work out of a home's year, for advice: kept until the day or its tariffs are others.
create table private.home_advice (
  household_id uuid primary key references public.households (id) on delete cascade,
  -- Of which day and which tariffs it is.
  ground text not null check (length(ground) <= 100),
  facts jsonb not null
);
