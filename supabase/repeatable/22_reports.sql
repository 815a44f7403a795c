-- What a report tells of a home beside its figures: its devices, what was noticed in these days, and what is open now. Null: the home is not this person's.
create or replace function private.report_home(p_user uuid, p_household uuid, p_from date, p_to date) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select json_build_object('name', h.name, 'kind', h.kind, 'currency', h.currency, 'units', h.units, 'country', h.country, 'timeZone', h.time_zone,
    'budgets', (select coalesce(json_agg(json_build_object('utility', b.utility, 'amount', trim_scale(b.amount)::text)), '[]'::json)
      from public.budgets b where b.household_id = h.id),
    'devices', (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'room', d.room, 'isRest', exists (
        select from public.meters m join public.meters x on x.household_id = m.household_id and x.parent_meter_id = m.id and x.flow = 'drawn'
        where m.household_id = d.household_id and m.device_id = d.id))), '[]'::json)
      from public.connected_devices d where d.household_id = h.id),
    'away', private.away_days(h.id, p_from, p_to),
    'notices', (select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind, 'device', d.name, 'utility', coalesce(n.utility, m.utility),
        'since', to_char(n.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'noticedAt', to_char(n.noticed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'endedAt', to_char(n.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'isOpen', n.ended_at is null and n.dismissed_at is null,
        'isOfPeriod', n.noticed_at >= p_from::timestamp at time zone h.time_zone and n.noticed_at < p_to::timestamp at time zone h.time_zone)
        order by n.since desc, n.id), '[]'::json)
      from public.notices n
      left join public.meters m on m.household_id = n.household_id and m.id = n.meter_id
      left join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
      where n.household_id = h.id and (n.ended_at is null
        or n.noticed_at >= p_from::timestamp at time zone h.time_zone and n.noticed_at < p_to::timestamp at time zone h.time_zone)))
  from public.households h join public.household_members hm on hm.household_id = h.id and hm.user_id = p_user
  where h.id = p_household
  );
end $$;

-- Owners and members, until they say no; viewers, once they say yes; guests and addresses that nobody proved, never.
create or replace function private.wants_report(p_user uuid, p_household uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.household_members hm join public.profiles p on p.user_id = hm.user_id
    where hm.household_id = p_household and hm.user_id = p_user and not p.is_guest and coalesce(p.mail_week, hm.role <> 'viewer')
      and private.is_proved(p_user));
end $$;

-- By the home's own clock: the week that is over from seven on Monday until Tuesday ends; the year that is over from seven on the second of January, for a week.
-- Simulated homes are told of nothing.
create or replace function private.reports_due(p_now bigint, p_most integer)
returns table (user_id uuid, household_id uuid, period text, language text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  one record;
  n integer := 0;
begin
  for one in with home as (
    select h.id, to_timestamp(p_now) at time zone h.time_zone as clock from public.households h where h.kind = 'home' and h.has_readings
  ), due as (
    select home.id, to_char(clock - interval '7 days', 'IYYY"-W"IW') as period from home
    where clock - date_trunc('week', clock) >= interval '7 hours' and clock - date_trunc('week', clock) < interval '2 days'
    union all
    select home.id, to_char(clock - interval '1 year', 'YYYY') from home
    where clock - date_trunc('year', clock) >= interval '1 day 7 hours' and clock - date_trunc('year', clock) < interval '8 days'
  )
  select hm.user_id, due.id, due.period, p.language
  from due join public.household_members hm on hm.household_id = due.id join public.profiles p on p.user_id = hm.user_id
  order by due.id, hm.user_id
  loop
    exit when n >= p_most;
    continue when exists (select from private.report_mails r where r.household_id = one.id and r.user_id = one.user_id and r.period = one.period)
      or not private.wants_report(one.user_id, one.id);
    n := n + 1;
    return query select one.user_id, one.id, one.period, one.language;
  end loop;
end $$;

-- True for the one that said it first. Without a subject nothing was measured, and nothing waits to be sent.
create or replace function private.queue_report(p_user uuid, p_household uuid, p_period text, p_subject text, p_body text, p_html text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.report_mails (user_id, household_id, period, is_empty) values (p_user, p_household, p_period, p_subject is null)
  on conflict do nothing;
  if not found then return false; end if;
  if p_subject is not null then
    insert into private.waiting_mails (kind, report_to, report_of, subject, body, html)
    values ('report', p_user, p_household, p_subject, p_body, p_html);
  end if;
  return true;
end $$;

grant execute on function private.report_home, private.reports_due, private.queue_report to wattershed_engine;
