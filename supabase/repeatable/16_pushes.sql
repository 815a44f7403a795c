-- Null: not a home that the person may change. What was there is replaced as a whole: a token never goes to another address than the one it was given with.
create or replace function private.save_push(p_user uuid, p_household uuid, p_kind text, p_host text, p_sealed text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare home uuid;
begin
  select h.id into home from public.households h where h.id = private.writable_home(p_user, p_household) and h.kind = 'home' for no key update;
  if home is null then return null; end if;
  delete from public.data_pushes where household_id = home and kind = p_kind;
  insert into public.data_pushes (household_id, kind, host, sealed, created_by, due_at)
  values (home, p_kind, p_host, p_sealed, p_user, date_trunc('milliseconds', now()));
  if p_kind = 'webhook' then perform private.tell_webhook(home, 'hello', '{}'); end if;
  return home;
end $$;

create or replace function private.tell_webhook(p_household uuid, p_type text, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.push_events (household_id, type, data)
  select p.household_id, p_type, jsonb_build_object('household', h.id, 'name', h.name) || p_data
  from public.data_pushes p join public.households h on h.id = p.household_id where p.household_id = p_household and p.kind = 'webhook';
  -- It may have been waiting for the next quarter-hour; one that fails keeps its pause.
  update public.data_pushes set due_at = least(due_at, date_trunc('milliseconds', now())) where household_id = p_household and kind = 'webhook' and failures = 0;
end $$;

create or replace function private.push_notice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.data_pushes where household_id = new.household_id and kind = 'webhook') then return null; end if;
  perform private.tell_webhook(new.household_id, case when new.ended_at is null then 'notice.began' else 'notice.ended' end,
    jsonb_build_object('notice', new.id, 'kind', new.kind, 'since', new.since, 'ended', new.ended_at, 'figures', new.figures,
      'utility', coalesce(new.utility, (select m.utility from public.meters m where m.household_id = new.household_id and m.id = new.meter_id)),
      'device', (select d.name from public.meters m join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
        where m.household_id = new.household_id and m.id = new.meter_id)));
  return null;
end $$;

create or replace function private.push_bill() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_webhook(new.household_id, 'bill.closed', jsonb_build_object('bill', new.id, 'from', new.period_start, 'until', new.period_end,
    'currency', new.currency, 'total', trim_scale(new.total_amount)::text));
  return null;
end $$;

-- Those whose time has come, and nobody else's for two minutes.
create or replace function private.take_pushes(p_now timestamptz, p_most integer)
returns table (household_id uuid, kind text, sealed text, sent_at timestamptz, sent_until timestamptz, failures integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid;
  way text;
begin
  delete from private.push_events where at < p_now - interval '7 days';
  for home, way in select d.household_id, d.kind from public.data_pushes d where d.due_at <= p_now order by d.due_at limit p_most loop
    perform from public.data_pushes p where p.household_id = home and p.kind = way and p.due_at <= p_now for update skip locked;
    continue when not found;
    return query update public.data_pushes p set due_at = p_now + interval '2 minutes' where p.household_id = home and p.kind = way
    returning p.household_id, p.kind, p.sealed, p.sent_at, p.sent_until, p.failures;
  end loop;
end $$;

-- What came of it; nothing where it was set up anew meanwhile.
create or replace function private.note_push(p_household uuid, p_kind text, p_sealed text, p_now timestamptz, p_fault text, p_sent boolean, p_until timestamptz,
  p_due timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- What happened while the last word was on its way is told at once.
  update public.data_pushes set fault = p_fault,
    due_at = case when p_fault is null and exists (select from private.push_events e where e.household_id = p_household and e.kind = p_kind) then p_now else p_due end,
    fault_at = case when p_fault is not null then coalesce(fault_at, p_now) end,
    failures = case when p_fault is null then 0 else failures + 1 end,
    sent_at = case when p_sent then p_now else sent_at end, sent_until = coalesce(p_until, sent_until)
  where household_id = p_household and kind = p_kind and sealed = p_sealed;
end $$;

create or replace function private.next_push_event(p_household uuid) returns table (id uuid, at timestamptz, type text, data jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select e.id, e.at, e.type, e.data from private.push_events e where e.household_id = p_household order by e.at, e.id limit 1;
end $$;

create or replace function private.push_event_taken(p_household uuid, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
 delete from private.push_events where household_id = p_household and id = p_id;
end $$;

-- Where a home's quarter-hours begin; null: it has none.
create or replace function private.first_quarter(p_household uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return least(
    (select min(d.day)::timestamp at time zone 'UTC' from public.packed_days d where d.household_id = p_household and d.used is not null),
    (select min(q.start) from public.usage_quarter q where q.household_id = p_household),
    (select min(g.start) from public.usage_gap g where g.household_id = p_household));
end $$;

-- What passed each meter in the quarter-hours of [p_from, p_to) that it was heard in, or has an estimate for; with the room of then.
create or replace function private.push_quarters(p_household uuid, p_from timestamptz, p_to timestamptz)
returns table (start bigint, meter text, device text, room text, utility text, flow text, used bigint, estimated bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  devices constant uuid[] := array(select d.id from public.connected_devices d where d.household_id = p_household);
  room_devices uuid[];
  rooms text[];
  begins timestamptz[];
  ends timestamptz[];
begin
  select array_agg(d), array_agg(t.room), array_agg(t.since), array_agg(t.until) into room_devices, rooms, begins, ends
  from unnest(devices) d cross join lateral private.room_times(p_household, d) t;
  return query with known as (
    select d.meter_id, (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, d.used[i] as used,
      coalesce(d.estimated[i], 0) as estimated, coalesce(d.covered_s[i], 900)::bigint as covered_s
    from public.packed_days d cross join generate_series(1, 96) i
    where d.household_id = p_household and d.used is not null
      and d.day between (p_from at time zone 'UTC')::date and (p_to at time zone 'UTC')::date
    union all
    select q.meter_id, q.start, q.used, q.estimated, q.covered_s from public.usage_quarter q
    where q.household_id = p_household and q.start >= p_from and q.start < p_to
    union all
    select g.meter_id, q.start, q.used, q.estimated, q.covered_s from public.usage_gap g cross join lateral private.gap_quarters(g.start, g.ends, g.used, g.estimated, g.imported, g.covered_s, p_from, p_to) q
    where g.household_id = p_household and g.start < p_to and g.ends > p_from
  )
  select extract(epoch from k.start)::bigint, m.key, d.name, r.room, m.utility, m.flow, sum(k.used)::bigint, sum(k.estimated)::bigint
  from known k
  join public.meters m on m.household_id = p_household and m.id = k.meter_id
  join public.connected_devices d on d.household_id = p_household and d.id = m.device_id
  join unnest(room_devices, rooms, begins, ends) r (device_id, room, since, until) on r.device_id = m.device_id and k.start >= r.since and k.start < r.until
  where k.start >= p_from and k.start < p_to and (k.used <> 0 or k.estimated <> 0 or k.covered_s > 0)
  group by k.start, m.key, d.name, r.room, m.utility, m.flow order by 1, 2;
end $$;

-- Whoever is put out would go on reading by what they set up.
create or replace function private.end_pushes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.data_pushes where household_id = old.household_id and created_by = old.user_id;
  return null;
end $$;

create trigger end_pushes after delete on public.household_members for each row when (not private.is_worker()) execute function private.end_pushes();
create or replace trigger note_push after insert on public.data_pushes for each row
  execute function private.note_account_change('push-made', 'host', 'mailed');
create or replace trigger note_push_end after delete on public.data_pushes for each row
  execute function private.note_account_change('push-removed', 'host');
create trigger push_new_notice after insert on public.notices for each row execute function private.push_notice();
create trigger push_ended_notice after update of ended_at on public.notices for each row
  when (old.ended_at is null and new.ended_at is not null) execute function private.push_notice();
create trigger push_bill after insert on public.billing_records for each row execute function private.push_bill();

grant select (household_id, kind, host, created_by, created_at, sent_at, sent_until, fault, fault_at), delete on public.data_pushes to authenticated;

create policy data_pushes_read on public.data_pushes for select to authenticated using (household_id = any (private.my_writable_households()));
create policy data_pushes_end on public.data_pushes for delete to authenticated using (household_id = any (private.my_writable_households()));

grant execute on function private.save_push, private.take_pushes, private.note_push, private.next_push_event, private.push_event_taken,
  private.first_quarter, private.push_quarters to wattershed_engine;
