-- Set up, or set up anew with another key: what has come stays, and goes on where it was. Null: not theirs to say, or too many.
create or replace function private.add_pull(p_user uuid, p_household uuid, p_kind text, p_label text, p_meter bigint, p_utilities text[], p_flows text[], p_settings jsonb, p_sealed_key text,
  p_since timestamptz, p_now timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  added uuid;
begin
  perform from public.households h where h.id = p_household and h.id = private.writable_home(p_user, p_household) and h.kind = 'home' for no key update;
  if not found or (p_meter is not null and not exists (select from public.meters m
        where m.household_id = p_household and m.id = p_meter and m.utility = any (p_utilities) and m.flow = any (p_flows)))
      or (select count(*) from public.pulls p where p.household_id = p_household) >= 20 then
    return null;
  end if;
  insert into public.pulls as p (household_id, kind, label, meter_id, settings, sealed_key, set_up_by, since, pulled_to, next_at)
  values (p_household, p_kind, p_label, p_meter, p_settings, p_sealed_key, p_user, p_since, p_since, p_now)
  on conflict (household_id, (coalesce(meter_id::text, kind))) do update set settings = excluded.settings, sealed_key = excluded.sealed_key,
    set_up_by = excluded.set_up_by, is_paused = false, fault = null, fault_at = null, failures = 0, next_at = excluded.next_at,
    kind = excluded.kind, label = excluded.label, since = least(p.since, excluded.since),
    -- Of other data nothing has come yet.
    pulled_to = case when p.kind = excluded.kind and p.settings = excluded.settings and excluded.since >= p.since then p.pulled_to else excluded.since end,
    is_filled = p.is_filled and p.kind = excluded.kind and p.settings = excluded.settings and excluded.since >= p.since
  returning p.id into added;
  return added;
end $$;

-- Those that are due, each for one worker: whoever dies with one leaves it to be taken again in ten minutes.
create or replace function private.claim_pulls(p_now timestamptz, p_count integer)
returns table (household_id uuid, id uuid, kind text, meter_id bigint, utility text, settings jsonb, sealed_key text, set_up_by uuid, since double precision,
  pulled_to double precision, failures integer, time_zone text, latitude double precision, longitude double precision)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid;
  pull uuid;
begin
  for home, pull in
    select p.household_id, p.id from public.pulls p where not p.is_paused and p.next_at <= p_now order by p.next_at limit p_count
  loop
    perform from public.pulls p where p.household_id = home and p.id = pull and not p.is_paused and p.next_at <= p_now for update skip locked;
    continue when not found;
    update public.pulls p set next_at = p_now + interval '10 minutes' where p.household_id = home and p.id = pull;
    return query select p.household_id, p.id, p.kind, p.meter_id, m.utility, p.settings, p.sealed_key, p.set_up_by, extract(epoch from p.since)::float8,
      extract(epoch from p.pulled_to)::float8, p.failures, h.time_zone, h.latitude::float8, h.longitude::float8
    from public.pulls p join public.households h on h.id = home left join public.meters m on m.household_id = home and m.id = p.meter_id
    where p.household_id = home and p.id = pull;
  end loop;
end $$;

-- In the commit of what has come. False: it was stopped, removed or set up anew meanwhile, and nothing of it may stay.
create or replace function private.advance_pull(p_household uuid, p_id uuid, p_from double precision, p_to double precision, p_rejected integer,
  p_is_all boolean, p_now timestamptz, p_next timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.pulls p set pulled_to = to_timestamp(p_to), rejected = p.rejected + p_rejected, is_filled = p.is_filled or p_is_all,
    succeeded_at = p_now, next_at = p_next, fault = null, fault_at = null, failures = 0
  where p.household_id = p_household and p.id = p_id and not p.is_paused and extract(epoch from p.pulled_to)::float8 = p_from;
  return found;
end $$;

create or replace function private.fail_pull(p_household uuid, p_id uuid, p_fault text, p_now timestamptz, p_next timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.pulls p set fault = p_fault, fault_at = coalesce(p.fault_at, p_now), failures = p.failures + 1, next_at = p_next
  where p.household_id = p_household and p.id = p_id;
end $$;

-- Whoever lets it go on wants to see it now.
create or replace function private.resume_pull() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.next_at := now();
  new.failures := 0;
  return new;
end $$;

create or replace trigger resume_pull before update of is_paused on public.pulls
  for each row when (not new.is_paused and new.next_at = old.next_at) execute function private.resume_pull();

create or replace trigger note_pull after insert on public.pulls for each row
  execute function private.note_account_change('pull-made', 'label', 'mailed');
create or replace trigger note_pull_change after update of settings, sealed_key, kind, set_up_by on public.pulls for each row
  when ((old.kind, old.settings, old.sealed_key, old.set_up_by) is distinct from (new.kind, new.settings, new.sealed_key, new.set_up_by))
  execute function private.note_account_change('pull-changed', 'label', 'mailed');
create or replace trigger note_pull_stop after update of is_paused on public.pulls for each row when (old.is_paused <> new.is_paused)
  execute function private.note_account_change('pull-changed', 'label');
create or replace trigger note_pull_end after delete on public.pulls for each row
  execute function private.note_account_change('pull-removed', 'label');

-- All but the key.
grant select (household_id, id, kind, meter_id, settings, set_up_by, added_at, since, pulled_to, is_filled, succeeded_at, rejected, fault, fault_at,
  failures, is_paused, next_at), update (is_paused), delete on public.pulls to authenticated;
create policy pulls_read on public.pulls for select to authenticated
  using (household_id = any (private.my_households()));
create policy pulls_change on public.pulls for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy pulls_remove on public.pulls for delete to authenticated
  using (household_id = any (private.my_writable_households()));

grant execute on function private.add_pull, private.claim_pulls, private.advance_pull, private.fail_pull to wattershed_engine;
