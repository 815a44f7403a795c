-- What a household is told of by itself: a meter that fell silent, water that has not stopped. One row from when it began until it ended.
create table public.notices (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('silent-meter', 'running-water')),
  meter_id bigint not null,
  -- When it began: the last word of a meter that is silent, the first quarter-hour of water that runs.
  since timestamptz not null,
  noticed_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz,
  -- silent-meter: {usualS}; running-water: {usedMl, lowestMlPerHour}.
  figures jsonb not null default '{}' check (jsonb_typeof(figures) = 'object' and length(figures::text) <= 500),
  -- From when on it is worth a mail.
  mail_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by uuid,
  primary key (household_id, id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade
);
create unique index notices_open on public.notices (household_id, meter_id, kind) where ended_at is null;
create index notices_meter on public.notices (household_id, meter_id, since);
create index notices_since on public.notices (household_id, since desc);
create index notices_lasting on public.notices (kind, mail_at) where ended_at is null;
create index notices_ended on public.notices (ended_at);

alter table public.notices enable row level security;
revoke all on public.notices from anon, authenticated;
grant select, update (dismissed_at) on public.notices to authenticated;
create policy notices_read on public.notices for select to authenticated
  using (household_id = any (private.my_households()));
create policy notices_dismiss on public.notices for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));

-- Whatever instant was sent: it was dismissed now, by whoever asked. Null takes it back.
create function private.sign_dismissal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.dismissed_at := case when new.dismissed_at is null then null else coalesce(old.dismissed_at, now()) end;
  new.dismissed_by := case when new.dismissed_at is null then null else coalesce(old.dismissed_by, auth.uid()) end;
  return new;
end $$;
create trigger sign_dismissal before update of dismissed_at on public.notices
  for each row execute function private.sign_dismissal();

-- Open pages hear of it, whoever wrote it; 200 households fit into one word to them.
create function private.tell_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('wattershed_usage', 'database notices ' || string_agg(c.household_id::text, ','))
  from (select household_id, (row_number() over (order by household_id) - 1) / 200 as part from changed group by household_id) c
  group by c.part;
  return null;
end $$;
create trigger tell_new_notices after insert on public.notices referencing new table as changed
  for each statement execute function private.tell_notices();
create trigger tell_changed_notices after update on public.notices referencing new table as changed
  for each statement execute function private.tell_notices();

-- Which meters are looked at, and when next. Readings do not touch it: a look finds what came since the one before.
create table private.meter_watch (
  household_id uuid not null,
  meter_id bigint not null,
  look_at timestamptz not null default '-infinity',
  -- How long it is usually quiet, and how long between two batches of it; null: not known yet.
  usual_s integer,
  arrival_s integer,
  learned_at timestamptz,
  -- Batches are counted from here: meter_state counts its changes.
  base_revision integer,
  base_at timestamptz,
  primary key (household_id, meter_id),
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade
);
create index meter_watch_due on private.meter_watch (look_at);
revoke all on private.meter_watch from public, anon, authenticated, wattershed_engine;

-- From the first reading on; the demo's meters, and a guest's copies of them, are simulated.
create function private.watch_meter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.meter_watch (household_id, meter_id)
  select new.household_id, new.id from public.households h
  where h.id = new.household_id and h.kind <> 'demo' and new.template_meter_id is null
  on conflict do nothing;
  return null;
end $$;
create trigger watch_meter after update of reading_kind on public.meters
  for each row when (old.reading_kind is null and new.reading_kind is not null) execute function private.watch_meter();
insert into private.meter_watch (household_id, meter_id)
select m.household_id, m.id from public.meters m join public.households h on h.id = m.household_id
where m.reading_kind is not null and m.template_meter_id is null and h.kind <> 'demo';

-- True for the one service that looks; until its transaction ends.
create function private.may_look() returns boolean
language sql security definer set search_path = '' as $$ select pg_try_advisory_xact_lock(hashtext('wattershed_notices')) $$;

-- Those whose time has come, and the silent ones that have spoken. `is_steady`: its last eight whole quarter-hours were measured, and
-- used p_least mL each or more. known_run_s: the longest run that stopped by itself, where two of the last month did.
create function private.meters_to_look_at(p_now bigint, p_most integer, p_least bigint)
returns table (meter_id bigint, household_id uuid, utility text, register text, is_active boolean, time_zone text, last_at bigint, revision integer,
  is_measured boolean, usual_s integer, arrival_s integer, learned_at bigint, base_revision integer, base_at bigint,
  silent_id uuid, silent_since bigint, running_id uuid, running_since bigint, is_steady boolean, known_run_s bigint)
