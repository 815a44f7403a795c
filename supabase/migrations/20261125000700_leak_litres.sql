-- A notice of running water tells the leak: the floor of the flow and its litres, beside all that was used meanwhile.

-- What was told before said the least of an hour and the whole use: the leak's own litres follow from them. Those that last are counted
-- anew at the next look.
update public.notices n set figures = jsonb_build_object('usedMl', n.figures -> 'usedMl', 'floorMlPerHour', n.figures -> 'lowestMlPerHour',
  'leakMl', least((n.figures ->> 'usedMl')::bigint,
    round((n.figures ->> 'lowestMlPerHour')::numeric * extract(epoch from coalesce(n.ended_at, now()) - n.since) / 3600)::bigint))
where n.kind = 'running-water' and n.figures ? 'lowestMlPerHour' and n.figures ? 'usedMl';
comment on column public.notices.figures is 'silent-meter: {usualS}; running-water: {usedMl, floorMlPerHour, leakMl} and, where the home has a '
  'water tariff, {currency, cost, costPerMonth}; budget-*: {budget, soFar, likely, currency, start, end}.';

-- The whole quarter-hours of each meter since an instant, those of packed days among them, as far as they are known.
create function private.quarters_from(p_meters bigint[], p_from bigint[])
returns table (meter_id bigint, start bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language sql stable security definer set search_path = '' as $$
  with asked as (
    select s.household_id, s.meter_id, s.quarter, to_timestamp(u.f) as since
    from unnest(p_meters, p_from) u (meter, f) join public.meter_state s on s.meter_id = u.meter
  ), known as (
    select a.meter_id, (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' as start, a.since, a.quarter,
      d.used[i] as used, coalesce(d.estimated[i], 0) as estimated, coalesce(d.imported[i], 0) as imported,
      case when d.covered_s is null then 900 else d.covered_s[i] end as covered_s
    from asked a join public.packed_days d on d.household_id = a.household_id and d.meter_id = a.meter_id
      and d.used is not null and d.day >= (a.since at time zone 'UTC')::date
    cross join generate_series(1, 96) i
    union all
    select a.meter_id, q.start, a.since, a.quarter, q.used, q.estimated, q.imported, q.covered_s
    from asked a join public.usage_quarter q on q.household_id = a.household_id and q.meter_id = a.meter_id and q.start >= a.since
  )
  select k.meter_id, extract(epoch from k.start)::bigint, k.used, k.estimated, k.imported, k.covered_s from known k
  where k.start >= k.since and k.start < k.quarter and (k.used <> 0 or k.estimated <> 0 or k.covered_s > 0)
  order by k.meter_id, k.start
$$;
drop function private.recent_quarters(bigint[], bigint);
revoke execute on function private.quarters_from(bigint[], bigint[]) from public;
grant execute on function private.quarters_from(bigint[], bigint[]) to wattershed_engine;

-- As before, but the figures of what lasts are those that were just counted.
create or replace function private.write_looks(p_now bigint, p_found jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
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
  where b.kind <> 'running-water'
  on conflict (household_id, meter_id, kind) where ended_at is null do nothing;

  for one in
    select b.* from jsonb_to_recordset(p_found -> 'begun') b (household_id uuid, kind text, meter_id bigint, since bigint, figures jsonb, mail_at bigint)
    where b.kind = 'running-water' order by b.household_id, b.meter_id
  loop
    continue when exists (select from public.notices n where n.household_id = one.household_id and n.kind = 'running-water' and n.ended_at is null
      and (n.meter_id = one.meter_id or one.meter_id = any (private.meters_above(n.household_id, n.meter_id))));
    update public.notices n set meter_id = one.meter_id, since = to_timestamp(one.since), figures = one.figures
    where n.household_id = one.household_id and n.id = (select a.id from public.notices a
      where a.household_id = one.household_id and a.kind = 'running-water' and a.ended_at is null
        and a.meter_id = any (private.meters_above(one.household_id, one.meter_id)) limit 1);
    continue when found;
    insert into public.notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
    values (one.household_id, one.kind, one.meter_id, to_timestamp(one.since), to_timestamp(p_now), one.figures, to_timestamp(one.mail_at))
    on conflict (household_id, meter_id, kind) where ended_at is null do nothing;
  end loop;
end $$;
