-- A meter that was silent for weeks spreads what it used over thousands of equal quarter-hours. They are kept as one row, and spread
-- when quarter-hours are read: a fleet that comes back writes a row for each meter, not thousands.
create table public.usage_stretch (
  household_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  -- Whole quarter-hours, more than a day of them. The share until an instant is the figure times the time gone by, without the fraction.
  start timestamptz not null,
  ends timestamptz not null,
  used bigint not null,
  estimated bigint not null default 0,
  imported bigint not null default 0,
  covered_s integer not null default 0,
  primary key (household_id, id)
);
create index usage_stretch_meter on public.usage_stretch (household_id, meter_id, start);
alter table public.usage_stretch enable row level security;
revoke all on public.usage_stretch from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
grant select on public.usage_stretch to authenticated;
create policy usage_stretch_read on public.usage_stretch for select to authenticated using (household_id = any (private.my_households()));

-- What of `total`, spread evenly over [start, ends), falls in [p_from, p_to). Shares of adjacent periods sum to the whole.
create function private.share(total bigint, start timestamptz, ends timestamptz, p_from timestamptz, p_to timestamptz) returns bigint
language sql immutable as $$
  select case when total = 0 then 0 else (trunc(total * (date_part('epoch', least(p_to, ends) - start) / date_part('epoch', ends - start)))
    - trunc(total * (date_part('epoch', greatest(p_from, start) - start) / date_part('epoch', ends - start))))::bigint end
$$;