language sql stable security definer set search_path = '' as $$
  with due as (
    (select w.household_id, w.meter_id from private.meter_watch w where w.look_at <= to_timestamp(p_now) order by w.look_at limit p_most)
    union
    (select n.household_id, n.meter_id from public.notices n
      join public.meter_state s on s.household_id = n.household_id and s.meter_id = n.meter_id and s.last_at > n.since
      where n.kind = 'silent-meter' and n.ended_at is null limit p_most)
  )
  select w.meter_id, w.household_id, m.utility, m.register, d.is_active, h.time_zone, extract(epoch from s.last_at)::bigint, s.revision,
    coalesce((select r.source % 4 = 0 from public.open_readings r where r.meter_id = w.meter_id order by r.at desc limit 1),
      (select p.sources is null or p.sources[cardinality(p.sources)] % 4 = 0 from public.packed_days p where p.household_id = w.household_id and p.meter_id = w.meter_id and p.n > 0
        order by p.day desc limit 1), false),
    w.usual_s, w.arrival_s, extract(epoch from w.learned_at)::bigint, w.base_revision, extract(epoch from w.base_at)::bigint,
    silent.id, extract(epoch from silent.since)::bigint, running.id, extract(epoch from running.since)::bigint,
    m.utility = 'water' and s.quarter > to_timestamp(p_now) - interval '3 hours' and coalesce((
      select count(*) = 8 and min(q.used) >= p_least from public.usage_quarter q
      where q.household_id = w.household_id and q.meter_id = w.meter_id and q.start >= s.quarter - interval '2 hours' and q.start < s.quarter
        and q.covered_s >= 810 and q.estimated = 0 and q.imported = 0), false),
    (select case when count(*) >= 2 then max(extract(epoch from o.ended_at - o.since)) end::bigint from public.notices o
      where m.utility = 'water' and o.household_id = w.household_id and o.meter_id = w.meter_id and o.kind = 'running-water'
        and o.ended_at is not null and o.since > to_timestamp(p_now) - interval '30 days')
  from due join private.meter_watch w on w.household_id = due.household_id and w.meter_id = due.meter_id
  join public.meters m on m.household_id = w.household_id and m.id = w.meter_id
  join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  join public.households h on h.id = w.household_id
  join public.meter_state s on s.household_id = w.household_id and s.meter_id = w.meter_id
  left join public.notices silent on silent.household_id = w.household_id and silent.meter_id = w.meter_id
    and silent.kind = 'silent-meter' and silent.ended_at is null
  left join public.notices running on running.household_id = w.household_id and running.meter_id = w.meter_id
    and running.kind = 'running-water' and running.ended_at is null
$$;

-- How long a meter was quiet on the last 14 days on which it spoke by itself: the gaps that ended on each, in seconds. Days that are not
-- packed yet (a reading a row) are read only of a meter with fewer than four packed ones; they alone know the middle and the 95th of a hundred.
create function private.meter_gaps(p_meters bigint[])
returns table (meter_id bigint, day date, gaps integer, median_s integer, high_s integer, longest_s integer)
language sql stable security definer set search_path = '' as $$
  with packed as (
    select s.meter_id, p.*, p.starts - lag(p.ends) over (partition by s.meter_id order by p.day) as before_s
    from public.meter_state s cross join lateral (
      select d.day, d.n, extract(epoch from d.day)::bigint + d.first_s as starts,
        extract(epoch from d.day)::bigint + d.first_s + coalesce(d.step_s * (d.n - 1), o.total) as ends, coalesce(d.step_s, o.longest) as inside_s
      from public.packed_days d
      cross join lateral (select sum(x)::bigint as total, max(x) as longest from unnest(d.offsets) x) o
      where d.household_id = s.household_id and d.meter_id = s.meter_id and d.n > 0 and d.sources is null
      order by d.day desc limit 14
    ) p
    where s.meter_id = any (p_meters)
  ), young as (
    select m as meter_id from unnest(p_meters) m
    except select p.meter_id from packed p group by p.meter_id having count(*) >= 4
  ), open as (
    select y.meter_id, (r.at at time zone 'UTC')::date as day,
      extract(epoch from r.at - lag(r.at) over (partition by y.meter_id order by r.at))::integer as gap_s
    from young y join public.open_readings r on r.meter_id = y.meter_id and r.source % 4 = 0
  )
  select p.meter_id, p.day, p.n - 1 + (p.before_s is not null)::integer, null, null, greatest(p.before_s, nullif(p.inside_s, 0))::integer
  from packed p where p.n > 1 or p.before_s is not null
  union all
  select o.meter_id, o.day, count(*)::integer, percentile_disc(0.5) within group (order by o.gap_s), percentile_disc(0.95) within group (order by o.gap_s),
    max(o.gap_s)
  from open o where o.gap_s is not null group by o.meter_id, o.day
