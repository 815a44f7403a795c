-- How a household pays for a utility, from a day on, and what it has paid: its own, and no part of a tariff.
create table public.payment_ways (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  utility text not null check (utility in ('electricity', 'water')),
  -- A local day of the household; the way holds until that of the next one.
  valid_from date not null check (valid_from >= '2000-01-01' and valid_from < '2100-01-01'),
  kind text not null check (kind in ('after-bill', 'instalments', 'prepaid')),
  -- Of an instalment, in the currency of the tariff, every so many months on a day of the month; 31 is the last one of each.
  amount numeric(16, 4) check (amount > 0 and amount < 100000000),
  every_months smallint check (every_months in (1, 2, 3, 6)),
  due_day smallint check (due_day between 1 and 31),
  first_due date check (first_due >= '2000-01-01' and first_due < '2100-01-01'),
  -- Whether an instalment counts as paid on its day without being entered, as by direct debit.
  is_automatic boolean not null default true,
  -- The first day of a year of the contract, which is settled where the next one begins.
  year_start date check (year_start >= '2000-01-01' and year_start < '2100-01-01'),
  -- How an old debt is taken off what is prepaid: a share of each top-up, or an amount each week.
  recovery_percent numeric(6, 3) check (recovery_percent > 0 and recovery_percent < 100),
  recovery_weekly numeric(16, 4) check (recovery_weekly > 0 and recovery_weekly < 100000000),
  emergency_credit numeric(16, 4) check (emergency_credit > 0 and emergency_credit < 100000000),
  primary key (household_id, id),
  unique (household_id, utility, valid_from),
  check ((kind = 'instalments') = (amount is not null) and (kind = 'instalments') = (every_months is not null)
    and (kind = 'instalments') = (due_day is not null) and (kind = 'instalments') = (first_due is not null)
    and (kind = 'instalments') = (year_start is not null)),
  check (kind = 'prepaid' or (recovery_percent is null and recovery_weekly is null and emergency_credit is null)),
  check (recovery_percent is null or recovery_weekly is null),
  check (first_due is null or extract(day from first_due) = least(due_day,
    extract(day from (date_trunc('month', first_due) + interval '1 month' - interval '1 day'))))
);
alter table public.payment_ways enable row level security;

create table public.payment_entries (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  utility text not null check (utility in ('electricity', 'water')),
  day date not null check (day >= '2000-01-01' and day < '2100-01-01'),
  -- `opening`: what is on the account when the day begins, below nothing what is owed; earlier days do not count. `arrears`: an old debt.
  -- A correction may be of either sign; money back (`refund`) is above nothing, as all others.
  kind text not null check (kind in ('opening', 'payment', 'top-up', 'refund', 'arrears', 'correction')),
  amount numeric(16, 4) not null check (abs(amount) < 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text check (private.is_line(note, 200)),
  -- It counts no more, and can be made to count again.
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  check (kind = 'opening' or (kind = 'correction' and amount <> 0) or amount > 0)
);
create index payment_entries_by_day on public.payment_entries (household_id, utility, day);
create unique index payment_entries_one_opening on public.payment_entries (household_id, utility) where kind = 'opening' and undone_at is null;
alter table public.payment_entries enable row level security;
