-- prepaid-ends: what is prepaid for a utility will not last for three more days, {soFar (what is left), currency, start (the day of the last top-up), end}.
alter table public.notices drop constraint notices_kind_check;
alter table public.notices add constraint notices_kind_check
  check (kind in ('silent-meter', 'running-water', 'meter-check', 'budget-course', 'budget-most', 'budget-passed', 'prepaid-ends'));
alter table public.notices drop constraint notices_of;
alter table public.notices add constraint notices_of
  check (case when kind like 'budget-%' or kind = 'prepaid-ends' then meter_id is null and utility is not null else meter_id is not null end);
-- A budget and what is prepaid may be told of the same utility.
drop index public.notices_open_budget;
create unique index notices_open_budget on public.notices (household_id, utility, (kind = 'prepaid-ends')) where ended_at is null and meter_id is null;