$$;

-- The whole quarter-hours since p_from: of the last two days none is packed.
create function private.recent_quarters(p_meters bigint[], p_from bigint)
returns table (meter_id bigint, start bigint, used bigint, estimated bigint, imported bigint, covered_s integer)
language sql stable security definer set search_path = '' as $$
  select s.meter_id, extract(epoch from q.start)::bigint, q.used, q.estimated, q.imported, q.covered_s
  from public.meter_state s join public.usage_quarter q on q.household_id = s.household_id and q.meter_id = s.meter_id
    and q.start >= to_timestamp(p_from) and q.start < s.quarter
  where s.meter_id = any (p_meters) order by s.meter_id, q.start
$$;

-- The longest time between two readings that had used something, in the last three hours of [from, to) and in all of it.
create function private.stillness(p_meters bigint[], p_from bigint[], p_to bigint[])
returns table (meter_id bigint, recent_s integer, whole_s integer)
language sql stable security definer set search_path = '' as $$
  with reading as (
    select a.*, r.at + make_interval(secs => coalesce(r.span_s, 0)) as ends,
      case when r.span_s is null then r.value - lag(r.value) over (partition by a.meter order by r.at) else r.value end as used
    from unnest(p_meters, p_from, p_to) a (meter, f, t)
    join public.open_readings r on r.meter_id = a.meter
      and r.at >= to_timestamp(a.f) - interval '70 minutes' and r.at <= to_timestamp(a.t) + interval '70 minutes'
  ), gap as (
    select meter, f, t, extract(epoch from lag(ends) over (partition by meter order by ends))::bigint as begins, extract(epoch from ends)::bigint as ends
    from reading where used > 0
  )
  select meter, max(ends - begins) filter (where begins >= t - 10800)::integer, max(ends - begins)::integer
  from gap where begins >= f and begins < t group by meter
$$;

-- What was used since each instant: the sum of the four places, the quarter that is filling among them.
create function private.used_since(p_meters bigint[], p_since bigint[])
returns table (meter_id bigint, used bigint)
language sql stable security definer set search_path = '' as $$
  select s.meter_id, (coalesce((
      select sum(d.used[i]) from public.packed_days d cross join generate_series(1, 96) i
      where d.household_id = s.household_id and d.meter_id = s.meter_id and d.used is not null and d.day >= (a.since at time zone 'UTC')::date
        and (d.day::timestamp at time zone 'UTC') + (i - 1) * interval '15 minutes' >= a.since), 0)
    + coalesce((select sum(q.used) from public.usage_quarter q where q.household_id = s.household_id and q.meter_id = s.meter_id and q.start >= a.since), 0)
    + coalesce((select sum(private.share(l.used, l.start, l.ends, greatest(l.start, a.since), l.ends)) from public.usage_stretch l
      where l.household_id = s.household_id and l.meter_id = s.meter_id and l.ends > a.since), 0)
    + case when s.quarter >= a.since then s.used else 0 end)::bigint
  from unnest(p_meters, p_since) u (meter, since_s) cross join lateral (select to_timestamp(u.since_s) as since) a
  join public.meter_state s on s.meter_id = u.meter
$$;

-- The meters that contain this one.
create function private.meters_above(p_household uuid, p_meter bigint) returns bigint[]
language sql stable security definer set search_path = '' as $$
  with recursive up as (
    select m.parent_meter_id as id from public.meters m where m.household_id = p_household and m.id = p_meter
    union
    select m.parent_meter_id from up join public.meters m on m.household_id = p_household and m.id = up.id
  ) select coalesce(array_agg(id) filter (where id is not null), '{}') from up
$$;

-- What a look found: {looks, begun, ended, lasting}. Water that runs through a meter and through what contains it is one notice: the inner one's.
create function private.write_looks(p_now bigint, p_found jsonb) returns void
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

  -- Only the last two days were looked at: an earlier low stands.
  update public.notices n set figures = jsonb_set(l.figures, '{lowestMlPerHour}',
    to_jsonb(least((n.figures ->> 'lowestMlPerHour')::bigint, (l.figures ->> 'lowestMlPerHour')::bigint)))
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

create function private.forget_old_notices(p_now bigint) returns void
language sql security definer set search_path = '' as $$
  delete from public.notices where ended_at < to_timestamp(p_now) - interval '400 days'
$$;

