-- Whatever instant was sent: it was dismissed now, by whoever asked. Null takes it back; who says something else of it has the last word.
create or replace function private.sign_dismissal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.dismissed_at is null then
    new.dismissed_as := null;
    new.dismissed_by := null;
  elsif old.dismissed_at is null or new.dismissed_as is distinct from old.dismissed_as then
    new.dismissed_at := now();
    new.dismissed_by := auth.uid();
  else
    new.dismissed_at := old.dismissed_at;
    new.dismissed_by := old.dismissed_by;
  end if;
  return new;
end $$;

-- No further than now, and never back: another device may have shown more.
create or replace function private.keep_seen() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.seen_until := least(new.seen_until, now());
  if tg_op = 'UPDATE' then new.seen_until := greatest(new.seen_until, old.seen_until); end if;
  return new;
end $$;

-- Open pages hear of it, whoever wrote it; 200 households fit into one word to them.
create or replace function private.tell_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_worker() then return null; end if;
  perform pg_notify('wattershed_usage', 'database notices ' || string_agg(c.household_id::text, ','))
  from (select household_id, (row_number() over (order by household_id) - 1) / 200 as part from changed group by household_id) c
  group by c.part;
  return null;
end $$;

-- From the first reading on; the demo's meters, and a guest's copies of them, are simulated.
create or replace function private.watch_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.meter_watch (household_id, meter_id)
  select new.household_id, new.id from public.households h
  where h.id = new.household_id and h.kind <> 'demo' and new.template_meter_id is null
  on conflict do nothing;
  return null;
end $$;

-- True for the one service that looks; until its transaction ends.
create or replace function private.may_look() returns boolean
language sql security definer set search_path = '' as $$ select pg_try_advisory_xact_lock(hashtext('wattershed_notices')) $$;

-- Whether a home wants to be told of a kind at all.
create or replace function private.is_told_of(p_household uuid, p_kind text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select r.is_on from private.rule_settings r where r.household_id = p_household and r.kind = p_kind), true);
end $$;

