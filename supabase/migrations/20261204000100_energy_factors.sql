-- How much energy a cubic metre holds, by the bills of the supplier, from a day on: what is counted by volume is priced by energy with it.
create table public.energy_factors (
  household_id uuid not null references public.households (id) on delete cascade,
  utility text not null check (utility in ('electricity', 'water')),
  -- A local day of the household; together with the key this bounds how many there can be.
  valid_from date not null check (valid_from >= '2000-01-01' and valid_from < '2100-01-01'),
  kwh_per_m3 numeric(7, 4) not null check (kwh_per_m3 > 0),
  primary key (household_id, utility, valid_from)
);
alter table public.energy_factors enable row level security;