-- What a person wants to be mailed about; null: as their role in the household suggests (owners and members yes, viewers no).
alter table public.profiles add column mail_running_water boolean, add column mail_silent_meter boolean;
grant update (mail_running_water, mail_silent_meter) on public.profiles to authenticated;

-- Who was told of what by mail.
create table private.notice_mails (
  household_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  began_at timestamptz not null default now(),
  -- When they were told that it is over.
  ended_at timestamptz,
  primary key (household_id, notice_id, user_id),
  foreign key (household_id, notice_id) references public.notices (household_id, id) on delete cascade
);
create index notice_mails_person on private.notice_mails (user_id, began_at);
revoke all on private.notice_mails from public, anon, authenticated, wattershed_engine;

alter table private.waiting_mails
  add column notices_to uuid references public.profiles (user_id) on delete cascade,
  add column notices_of uuid references public.households (id) on delete cascade,
  -- What the mail that was taken last says: [{id, phase}].
  add column notice_items jsonb,
  drop constraint waiting_mails_kind_check,
  add constraint waiting_mails_kind_check
    check (kind in ('contact', 'contact-received', 'faq-answered', 'faq-rejected', 'account-ending', 'notices')),
  drop constraint waiting_mails_check,
  add constraint waiting_mails_check
    check (num_nonnulls(message_id, request_id, ending_of, notices_to) = 1 and (notices_to is null) = (notices_of is null));
create unique index waiting_mails_notices on private.waiting_mails (notices_to, notices_of) where notices_to is not null;

-- What there is to tell each person who wants to hear it: what has begun and lasts, and the end of what they were told of. At most four
-- mails a day that say something began; of these two about silent meters alone: one that comes and goes shall not hide running water.
create function private.notices_to_mail(p_now timestamptz)
returns table (user_id uuid, household_id uuid, notice_id uuid, phase text, kind text)
language sql stable security definer set search_path = '' as $$
  select hm.user_id, n.household_id, n.id, 'began', n.kind
  from public.notices n join public.household_members hm on hm.household_id = n.household_id
  join public.profiles p on p.user_id = hm.user_id
  where n.ended_at is null and n.dismissed_at is null and n.mail_at <= p_now and n.noticed_at > p_now - interval '1 day' and not p.is_guest
    and case n.kind when 'running-water' then coalesce(p.mail_running_water, hm.role <> 'viewer') else coalesce(p.mail_silent_meter, hm.role <> 'viewer') end
    and not exists (select from private.notice_mails t where t.household_id = n.household_id and t.notice_id = n.id and t.user_id = hm.user_id)
    and (select count(distinct t.began_at) from private.notice_mails t join public.notices o on o.household_id = t.household_id and o.id = t.notice_id
      where t.user_id = hm.user_id and t.household_id = n.household_id and t.began_at > p_now - interval '1 day'
        and (n.kind = 'running-water' or o.kind = 'silent-meter')) < case n.kind when 'running-water' then 4 else 2 end
  union all
  select t.user_id, t.household_id, n.id, 'ended', n.kind
  from public.notices n join private.notice_mails t on t.household_id = n.household_id and t.notice_id = n.id and t.ended_at is null
  join public.household_members hm on hm.household_id = n.household_id and hm.user_id = t.user_id
  join public.profiles p on p.user_id = hm.user_id
  where n.ended_at > p_now - interval '1 day' and n.ended_at is not null
    and case n.kind when 'running-water' then coalesce(p.mail_running_water, hm.role <> 'viewer') else coalesce(p.mail_silent_meter, hm.role <> 'viewer') end
$$;

-- One mail for a person and household waits at a time, and says what there is to say when it is sent.
create function private.queue_notice_mails(p_now bigint) returns void
language sql security definer set search_path = '' as $$
  insert into private.waiting_mails (kind, notices_to, notices_of)
  select distinct 'notices', t.user_id, t.household_id from private.notices_to_mail(to_timestamp(p_now)) t
  on conflict do nothing
$$;

