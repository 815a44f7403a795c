-- How a household pays for its utilities, and what it has paid.

create or replace function private.limit_payment_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.payment_entries e where e.household_id = new.household_id) > 5000 then
    raise exception 'a household keeps at most 5000 payments' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function private.limit_payment_ways() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.payment_ways w where w.household_id = new.household_id) > 500 then
    raise exception 'a household keeps at most 500 ways of paying' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- All that an account is made of, by utility: {ways, entries, bills}. Called by the service alone, after open_billing.
create or replace function private.payment_accounts(p_household uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  with own as (
    select utility from public.payment_ways where household_id = p_household
    union select utility from public.payment_entries where household_id = p_household
  )
  select coalesce(jsonb_agg(jsonb_build_object('utility', o.utility,
    'ways', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'validFrom', w.valid_from, 'kind', w.kind, 'currency', w.currency,
        'instalment', case when w.kind = 'instalments' then jsonb_build_object('amount', trim_scale(w.amount)::text, 'everyMonths', w.every_months,
          'dueDay', w.due_day, 'firstDue', w.first_due, 'isAutomatic', w.is_automatic, 'yearStart', w.year_start) end,
        'recovery', case when w.recovery_percent is not null then jsonb_build_object('percent', trim_scale(w.recovery_percent)::text)
          when w.recovery_weekly is not null then jsonb_build_object('weekly', trim_scale(w.recovery_weekly)::text) end,
        'emergencyCredit', trim_scale(w.emergency_credit)::text) order by w.valid_from), '[]')
      from public.payment_ways w where w.household_id = p_household and w.utility = o.utility),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'day', e.day, 'kind', e.kind, 'amount', trim_scale(e.amount)::text,
        'currency', e.currency, 'note', e.note, 'isUndone', e.undone_at is not null) order by e.day, e.created_at, e.id), '[]')
      from public.payment_entries e where e.household_id = p_household and e.utility = o.utility),
    'bills', (select coalesce(jsonb_agg(jsonb_build_object('start', b.period_start, 'end', b.period_end, 'currency', b.currency,
        'cost', coalesce(b.amounts #>> array[o.utility, 'cost'], '0'), 'unpricedDays', b.unpriced_days) order by b.period_start), '[]')
      from public.billing_records b where b.household_id = p_household)
  ) order by o.utility), '[]') from own o
  );
end $$;

grant select, delete on public.payment_ways, public.payment_entries to authenticated;
grant insert (household_id, utility, valid_from, kind, currency, amount, every_months, due_day, first_due, is_automatic, year_start, recovery_percent,
    recovery_weekly, emergency_credit),
  update (valid_from, kind, currency, amount, every_months, due_day, first_due, is_automatic, year_start, recovery_percent, recovery_weekly, emergency_credit)
  on public.payment_ways to authenticated;
grant insert (household_id, utility, day, kind, amount, currency, note), update (day, kind, amount, currency, note, undone_at)
  on public.payment_entries to authenticated;
grant execute on function private.payment_accounts to wattershed_engine;

create policy payment_ways_read on public.payment_ways for select to authenticated
  using (household_id = any (private.my_households()));
create policy payment_ways_add on public.payment_ways for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy payment_ways_change on public.payment_ways for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy payment_ways_remove on public.payment_ways for delete to authenticated
  using (household_id = any (private.my_owned_households()));
create policy payment_entries_read on public.payment_entries for select to authenticated
  using (household_id = any (private.my_households()));
create policy payment_entries_add on public.payment_entries for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy payment_entries_change on public.payment_entries for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy payment_entries_remove on public.payment_entries for delete to authenticated
  using (household_id = any (private.my_owned_households()));

-- What is told of them is looked at anew.
create trigger payment_ways_changed after insert or update or delete on public.payment_ways
  for each row execute function private.tariffs_changed();
create trigger payment_entries_changed after insert or update or delete on public.payment_entries
  for each row execute function private.tariffs_changed();
create trigger fill_row before insert on public.payment_ways for each row execute function private.fill_row();
create trigger fill_row before insert on public.payment_entries for each row execute function private.fill_row();
create trigger limit_payment_ways after insert on public.payment_ways for each row execute function private.limit_payment_ways();
create trigger limit_payment_entries after insert on public.payment_entries for each row execute function private.limit_payment_entries();
