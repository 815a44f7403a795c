create type private.price_point as (series text, step_s integer, starts_at timestamptz, price numeric, tax text, price_with_tax numeric);

-- One row per household and period: the version in force.
create table public.billing_records (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  period_start date not null,
  period_end date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Some currencies have three decimals, one has four.
  total_amount numeric(16, 4) not null,
  water_cost numeric(16, 4) not null,
  electricity_cost numeric(16, 4) not null,
  created_at timestamptz not null default now(),
  -- How it came about: [{utility, kind, from, to, quantity, rate, amount}], amounts as texts.
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  electricity_wh bigint not null default 0,
  electricity_estimated_wh bigint not null default 0,
  water_ml bigint not null default 0,
  water_estimated_ml bigint not null default 0,
  -- The share of its time in which meters were heard; null where nobody can tell.
  coverage numeric check (coverage between 0 and 1),
  unpriced_days integer not null default 0,
  version integer not null default 1 check (version > 0),
  corrected_at timestamptz,
  primary key (household_id, id),
  unique (household_id, period_start),
  check (period_end > period_start),
  check (total_amount = water_cost + electricity_cost)
);
create index billing_records_user on public.billing_records (user_id, period_start desc);
alter table public.billing_records enable row level security;

create table public.tariffs (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  utility text not null check (utility in ('electricity', 'water')),
  -- In force from this local day until the next one's of its utility.
  valid_from date not null check (valid_from >= '2000-01-01' and valid_from < '2100-01-01'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  plan jsonb not null check (jsonb_typeof(plan) = 'object' and length(plan::text) <= 200000),
  -- As somebody wrote it: order, comments and all. Null where it came from a form.
  written text check (length(written) <= 100000),
  -- Where it came from the library.
  library_id text check (length(library_id) <= 80),
  -- What the household contributes: {persons, kW}.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and length(facts::text) <= 2000),
  -- Came with the demo household; whoever changes it makes it their own.
  is_example boolean not null default false,
  -- Counts its changes: a bill says with which it was made.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, utility, valid_from)
);
alter table public.tariffs enable row level security;

-- What a bill said before it was recomputed, or taken back because no tariff is left that prices it.
create table public.billing_record_versions (
  household_id uuid not null references public.households (id) on delete cascade,
  bill_id uuid not null,
  version integer not null,
  period_start date not null,
  period_end date not null,
  currency text not null,
  total_amount numeric(16, 4) not null,
  water_cost numeric(16, 4) not null,
  electricity_cost numeric(16, 4) not null,
  lines jsonb not null,
  electricity_wh bigint not null,
  electricity_estimated_wh bigint not null,
  water_ml bigint not null,
  water_estimated_ml bigint not null,
  coverage numeric,
  unpriced_days integer not null,
  made_at timestamptz not null,
  replaced_at timestamptz not null,
  reason text not null check (reason in ('tariff', 'use', 'withdrawn')),
  primary key (household_id, bill_id, version)
);
alter table public.billing_record_versions enable row level security;

-- When a household's bills are looked at next. The row is also the lock under which they are made.
create table private.billing_due (
  household_id uuid primary key references public.households (id) on delete cascade,
  due_at timestamptz not null,
  -- Days whose bills are to be made anew although neither use nor tariffs have changed: prices of a market have come in.
  anew_from date,
  anew_until date
);
create index billing_due_at on private.billing_due (due_at);

-- Prices of markets and colours of days that a household has imported, and those that the operator has for all.
create table public.price_points (
  household_id uuid not null references public.households (id) on delete cascade,
  series text not null check (length(series) between 1 and 60),
  starts_at timestamptz not null,
  -- How long it holds.
  step_s integer not null check (step_s in (900, 1800, 3600)),
  -- Per kWh or m³, in the currency of the tariffs that name the series; below nothing too.
  price numeric not null check (abs(price) < 1000000 and scale(price) <= 30),
  -- Null: nobody has said; it is taken as the tariff needs it.
  tax text check (tax in ('included', 'excluded')),
  -- The same price with tax, where its source gives both; `price` is then the one without.
  price_with_tax numeric check (abs(price_with_tax) < 1000000 and scale(price_with_tax) <= 30),
  primary key (household_id, series, starts_at),
  check (price_with_tax is null or tax = 'excluded')
);
alter table public.price_points enable row level security;

create table public.day_colours (
  household_id uuid not null references public.households (id) on delete cascade,
  series text not null check (length(series) between 1 and 60),
  day date not null,
  colour text not null check (length(colour) between 1 and 60),
  primary key (household_id, series, day)
);
alter table public.day_colours enable row level security;

