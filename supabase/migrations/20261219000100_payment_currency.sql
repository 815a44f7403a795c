-- The amounts of a way of paying are in a currency of their own, as entries are: a tariff in another one does not turn 80 euros into 80 pounds.
alter table public.payment_ways add column currency text check (currency ~ '^[A-Z]{3}$');
update public.payment_ways w set currency = coalesce(
  (select t.currency from public.tariffs t where t.household_id = w.household_id and t.utility = w.utility
    order by t.valid_from <= current_date desc, case when t.valid_from <= current_date then t.valid_from end desc, t.valid_from limit 1),
  (select h.currency from public.households h where h.id = w.household_id));
alter table public.payment_ways alter column currency set not null;
