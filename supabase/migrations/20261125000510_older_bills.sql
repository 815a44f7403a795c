-- Bills of cycles beyond the latest ones are made by the job, a batch in each transaction. While it is at them the household is held until an
-- hour from now: what changes meanwhile makes it due before, and then nothing is taken for done.
create or replace function private.store_bills(p_household uuid, p_now timestamptz, p_bills jsonb, p_withdrawn uuid[], p_due timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  home public.households := (select h from public.households h where h.id = p_household);
  before public.billing_records;
  bill record;
  kept uuid;
begin
  for bill in select * from jsonb_to_recordset(p_bills) as x (id uuid, "start" date, "end" date, currency text, "totalAmount" numeric,
    "waterCost" numeric, "electricityCost" numeric, lines jsonb, "electricityWh" bigint, "electricityEstimatedWh" bigint, "waterMl" bigint,
    "waterEstimatedMl" bigint, coverage numeric, "unpricedDays" integer, reason text, evidence jsonb) loop
    if bill."end" > (p_now at time zone home.time_zone)::date then
      raise exception 'a cycle that is open has no bill' using errcode = 'check_violation';
    end if;
    if bill.id is null then
      insert into public.billing_records (household_id, user_id, period_start, period_end, currency, total_amount, water_cost, electricity_cost,
        lines, electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml, coverage, unpriced_days, created_at)
      values (home.id, home.owner_id, bill."start", bill."end", bill.currency, bill."totalAmount", bill."waterCost", bill."electricityCost",
        bill.lines, bill."electricityWh", bill."electricityEstimatedWh", bill."waterMl", bill."waterEstimatedMl", bill.coverage, bill."unpricedDays", p_now)
      returning id into kept;
      perform private.keep_evidence(home.id, kept, 1, bill.evidence);
    elsif bill.reason is null then
      -- It says the same, of tariffs or days that have changed.
      select b.* into strict before from public.billing_records b where b.household_id = home.id and b.id = bill.id;
      perform private.keep_evidence(home.id, bill.id, before.version, bill.evidence);
    else
      select * into strict before from public.billing_records b where b.household_id = home.id and b.id = bill.id;
      perform private.keep_bill_version(before, p_now, bill.reason);
      update public.billing_records b set user_id = home.owner_id, currency = bill.currency, total_amount = bill."totalAmount",
        water_cost = bill."waterCost", electricity_cost = bill."electricityCost", lines = bill.lines, electricity_wh = bill."electricityWh",
        electricity_estimated_wh = bill."electricityEstimatedWh", water_ml = bill."waterMl", water_estimated_ml = bill."waterEstimatedMl",
        coverage = bill.coverage, unpriced_days = bill."unpricedDays", version = b.version + 1, corrected_at = p_now
      where b.household_id = home.id and b.id = bill.id;
      perform private.keep_evidence(home.id, bill.id, before.version + 1, bill.evidence);
    end if;
  end loop;
  for before in select * from public.billing_records b where b.household_id = home.id and b.id = any (p_withdrawn) loop
    perform private.keep_bill_version(before, p_now, 'withdrawn');
    delete from public.billing_records b where b.household_id = home.id and b.id = before.id;
  end loop;
  -- Null: there is more to look at; whoever does that says when to look next.
  update private.billing_due set due_at = p_due, anew_from = null, anew_until = null where household_id = p_household and p_due is not null;
end $$;

-- Called in the transaction of the first batch, under the lock of open_billing.
create function private.hold_billing(p_household uuid, p_until timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.billing_due set due_at = p_until where household_id = p_household
$$;
create function private.end_billing(p_household uuid, p_held_until timestamptz, p_due timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.billing_due set due_at = p_due, anew_from = null, anew_until = null where household_id = p_household and due_at = p_held_until
$$;

grant execute on function private.hold_billing(uuid, timestamptz), private.end_billing(uuid, timestamptz, timestamptz) to wattershed_engine;
revoke execute on all functions in schema private from public;
