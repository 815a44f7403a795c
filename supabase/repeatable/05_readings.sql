-- Ingest. The usual way is one statement: the service computes from the states that it remembers and write_readings refuses when
-- one of them has moved on. Then, and for late readings, the states are locked and read first, in the same transaction.

create or replace function private.find_token(p_hash bytea)
returns table (token_id bigint, household_id uuid, scope text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select t.id, t.household_id, t.scope from public.ingest_tokens t where t.hash = p_hash and t.revoked_at is null;
end $$;

create or replace function private.touch_token(p_token bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.ingest_tokens set last_used_at = now()
  where id = p_token and (last_used_at is null or last_used_at < now() - interval '1 minute');
end $$;

-- The keys that a household token may use, and of what they are. A fleet token names meters by id.
create or replace function private.token_meters(p_token bigint)
returns table (meter_id bigint, key text, utility text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home uuid := (select t.household_id from public.ingest_tokens t where t.id = p_token and t.revoked_at is null);
begin
  return query select m.id, m.key, m.utility from public.meters m where m.household_id = home;
end $$;

-- Adds quarters to the open rows, to the local days and months. Later changes of the same quarter are simply added.
create or replace function private.add_quarters(p_households uuid[], q_home integer[],
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
create or replace function private.packed_around(p_household uuid, p_meter bigint, p_from bigint, p_to bigint)
returns setof public.packed_days
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select p.* from (
    (select * from public.packed_days d where d.household_id = p_household and d.meter_id = p_meter and d.n > 0
      and d.day < (to_timestamp(p_from) at time zone 'UTC')::date order by d.day desc limit 1)
    union all
    (select * from public.packed_days d where d.household_id = p_household and d.meter_id = p_meter and d.n > 0
      and d.day between (to_timestamp(p_from) at time zone 'UTC')::date and (to_timestamp(p_to) at time zone 'UTC')::date)
    union all
    (select * from public.packed_days d where d.household_id = p_household and d.meter_id = p_meter and d.n > 0
      and d.day > (to_timestamp(p_to) at time zone 'UTC')::date order by d.day limit 1)
  ) p order by p.day;
end $$;

create or replace function private.open_around(p_household uuid, p_meter bigint, p_from bigint, p_to bigint)
returns table (at bigint, value bigint, span_s integer, source smallint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select extract(epoch from o.at)::bigint, o.value, o.span_s, o.source from (
    (select * from public.open_readings r where r.household_id = p_household and r.meter_id = p_meter and r.at < to_timestamp(p_from) order by r.at desc limit 1)
    union all
    (select * from public.open_readings r where r.household_id = p_household and r.meter_id = p_meter and r.at between to_timestamp(p_from) and to_timestamp(p_to))
    union all
    (select * from public.open_readings r where r.household_id = p_household and r.meter_id = p_meter and r.at > to_timestamp(p_to) order by r.at limit 1)
  ) o order by o.at;
end $$;

-- Closing days: which (meter, UTC day) hold open rows older than p_before, then read, pack and replace them under the meter's lock.
create or replace function private.days_to_close(p_before timestamptz, p_limit integer)
returns table (household_id uuid, meter_id bigint, day date)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select s.household_id, s.meter_id, d.day from public.meter_state s
  cross join lateral (
    select distinct (r.at at time zone 'UTC')::date as day from public.open_readings r
    where r.household_id = s.household_id and r.meter_id = s.meter_id and r.at < p_before
      and r.at < date_trunc('day', s.last_at at time zone 'UTC') at time zone 'UTC'
  ) d
  order by s.meter_id, d.day limit p_limit;
end $$;

create or replace function private.day_to_pack(p_household uuid, p_meter bigint, p_day date)
returns table (at bigint, value bigint, span_s integer, source smallint)
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.meter_state s where s.household_id = p_household and s.meter_id = p_meter for no key update;
  return query select extract(epoch from r.at)::bigint, r.value, r.span_s, r.source from public.open_readings r
    where r.household_id = p_household and r.meter_id = p_meter and r.at >= p_day::timestamp at time zone 'UTC' and r.at < (p_day + 1)::timestamp at time zone 'UTC'
    order by r.at;
end $$;

create or replace function private.packed_day(p_household uuid, p_meter bigint, p_day date) returns setof public.packed_days
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select d.* from public.packed_days d where d.household_id = p_household and d.meter_id = p_meter and d.day = p_day;
end $$;

-- Replaces the day's open rows by the packed ones, and folds its open quarters into the packed quarters.
create or replace function private.close_day(p_household uuid, p_meter bigint, p_day date, p_n integer, p_first_s integer, p_step_s integer, p_offsets integer[],
  p_first_value bigint, p_deltas bigint[], p_span_s integer, p_spans integer[], p_sources integer[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  day_start timestamptz := p_day::timestamp at time zone 'UTC';
  old public.packed_days;
  folded record;
begin
  -- Removed since the day was listed, with all that it had.
  if not exists (select from public.meter_state s where s.household_id = p_household and s.meter_id = p_meter) then return; end if;
  select * into old from public.packed_days where household_id = p_household and meter_id = p_meter and day = p_day;
  with rows as (
    delete from public.usage_quarter q where q.household_id = p_household and q.meter_id = p_meter
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
  values (p_household, p_meter, p_day, p_n, p_first_s, p_step_s, p_offsets, p_first_value, p_deltas, p_span_s, p_spans, p_sources,
    folded.used,
    case when 0 = all (folded.estimated) then null else folded.estimated end,
    case when 0 = all (folded.imported) then null else folded.imported end,
    case when 900 = all (folded.covered_s) then null else folded.covered_s end)
  on conflict (household_id, meter_id, day) do update set n = excluded.n, first_s = excluded.first_s, step_s = excluded.step_s,
    offsets = excluded.offsets, first_value = excluded.first_value, deltas = excluded.deltas, span_s = excluded.span_s,
    spans = excluded.spans, sources = excluded.sources, used = excluded.used, estimated = excluded.estimated,
    imported = excluded.imported, covered_s = excluded.covered_s;
  delete from public.open_readings r where r.household_id = p_household and r.meter_id = p_meter and r.at >= day_start and r.at < day_start + interval '1 day';
end $$;

create or replace function private.add_token(p_user uuid, p_household uuid, p_name text, p_hash bytea, p_hint text)
returns table (id bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query insert into public.ingest_tokens (household_id, name, hash, hint, created_by)
  select home, p_name, p_hash, p_hint, p_user from private.writable_home(p_user, p_household) home where home is not null
  returning id;
end $$;

create or replace function private.revoke_token(p_user uuid, p_token bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.ingest_tokens t set revoked_at = now()
  where t.id = p_token and t.revoked_at is null and t.household_id in (select m.household_id from public.household_members m
    where m.user_id = p_user and m.role in ('owner', 'member'));
  return found;
end $$;

create or replace function private.count_quarantined() returns trigger
language plpgsql security definer set search_path = '' as $$
declare r public.quarantined_readings := case when tg_op = 'INSERT' then new else old end;
begin
  update public.meters m set quarantined = m.quarantined + case when tg_op = 'INSERT' then 1 else -1 end
  where m.household_id = r.household_id and m.id = r.meter_id;
  return null;
end $$;

create or replace function private.forget_gaps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.usage_gap where household_id = old.household_id and meter_id = old.id;
  return null;
end $$;

-- (As text within: to another node an array of a type of ours does not say what it is.)
-- Adds gaps to the local days and months. One that was told as it is (a day's amount: estimated within, and covered all the same) is measured
-- by each day or month that has all of it.
create or replace function private.add_gap_days(p_gaps public.usage_gap[], p_zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare gaps constant text := p_gaps;
begin
  with gap as materialized (
    select g.*, coalesce(p_zone, h.time_zone) as zone, g.estimated <> 0 and g.covered_s <> 0 as is_told
    from unnest(gaps::public.usage_gap[]) g join public.households h on h.id = g.household_id
  ), day as (
    select gap.*, d::date as day, greatest(gap.start, d at time zone zone) as day_start, least(gap.ends, (d + interval '1 day') at time zone zone) as day_end,
      is_told and date_trunc('month', gap.start at time zone zone) = date_trunc('month', (gap.ends - interval '1 second') at time zone zone) as is_of_month
    from gap cross join lateral generate_series(date_trunc('day', gap.start at time zone zone), gap.ends at time zone zone, interval '1 day') d
  ), piece as materialized (
    select household_id, meter_id, day, private.share(used, start, ends, day_start, day_end) as used,
      private.share(imported, start, ends, day_start, day_end) as imported,
      private.share(estimated, start, ends, day_start, day_end) as estimated, private.share(covered_s, start, ends, day_start, day_end) as covered_s,
      is_told and (day_start, day_end) = (start, ends) as is_of_day, is_of_month, is_told
    from day where day_start < day_end
  ), days as (
    insert into public.usage_day as t (household_id, meter_id, day, used, estimated, imported, covered_s)
    select household_id, meter_id, day, sum(used), sum(case when is_of_day then 0 else estimated end), sum(imported),
      sum(case when is_told and not is_of_day then 0 else covered_s end)
    from piece group by 1, 2, 3
    on conflict (household_id, meter_id, day) do update set used = t.used + excluded.used,
      estimated = t.estimated + excluded.estimated, imported = t.imported + excluded.imported, covered_s = t.covered_s + excluded.covered_s
  )
  insert into public.usage_month as t (household_id, meter_id, month, used, estimated, imported, covered_s)
  select household_id, meter_id, date_trunc('month', day)::date, sum(used), sum(case when is_of_month then 0 else estimated end), sum(imported),
    sum(case when is_told and not is_of_month then 0 else covered_s end)
  from piece group by 1, 2, 3
  on conflict (household_id, meter_id, month) do update set used = t.used + excluded.used,
    estimated = t.estimated + excluded.estimated, imported = t.imported + excluded.imported, covered_s = t.covered_s + excluded.covered_s;
end $$;

-- Keeps gaps, and adds them to the local days and months. One that takes another back (its figures negated) removes it; where
-- there is none to remove (its quarters were written out, as they once were), it stays and is subtracted, as those quarters were added.
create or replace function private.add_gaps(p_households uuid[], g_home integer[], g_meter bigint[], g_start bigint[], g_end bigint[],
  g_used bigint[], g_estimated bigint[], g_imported bigint[], g_covered_s integer[]) returns void
language plpgsql security definer set search_path = '' as $$
declare all_gaps public.usage_gap[];
begin
  with sent as materialized (
    select p_households[l.home] as household_id, l.meter as meter_id, to_timestamp(l.start) as start, to_timestamp(l.ends) as ends, l.used, l.estimated,
      l.imported, l.covered_s
    from unnest(g_home, g_meter, g_start, g_end, g_used, g_estimated, g_imported, g_covered_s) l (home, meter, start, ends, used, estimated, imported, covered_s)
  ), taken_back as (
    delete from public.usage_gap t using sent
    where t.household_id = sent.household_id and t.meter_id = sent.meter_id and t.start = sent.start and t.ends = sent.ends
      and t.used = -sent.used and t.estimated = -sent.estimated and t.imported = -sent.imported and t.covered_s = -sent.covered_s
    returning sent.*
  ), added as materialized (
    select s.household_id, s.meter_id, s.start, s.ends, s.used, s.estimated, s.imported,
      case when s.estimated < 0 and not exists (select from sent o where o.meter_id = s.meter_id and o.start = s.start and o.used = -s.used)
        then 0 else s.covered_s end as covered_s
    from (select * from sent except all select * from taken_back) s
  ), kept as (
    insert into public.usage_gap (household_id, meter_id, start, ends, used, estimated, imported, covered_s) select * from added
  )
  select array_agg((household_id, 0, meter_id, start, ends, used, estimated, imported, covered_s)::public.usage_gap) into all_gaps
  from (select * from added union all select * from taken_back) g;
  if all_gaps is not null then perform private.add_gap_days(all_gaps); end if;
end $$;

-- Of a meter whose readings went: where nothing is left, there is no row either. It would be a zero that nobody measured.
create or replace function private.drop_empty_use(p_household uuid, p_meter bigint, p_from bigint, p_to bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.usage_quarter q where q.household_id = p_household and q.meter_id = p_meter
    and q.start between to_timestamp(p_from) and to_timestamp(p_to) and (q.used, q.estimated, q.imported, q.covered_s) = (0, 0, 0, 0);
  -- A day either way, whatever the clock of the home.
  delete from public.usage_day d where d.household_id = p_household and d.meter_id = p_meter
    and d.day between to_timestamp(p_from)::date - 1 and to_timestamp(p_to)::date + 1 and (d.used, d.estimated, d.imported, d.covered_s) = (0, 0, 0, 0);
  delete from public.usage_month m where m.household_id = p_household and m.meter_id = p_meter
    and m.month between to_timestamp(p_from)::date - 32 and to_timestamp(p_to)::date + 1 and (m.used, m.estimated, m.imported, m.covered_s) = (0, 0, 0, 0);
end $$;

-- What follows is called with the meter's state locked by private.lock_meters_of, which checks the person.
create or replace function private.remove_open_readings(p_household uuid, p_meter bigint, p_ats bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.open_readings r
  where r.household_id = p_household and r.meter_id = p_meter and r.at = any (array(select to_timestamp(a) from unnest(p_ats) a));
end $$;

-- A packed day with other readings; its quarter-hours stay, their changes are booked apart.
create or replace function private.repack_day(p_household uuid, p_meter bigint, p_day date, p_n integer, p_first_s integer, p_step_s integer, p_offsets integer[],
  p_first_value bigint, p_deltas bigint[], p_span_s integer, p_spans integer[], p_sources integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.packed_days d set n = p_n, first_s = p_first_s, step_s = p_step_s, offsets = p_offsets, first_value = p_first_value,
    deltas = p_deltas, span_s = p_span_s, spans = p_spans, sources = p_sources
  where d.household_id = p_household and d.meter_id = p_meter and d.day = p_day;
end $$;

create or replace function private.release_quarantined(p_household uuid, p_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.quarantined_readings q where q.household_id = p_household and q.id = any (p_ids);
end $$;

create or replace function private.quarantine_again(p_household uuid, p_meter bigint, p_at bigint[], p_value bigint[], p_span_s integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.quarantined_readings (household_id, meter_id, at, value, span_s, reason)
  select p_household, p_meter, to_timestamp(a.at), a.value, a.span_s, 'implausible-jump' from unnest(p_at, p_value, p_span_s) a (at, value, span_s)
  on conflict do nothing;
end $$;

create or replace function private.set_limits(p_household uuid, p_meter bigint, p_max_per_hour bigint, p_max_gap_s integer, p_rolls_over_at bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell(p_household, 'household');
  update public.meters m set max_per_hour = p_max_per_hour, max_gap_s = p_max_gap_s, rolls_over_at = p_rolls_over_at
  where m.household_id = p_household and m.id = p_meter;
end $$;

-- A meter's local days from p_from to p_to with the quarter-hour that is still filling: at most 4,000, the latest.
create or replace function private.meter_days(p_household uuid, p_meter bigint, p_from bigint, p_to bigint)
returns table (day date, used bigint, estimated bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query with zone as (select h.time_zone from public.households h where h.id = p_household),
  piece as (
    select d.day, d.used, d.estimated from public.usage_day d where d.household_id = p_household and d.meter_id = p_meter
    union all
    select (s.quarter at time zone zone.time_zone)::date, s.used, s.estimated from public.meter_state s, zone
    where s.household_id = p_household and s.meter_id = p_meter and s.quarter is not null
  )
  select p.day, sum(p.used)::bigint, sum(p.estimated)::bigint from piece p, zone
  where p.day between (to_timestamp(p_from) at time zone zone.time_zone)::date and (to_timestamp(p_to) at time zone zone.time_zone)::date
  group by 1 order by 1 desc limit 4000;
end $$;

create or replace function private.add_repair(p_household uuid, p_meter bigint, p_kind text, p_first_day date, p_last_day date, p_used_before bigint,
  p_used_after bigint, p_change jsonb, p_user uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare answer bigint;
begin
  insert into public.repairs (household_id, meter_id, kind, first_day, last_day, used_before, used_after, change, made_by)
  values (p_household, p_meter, p_kind, p_first_day, p_last_day, p_used_before, p_used_after, p_change, p_user) returning id into answer;
  return answer;
end $$;

-- A repair that a person may undo, locked; gone once it is undone.
create or replace function private.repair_of(p_user uuid, p_repair bigint)
returns table (household_id uuid, meter_id bigint, kind text, change jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare home constant uuid := (select r.household_id from public.repairs r
  join public.household_members m on m.household_id = r.household_id and m.user_id = p_user and m.role in ('owner', 'member') where r.id = p_repair);
begin
  return query select r.household_id, r.meter_id, r.kind, r.change from public.repairs r
  where r.household_id = home and r.id = p_repair and r.undone_at is null for update;
end $$;

create or replace function private.end_repair(p_household uuid, p_repair bigint, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.repairs r set undone_at = now(), undone_by = p_user where r.household_id = p_household and r.id = p_repair;
end $$;

create or replace function private.add_import_part(p_household uuid, p_id uuid, p_meter bigint, p_first_at bigint, p_gaps integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.import_parts (household_id, import_id, meter_id, first_at, gaps) values (p_household, p_id, p_meter, p_first_at, p_gaps);
end $$;

-- A member takes back what they brought themselves; the owner what anybody did.
create or replace function private.begin_import_undo(p_user uuid, p_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare answer uuid;
begin
  update public.imports i set undo_began_at = coalesce(i.undo_began_at, now())
  from public.household_members m
  where i.id = p_id and i.undone_at is null and m.household_id = i.household_id and m.user_id = p_user
    and (m.role = 'owner' or m.role = 'member' and i.user_id = p_user)
  returning i.household_id into answer;
  return answer;
end $$;

-- The latest first, as what came later lies on what came before: of one meter as many as are well taken back in one go.
create or replace function private.next_import_parts(p_household uuid, p_id uuid, p_most integer)
returns table (id bigint, meter_id bigint, first_at bigint, gaps integer[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query with latest as (
    select p.id, p.meter_id, p.first_at, p.gaps, sum(1 + cardinality(p.gaps)) over (order by p.id desc) as readings, row_number() over (order by p.id desc) as n
    from private.import_parts p
    where p.household_id = p_household and p.import_id = p_id and p.meter_id =
      (select q.meter_id from private.import_parts q where q.household_id = p_household and q.import_id = p_id order by q.id desc limit 1)
  )
  select l.id, l.meter_id, l.first_at, l.gaps from latest l where l.n = 1 or l.readings <= p_most order by l.id;
end $$;

create or replace function private.drop_import_parts(p_household uuid, p_id uuid, p_parts bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.import_parts p where p.household_id = p_household and p.import_id = p_id and p.id = any (p_parts);
end $$;

-- Devices that the import made go with it, unless something else has measured by them since.
create or replace function private.end_import_undo(p_household uuid, p_id uuid, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell(p_household, 'household');
  delete from public.connected_devices d using public.imports i
  where i.household_id = p_household and i.id = p_id and d.household_id = p_household and d.id = any (i.devices)
    and not exists (select from public.meters m join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
      where m.household_id = d.household_id and m.device_id = d.id and s.last_at is not null);
  update public.imports i set undone_at = now(), undone_by = p_user where i.household_id = p_household and i.id = p_id;
end $$;

-- A meter whose last reading went may be of either kind again; a household whose last reading went shows samples again.
create or replace function private.forget_kind(p_household uuid, p_meter bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.meters m set reading_kind = null where m.household_id = p_household and m.id = p_meter and m.reading_kind is not null;
  perform private.note_no_reading(p_household);
end $$;

-- Forgets readings of packed days that are older than their household keeps them, p_most days at a time, the oldest first: what is kept
-- of a meter has no hole. Answers how many.
create or replace function private.forget_readings(p_now timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
  meter bigint;
  days date[];
  emptied integer;
  forgotten integer := 0;
begin
  for home, meter, days in
    select due.household_id, due.meter_id, array_agg(due.day) from (
      select d.household_id, d.meter_id, d.day from public.households h
      join public.packed_days d on d.household_id = h.id and d.n > 0
        and d.day < (p_now at time zone 'UTC')::date - make_interval(months => h.keep_months)
      where h.keep_months is not null and h.kind = 'home' order by d.day limit p_most) due
    group by 1, 2 order by 1, 2
  loop
    perform from public.meter_state s where s.household_id = home and s.meter_id = meter for no key update;
    update public.packed_days d set n = 0, step_s = null, offsets = null, first_value = null, deltas = null, span_s = null, spans = null, sources = null
    where d.household_id = home and d.meter_id = meter and d.day = any (days) and d.n > 0;
    get diagnostics emptied = row_count;
    update public.meter_state s set revision = s.revision + 1,
      kept_from = greatest(s.kept_from, ((select max(d) from unnest(days) d) + 1)::timestamp at time zone 'UTC')
    where s.household_id = home and s.meter_id = meter and emptied > 0;
    forgotten := forgotten + emptied;
  end loop;
  return forgotten;
end $$;

-- Quarter-hours of a meter in packed days: where its readings are forgotten, they tell the day.
create or replace function private.packed_quarters(p_household uuid, p_meter bigint, p_from bigint, p_to bigint)
returns table (start bigint, used bigint, estimated bigint, imported bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select q.start, q.used, q.estimated, q.imported from (
    select extract(epoch from d.day::timestamp at time zone 'UTC')::bigint + (i - 1) * 900 as start, d.used[i] as used,
      coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported, coalesce(d.covered_s[i], 900) as covered_s
    from public.packed_days d cross join generate_series(1, 96) i
    where d.household_id = p_household and d.meter_id = p_meter and d.used is not null
      and d.day between (to_timestamp(p_from) at time zone 'UTC')::date and (to_timestamp(p_to) at time zone 'UTC')::date
  ) q where q.start >= p_from - 899 and q.start < p_to and (q.used <> 0 or q.covered_s > 0) order by 1;
end $$;

create or replace function private.end_import(p_household uuid, p_id uuid, p_error text, p_rows bigint, p_accepted bigint, p_duplicate bigint, p_rejected bigint,
  p_costs jsonb, p_bills jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.imports i set ended_at = now(), error = p_error, rows = p_rows, accepted = p_accepted, duplicate = p_duplicate, rejected = p_rejected,
    costs = p_costs, bills = p_bills
  where i.household_id = p_household and i.id = p_id;
end $$;

create or replace function private.begin_import(p_household uuid, p_id uuid, p_user uuid, p_file_name text, p_devices uuid[], p_fingerprint text, p_columns jsonb,
  p_options jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.imports (household_id, id, user_id, file_name, devices, fingerprint, columns, options)
  values (p_household, p_id, p_user, left(p_file_name, 200), p_devices, p_fingerprint, p_columns, p_options);
end $$;

-- Parameters are given by name. s_*: new states; r_*: rows to keep; q_*: complete quarters and corrections, added to what is there; g_*: gaps,
-- likewise; x_*: quarantined.
-- *_home: which of p_households. s_token: the token that writes the meter, 0 where the meter is locked already. s_revision: what the
-- state was computed from. A state that moved on, or a token that may not write it, refuses the whole batch (SQLSTATE WS409).
create or replace function private.write_readings(p_households uuid[],
  s_home integer[], s_meter bigint[], s_token bigint[], s_revision integer[], s_kind text[], s_last_at bigint[], s_last_value bigint[], s_last_used bigint[], s_last_span_s integer[],
  s_carry integer[], s_quarter bigint[], s_used bigint[], s_estimated bigint[], s_imported bigint[], s_covered_s integer[], s_fell_at bigint[], s_fell_from bigint[],
  r_home integer[], r_meter bigint[], r_at bigint[], r_value bigint[], r_span_s integer[], r_source smallint[],
  q_home integer[], q_meter bigint[], q_start bigint[], q_used bigint[], q_estimated bigint[], q_imported bigint[], q_covered_s integer[],
  g_home integer[], g_meter bigint[], g_start bigint[], g_end bigint[], g_used bigint[], g_estimated bigint[], g_imported bigint[], g_covered_s integer[],
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
    update public.households h set has_readings = true where h.id = any (p_households) and not h.has_readings;
  end if;
  if cardinality(q_meter) > 0 then
    perform private.add_quarters(p_households, q_home, q_meter, q_start, q_used, q_estimated, q_imported, q_covered_s);
  end if;
  if cardinality(g_meter) > 0 then
    perform private.add_gaps(p_households, g_home, g_meter, g_start, g_end, g_used, g_estimated, g_imported, g_covered_s);
  end if;
  if cardinality(x_meter) > 0 then
    insert into public.quarantined_readings (household_id, meter_id, at, value, span_s, reason)
    select p_households[x.home], x.meter, to_timestamp(x.at), x.value, x.span_s,
      case when x.value < 0 then 'negative-amount' else 'implausible-jump' end
    from unnest(x_home, x_meter, x_at, x_value, x_span_s) x (home, meter, at, value, span_s)
    on conflict do nothing;
  end if;
end $$;

-- Locked home by home, and in a home by their ids: no two wait for each other.
create or replace function private.lock_meters(p_meters bigint[], p_tokens bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer, fell_at bigint, fell_from bigint)
language plpgsql security definer set search_path = '' as $$
declare home uuid;
begin
  for home in select distinct s.household_id from public.meter_state s where s.meter_id = any (p_meters) order by 1 loop
    return query select t.id, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
      extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
      extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s,
      extract(epoch from s.fell_at)::bigint, s.fell_from
    from unnest(p_meters, p_tokens) a (meter, token)
    join public.ingest_tokens t on t.id = a.token and t.revoked_at is null and (t.household_id is null or t.household_id = home)
    join public.meter_state s on s.household_id = home and s.meter_id = a.meter
    join public.meters m on m.household_id = home and m.id = s.meter_id
    order by s.meter_id for no key update of s;
  end loop;
end $$;

-- In which shard of a cluster a home lies; null on a single PostgreSQL.
create or replace function private.shard_of(p_household uuid) returns bigint
language plpgsql stable set search_path = '' as $$
declare shard bigint;
begin
  if private.is_spread() then
    execute 'select pg_catalog.get_shard_id_for_distribution_column(''public.meters'', $1)' into shard using p_household;
  end if;
  return shard;
end $$;

create or replace function private.read_meters(p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer, fell_at bigint, fell_from bigint, shard bigint)
language plpgsql stable security definer set search_path = '' as $$
declare is_spread constant boolean := private.is_spread();
begin
  return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
      extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
      extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s,
      extract(epoch from s.fell_at)::bigint, s.fell_from, case when is_spread then private.shard_of(s.household_id) end
  from public.meter_state s join public.meters m on m.household_id = s.household_id and m.id = s.meter_id
  where s.meter_id = any (p_meters);
end $$;

create or replace function private.lock_meters_of(p_user uuid, p_meters bigint[])
returns table (token_id bigint, meter_id bigint, household_id uuid, revision integer, kind text, max_per_hour bigint, max_gap_s integer, rolls_over_at bigint, kept_from bigint,
  last_at bigint, last_value bigint, last_used bigint, last_span_s integer, carry integer,
  quarter bigint, used bigint, estimated bigint, imported bigint, covered_s integer, fell_at bigint, fell_from bigint)
language plpgsql security definer set search_path = '' as $$
declare home uuid;
begin
  for home in select distinct s.household_id from public.meter_state s
    join public.household_members hm on hm.household_id = s.household_id and hm.user_id = p_user and hm.role in ('owner', 'member')
    where s.meter_id = any (p_meters) order by 1
  loop
    return query select 0::bigint, s.meter_id, s.household_id, s.revision, m.reading_kind, m.max_per_hour, m.max_gap_s, m.rolls_over_at, extract(epoch from s.kept_from)::bigint,
      extract(epoch from s.last_at)::bigint, s.last_value, s.last_used, s.last_span_s, s.carry,
      extract(epoch from s.quarter)::bigint, s.used, s.estimated, s.imported, s.covered_s,
      extract(epoch from s.fell_at)::bigint, s.fell_from
    from public.meter_state s join public.meters m on m.household_id = home and m.id = s.meter_id
    where s.household_id = home and s.meter_id = any (p_meters) order by s.meter_id for no key update of s;
  end loop;
end $$;

create or replace function private.quarantined_of(p_household uuid, p_meter bigint)
returns table (id bigint, at bigint, value bigint, span_s integer, is_kept boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select q.id, extract(epoch from q.at)::bigint, q.value, q.span_s, q.reason in ('counter-fell', 'two-counters')
  from public.quarantined_readings q where q.household_id = p_household and q.meter_id = p_meter order by q.at;
end $$;

create or replace function private.quarantined(p_user uuid, p_household uuid)
returns table (id bigint, meter_id bigint, at timestamptz, value bigint, last_value bigint, reason text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home constant uuid := private.billing_home(p_user, p_household);
begin
  return query select x.id, x.meter_id, x.at, x.value, s.last_value, x.reason
  from public.quarantined_readings x join public.meter_state s on s.household_id = x.household_id and s.meter_id = x.meter_id
  where x.household_id = home
  order by x.at limit 200;
end $$;

-- Called with the meter's state locked. Of a meter that dips all the time, so many are enough to decide by.
create or replace function private.mark_dips(p_household uuid, p_meter bigint, p_at bigint[], p_value bigint[], p_reason text, p_gone bigint[]) returns void
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

create trigger count_quarantined after insert or delete on public.quarantined_readings
  for each row execute function private.count_quarantined();
create trigger forget_gaps after delete on public.meters for each row execute function private.forget_gaps();

grant select (id, household_id, scope, name, hint, created_by, created_at, last_used_at, revoked_at), update (revoked_at) on public.ingest_tokens to
  authenticated;
grant select on public.repairs, public.meter_state, public.open_readings, public.packed_days, public.quarantined_readings to authenticated;
grant select, update (may_be_early) on public.imports to authenticated;
-- Who may write says that an import is none of them; nothing else of an import changes by hand.

create policy tokens_read on public.ingest_tokens for select to authenticated
  using (household_id = any (private.my_writable_households()));
create policy tokens_revoke on public.ingest_tokens for update to authenticated
  using (household_id = any (private.my_writable_households()))
  with check (household_id = any (private.my_writable_households()) and revoked_at is not null);
create policy repairs_read on public.repairs for select to authenticated using (household_id = any (private.my_households()));
create policy imports_read on public.imports for select to authenticated using (household_id = any (private.my_households()));
create policy imports_settle on public.imports for update to authenticated
  using (household_id = any (private.my_writable_households()))
  with check (household_id = any (private.my_writable_households()) and not may_be_early);

grant execute on function private.find_token, private.touch_token, private.token_meters, private.packed_around, private.open_around,
  private.days_to_close, private.day_to_pack, private.packed_day, private.close_day, private.add_token, private.revoke_token,
  private.remove_open_readings, private.repack_day, private.release_quarantined, private.quarantine_again, private.set_limits, private.meter_days,
  private.add_repair, private.repair_of, private.end_repair, private.add_import_part, private.begin_import_undo, private.next_import_parts,
  private.drop_import_parts, private.drop_empty_use, private.end_import_undo, private.forget_kind, private.forget_readings, private.packed_quarters, private.end_import,
  private.begin_import, private.write_readings, private.lock_meters, private.read_meters, private.lock_meters_of, private.quarantined_of,
  private.quarantined, private.mark_dips to wattershed_engine;

create policy meter_state_read on public.meter_state for select to authenticated using (household_id = any (private.my_households()));
create policy open_readings_read on public.open_readings for select to authenticated using (household_id = any (private.my_households()));
create policy packed_days_read on public.packed_days for select to authenticated using (household_id = any (private.my_households()));
create policy quarantined_readings_read on public.quarantined_readings for select to authenticated using (household_id = any (private.my_households()));
