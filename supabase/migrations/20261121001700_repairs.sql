-- Repairs: what a person changes in readings, or in what a meter is believed. Each is kept with what it changed, and can be taken back.

alter table public.meters
  -- The first value that the counter cannot show (Wh or mL): after it, it begins at zero.
  add column rolls_over_at bigint check (rolls_over_at > 0);
-- Readings from before are forgotten (see the next migrations); their quarter-hours are kept.
alter table public.meter_state add column kept_from timestamptz;
-- Other limits mean other use of the same readings: they change by a repair, which works that out.
revoke update on public.meters from authenticated;
grant update (key, parent_meter_id) on public.meters to authenticated;

drop trigger change_meter on public.meters;
create trigger change_meter after update of max_per_hour, max_gap_s, rolls_over_at on public.meters
  for each row execute function private.change_meter();

create table public.repairs (
  household_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  kind text not null check (kind in ('believe', 'discard', 'exchange', 'remove', 'correct', 'limits')),
  -- The first and the last of the local days that came to something else, and what all days that it touched came to.
  first_day date,
  last_day date,
  used_before bigint not null,
  used_after bigint not null,
  -- {removed, added: [[at, value, span_s, origin], ...], released: [[at, value, span_s], ...], limits: [before, after]}
  change jsonb not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  undone_by uuid,
  undone_at timestamptz,
  primary key (household_id, id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade
);
create index repairs_meter on public.repairs (household_id, meter_id, id);
alter table public.repairs enable row level security;
revoke all on public.repairs from anon, authenticated;
grant select on public.repairs to authenticated;
create policy repairs_read on public.repairs for select to authenticated using (household_id = any (private.my_households()));

drop function private.decide_quarantined(uuid, bigint, text);

-- What follows is called with the meter's state locked by private.lock_meters_of, which checks the person.
create function private.remove_open_readings(p_meter bigint, p_ats bigint[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.open_readings r using unnest(p_ats) a (at) where r.meter_id = p_meter and r.at = to_timestamp(a.at)
$$;

-- A packed day with other readings; its quarter-hours stay, their changes are booked apart.
create function private.repack_day(p_meter bigint, p_day date, p_n integer, p_first_s integer, p_step_s integer, p_offsets integer[],
  p_first_value bigint, p_deltas bigint[], p_span_s integer, p_spans integer[], p_sources integer[]) returns void
language sql security definer set search_path = '' as $$
  update public.packed_days d set n = p_n, first_s = p_first_s, step_s = p_step_s, offsets = p_offsets, first_value = p_first_value,
    deltas = p_deltas, span_s = p_span_s, spans = p_spans, sources = p_sources
  from public.meter_state s where s.meter_id = p_meter and d.household_id = s.household_id and d.meter_id = s.meter_id and d.day = p_day
$$;

create function private.quarantined_of(p_household uuid, p_meter bigint)
returns table (id bigint, at bigint, value bigint, span_s integer)
language sql stable security definer set search_path = '' as $$
  select q.id, extract(epoch from q.at)::bigint, q.value, q.span_s from public.quarantined_readings q
  where q.household_id = p_household and q.meter_id = p_meter order by q.at
$$;
create function private.release_quarantined(p_household uuid, p_ids bigint[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.quarantined_readings q where q.household_id = p_household and q.id = any (p_ids)
$$;
create function private.quarantine_again(p_household uuid, p_meter bigint, p_at bigint[], p_value bigint[], p_span_s integer[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.quarantined_readings (household_id, meter_id, at, value, span_s, reason)
  select p_household, p_meter, to_timestamp(a.at), a.value, a.span_s, 'implausible-jump' from unnest(p_at, p_value, p_span_s) a (at, value, span_s)
  on conflict do nothing
$$;
create function private.set_limits(p_household uuid, p_meter bigint, p_max_per_hour bigint, p_max_gap_s integer, p_rolls_over_at bigint) returns void
language sql security definer set search_path = '' as $$
  update public.meters m set max_per_hour = p_max_per_hour, max_gap_s = p_max_gap_s, rolls_over_at = p_rolls_over_at
  where m.household_id = p_household and m.id = p_meter
$$;

-- A meter's local days from p_from to p_to with the quarter-hour that is still filling: at most 4,000, the latest.
create function private.meter_days(p_household uuid, p_meter bigint, p_from bigint, p_to bigint)
returns table (day date, used bigint, estimated bigint)
language sql stable security definer set search_path = '' as $$
  with zone as (select h.time_zone from public.households h where h.id = p_household),
  piece as (
    select d.day, d.used, d.estimated from public.usage_day d where d.household_id = p_household and d.meter_id = p_meter
    union all
    select (s.quarter at time zone zone.time_zone)::date, s.used, s.estimated from public.meter_state s, zone
    where s.household_id = p_household and s.meter_id = p_meter and s.quarter is not null
  )
  select p.day, sum(p.used)::bigint, sum(p.estimated)::bigint from piece p, zone
  where p.day between (to_timestamp(p_from) at time zone zone.time_zone)::date and (to_timestamp(p_to) at time zone zone.time_zone)::date
  group by 1 order by 1 desc limit 4000
$$;

create function private.add_repair(p_household uuid, p_meter bigint, p_kind text, p_first_day date, p_last_day date, p_used_before bigint,
  p_used_after bigint, p_change jsonb, p_user uuid) returns bigint
language sql security definer set search_path = '' as $$
  insert into public.repairs (household_id, meter_id, kind, first_day, last_day, used_before, used_after, change, made_by)
  values (p_household, p_meter, p_kind, p_first_day, p_last_day, p_used_before, p_used_after, p_change, p_user) returning id
$$;
-- A repair that a person may undo, locked; gone once it is undone.
create function private.repair_of(p_user uuid, p_repair bigint)
returns table (household_id uuid, meter_id bigint, kind text, change jsonb)
language sql security definer set search_path = '' as $$
  select r.household_id, r.meter_id, r.kind, r.change from public.repairs r
  join public.household_members m on m.household_id = r.household_id and m.user_id = p_user and m.role in ('owner', 'member')
  where r.id = p_repair and r.undone_at is null for update of r
$$;
create function private.end_repair(p_household uuid, p_repair bigint, p_user uuid) returns void
language sql security definer set search_path = '' as $$
  update public.repairs r set undone_at = now(), undone_by = p_user where r.household_id = p_household and r.id = p_repair
$$;

-- As before, with where the counter rolls over.
drop function private.lock_meters(bigint[], bigint[]), private.read_meters(bigint[]), private.lock_meters_of(uuid, bigint[]),
  private.curve_parts(uuid, uuid, uuid);
create function private.lock_meters(p_meters bigint[], p_tokens bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language plpgsql security definer set search_path = '' as $$
begin
  return query select t.id, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s
  from unnest(p_meters, p_tokens) a (meter, token)
  join public.ingest_tokens t on t.id = a.token and t.revoked_at is null
  join public.meter_state s on s.meter_id = a.meter and (t.household_id is null or t.household_id = s.household_id)
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id
  order by s.meter_id for no key update of s;
end $$;
create function private.read_meters(p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s
  from unnest(p_meters) a (meter)
  join public.meter_state s on s.meter_id = a.meter
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id;
end $$;
create function private.lock_meters_of(p_user uuid, p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language plpgsql security definer set search_path = '' as $$
begin
  return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s
  from unnest(p_meters) a (meter)
  join public.meter_state s on s.meter_id = a.meter
  join public.household_members hm on hm.household_id = s.household_id and hm.user_id = p_user and hm.role in ('owner', 'member')
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id
  order by s.meter_id for no key update of s;
end $$;
create function private.curve_parts(p_user uuid, p_household uuid, p_device uuid)
returns table (head text, utility text, room text, device_id uuid, source_meter bigint, sign integer, max_per_hour bigint, max_gap_s integer,
  rolls_over_at bigint, kept_from bigint)
language plpgsql stable security definer set search_path = '' as $$
declare home public.households;
begin
  select * into home from private.household_of(p_user, p_household);
  if home.id is null then return; end if;
  return query select private.usage_head(home), p.utility, p.room, p.device_id, p.source_meter, p.sign, m.max_per_hour, m.max_gap_s, m.rolls_over_at,
      extract(epoch from s.kept_from)::bigint
    from private.parts(home.id, p_device, true) p
    join public.meters m on m.household_id = p.source_household and m.id = p.source_meter
    join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id;
  if not found then return query select private.usage_head(home), null::text, null::text, null::uuid, null::bigint, 0, null::bigint, null::integer, null::bigint, null::bigint; end if;
end $$;

grant execute on function private.remove_open_readings(bigint, bigint[]),
  private.repack_day(bigint, date, integer, integer, integer, integer[], bigint, bigint[], integer, integer[], integer[]),
  private.quarantined_of(uuid, bigint), private.release_quarantined(uuid, bigint[]),
  private.quarantine_again(uuid, bigint, bigint[], bigint[], integer[]), private.set_limits(uuid, bigint, bigint, integer, bigint),
  private.meter_days(uuid, bigint, bigint, bigint), private.add_repair(uuid, bigint, text, date, date, bigint, bigint, jsonb, uuid),
  private.repair_of(uuid, bigint), private.end_repair(uuid, bigint, uuid),
  private.lock_meters(bigint[], bigint[]), private.read_meters(bigint[]), private.lock_meters_of(uuid, bigint[]),
  private.curve_parts(uuid, uuid, uuid)
  to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