-- As before, with notices; one that has nothing to say any more is dropped.
drop function private.take_waiting_mails(integer, integer, boolean);
create function private.take_waiting_mails(p_most integer, p_lease_s integer, p_operator boolean)
returns table (id bigint, kind text, attempts integer, recipient text, reference text, language text, name text, email text, phone text, topic text,
  subject text, message text, sent_at timestamptz, question text, reason text, entry_key text, answer text, asked_at timestamptz,
  due_at timestamptz, time_zone text, country text, units text, notices jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_mails w where w.kind <> 'contact' and w.created_at < now() - interval '3 days';
  if exists (select from private.waiting_mails w where w.kind = 'notices' and w.due_at <= now()) then
    with told as materialized (
      select t.user_id, t.household_id, jsonb_agg(jsonb_build_object('id', t.notice_id, 'phase', t.phase)) as items
      from private.notices_to_mail(now()) t group by t.user_id, t.household_id
    ), empty as (
      delete from private.waiting_mails w where w.kind = 'notices' and w.due_at <= now()
        and not exists (select from told where told.user_id = w.notices_to and told.household_id = w.notices_of)
    )
    update private.waiting_mails w set notice_items = told.items from told
    where w.kind = 'notices' and w.due_at <= now() and w.notices_to = told.user_id and w.notices_of = told.household_id;
  end if;
  return query
  with due as (
    select w.id from private.waiting_mails w where w.due_at <= now() and (p_operator or w.kind <> 'contact')
    order by w.due_at limit p_most for update skip locked
  ), taken as (
    update private.waiting_mails w set attempts = w.attempts + 1,
      due_at = now() + make_interval(secs => greatest(p_lease_s, least(3600, 30 * 2 ^ least(w.attempts, 7))))
    from due where w.id = due.id
    returning w.id, w.kind, w.attempts, w.message_id, w.request_id, w.ending_of, w.notices_to, w.notices_of, w.notice_items
  )
  select t.id, t.kind, t.attempts,
    case t.kind when 'contact' then null when 'contact-received' then m.email when 'account-ending' then u.email::text
      when 'notices' then u.email::text else r.email end,
    left(m.id::text, 8), coalesce(m.language, r.language, p.language), m.name, m.email, m.phone, m.topic, m.subject, m.message, m.created_at,
    coalesce(case r.language when 'es' then e.question_es when 'hi' then e.question_hi else e.question_en end, r.question), r.reason, e.key,
    case r.language when 'es' then e.answer_es when 'hi' then e.answer_hi else e.answer_en end,
    a.asked_at, a.due_at, coalesce(home.time_zone, (
      select h.time_zone from public.household_members hm join public.households h on h.id = hm.household_id
      where hm.user_id = a.user_id order by hm.created_at, h.id limit 1), 'UTC'),
    home.country, home.units,
    (select jsonb_agg(jsonb_build_object('kind', n.kind, 'phase', i.phase, 'device', d.name, 'room', d.room, 'since', n.since, 'endedAt', n.ended_at,
        'figures', n.figures) order by i.phase, n.kind, n.since)
      from jsonb_to_recordset(t.notice_items) i (id uuid, phase text)
      join public.notices n on n.household_id = t.notices_of and n.id = i.id
      join public.meters me on me.household_id = n.household_id and me.id = n.meter_id
      join public.connected_devices d on d.household_id = me.household_id and d.id = me.device_id)
  from taken t left join public.contact_messages m on m.id = t.message_id
  left join public.faq_requests r on r.id = t.request_id left join public.faq_entries e on e.id = r.entry_id
  left join public.account_endings a on a.user_id = t.ending_of
  left join public.households home on home.id = t.notices_of
  left join auth.users u on u.id = coalesce(a.user_id, t.notices_to) left join public.profiles p on p.user_id = coalesce(a.user_id, t.notices_to)
  order by t.id;
end $$;

create or replace function private.settle_mail(p_id bigint, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare done private.waiting_mails;
begin
  delete from private.waiting_mails w where w.id = p_id returning * into done;
  if p_sent and done.kind = 'contact' then
    update public.contact_messages set mailed_at = now() where id = done.message_id;
  end if;
  -- Refused for good counts as told: the same mail would be refused again.
  if done.kind = 'notices' then
    insert into private.notice_mails (household_id, notice_id, user_id)
    select n.household_id, n.id, done.notices_to from jsonb_to_recordset(done.notice_items) i (id uuid, phase text)
    join public.notices n on n.household_id = done.notices_of and n.id = i.id where i.phase = 'began'
    on conflict do nothing;
    update private.notice_mails t set ended_at = now() from jsonb_to_recordset(done.notice_items) i (id uuid, phase text)
    where t.household_id = done.notices_of and t.notice_id = i.id and t.user_id = done.notices_to and i.phase = 'ended';
  end if;
end $$;

grant execute on function private.may_look(), private.meters_to_look_at(bigint, integer, bigint), private.meter_gaps(bigint[]),
  private.recent_quarters(bigint[], bigint), private.stillness(bigint[], bigint[], bigint[]), private.used_since(bigint[], bigint[]),
  private.write_looks(bigint, jsonb), private.forget_old_notices(bigint), private.queue_notice_mails(bigint),
  private.take_waiting_mails(integer, integer, boolean) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