-- Those whose time has come, and the silent ones that have spoken. `is_steady`: its last eight whole quarter-hours were measured, and
-- six of them used p_least mL or more: a coarse counter does not show a leak in each. known_run_s: the longest run that stopped by itself, where two of the last month did.
-- recent_ml: of the last hour and the quarter-hour that is filling, of what may leak.
create or replace function private.meters_to_look_at(p_now bigint, p_most integer, p_least bigint)
returns table (meter_id bigint, household_id uuid, utility text, flow text, is_active boolean, time_zone text, last_at bigint, revision integer,
  is_measured boolean, usual_s integer, arrival_s integer, learned_at bigint, base_revision integer, base_at bigint,
  silent_id uuid, silent_since bigint, running_id uuid, running_since bigint, is_steady boolean, known_run_s bigint,
  burst_id uuid, burst_since bigint, recent_ml bigint, is_away boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid;
  meters bigint[];
  away boolean;
begin
  for home, meters in select due.household_id, array_agg(due.meter_id) from (
    (select w.household_id, w.meter_id from private.meter_watch w where w.look_at <= to_timestamp(p_now) order by w.look_at limit p_most)
    union
    (select n.household_id, n.meter_id from public.notices n
      join public.meter_state s on s.household_id = n.household_id and s.meter_id = n.meter_id and s.last_at > n.since
      where n.kind = 'silent-meter' and n.ended_at is null limit p_most)) due group by 1
  loop
    away := private.is_away(home, to_timestamp(p_now));
    return query select w.meter_id, w.household_id, m.utility, m.flow, d.is_active, h.time_zone, extract(epoch from s.last_at)::bigint, s.revision,
      coalesce((select r.source % 4 = 0 from public.open_readings r where r.household_id = home and r.meter_id = w.meter_id order by r.at desc limit 1),
        (select p.sources is null or p.sources[cardinality(p.sources)] % 4 = 0 from public.packed_days p where p.household_id = home and p.meter_id = w.meter_id and p.n > 0
          order by p.day desc limit 1), false),
      w.usual_s, w.arrival_s, extract(epoch from w.learned_at)::bigint, w.base_revision, extract(epoch from w.base_at)::bigint,
      silent.id, extract(epoch from silent.since)::bigint, running.id, extract(epoch from running.since)::bigint,
      m.utility in (select id from private.utilities where can_leak) and s.quarter > to_timestamp(p_now) - interval '3 hours' and coalesce((
        select count(*) = 8 and count(*) filter (where q.used >= p_least) >= 6 from public.usage_quarter q
        where q.household_id = home and q.meter_id = w.meter_id and q.start >= s.quarter - interval '2 hours' and q.start < s.quarter
          and q.covered_s >= 810 and q.estimated = 0 and q.imported = 0), false),
      (select case when count(*) >= 2 then max(extract(epoch from o.ended_at - o.since)) end::bigint from public.notices o
        where m.utility in (select id from private.utilities where can_leak) and o.household_id = home and o.meter_id = w.meter_id and o.kind = 'running-water'
          and o.ended_at is not null and o.since > to_timestamp(p_now) - interval '30 days'),
      burst.id, extract(epoch from burst.since)::bigint,
      case when m.utility in (select id from private.utilities where can_leak) then coalesce(s.used, 0) + coalesce((select sum(q.used) from public.usage_quarter q
        where q.household_id = home and q.meter_id = w.meter_id and q.start >= s.quarter - interval '1 hour' and q.start < s.quarter), 0) else 0 end::bigint,
      away
    from private.meter_watch w
    join public.meters m on m.household_id = home and m.id = w.meter_id
    join public.connected_devices d on d.household_id = home and d.id = m.device_id
    join public.households h on h.id = home
    join public.meter_state s on s.household_id = home and s.meter_id = w.meter_id
    left join public.notices silent on silent.household_id = home and silent.meter_id = w.meter_id
      and silent.kind = 'silent-meter' and silent.ended_at is null
    left join public.notices running on running.household_id = home and running.meter_id = w.meter_id
      and running.kind = 'running-water' and running.ended_at is null
    left join public.notices burst on burst.household_id = home and burst.meter_id = w.meter_id
      and burst.kind = 'burst' and burst.ended_at is null
    where w.household_id = home and w.meter_id = any (meters);
  end loop;
end $$;

-- How long a meter was quiet on the last 14 days on which it spoke by itself: the gaps that ended on each, in seconds. Days that are not
-- packed yet (a reading a row) are read only of a meter with fewer than four packed ones; they alone know the middle and the 95th of a hundred.
create or replace function private.meter_gaps(p_meters bigint[])
returns table (meter_id bigint, day date, gaps integer, median_s integer, high_s integer, longest_s integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home uuid;
begin
  for home in select distinct s.household_id from public.meter_state s where s.meter_id = any (p_meters) loop
    return query with packed as (
      select s.meter_id, p.*, p.starts - lag(p.ends) over (partition by s.meter_id order by p.day) as before_s
      from public.meter_state s cross join lateral (
        select d.day, d.n, extract(epoch from d.day)::bigint + d.first_s as starts,
          extract(epoch from d.day)::bigint + d.first_s + coalesce(d.step_s * (d.n - 1), o.total) as ends, coalesce(d.step_s, o.longest) as inside_s
        from public.packed_days d
        cross join lateral (select sum(x)::bigint as total, max(x) as longest from unnest(d.offsets) x) o
        where d.household_id = home and d.meter_id = s.meter_id and d.n > 0 and d.sources is null
        order by d.day desc limit 14
      ) p
      where s.household_id = home and s.meter_id = any (p_meters)
    ), young as (
      select s.meter_id from public.meter_state s where s.household_id = home and s.meter_id = any (p_meters)
      except select p.meter_id from packed p group by p.meter_id having count(*) >= 4
    ), open as (
      select y.meter_id, (r.at at time zone 'UTC')::date as day,
        extract(epoch from r.at - lag(r.at) over (partition by y.meter_id order by r.at))::integer as gap_s
      from young y join public.open_readings r on r.household_id = home and r.meter_id = y.meter_id and r.source % 4 = 0
    )
    select p.meter_id, p.day, p.n - 1 + (p.before_s is not null)::integer, null, null, greatest(p.before_s, nullif(p.inside_s, 0))::integer
    from packed p where p.n > 1 or p.before_s is not null
    union all
    select o.meter_id, o.day, count(*)::integer, percentile_disc(0.5) within group (order by o.gap_s), percentile_disc(0.95) within group (order by o.gap_s),
      max(o.gap_s)
    from open o where o.gap_s is not null group by o.meter_id, o.day;
  end loop;
end $$;

-- The longest time between two readings that had used something, in the last three hours of [from, to) and in all of it. What took longer than
-- an hour and five minutes was not heard.
create or replace function private.stillness(p_meters bigint[], p_from bigint[], p_to bigint[])
returns table (meter_id bigint, recent_s integer, whole_s integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home uuid;
begin
  for home in select distinct s.household_id from public.meter_state s where s.meter_id = any (p_meters) loop
    return query with reading as (
      select a.*, r.at + make_interval(secs => coalesce(r.span_s, 0)) as ends,
        case when r.span_s is null then r.value - lag(r.value) over (partition by a.meter order by r.at) else r.value end as used
      from unnest(p_meters, p_from, p_to) a (meter, f, t)
      join public.open_readings r on r.household_id = home and r.meter_id = a.meter
        and r.at >= to_timestamp(a.f) - interval '70 minutes' and r.at <= to_timestamp(a.t) + interval '70 minutes'
    ), gap as (
      select meter, f, t, extract(epoch from lag(ends) over (partition by meter order by ends))::bigint as begins, extract(epoch from ends)::bigint as ends
      from reading where used > 0
    )
    select meter, max(ends - begins) filter (where begins >= t - 10800)::integer, max(ends - begins)::integer
    from gap where begins >= f and begins < t and ends - begins <= 3900 group by meter;
  end loop;
end $$;

-- What each meter passed since p_from between one reading and the next, or in one interval; of the day that is not packed yet.
create or replace function private.flow_since(p_meters bigint[], p_from bigint[])
returns table (meter_id bigint, "from" bigint, "to" bigint, used bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home uuid;
begin
  for home in select distinct s.household_id from public.meter_state s where s.meter_id = any (p_meters) loop
    return query with reading as (
      select a.meter, a.f, r.at, r.span_s, case when r.span_s is null then lag(r.at) over w else r.at end as begins,
        case when r.span_s is null then r.value - lag(r.value) over w else r.value end as used
      from unnest(p_meters, p_from) a (meter, f)
      join public.open_readings r on r.household_id = home and r.meter_id = a.meter and r.at >= to_timestamp(a.f) - interval '70 minutes'
      window w as (partition by r.meter_id order by r.at)
    )
    select meter, extract(epoch from begins)::bigint, extract(epoch from at + make_interval(secs => coalesce(span_s, 0)))::bigint, greatest(used, 0)::bigint
    from reading where begins is not null and at + make_interval(secs => coalesce(span_s, 0)) > to_timestamp(f) order by meter, at;
  end loop;
end $$;

-- The most that each meter used in a quarter-hour of the last 91 days before p_until, and on how many of them that is known. What burst is no
-- measure of it, but what was said to be fine is.
create or replace function private.max_quarters(p_meters bigint[], p_until bigint)
returns table (meter_id bigint, max_ml bigint, days integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid;
  burst_meters bigint[];
  begins timestamptz[];
  ends timestamptz[];
  above text[];
begin
  for home in select distinct s.household_id from public.meter_state s where s.meter_id = any (p_meters) loop
    select array_agg(n.meter_id), array_agg(n.since), array_agg(n.ended_at) into burst_meters, begins, ends from public.notices n
    where n.household_id = home and n.kind = 'burst' and n.dismissed_as is distinct from 'fine';
    above := array(select private.meters_above(home, m)::text from unnest(burst_meters) m);
    return query with used as (
      select s.meter_id, (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, d.used[i] as used
      from public.meter_state s join public.packed_days d on d.household_id = home and d.meter_id = s.meter_id and d.used is not null
        and d.day >= (to_timestamp(p_until) at time zone 'UTC')::date - 91
      cross join generate_series(1, 96) i where s.household_id = home and s.meter_id = any (p_meters)
      union all
      select q.meter_id, q.start, q.used from public.meter_state s
      join public.usage_quarter q on q.household_id = home and q.meter_id = s.meter_id where s.household_id = home and s.meter_id = any (p_meters)
    )
    select u.meter_id, coalesce(max(u.used), 0)::bigint, count(distinct (u.start at time zone 'UTC')::date)::integer
    from used u where u.start < to_timestamp(p_until) - interval '15 minutes' and u.start >= to_timestamp(p_until) - interval '91 days' and not exists (
      select from unnest(burst_meters, begins, ends, above) n (meter_id, since, ended_at, above)
      where (n.meter_id = u.meter_id or u.meter_id = any (n.above::bigint[]))
        and u.start > n.since - interval '15 minutes' and u.start < coalesce(n.ended_at, 'infinity'))
    group by u.meter_id;
  end loop;
end $$;

-- What was used since each instant: the sum of the four places, the quarter that is filling among them.
create or replace function private.used_since(p_meters bigint[], p_since bigint[])
returns table (meter_id bigint, used bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare home uuid;
begin
  for home in select distinct s.household_id from public.meter_state s where s.meter_id = any (p_meters) loop
    return query select s.meter_id, (coalesce((
        select sum(d.used[i]) from public.packed_days d cross join generate_series(1, 96) i
        where d.household_id = home and d.meter_id = s.meter_id and d.used is not null and d.day >= (a.since at time zone 'UTC')::date
          and (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' >= a.since), 0)
      + coalesce((select sum(q.used) from public.usage_quarter q where q.household_id = home and q.meter_id = s.meter_id and q.start >= a.since), 0)
      + coalesce((select sum(private.share(l.used, l.start, l.ends, greatest(l.start, a.since), l.ends)) from public.usage_gap l
        where l.household_id = home and l.meter_id = s.meter_id and l.ends > a.since), 0)
      + case when s.quarter >= a.since then s.used else 0 end)::bigint
    from unnest(p_meters, p_since) u (meter, since_s) cross join lateral (select to_timestamp(u.since_s) as since) a
    join public.meter_state s on s.household_id = home and s.meter_id = u.meter;
  end loop;
end $$;

-- The meters that contain this one.
create or replace function private.meters_above(p_household uuid, p_meter bigint) returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  with recursive up as (
    select m.parent_meter_id as id from public.meters m where m.household_id = p_household and m.id = p_meter
    union
    select m.parent_meter_id from up join public.meters m on m.household_id = p_household and m.id = up.id
  ) select coalesce(array_agg(id) filter (where id is not null), '{}') from up
  );
end $$;

-- The figures of what lasts are those that were just counted.
create or replace function private.write_looks(p_now bigint, p_found jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
  told bigint[];
  above bigint[];
begin
  update private.meter_watch w set look_at = to_timestamp(l.look_at), usual_s = l.usual_s, arrival_s = l.arrival_s,
    learned_at = to_timestamp(l.learned_at), base_revision = l.base_revision, base_at = to_timestamp(l.base_at)
  from jsonb_to_recordset(p_found -> 'looks') l (household_id uuid, meter_id bigint, look_at bigint, usual_s integer, arrival_s integer, learned_at bigint,
    base_revision integer, base_at bigint)
  where w.household_id = l.household_id and w.meter_id = l.meter_id;

  update public.notices n set ended_at = to_timestamp(e.ended_at)
  from jsonb_to_recordset(p_found -> 'ended') e (household_id uuid, id uuid, ended_at bigint)
  where n.household_id = e.household_id and n.id = e.id and n.ended_at is null;

  update public.notices n set figures = l.figures
  from jsonb_to_recordset(p_found -> 'lasting') l (household_id uuid, id uuid, figures jsonb)
  where n.household_id = l.household_id and n.id = l.id and n.ended_at is null and n.figures <> l.figures;

  insert into public.notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
  select b.household_id, b.kind, b.meter_id, to_timestamp(b.since), to_timestamp(p_now), b.figures, to_timestamp(b.mail_at)
  from jsonb_to_recordset(p_found -> 'begun') b (household_id uuid, kind text, meter_id bigint, since bigint, figures jsonb, mail_at bigint)
  where b.kind not in ('running-water', 'burst') and private.is_told_of(b.household_id, b.kind)
  on conflict (household_id, meter_id, kind) where ended_at is null do nothing;

  perform private.tell(f.household_id, 'notices') from jsonb_to_recordset((p_found -> 'ended') || (p_found -> 'lasting') || (p_found -> 'begun')) f (household_id uuid);

  for one in
    select b.* from jsonb_to_recordset(p_found -> 'begun') b (household_id uuid, kind text, meter_id bigint, since bigint, figures jsonb, mail_at bigint)
    where b.kind in ('running-water', 'burst') and private.is_told_of(b.household_id, b.kind) order by b.household_id, b.kind, b.meter_id
  loop
    told := array(select n.meter_id from public.notices n where n.household_id = one.household_id and n.kind in ('burst', one.kind) and n.ended_at is null);
    continue when exists (select from unnest(told) m where m = one.meter_id or one.meter_id = any (private.meters_above(one.household_id, m)));
    above := private.meters_above(one.household_id, one.meter_id);
    update public.notices n set meter_id = one.meter_id, since = to_timestamp(one.since), figures = one.figures
    where n.household_id = one.household_id and n.id = (select a.id from public.notices a
      where a.household_id = one.household_id and a.kind = one.kind and a.ended_at is null
        and a.meter_id = any (above) limit 1);
    continue when found;
    insert into public.notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
    values (one.household_id, one.kind, one.meter_id, to_timestamp(one.since), to_timestamp(p_now), one.figures, to_timestamp(one.mail_at))
    on conflict (household_id, meter_id, kind) where ended_at is null do nothing;
  end loop;
end $$;

-- The next home whose meters are to be held against each other; nobody else has it meanwhile. A simulated one is honest.
create or replace function private.home_to_check(p_now bigint)
returns table (household_id uuid, looked_on date)
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
  unseen uuid[];
begin
  unseen := array(select h.id from public.households h left join private.meter_checks c on c.household_id = h.id
    where h.kind = 'home' and h.has_readings and c.household_id is null order by h.id limit 100);
  insert into private.meter_checks (household_id) select h from unnest(unseen) h on conflict do nothing;
  for home in select c.household_id from private.meter_checks c where c.look_at <= to_timestamp(p_now) order by c.look_at limit 20 loop
    return query select c.household_id, c.looked_on from private.meter_checks c
    where c.household_id = home and c.look_at <= to_timestamp(p_now) for update skip locked;
    if found then return; end if;
  end loop;
end $$;

-- Its look has failed: not before then again.
create or replace function private.put_off_check(p_household uuid, p_until bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.meter_checks set look_at = to_timestamp(p_until) where household_id = p_household;
end $$;

create or replace function private.meters_to_check(p_household uuid)
returns table (id bigint, utility text, flow text, parent_meter_id bigint, name text, room text, settled_on date)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moved bigint[];
  parents bigint[];
  times timestamptz[];
begin
  select array_agg(k.meter_id), array_agg(k.parent_meter_id), array_agg(k.since) into moved, parents, times from public.meter_parents k where k.household_id = p_household;
  -- From when on it has been inside of what it is now, and the same inside of it.
  return query select m.id, m.utility, m.flow, m.parent_meter_id, d.name, d.room,
    (select (max(k.since) at time zone 'UTC')::date + 1 from unnest(moved, times) k (meter_id, since)
      where k.meter_id = m.id or exists (select 1 from unnest(moved, parents) x (meter_id, parent_meter_id) where x.parent_meter_id = m.id and x.meter_id = k.meter_id))
  from public.meters m join public.connected_devices d on d.household_id = p_household and d.id = m.device_id
  where m.household_id = p_household and m.template_meter_id is null order by m.id;
end $$;

-- The quarter-hours of its meters from p_from until p_to: a packed day a row, and what is not packed yet, both to be added up.
create or replace function private.days_to_check(p_household uuid, p_from date, p_to date)
returns table (meter_id bigint, day date, used bigint[], estimated bigint[], covered_s integer[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select d.meter_id, d.day, d.used, d.estimated, d.covered_s from public.packed_days d
  where d.household_id = p_household and d.day >= p_from and d.day < p_to and d.used is not null
  union all
  select o.meter_id, o.day, array_agg(coalesce(q.used, 0) order by i), array_agg(coalesce(q.estimated, 0) order by i), array_agg(coalesce(q.covered_s, 0) order by i)
  from (select distinct u.meter_id, (u.start at time zone 'UTC')::date as day from public.usage_quarter u
    where u.household_id = p_household and u.start >= p_from::timestamp at time zone 'UTC' and u.start < p_to::timestamp at time zone 'UTC') o
  cross join generate_series(0, 95) i
  left join public.usage_quarter q on q.household_id = p_household and q.meter_id = o.meter_id
    and q.start = (o.day::timestamp at time zone 'UTC') + i * interval '15 minutes'
  group by o.meter_id, o.day;
end $$;

-- What was told of them, and ended within the last months or not at all.
create or replace function private.checks_told(p_household uuid, p_now bigint)
returns table (id uuid, meter_id bigint, since bigint, noticed_at bigint, ended_at bigint, dismissed_at bigint, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select n.id, n.meter_id, extract(epoch from n.since)::bigint, extract(epoch from n.noticed_at)::bigint, extract(epoch from n.ended_at)::bigint,
    extract(epoch from n.dismissed_at)::bigint, n.figures
  from public.notices n where n.household_id = p_household and n.kind = 'meter-check'
    and (n.ended_at is null or n.ended_at > to_timestamp(p_now) - interval '120 days');
end $$;

-- What a day's look at a home has found: what begins, lasts, ended, and what was over and is there again (its mail went out when it began).
create or replace function private.write_checks(p_household uuid, p_now bigint, p_next bigint, p_found jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare running bigint[];
begin
  perform private.tell(p_household, 'notices');
  update private.meter_checks set look_at = to_timestamp(p_next), looked_on = (to_timestamp(p_now) at time zone 'UTC')::date where household_id = p_household;
  update public.notices n set ended_at = to_timestamp(p_now)
  from jsonb_to_recordset(p_found -> 'ended') e (id uuid) where n.household_id = p_household and n.id = e.id and n.ended_at is null;
  update public.notices n set since = to_timestamp(l.since), figures = l.figures, ended_at = null
  from jsonb_to_recordset(p_found -> 'lasting') l (id uuid, since bigint, figures jsonb)
  where n.household_id = p_household and n.id = l.id and (n.ended_at is not null or n.figures <> l.figures or n.since <> to_timestamp(l.since));
  running := array(select n.meter_id from public.notices n where n.household_id = p_household and n.kind in ('running-water', 'burst') and n.ended_at is null);
  running := running || array(select unnest(private.meters_above(p_household, m)) from unnest(running) m);
  insert into public.notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
  select p_household, b.kind, b.meter_id, to_timestamp(b.since), to_timestamp(p_now), b.figures, to_timestamp(p_now)
  from jsonb_to_recordset(p_found -> 'begun') b (kind text, meter_id bigint, since bigint, figures jsonb)
  where private.is_told_of(p_household, b.kind)
    -- What runs faster is told already.
    and not (b.kind in ('slow-leak', 'empty-home') and b.meter_id = any (running))
  on conflict (household_id, meter_id, kind) where ended_at is null do nothing;
end $$;

-- What a home was told of its meters: what is open, and what ended in the last days.
create or replace function private.findings_told(p_household uuid, p_now bigint)
returns table (id uuid, kind text, meter_id bigint, since bigint, ended_at bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select n.id, n.kind, n.meter_id, extract(epoch from n.since)::bigint, extract(epoch from n.ended_at)::bigint
  from public.notices n where n.household_id = p_household and n.meter_id is not null
    and (n.ended_at is null or n.ended_at > to_timestamp(p_now) - interval '7 days');
end $$;

-- How a home has set its kinds, and how often it has said of one that it is normal (of the last year, and since that was forgiven).
create or replace function private.rules_of(p_household uuid)
returns table (kind text, is_on boolean, normal integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select k.kind, coalesce(r.is_on, true), coalesce((select count(*) from public.notices n where n.household_id = p_household and n.kind = k.kind
    and n.dismissed_as = 'fine' and n.dismissed_at > greatest(now() - interval '400 days', coalesce(r.forgiven_at, '-infinity'))), 0)::integer
  from (select s.kind from private.rule_settings s where s.household_id = p_household
    union select n.kind from public.notices n where n.household_id = p_household and n.dismissed_as = 'fine') k
  left join private.rule_settings r on r.household_id = p_household and r.kind = k.kind;
end $$;

-- The zone of a home and its temperatures [p_from, ...) as {day: tenths}.
create or replace function private.surroundings(p_household uuid, p_from date)
returns table (time_zone text, tenths jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select h.time_zone, (select coalesce(jsonb_object_agg(t.day, t.tenths), '{}') from public.outdoor_temperatures t
    where t.household_id = p_household and t.day >= p_from)
  from public.households h where h.id = p_household;
end $$;

-- All kinds as a person of the home sees them: null for one that is not theirs. `told`: of the last 365 days.
create or replace function private.read_rules(p_user uuid, p_household uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare home constant uuid := private.billing_home(p_user, p_household);
begin
  if home is null then return null; end if;
  return (
  select jsonb_build_object('household', home,
    'settings', (select coalesce(jsonb_agg(r), '[]') from private.rules_of(home) r),
    'told', (select coalesce(jsonb_agg(n), '[]') from (
      select n.kind, count(*)::integer as times, bool_or(n.ended_at is null) as is_open, max(n.noticed_at) as last_at,
        count(*) filter (where n.dismissed_at is not null and n.dismissed_as is null)::integer as dismissed
      from public.notices n where n.household_id = home and n.noticed_at > now() - interval '365 days' group by n.kind) n),
    'replays', (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'doneAt', p.done_at, 'beginsOn', p.begins_on,
      'found', p.found)), '[]') from private.rule_replays p where p.household_id = home))
  );
end $$;

-- Switches a kind on or off, or forgives what was said to be normal. A kind that is off has nothing open. Null: not theirs to change.
create or replace function private.set_rule(p_user uuid, p_household uuid, p_kind text, p_is_on boolean, p_forgive boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.writable_home(p_user, p_household);
begin
  if home is null then return null; end if;
  insert into private.rule_settings as r (household_id, kind, is_on, forgiven_at)
  values (home, p_kind, coalesce(p_is_on, true), case when p_forgive then now() end)
  on conflict (household_id, kind) do update set is_on = coalesce(p_is_on, r.is_on), forgiven_at = case when p_forgive then now() else r.forgiven_at end;
  if p_is_on = false then
    update public.notices n set ended_at = now() where n.household_id = home and n.kind = p_kind and n.ended_at is null;
    perform private.tell(home, 'notices');
  end if;
  return home;
end $$;

-- Asks what a rule would have said; what was worked out within the last day stands. Null: not theirs to ask.
create or replace function private.ask_replay(p_user uuid, p_household uuid, p_kind text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.writable_home(p_user, p_household);
begin
  if home is null then return null; end if;
  insert into private.rule_replays as r (household_id, kind) values (home, p_kind)
  on conflict (household_id, kind) do update set asked_at = now(), done_at = null where r.done_at < now() - interval '1 day';
  return home;
end $$;

-- The next one that waits; nobody else has it meanwhile.
create or replace function private.next_replay() returns table (household_id uuid, kind text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid;
  rule text;
begin
  for home, rule in select r.household_id, r.kind from private.rule_replays r where r.done_at is null order by r.asked_at limit 20 loop
    return query select r.household_id, r.kind from private.rule_replays r
    where r.household_id = home and r.kind = rule and r.done_at is null for update skip locked;
    if found then return; end if;
  end loop;
end $$;

create or replace function private.write_replay(p_household uuid, p_kind text, p_begins date, p_found jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.rule_replays set done_at = now(), begins_on = p_begins, found = p_found where household_id = p_household and kind = p_kind;
end $$;

-- Water that was said to be fixed, and did not end in the night after: it is told again, by every way. A night ends at six, and has six hours at least.
create or replace function private.reopen_unfixed(p_now bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with due as (
    select n.household_id, n.id from public.notices n join public.households h on h.id = n.household_id
    where n.dismissed_as = 'fixed' and n.ended_at is null and n.kind in ('running-water', 'burst')
      and to_timestamp(p_now) >= (date_trunc('day', n.dismissed_at at time zone h.time_zone) + interval '30 hours') at time zone h.time_zone
  ), unmailed as (
    delete from private.notice_mails t using due where t.household_id = due.household_id and t.notice_id = due.id
  ), undelivered as (
    delete from private.notice_deliveries t using due where t.household_id = due.household_id and t.notice_id = due.id
  )
  update public.notices n set dismissed_at = null, noticed_at = to_timestamp(p_now), mail_at = to_timestamp(p_now)
  from due where n.household_id = due.household_id and n.id = due.id;
end $$;

create or replace function private.forget_old_notices(p_now bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices where ended_at < to_timestamp(p_now) - interval '400 days';
end $$;

-- One mail for a person and household waits at a time, and says what there is to say when it is sent.
create or replace function private.queue_notice_mails(p_now bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare home uuid;
begin
  for home in select distinct n.household_id from public.notices n
    where n.ended_at is null and n.dismissed_at is null and n.mail_at <= to_timestamp(p_now) and n.noticed_at > to_timestamp(p_now) - interval '1 day'
      or n.ended_at > to_timestamp(p_now) - interval '1 day'
  loop
    insert into private.waiting_mails (kind, notices_to, notices_of)
    select distinct 'notices', t.user_id, home from private.notices_to_mail(home, to_timestamp(p_now)) t on conflict do nothing;
  end loop;
end $$;

create or replace function private.notices_to_mail(p_household uuid, p_now timestamptz)
returns table (user_id uuid, notice_id uuid, phase text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  kinds constant text[] := array(select distinct n.kind from public.notices n where n.household_id = p_household);
  told constant text[] := array(select k from unnest(kinds) k where private.is_told_of(p_household, k));
  people uuid[];
  roles text[];
  wish_people uuid[];
  wish_kinds text[];
begin
  select array_agg(hm.user_id), array_agg(hm.role) into people, roles
  from public.household_members hm join public.profiles p on p.user_id = hm.user_id where hm.household_id = p_household and not p.is_guest;
  select array_agg(m.person), array_agg(k) into wish_people, wish_kinds from unnest(people, roles) m (person, role) cross join unnest(kinds) k
  where private.is_proved(m.person) and private.wants_notice(m.person, m.role, 'mail', k);
  return query with wish as materialized (select * from unnest(wish_people, wish_kinds) w (user_id, kind))
  select w.user_id, n.id, 'began'
  from public.notices n join wish w on w.kind = n.kind
  where n.household_id = p_household and n.ended_at is null and n.dismissed_at is null and n.mail_at <= p_now and n.noticed_at > p_now - interval '1 day'
    and not exists (select from private.notice_mails t where t.household_id = p_household and t.notice_id = n.id and t.user_id = w.user_id)
    and (select count(distinct t.began_at) from private.notice_mails t join public.notices o on o.household_id = p_household and o.id = t.notice_id
      where t.user_id = w.user_id and t.household_id = p_household and t.began_at > p_now - interval '1 day'
        and (n.kind <> 'silent-meter' or o.kind = 'silent-meter')) < case n.kind when 'silent-meter' then 2 else 4 end
  union all
  -- A budget that is not passed any more is no news, and what a home does not want to be told of is not over.
  select t.user_id, n.id, 'ended'
  from public.notices n join private.notice_mails t on t.household_id = p_household and t.notice_id = n.id and t.ended_at is null
  join wish w on w.user_id = t.user_id and w.kind = n.kind
  where n.household_id = p_household and n.meter_id is not null and n.ended_at > p_now - interval '1 day' and n.kind = any (told);
end $$;

-- What the next mails about notices say, made anew for each try; those that have nothing to say any more are dropped. Answers which are ready.
create or replace function private.write_notice_mails(p_most integer) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  ready bigint[] := '{}';
  mail bigint;
  person uuid;
  home uuid;
  items jsonb;
begin
  for mail, person, home in
    select w.id, w.notices_to, w.notices_of from private.waiting_mails w where w.kind = 'notices' and w.due_at <= now() order by w.due_at
  loop
    exit when cardinality(ready) >= p_most;
    perform from private.waiting_mails w where w.id = mail and w.due_at <= now() for update skip locked;
    continue when not found;
    select jsonb_agg(jsonb_build_object('id', t.notice_id, 'phase', t.phase)) into items
    from private.notices_to_mail(home, now()) t where t.user_id = person;
    if items is null then
      delete from private.waiting_mails w where w.id = mail;
    else
      update private.waiting_mails w set notice_items = items where w.id = mail;
      ready := ready || mail;
    end if;
  end loop;
  return ready;
end $$;

-- What other programs are told of a home beside its figures: its notices until they are over or somebody says that they are fine, the first before
-- the last, in the words of its owner. A visitor's demo is nobody's.
create or replace function private.home_concerns(p_household uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  home public.households;
  notices json;
  utilities json;
begin
  select h.* into home from public.households h where h.id = p_household and h.kind = 'home';
  if home.id is null then return null; end if;
  select coalesce(json_agg(distinct m.utility), '[]'::json) into utilities from public.meters m where m.household_id = p_household;
  select coalesce(json_agg(json_build_object('kind', n.kind, 'device', d.name, 'utility', coalesce(n.utility, m.utility), 'since', n.since, 'figures', n.figures)
      order by n.since, n.id), '[]'::json) into notices
  from public.notices n left join public.meters m on m.household_id = p_household and m.id = n.meter_id
  left join public.connected_devices d on d.household_id = p_household and d.id = m.device_id
  where n.household_id = p_household and n.ended_at is null and n.dismissed_at is null;
  return json_build_object('name', home.name, 'country', home.country, 'timeZone', home.time_zone, 'units', coalesce(home.units, 'metric'),
    'language', coalesce((select p.language from public.profiles p where p.user_id = home.owner_id), 'en'), 'utilities', utilities, 'notices', notices);
end $$;

create trigger sign_dismissal before update of dismissed_at, dismissed_as on public.notices
  for each row execute function private.sign_dismissal();
create trigger keep_seen before insert or update on public.notices_seen
  for each row execute function private.keep_seen();
create trigger tell_new_notices after insert on public.notices referencing new table as changed
  for each statement execute function private.tell_notices();
create trigger tell_changed_notices after update on public.notices referencing new table as changed
  for each statement execute function private.tell_notices();
create trigger watch_meter after update of reading_kind on public.meters
  for each row when (old.reading_kind is null and new.reading_kind is not null) execute function private.watch_meter();

grant select, update (dismissed_at, dismissed_as) on public.notices to authenticated;
grant select, insert, update (seen_until) on public.notices_seen to authenticated;

create policy notices_read on public.notices for select to authenticated
  using (household_id = any (private.my_households()));
create policy notices_dismiss on public.notices for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy seen_read on public.notices_seen for select to authenticated using (user_id = private.me());
create policy seen_add on public.notices_seen for insert to authenticated
  with check (user_id = private.me() and household_id = any (private.my_households()));
create policy seen_change on public.notices_seen for update to authenticated
  using (user_id = private.me()) with check (user_id = private.me());

grant execute on function private.may_look, private.meters_to_look_at, private.meter_gaps, private.stillness, private.flow_since, private.max_quarters, private.used_since,
  private.write_looks, private.home_to_check, private.meters_to_check, private.days_to_check, private.checks_told, private.put_off_check, private.write_checks, private.findings_told, private.rules_of, private.surroundings,
  private.read_rules, private.set_rule, private.ask_replay, private.next_replay, private.write_replay, private.reopen_unfixed, private.forget_old_notices, private.queue_notice_mails, private.home_concerns to wattershed_engine;
