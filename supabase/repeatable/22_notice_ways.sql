-- What is chosen, or else what the catalogue says; by mail nothing is told unasked to who may only look.
create or replace function private.wants_notice(p_user uuid, p_role text, p_way text, p_kind text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select coalesce(w.is_wanted, case p_way when 'mail' then k.by_mail and p_role <> 'viewer' else k.by_message end)
  from private.notice_kinds k left join public.notice_wishes w on w.user_id = p_user and w.way = p_way and w.kind_group = k.kind_group
  where k.id = p_kind
  );
end $$;

-- Until when it is quiet by the clock of a home; null: it is not. From 22:00 to 7:00 goes over midnight.
create or replace function private.quiet_until(p_starts time, p_ends time, p_zone text, p_now timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when p_starts < p_ends and l.clock >= p_starts and l.clock < p_ends then (l.day + p_ends) at time zone p_zone
    when p_starts > p_ends and l.clock >= p_starts then (l.day + 1 + p_ends) at time zone p_zone
    when p_starts > p_ends and l.clock < p_ends then (l.day + p_ends) at time zone p_zone
  end
  from (select (p_now at time zone p_zone)::time as clock, (p_now at time zone p_zone)::date as day) l
$$;

-- Null: not somebody who may (a guest), or they have as many as they may. A browser tells its last person only: another one on the same device takes over.
create or replace function private.save_notice_way(p_user uuid, p_way text, p_label text, p_host text, p_sealed text, p_fingerprint text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  perform from public.profiles p where p.user_id = p_user and not p.is_guest for no key update;
  if not found then return null; end if;
  delete from public.notice_ways w where w.fingerprint = p_fingerprint;
  if (select count(*) from public.notice_ways w where w.user_id = p_user) >= 20 then return null; end if;
  insert into public.notice_ways (user_id, way, label, host, sealed, fingerprint)
  values (p_user, p_way, p_label, p_host, p_sealed, p_fingerprint) returning id into made;
  return made;
end $$;

-- Made once: of two that make them at the same time both get the first's. p_lost: what cannot be opened any more.
create or replace function private.keep_vapid(p_made text, p_lost text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  update private.settings set vapid_sealed = p_made where p_made is not null and vapid_sealed is not distinct from p_lost;
  return (select s.vapid_sealed from private.settings s);
end $$;

-- A notice is told once by each way, and its end to whom its beginning was told. At most three a day that are no alarm: of a dozen meters that fall
-- silent with their router nobody wants a dozen messages.
create or replace function private.queue_notice_deliveries(p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare home uuid;
begin
  for home in select distinct n.household_id from public.notices n
    where n.ended_at is null and n.dismissed_at is null and n.mail_at <= p_now and n.noticed_at > p_now - interval '1 day'
      or n.ended_at > p_now - interval '1 day' and n.meter_id is not null
  loop
    perform private.queue_deliveries_of(home, p_now);
  end loop;
end $$;

create or replace function private.queue_deliveries_of(p_household uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kinds constant text[] := array(select distinct n.kind from public.notices n where n.household_id = p_household and (n.ended_at is null or n.ended_at > p_now - interval '1 day'));
  told constant text[] := array(select k from unnest(kinds) k where private.is_told_of(p_household, k));
  ways uuid[];
  people uuid[];
  roles text[];
  names text[];
  made timestamptz[];
  wish_ways uuid[];
  wish_kinds text[];
  wish_since timestamptz[];
begin
  select array_agg(w.id), array_agg(hm.user_id), array_agg(hm.role), array_agg(w.way), array_agg(w.created_at) into ways, people, roles, names, made
  from public.household_members hm join public.profiles p on p.user_id = hm.user_id and not p.is_guest
  join public.notice_ways w on w.user_id = hm.user_id and w.sealed is not null where hm.household_id = p_household;
  select array_agg(w.id), array_agg(k), array_agg(w.made) into wish_ways, wish_kinds, wish_since
  from unnest(ways, people, roles, names, made) w (id, person, role, way, made) cross join unnest(kinds) k
  where private.wants_notice(w.person, w.role, w.way, k);
  with news as (
    select w.id as way_id, n.id as notice_id, k.is_alert, row_number() over (partition by w.id, k.is_alert order by n.noticed_at, n.id) as place
    from public.notices n join private.notice_kinds k on k.id = n.kind
    join unnest(wish_ways, wish_kinds, wish_since) w (id, kind, since) on w.kind = n.kind and w.since <= n.noticed_at
    where n.household_id = p_household and n.ended_at is null and n.dismissed_at is null and n.mail_at <= p_now and n.noticed_at > p_now - interval '1 day'
      and not exists (select from private.notice_deliveries d where d.household_id = p_household and d.way_id = w.id and d.notice_id = n.id and d.phase = 'began')
  )
  insert into private.notice_deliveries (way_id, household_id, notice_id, phase, created_at, due_at)
  select f.way_id, p_household, f.notice_id, 'began', p_now, p_now from news f
  where f.is_alert or f.place + (select count(*) from private.notice_deliveries d join public.notices o on o.household_id = p_household and o.id = d.notice_id
    join private.notice_kinds k on k.id = o.kind
    where d.way_id = f.way_id and d.household_id = p_household and d.phase = 'began' and not k.is_alert and d.created_at > p_now - interval '1 day') <= 3
  on conflict do nothing;
  -- A budget that is not passed any more is no news.
  insert into private.notice_deliveries (way_id, household_id, notice_id, phase, created_at, due_at)
  select d.way_id, p_household, d.notice_id, 'ended', p_now, p_now
  from public.notices n join private.notice_deliveries d on d.household_id = p_household and d.notice_id = n.id
  where n.household_id = p_household and n.ended_at > p_now - interval '1 day' and n.meter_id is not null and n.kind = any (told) and d.phase = 'began' and d.done_at is not null
    and not exists (select from private.notice_deliveries e where e.household_id = p_household and e.way_id = d.way_id and e.notice_id = d.notice_id and e.phase = 'ended')
  on conflict do nothing;
end $$;

-- Those whose time has come, and nobody else's until they are due again: what was not settled is sent again then, under the same id. Each pause is
-- three times as long as the one before, from a minute to six hours.
create or replace function private.take_notice_deliveries(p_now timestamptz, p_most integer)
returns table (id uuid, attempts integer, created_at timestamptz, way_id uuid, way text, sealed text, phase text, language text, household uuid, home text,
  time_zone text, country text, units text, notice uuid, kind text, device text, device_id uuid, utility text, since timestamptz, ended_at timestamptz, figures jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  place uuid;
  delivery uuid;
  due record;
  quiet timestamptz;
  again timestamptz;
  taken integer := 0;
begin
  for place, delivery in
    select d.household_id, d.id from private.notice_deliveries d where d.done_at is null and d.given_up_at is null and d.due_at <= p_now
    order by d.due_at, d.id
  loop
    exit when taken >= p_most;
    perform from private.notice_deliveries d where d.household_id = place and d.id = delivery and d.done_at is null and d.given_up_at is null and d.due_at <= p_now
      for update skip locked;
    continue when not found;
    select d.phase, d.created_at, d.attempts, d.way_id, w.user_id, w.way, w.sealed, n.kind, d.phase = 'began' and (d.attempts = 0 or d.failed_at is not null)
      and (n.ended_at is not null or n.dismissed_at is not null) as is_over, k.is_alert, h.time_zone into due
    from private.notice_deliveries d join public.notice_ways w on w.id = d.way_id join public.notices n on n.household_id = place and n.id = d.notice_id
    join private.notice_kinds k on k.id = n.kind join public.households h on h.id = place
    where d.household_id = place and d.id = delivery;
    continue when not found;
    -- What is over or dismissed before it was told, is not wanted any more, or is of a home that was left: there is nothing to tell.
    if due.is_over or private.wants_notice(due.user_id, private.role_in(due.user_id, place), due.way, due.kind) is not true
      or private.role_in(due.user_id, place) is null then
      delete from private.notice_deliveries d where d.household_id = place and d.id = delivery;
      continue;
    end if;
    -- Programs do not sleep: a webhook is told at any time.
    if due.way <> 'webhook' and (due.phase = 'ended' or not due.is_alert) then
      select private.quiet_until(q.starts, q.ends, due.time_zone, p_now) into quiet from public.notice_quiet_hours q where q.user_id = due.user_id;
      if quiet is not null then
        update private.notice_deliveries d set due_at = quiet where d.household_id = place and d.id = delivery;
        continue;
      end if;
    end if;
    if due.created_at < p_now - interval '1 day' then
      update private.notice_deliveries d set given_up_at = p_now where d.household_id = place and d.id = delivery;
      update public.notice_ways w set missed_at = p_now where w.id = due.way_id;
      continue;
    end if;
    continue when due.sealed is null;
    again := p_now + least(interval '6 hours', interval '1 minute' * 3 ^ least(due.attempts, 6));
    update private.notice_deliveries d set attempts = d.attempts + 1, failed_at = null, due_at = again where d.household_id = place and d.id = delivery;
    taken := taken + 1;
    return query select t.id, t.attempts, t.created_at, w.id, w.way, w.sealed, t.phase, p.language, hh.id, hh.name, hh.time_zone, hh.country, hh.units,
      n.id, n.kind, d.name, d.id, coalesce(n.utility, m.utility), n.since, n.ended_at, n.figures
    from private.notice_deliveries t join public.notice_ways w on w.id = t.way_id join public.profiles p on p.user_id = w.user_id
    join public.households hh on hh.id = place
    join public.notices n on n.household_id = place and n.id = t.notice_id
    left join public.meters m on m.household_id = place and m.id = n.meter_id
    left join public.connected_devices d on d.household_id = place and d.id = m.device_id
    where t.household_id = place and t.id = delivery;
  end loop;
end $$;

-- What came of it. `gone`: its browser has ended the subscription; it stays to be seen, and nothing more is sent.
create or replace function private.note_notice_way(p_way uuid, p_fault text, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.notice_ways set fault = p_fault, fault_at = case when p_fault is not null then coalesce(fault_at, p_now) end,
    last_ok_at = case when p_fault is null then p_now else last_ok_at end,
    missed_at = case when p_fault is null then null when p_fault = 'gone' then p_now else missed_at end,
    sealed = case when p_fault is distinct from 'gone' then sealed end, fingerprint = case when p_fault is distinct from 'gone' then fingerprint end
  where id = p_way;
  update private.notice_deliveries set given_up_at = p_now where p_fault = 'gone' and way_id = p_way and done_at is null and given_up_at is null;
end $$;

create or replace function private.settle_notice_delivery(p_id uuid, p_fault text, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare told uuid;
begin
  update private.notice_deliveries set done_at = case when p_fault is null then p_now end, failed_at = case when p_fault is not null then p_now end
  where id = p_id returning way_id into told;
  perform private.note_notice_way(told, p_fault, p_now);
end $$;

create or replace function private.notice_way_of(p_user uuid, p_id uuid)
returns table (way text, sealed text, language text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select w.way, w.sealed, p.language from public.notice_ways w join public.profiles p on p.user_id = w.user_id where w.id = p_id and w.user_id = p_user;
end $$;

-- By the link of a mail: whoever has it needs no session, and nothing else can be done with it.
create or replace function private.refuse_notice_mails(p_user uuid, p_groups text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notice_wishes (user_id, way, kind_group, is_wanted)
  select p.user_id, 'mail', g.id, false from public.profiles p cross join unnest(p_groups) g (id) where p.user_id = p_user
  on conflict (user_id, way, kind_group) do update set is_wanted = false;
end $$;

-- A browser that has ended its subscription is told of for a month.
create or replace function private.forget_gone_ways(p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
 delete from public.notice_ways where fault = 'gone' and fault_at < p_now - interval '30 days';
end $$;

-- A browser is known by its name, the rest by where it is.
create trigger note_way_made after insert on public.notice_ways for each row when (not private.is_worker() and new.way <> 'push')
  execute function private.note_account_change('notice-way-made', 'host', 'mailed');
create trigger note_way_removed after delete on public.notice_ways for each row when (not private.is_worker() and old.way <> 'push')
  execute function private.note_account_change('notice-way-removed', 'host');
create trigger note_device_made after insert on public.notice_ways for each row when (not private.is_worker() and new.way = 'push')
  execute function private.note_account_change('notice-way-made', 'label');
create trigger note_device_removed after delete on public.notice_ways for each row when (not private.is_worker() and old.way = 'push')
  execute function private.note_account_change('notice-way-removed', 'label');

grant select (id, user_id, way, label, host, fingerprint, created_at, last_ok_at, fault, fault_at, missed_at), update (label), delete on public.notice_ways to authenticated;
grant select, insert, update (is_wanted) on public.notice_wishes to authenticated;
grant select, insert, update (starts, ends), delete on public.notice_quiet_hours to authenticated;

create policy ways_read on public.notice_ways for select to authenticated using (user_id = private.me());
create policy ways_change on public.notice_ways for update to authenticated using (user_id = private.me()) with check (user_id = private.me());
create policy ways_end on public.notice_ways for delete to authenticated using (user_id = private.me());
create policy wishes_read on public.notice_wishes for select to authenticated using (user_id = private.me());
create policy wishes_add on public.notice_wishes for insert to authenticated with check (user_id = private.me());
create policy wishes_change on public.notice_wishes for update to authenticated using (user_id = private.me()) with check (user_id = private.me());
create policy quiet_hours_read on public.notice_quiet_hours for select to authenticated using (user_id = private.me());
create policy quiet_hours_add on public.notice_quiet_hours for insert to authenticated with check (user_id = private.me());
create policy quiet_hours_change on public.notice_quiet_hours for update to authenticated using (user_id = private.me()) with check (user_id = private.me());
create policy quiet_hours_end on public.notice_quiet_hours for delete to authenticated using (user_id = private.me());

grant execute on function private.save_notice_way, private.keep_vapid, private.queue_notice_deliveries, private.take_notice_deliveries,
  private.note_notice_way, private.settle_notice_delivery, private.notice_way_of, private.refuse_notice_mails, private.forget_gone_ways to wattershed_engine;
