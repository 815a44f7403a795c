-- How much CO2 comes with what a home draws, from a day on, as somebody there entered it and by which source. Without one it is not known.
create table public.emission_factors (
  household_id uuid not null references public.households (id) on delete cascade,
  utility text not null check (utility in ('electricity', 'water')),
  -- A local day of the household; together with the key this bounds how many there can be.
  valid_from date not null check (valid_from >= '2000-01-01' and valid_from < '2100-01-01'),
  -- Grams for a kWh, or for a cubic metre of what is counted by volume.
  g_per_unit numeric(9, 3) not null check (g_per_unit >= 0),
  -- Who says so, and for which year.
  reference text not null check (private.is_line(reference, 200)),
  primary key (household_id, utility, valid_from)
);
alter table public.emission_factors enable row level security;