create table public.market_prices (
  series text not null check (length(series) between 1 and 60),
  starts_at timestamptz not null,
  step_s integer not null check (step_s in (900, 1800, 3600)),
  price numeric not null check (abs(price) < 1000000 and scale(price) <= 30),
  tax text check (tax in ('included', 'excluded')),
  price_with_tax numeric check (abs(price_with_tax) < 1000000 and scale(price_with_tax) <= 30),
  primary key (series, starts_at),
  check (price_with_tax is null or tax = 'excluded')
);
alter table public.market_prices enable row level security;

create table public.market_colours (
  series text not null check (length(series) between 1 and 60),
  day date not null,
  colour text not null check (length(colour) between 1 and 60),
  primary key (series, day)
);
alter table public.market_colours enable row level security;

-- Bills of a household that do not begin on a day of each month: on days of the year, or when the meter was read.
create table public.billing_cycles (
  household_id uuid primary key references public.households (id) on delete cascade,
  kind text not null check (kind in ('dates', 'reads')),
  -- MM-DD, up to twelve; of no month the last days, which some do not have.
  month_days text[] not null default '{}' check (array_to_string(month_days, ',') ~ '^((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])(,|$)){0,12}$'),
  read_days date[] not null default '{}' check (cardinality(read_days) <= 400),
  check (kind <> 'dates' or cardinality(month_days) > 0),
  check (kind <> 'reads' or cardinality(read_days) > 0)
);
alter table public.billing_cycles enable row level security;

-- What a bill was made with, for each of its versions: the tariffs as they were, and use by local day.
create table public.billing_evidence (
  household_id uuid not null references public.households (id) on delete cascade,
  bill_id uuid not null,
  version integer not null,
  -- [{id, revision, utility, validFrom, plan, facts}]
  tariffs jsonb not null,
  -- [{day, utility, used, estimated}], and a digest of them: whether they are still so is asked at every look.
  days jsonb not null,
  days_key text not null,
  primary key (household_id, bill_id, version)
);
alter table public.billing_evidence enable row level security;

-- What utilities billed, as a household copies it from their paper: to be held against what its own readings and tariffs say.
create table public.utility_bills (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  utility text not null check (utility in ('electricity', 'water')),
  period_start date not null,
  period_end date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total numeric(16, 4) not null check (abs(total) < 100000000),
  -- In the units of the tariff; what the bill does not tell apart is null.
  used numeric check (used >= 0 and used < 1000000000 and scale(used) <= 6),
  is_estimated boolean not null default false,
  use_amount numeric(16, 4),
  fixed_amount numeric(16, 4),
  tax_amount numeric(16, 4),
  -- Its paper, among the household's documents.
  document text check (length(document) <= 300),
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  check (period_end > period_start and period_end - period_start <= 400)
);
create index utility_bills_period on public.utility_bills (household_id, period_start desc);
alter table public.utility_bills enable row level security;

-- What a household means to spend on a utility in a cycle, and being told before it is spent.
create table public.budgets (
  household_id uuid not null references public.households (id) on delete cascade,
  utility text not null check (utility in ('electricity', 'water')),
  -- For one billing cycle, in the currency of the tariff.
  amount numeric(16, 4) not null check (amount > 0 and amount < 100000000),
  primary key (household_id, utility)
);
alter table public.budgets enable row level security;

-- How warm it was outside, day by day: what a household brings from a weather service, to tell weather from other use.
create table public.outdoor_temperatures (
  household_id uuid not null references public.households (id) on delete cascade,
  -- A local day of the household; together with the key this bounds how many there can be.
  day date not null check (day >= '2000-01-01' and day < '2100-01-01'),
  -- The mean of the day, in tenths of °C. It has been from -89.2 to 56.7 °C on the earth, but for single days more.
  tenths smallint not null check (tenths between -900 and 600),
  primary key (household_id, day)
);
alter table public.outdoor_temperatures enable row level security;

-- How a household shares among its rooms what is nobody's own: what goes by time, and what common areas and the rest of the home cost.
create table public.cost_policies (
  household_id uuid primary key references public.households (id) on delete cascade,
  fixed text not null default 'apart' check (fixed in ('apart', 'by-use', 'evenly')),
  common text not null default 'apart' check (common in ('apart', 'by-use', 'evenly')),
  -- By the names that devices bear; one that no device bears any more says nothing.
  common_rooms text[] not null default '{}' check (cardinality(common_rooms) <= 50 and array_position(common_rooms, null) is null
    and length(array_to_string(common_rooms, '')) <= 2000)
);
alter table public.cost_policies enable row level security;
