-- Counters that fall and come back: what a meter fell from is kept with its state, and what is no use, as it is below the former high mark,
-- waits for a person like what jumps. Amounts below zero wait too: until a meter says which way it counts, they are no use.
alter table public.meter_state
  -- The reading after which the counter last showed less than before (late readings are judged more widely around then), and what it showed
  -- then, as long as it may come back to that.
  add column fell_at timestamptz,
  add column fell_from bigint;
-- What fell in earlier readings nobody has noted.
update public.meter_state set fell_at = last_at where last_at is not null;

alter table public.quarantined_readings drop constraint quarantined_readings_reason_check;
-- `counter-fell`, `two-counters`: kept with the readings, but no use. The others are kept here alone.
alter table public.quarantined_readings add constraint quarantined_readings_reason_check
  check (reason in ('implausible-jump', 'negative-amount', 'counter-fell', 'two-counters'));

drop function private.write_readings(uuid[], integer[], bigint[], bigint[], integer[], text[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], integer[], smallint[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], integer[]);

-- s_*: new states; r_*: rows to keep; q_*: complete quarters and corrections, added to what is there; l_*: long
-- silences, likewise; x_*: not believed.
-- *_home: which of p_households. s_token: the token that writes the meter, 0 where the meter is locked already. s_revision: what the
-- state was computed from. A state that moved on, or a token that may not write it, refuses the whole batch (SQLSTATE WS409).
create function private.write_readings(p_households uuid[],
  s_home integer[], s_meter bigint[], s_token bigint[], s_revision integer[], s_kind text[], s_last_at bigint[], s_last_value bigint[], s_last_used bigint[], s_last_span_s integer[],
  s_carry integer[], s_quarter bigint[], s_used bigint[], s_estimated bigint[], s_imported bigint[], s_covered_s integer[], s_fell_at bigint[], s_fell_from bigint[],
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
    covered_s = u.covered_s, fell_at = to_timestamp(u.fell_at), fell_from = u.fell_from
  from unnest(s_home, s_meter, s_token, s_revision, s_last_at, s_last_value, s_last_used, s_last_span_s, s_carry, s_quarter, s_used,
    s_estimated, s_imported, s_covered_s, s_fell_at, s_fell_from)
    u (home, meter, token, revision, last_at, last_value, last_used, last_span_s, carry, quarter, used, estimated, imported, covered_s,
      fell_at, fell_from)
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
    select p_households[x.home], x.meter, to_timestamp(x.at), x.value, x.span_s,
      case when x.value < 0 then 'negative-amount' else 'implausible-jump' end
    from unnest(x_home, x_meter, x_at, x_value, x_span_s) x (home, meter, at, value, span_s)
    on conflict do nothing;
  end if;
end $$;


drop function private.lock_meters(bigint[], bigint[]), private.read_meters(bigint[]), private.lock_meters_of(uuid, bigint[]),
  private.curve_parts(uuid, uuid, uuid), private.quarantined_of(uuid, bigint), private.quarantined(uuid, uuid);
create function private.lock_meters(p_meters bigint[], p_tokens bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer, fell_at bigint, fell_from bigint)
language plpgsql security definer set search_path = '' as $$
begin
  return query select t.id, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s,
    extract(epoch from s.fell_at)::bigint, s.fell_from
  from unnest(p_meters, p_tokens) a (meter, token)
  join public.ingest_tokens t on t.id = a.token and t.revoked_at is null
  join public.meter_state s on s.meter_id = a.meter and (t.household_id is null or t.household_id = s.household_id)
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id
  order by s.meter_id for no key update of s;
end $$;
create function private.read_meters(p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer, fell_at bigint, fell_from bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s,
    extract(epoch from s.fell_at)::bigint, s.fell_from
  from unnest(p_meters) a (meter)
  join public.meter_state s on s.meter_id = a.meter
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id;
end $$;
create function private.lock_meters_of(p_user uuid, p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer, fell_at bigint, fell_from bigint)
language plpgsql security definer set search_path = '' as $$
begin
  return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
    extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
    extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s,
    extract(epoch from s.fell_at)::bigint, s.fell_from
  from unnest(p_meters) a (meter)
  join public.meter_state s on s.meter_id = a.meter
  join public.household_members hm on hm.household_id = s.household_id and hm.user_id = p_user and hm.role in ('owner', 'member')
  join public.meters m on m.household_id = s.household_id and m.id = s.meter_id
  order by s.meter_id for no key update of s;
end $$;
create function private.curve_parts(p_user uuid, p_household uuid, p_device uuid)
returns table (head text, utility text, room text, device_id uuid, source_meter bigint, sign integer, max_per_hour bigint, max_gap_s integer,
  rolls_over_at bigint, kept_from bigint, fell_at bigint)
language plpgsql stable security definer set search_path = '' as $$
declare home public.households;
begin
  select * into home from private.household_of(p_user, p_household);
  if home.id is null then return; end if;
  return query select private.usage_head(home), p.utility, p.room, p.device_id, p.source_meter, p.sign, m.max_per_hour, m.max_gap_s, m.rolls_over_at,
      extract(epoch from s.kept_from)::bigint, extract(epoch from s.fell_at)::bigint
    from private.parts(home.id, p_device, true) p
    join public.meters m on m.household_id = p.source_household and m.id = p.source_meter
    join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id;
  if not found then return query select private.usage_head(home), null::text, null::text, null::uuid, null::bigint, 0, null::bigint, null::integer, null::bigint, null::bigint, null::bigint; end if;
end $$;


create function private.quarantined_of(p_household uuid, p_meter bigint)
returns table (id bigint, at bigint, value bigint, span_s integer, is_kept boolean)
language sql stable security definer set search_path = '' as $$
  select q.id, extract(epoch from q.at)::bigint, q.value, q.span_s, q.reason in ('counter-fell', 'two-counters')
  from public.quarantined_readings q where q.household_id = p_household and q.meter_id = p_meter order by q.at
$$;

create function private.quarantined(p_user uuid, p_household uuid)
returns table (id bigint, meter_id bigint, at timestamptz, value bigint, last_value bigint, reason text)
language sql stable security definer set search_path = '' as $$
  select x.id, x.meter_id, x.at, x.value, s.last_value, x.reason
  from private.household_of(p_user, p_household) home
  join public.quarantined_readings x on x.household_id = home.id
  join public.meter_state s on s.household_id = x.household_id and s.meter_id = x.meter_id
  order by x.at limit 200
$$;

-- Called with the meter's state locked. Of a meter that dips all the time, so many are enough to decide by.
create function private.mark_dips(p_household uuid, p_meter bigint, p_at bigint[], p_value bigint[], p_reason text, p_gone bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.quarantined_readings q where q.household_id = p_household and q.meter_id = p_meter
    and q.reason in ('counter-fell', 'two-counters') and q.at in (select to_timestamp(g) from unnest(p_gone) g);
  insert into public.quarantined_readings (household_id, meter_id, at, value, reason)
  select p_household, p_meter, to_timestamp(d.at), d.value, p_reason from unnest(p_at, p_value) d (at, value)
  order by d.at desc
  limit greatest(0, 100 - (select count(*) from public.quarantined_readings q where q.household_id = p_household and q.meter_id = p_meter))
  on conflict (household_id, meter_id, at) do update set reason = excluded.reason, value = excluded.value;
end $$;

grant execute on function private.write_readings(uuid[], integer[], bigint[], bigint[], integer[], text[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], bigint[], integer[], bigint[], bigint[], integer[], bigint[], bigint[], bigint[], integer[], smallint[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[], integer[], bigint[], bigint[], bigint[], integer[]),
  private.lock_meters(bigint[], bigint[]), private.read_meters(bigint[]), private.lock_meters_of(uuid, bigint[]),
  private.curve_parts(uuid, uuid, uuid), private.quarantined_of(uuid, bigint), private.quarantined(uuid, uuid),
  private.mark_dips(uuid, bigint, bigint[], bigint[], text, bigint[])
  to wattershed_engine;

revoke execute on all functions in schema private from public;
