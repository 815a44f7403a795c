-- Whether the meters of a home agree with each other and with themselves is looked at once a day, when its days (UTC) are over.
create table private.meter_checks (
  household_id uuid primary key references public.households (id) on delete cascade,
  look_at timestamptz not null default '-infinity',
  -- The day that it was last looked at on; null: never.
  looked_on date
);
create index meter_checks_due on private.meter_checks (look_at);

-- meter-check: {fault, against, againstName, factor, within, longest, perDay} and, where the home has a tariff, {currency, costPerMonth}.
alter table public.notices drop constraint notices_kind_check;
alter table public.notices add constraint notices_kind_check
  check (kind in ('silent-meter', 'running-water', 'meter-check', 'budget-course', 'budget-most', 'budget-passed'));
create index notices_checks on public.notices (household_id) where kind = 'meter-check';