create function private.stretch_quarters(s public.usage_stretch, p_from timestamptz, p_to timestamptz)
returns table (start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language sql stable as $$
  select q, private.share(s.used, s.start, s.ends, q, q + interval '15 minutes'), private.share(s.estimated, s.start, s.ends, q, q + interval '15 minutes'),
    private.share(s.imported, s.start, s.ends, q, q + interval '15 minutes'), private.share(s.covered_s, s.start, s.ends, q, q + interval '15 minutes')
  from generate_series(greatest(s.start, date_bin('15 minutes', p_from, 'epoch')), least(s.ends, p_to) - interval '1 second', interval '15 minutes') q
$$;

create function private.forget_stretches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.usage_stretch where household_id = old.household_id and meter_id = old.id;
  return null;
end $$;
create trigger forget_stretches after delete on public.meters for each row execute function private.forget_stretches();

-- Keeps stretches, and adds them to the local days and months. One that takes another back (its figures negated) removes it; where
-- there is none to remove (its quarters were written out, as they once were), it stays and is subtracted.
create function private.add_stretches(p_households uuid[], l_home integer[], l_meter bigint[], l_start bigint[], l_end bigint[],
  l_used bigint[], l_estimated bigint[], l_imported bigint[], l_covered_s integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with sent as materialized (
    select p_households[l.home] as household_id, l.meter, to_timestamp(l.start) as start, to_timestamp(l.ends) as ends, l.used, l.estimated, l.imported, l.covered_s
    from unnest(l_home, l_meter, l_start, l_end, l_used, l_estimated, l_imported, l_covered_s) l (home, meter, start, ends, used, estimated, imported, covered_s)
  ), taken_back as (
    delete from public.usage_stretch t using sent
    where t.household_id = sent.household_id and t.meter_id = sent.meter and t.start = sent.start and t.ends = sent.ends
      and t.used = -sent.used and t.estimated = -sent.estimated and t.imported = -sent.imported and t.covered_s = -sent.covered_s
    returning sent.*
  ), kept as (
    insert into public.usage_stretch (household_id, meter_id, start, ends, used, estimated, imported, covered_s)
    select * from sent except all select * from taken_back
  ), day as (
    select sent.*, d::date as day, greatest(sent.start, d at time zone h.time_zone) as day_start,
      least(sent.ends, (d + interval '1 day') at time zone h.time_zone) as day_end
    from sent join public.households h on h.id = sent.household_id
    cross join lateral generate_series(date_trunc('day', sent.start at time zone h.time_zone), sent.ends at time zone h.time_zone, interval '1 day') d
  ), piece as materialized (
    select household_id, meter, day, sum(private.share(used, start, ends, day_start, day_end)) as used,
      sum(private.share(estimated, start, ends, day_start, day_end)) as estimated,
      sum(private.share(imported, start, ends, day_start, day_end)) as imported,
      sum(private.share(covered_s, start, ends, day_start, day_end)) as covered_s
    from day where day_start < day_end group by 1, 2, 3
  ), days as (
    insert into public.usage_day as t (household_id, meter_id, day, used, estimated, imported, covered_s)
    select household_id, meter, day, used, estimated, imported, covered_s from piece
    on conflict (household_id, meter_id, day) do update set used = t.used + excluded.used,
      estimated = t.estimated + excluded.estimated, imported = t.imported + excluded.imported, covered_s = t.covered_s + excluded.covered_s
  )
  insert into public.usage_month as t (household_id, meter_id, month, used, estimated, imported, covered_s)
  select household_id, meter, date_trunc('month', day)::date, sum(used), sum(estimated), sum(imported), sum(covered_s) from piece group by 1, 2, 3
  on conflict (household_id, meter_id, month) do update set used = t.used + excluded.used,
    estimated = t.estimated + excluded.estimated, imported = t.imported + excluded.imported, covered_s = t.covered_s + excluded.covered_s;
end $$;

drop function private.write_readings(
  uuid[], integer[], bigint[], bigint[], integer[], text[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], integer[]);

-- s_*: new states; r_*: rows to keep; q_*: complete quarters and corrections, added to what is there; l_*: long
-- silences, likewise; x_*: not believed.
-- *_home: which of p_households. s_token: the token that writes the meter, 0 where the meter is locked already. s_revision: what the
-- state was computed from. A state that moved on, or a token that may not write it, refuses the whole batch (SQLSTATE WS409).
create function private.write_readings(p_households uuid[],
  s_home integer[], s_meter bigint[], s_token bigint[], s_revision integer[], s_kind text[], s_last_at bigint[], s_last_value bigint[], s_last_used bigint[], s_last_span_s integer[],
  s_carry integer[], s_quarter bigint[], s_used bigint[], s_estimated bigint[], s_imported bigint[], s_covered_s integer[],
  r_home integer[], r_meter bigint[], r_at bigint[], r_value bigint[], r_span_s integer[], r_source smallint[],
  q_home integer[], q_meter bigint[], q_start bigint[], q_used bigint[], q_estimated bigint[], q_imported bigint[], q_covered_s integer[],
  l_home integer[], l_meter bigint[], l_start bigint[], l_end bigint[], l_used bigint[], l_estimated bigint[], l_imported bigint[], l_covered_s integer[],
  x_home integer[], x_meter bigint[], x_at bigint[], x_value bigint[], x_span_s integer[]
) returns void
language plpgsql security definer set search_path = '' as $$
declare changed integer;
begin
  update public.meter_state s
  set revision = s.revision + 1, last_at = to_timestamp(u.last_at), last_value = u.last_value, last_used = u.last_used, last_span_s = u.last_span_s,
    carry = u.carry, quarter = to_timestamp(u.quarter), used = u.used, estimated = u.estimated, imported = u.imported,
    covered_s = u.covered_s
  from unnest(s_home, s_meter, s_token, s_revision, s_last_at, s_last_value, s_last_used, s_last_span_s, s_carry, s_quarter, s_used,
    s_estimated, s_imported, s_covered_s)
    u (home, meter, token, revision, last_at, last_value, last_used, last_span_s, carry, quarter, used, estimated, imported, covered_s)
  left join public.ingest_tokens t on t.id = u.token and t.revoked_at is null
  where s.household_id = p_households[u.home] and s.meter_id = u.meter and s.revision = u.revision
    and (u.token = 0 or t.household_id = s.household_id or t.scope = 'fleet');
  get diagnostics changed = row_count;
  if changed <> cardinality(s_meter) then
    raise exception 'a meter moved on, or is not this token''s' using errcode = 'WS409';
  end if;

  insert into public.open_readings (household_id, meter_id, at, value, span_s, source)
  select p_households[r.home], r.meter, to_timestamp(r.at), r.value, r.span_s, r.source
  from unnest(r_home, r_meter, r_at, r_value, r_span_s, r_source) r (home, meter, at, value, span_s, source);

  if cardinality(array_remove(s_kind, null)) > 0 then
    update public.meters m set reading_kind = u.kind
    from unnest(s_home, s_kind, s_meter) u (home, kind, meter)
    where m.household_id = p_households[u.home] and m.id = u.meter and u.kind is not null;
  end if;
  if cardinality(q_meter) > 0 then
    perform private.add_quarters(p_households, q_home, q_meter, q_start, q_used, q_estimated, q_imported, q_covered_s);
  end if;
  if cardinality(l_meter) > 0 then
    perform private.add_stretches(p_households, l_home, l_meter, l_start, l_end, l_used, l_estimated, l_imported, l_covered_s);
  end if;
  if cardinality(x_meter) > 0 then
    insert into public.quarantined_readings (household_id, meter_id, at, value, span_s, reason)
    select p_households[x.home], x.meter, to_timestamp(x.at), x.value, x.span_s, 'implausible-jump'
    from unnest(x_home, x_meter, x_at, x_value, x_span_s) x (home, meter, at, value, span_s)
    on conflict do nothing;
  end if;
end $$;

create or replace function private.all_quarters(household uuid)
returns table (meter_id bigint, start timestamptz, used bigint, estimated bigint, imported bigint, covered_s bigint)
language sql stable security definer set search_path = '' as $$
  select p.meter_id, (p.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes', p.used[i],
    coalesce(p.estimated[i], 0), coalesce(p.imported[i], 0), coalesce(p.covered_s[i], 900)::bigint
  from public.packed_days p cross join generate_series(1, 96) i
  where p.household_id = household and p.used is not null
  union all
  select q.meter_id, q.start, q.used, q.estimated, q.imported, q.covered_s from public.usage_quarter q where q.household_id = household
  union all
  select t.meter_id, q.* from public.usage_stretch t cross join lateral private.stretch_quarters(t, t.start, t.ends) q where t.household_id = household
$$;

-- Quarter-hours and hours. Hours begin with the local hour, so that half-hour zones are right.
create or replace function private.usage_by_quarter(p_user uuid, p_household uuid, p_from timestamptz, p_to timestamptz, p_unit text, p_room boolean, p_device_detail boolean, p_device uuid)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  home record;
  is_total boolean := not (p_room or p_device_detail) and p_device is null;
  answer text;
begin
  select * into home from private.home_of(p_user, coalesce(p_household, private.first_household(p_user)));
  if home.id is null then return null; end if;
  with part as materialized (select * from private.parts(home.id, p_device, not is_total)),
  quarter as (
    select p.*, (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, d.used[i] as used,
      coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported, coalesce(d.covered_s[i], 900) as covered_s
    from part p join public.packed_days d on d.household_id = p.source_household and d.meter_id = p.source_meter
      and d.day >= (p_from at time zone 'UTC')::date and d.day <= (p_to at time zone 'UTC')::date
      cross join generate_series(1, 96) i
    where d.used is not null
    union all
    select p.*, q.start, q.used, q.estimated, q.imported, q.covered_s
    from part p join public.usage_quarter q on q.household_id = p.source_household and q.meter_id = p.source_meter
      and q.start >= p_from and q.start < p_to
    union all
    select p.*, q.* from part p
    join public.usage_stretch t on t.household_id = p.source_household and t.meter_id = p.source_meter and t.start < p_to and t.ends > p_from
    cross join lateral private.stretch_quarters(t, p_from, p_to) q
    union all
    select p.*, s.quarter, s.used, s.estimated, s.imported, s.covered_s
    from part p join public.meter_state s on s.household_id = p.source_household and s.meter_id = p.source_meter
    where s.quarter is not null
  ), grouped as (
    select case when p_unit = 'hour' then date_trunc('hour', start, home.time_zone) else start end as start, utility,
      case when p_room then room end as room, case when p_device_detail then device_id end as device_id,
      private.total(sign * used) as used, private.total(sign * estimated) as estimated, private.total(sign * imported) as imported,
      private.total(case when sign > 0 then covered_s else 0 end) as covered_s
    from quarter where start >= p_from and start < p_to and (used <> 0 or covered_s <> 0 or estimated <> 0) group by 1, 2, 3, 4
  )
  select string_agg(private.usage_row(to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), utility, room, device_id,
    used, estimated, imported, covered_s), ',' order by start, utility, room, device_id)
  into answer from grouped;
  return private.answer_head(home.id, home.time_zone, home.origin) || ',"bucket":"' || case p_unit when 'hour' then 'hour' else '15m' end
    || '","rows":[' || coalesce(answer, '') || ']}';
end $$;

revoke execute on all functions in schema private from public;
grant execute on function private.write_readings(
  uuid[], integer[], bigint[], bigint[], integer[], text[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], integer[]) to wattershed_engine;
