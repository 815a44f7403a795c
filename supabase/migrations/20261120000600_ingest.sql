-- Ingest. The usual way is one statement: the service computes from the states that it remembers and write_readings refuses when
-- one of them has moved on. Then, and for late readings, the states are locked and read first, in the same transaction.

create function private.find_token(p_hash bytea)
returns table (token_id bigint, household_id uuid, scope text)
language sql stable security definer set search_path = '' as $$
  select t.id, t.household_id, t.scope from public.ingest_tokens t where t.hash = p_hash and t.revoked_at is null
$$;

create function private.touch_token(p_token bigint) returns void
language sql security definer set search_path = '' as $$
  update public.ingest_tokens set last_used_at = now()
  where id = p_token and (last_used_at is null or last_used_at < now() - interval '1 minute')
$$;

-- The keys that a household token may use. A fleet token names meters by id.
create function private.token_meters(p_token bigint)
returns table (meter_id bigint, key text)
language sql stable security definer set search_path = '' as $$
  select m.id, m.key from public.ingest_tokens t join public.meters m on m.household_id = t.household_id
  where t.id = p_token and t.revoked_at is null
$$;

-- Locks in id order, so that concurrent batches queue instead of deadlocking. A meter that the token beside it may not write
-- is not returned. Instants are seconds since 1970. Only lookups by index: a plan for unknown array lengths must hold for all.
create function private.lock_meters(p_meters bigint[], p_tokens bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language plpgsql security definer set search_path = '' as $$
begin
  return query select t.id, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s
  from unnest(p_meters, p_tokens) a (meter, token)
  join public.ingest_tokens t on t.id = a.token and t.revoked_at is null
  join public.meter_state s on s.meter_id = a.meter and (t.household_id is null or t.household_id = s.household_id)
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id
  order by s.meter_id for no key update of s;
end $$;

-- To remember, without a lock; who may write is checked when something is written.
create function private.read_meters(p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s
  from unnest(p_meters) a (meter)
  join public.meter_state s on s.meter_id = a.meter
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id;
end $$;

-- The same for a person (imports): only meters of households that they may write.
create function private.lock_meters_of(p_user uuid, p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language plpgsql security definer set search_path = '' as $$
begin
  return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s
  from unnest(p_meters) a (meter)
  join public.meter_state s on s.meter_id = a.meter
  join public.household_members hm on hm.household_id = s.household_id and hm.user_id = p_user and hm.role in ('owner', 'member')
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id
  order by s.meter_id for no key update of s;
end $$;

-- s_*: new states; r_*: rows to keep; q_*: complete quarters and corrections, added to what is there; x_*: not believed.
-- *_home: which of p_households. s_token: the token that writes the meter, 0 where the meter is locked already. s_revision: what the
-- state was computed from. A state that moved on, or a token that may not write it, refuses the whole batch (SQLSTATE WS409).
create function private.write_readings(p_households uuid[],
  s_home integer[], s_meter bigint[], s_token bigint[], s_revision integer[], s_kind text[], s_last_at bigint[], s_last_value bigint[], s_last_used bigint[], s_last_span_s integer[],
  s_carry integer[], s_quarter bigint[], s_used bigint[], s_estimated bigint[], s_imported bigint[], s_covered_s integer[],
  r_home integer[], r_meter bigint[], r_at bigint[], r_value bigint[], r_span_s integer[], r_source smallint[],
  q_home integer[], q_meter bigint[], q_start bigint[], q_used bigint[], q_estimated bigint[], q_imported bigint[], q_covered_s integer[],
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
  if cardinality(x_meter) > 0 then
    insert into public.quarantined_readings (household_id, meter_id, at, value, span_s, reason)
    select p_households[x.home], x.meter, to_timestamp(x.at), x.value, x.span_s, 'implausible-jump'
    from unnest(x_home, x_meter, x_at, x_value, x_span_s) x (home, meter, at, value, span_s)
    on conflict do nothing;
  end if;
end $$;

-- Adds quarters to the open rows, to the local days and months. Later changes of the same quarter are simply added.
create function private.add_quarters(p_households uuid[], q_home integer[],
  q_meter bigint[], q_start bigint[], q_used bigint[], q_estimated bigint[], q_imported bigint[], q_covered_s integer[]
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with piece as materialized (
    select h.id as household_id, q.meter, to_timestamp(q.start) as start, (to_timestamp(q.start) at time zone h.time_zone)::date as day,
      q.used, q.estimated, q.imported, q.covered_s
    from unnest(q_home, q_meter, q_start, q_used, q_estimated, q_imported, q_covered_s) q (home, meter, start, used, estimated, imported, covered_s)
    join public.households h on h.id = p_households[q.home]
  ), quarters as (
    insert into public.usage_quarter as t (household_id, meter_id, start, used, estimated, imported, covered_s)
    select household_id, meter, start, sum(used), sum(estimated), sum(imported), sum(covered_s) from piece group by 1, 2, 3
    on conflict (household_id, meter_id, start) do update set used = t.used + excluded.used,
      estimated = t.estimated + excluded.estimated, imported = t.imported + excluded.imported, covered_s = t.covered_s + excluded.covered_s
  ), days as (
    insert into public.usage_day as t (household_id, meter_id, day, used, estimated, imported, covered_s)
    select household_id, meter, day, sum(used), sum(estimated), sum(imported), sum(covered_s) from piece group by 1, 2, 3
    on conflict (household_id, meter_id, day) do update set used = t.used + excluded.used,
      estimated = t.estimated + excluded.estimated, imported = t.imported + excluded.imported, covered_s = t.covered_s + excluded.covered_s
  )
  insert into public.usage_month as t (household_id, meter_id, month, used, estimated, imported, covered_s)
  select household_id, meter, date_trunc('month', day)::date, sum(used), sum(estimated), sum(imported), sum(covered_s) from piece group by 1, 2, 3
  on conflict (household_id, meter_id, month) do update set used = t.used + excluded.used,
    estimated = t.estimated + excluded.estimated, imported = t.imported + excluded.imported, covered_s = t.covered_s + excluded.covered_s;
end $$;

-- What is kept of a meter from p_from to p_to (seconds), with one neighbour on each side. Packed days come as they are.
create function private.packed_around(p_meter bigint, p_from bigint, p_to bigint)
returns setof public.packed_days
language sql stable security definer set search_path = '' as $$
  select p.* from public.meter_state s, lateral (
    (select * from public.packed_days d where d.household_id = s.household_id and d.meter_id = p_meter and d.n > 0
      and d.day < (to_timestamp(p_from) at time zone 'UTC')::date order by d.day desc limit 1)
    union all
    (select * from public.packed_days d where d.household_id = s.household_id and d.meter_id = p_meter and d.n > 0
      and d.day between (to_timestamp(p_from) at time zone 'UTC')::date and (to_timestamp(p_to) at time zone 'UTC')::date)
    union all
    (select * from public.packed_days d where d.household_id = s.household_id and d.meter_id = p_meter and d.n > 0
      and d.day > (to_timestamp(p_to) at time zone 'UTC')::date order by d.day limit 1)
  ) p where s.meter_id = p_meter order by p.day
$$;
create function private.open_around(p_meter bigint, p_from bigint, p_to bigint)
returns table (at bigint, value bigint, span_s integer, source smallint)
language sql stable security definer set search_path = '' as $$
  select extract(epoch from o.at)::bigint, o.value, o.span_s, o.source from (
    (select * from public.open_readings r where r.meter_id = p_meter and r.at < to_timestamp(p_from) order by r.at desc limit 1)
    union all
    (select * from public.open_readings r where r.meter_id = p_meter and r.at between to_timestamp(p_from) and to_timestamp(p_to))
    union all
    (select * from public.open_readings r where r.meter_id = p_meter and r.at > to_timestamp(p_to) order by r.at limit 1)
  ) o order by o.at
$$;

-- Closing days: which (meter, UTC day) hold open rows older than p_before, then read, pack and replace them under the meter's lock.
create function private.days_to_close(p_before timestamptz, p_limit integer)
returns table (meter_id bigint, day date)
language sql stable security definer set search_path = '' as $$
  select s.meter_id, d.day from public.meter_state s
  cross join lateral (
    select distinct (r.at at time zone 'UTC')::date as day from public.open_readings r
    where r.meter_id = s.meter_id and r.at < p_before
      and r.at < date_trunc('day', s.last_at at time zone 'UTC') at time zone 'UTC'
  ) d
  order by s.meter_id, d.day limit p_limit
$$;

create function private.day_to_pack(p_meter bigint, p_day date)
returns table (at bigint, value bigint, span_s integer, source smallint)
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.meter_state s where s.meter_id = p_meter for no key update;
  return query select extract(epoch from r.at)::bigint, r.value, r.span_s, r.source from public.open_readings r
    where r.meter_id = p_meter and r.at >= p_day::timestamp at time zone 'UTC' and r.at < (p_day + 1)::timestamp at time zone 'UTC'
    order by r.at;
end $$;

create function private.packed_day(p_meter bigint, p_day date) returns setof public.packed_days
language sql stable security definer set search_path = '' as $$
  select d.* from public.meter_state s join public.packed_days d on d.household_id = s.household_id and d.meter_id = s.meter_id and d.day = p_day
  where s.meter_id = p_meter
$$;

-- Replaces the day's open rows by the packed ones, and folds its open quarters into the packed quarters.
create function private.close_day(p_meter bigint, p_day date, p_n integer, p_first_s integer, p_step_s integer, p_offsets integer[],
  p_first_value bigint, p_deltas bigint[], p_span_s integer, p_spans integer[], p_sources integer[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  household uuid := (select household_id from public.meter_state where meter_id = p_meter);
  day_start timestamptz := p_day::timestamp at time zone 'UTC';
  old public.packed_days;
  folded record;
begin
  select * into old from public.packed_days where household_id = household and meter_id = p_meter and day = p_day;
  with rows as (
    delete from public.usage_quarter q where q.household_id = household and q.meter_id = p_meter
      and q.start >= day_start and q.start < day_start + interval '1 day'
    returning q.start, q.used, q.estimated, q.imported, q.covered_s
  )
  select array_agg(coalesce(old.used[i], 0) + coalesce(r.used, 0) order by i) as used,
    array_agg(coalesce(old.estimated[i], 0) + coalesce(r.estimated, 0) order by i) as estimated,
    array_agg(coalesce(old.imported[i], 0) + coalesce(r.imported, 0) order by i) as imported,
    array_agg(coalesce(old.covered_s[i], case when old.used is null then 0 else 900 end) + coalesce(r.covered_s, 0) order by i) as covered_s
  into folded
  from generate_series(1, 96) i left join rows r on r.start = day_start + (i - 1) * interval '15 minutes';

  insert into public.packed_days as t (household_id, meter_id, day, n, first_s, step_s, offsets, first_value, deltas, span_s, spans, sources,
    used, estimated, imported, covered_s)
  values (household, p_meter, p_day, p_n, p_first_s, p_step_s, p_offsets, p_first_value, p_deltas, p_span_s, p_spans, p_sources,
    folded.used,
    case when 0 = all (folded.estimated) then null else folded.estimated end,
    case when 0 = all (folded.imported) then null else folded.imported end,
    case when 900 = all (folded.covered_s) then null else folded.covered_s end)
  on conflict (household_id, meter_id, day) do update set n = excluded.n, first_s = excluded.first_s, step_s = excluded.step_s,
    offsets = excluded.offsets, first_value = excluded.first_value, deltas = excluded.deltas, span_s = excluded.span_s,
    spans = excluded.spans, sources = excluded.sources, used = excluded.used, estimated = excluded.estimated,
    imported = excluded.imported, covered_s = excluded.covered_s;
  delete from public.open_readings r where r.meter_id = p_meter and r.at >= day_start and r.at < day_start + interval '1 day';
end $$;

grant execute on function private.find_token(bytea), private.touch_token(bigint), private.token_meters(bigint),
  private.lock_meters(bigint[], bigint[]), private.lock_meters_of(uuid, bigint[]),
  private.packed_around(bigint, bigint, bigint), private.open_around(bigint, bigint, bigint),
  private.days_to_close(timestamptz, integer), private.day_to_pack(bigint, date), private.packed_day(bigint, date),
  private.close_day(bigint, date, integer, integer, integer, integer[], bigint, bigint[], integer, integer[], integer[]),
  private.read_meters(bigint[]), private.write_readings(uuid[], integer[], bigint[], bigint[], integer[], text[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[],
    bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], integer[], smallint[], integer[], bigint[], bigint[], bigint[],
    bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], integer[])
  to wattershed_engine;

revoke execute on all functions in schema private from public;
