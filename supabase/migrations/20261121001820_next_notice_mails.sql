-- Mails about notices are written for one household at a time, and only those that go next: to take five of a thousand looked at everything
-- there was to tell.

-- What there is to tell each person who wants to hear it: what has begun and lasts, and the end of what they were told of. At most four
-- mails a day that say something began; of these two about silent meters alone: one that comes and goes shall not hide running water.
drop function private.notices_to_mail(timestamptz);
create function private.notices_to_mail(p_household uuid, p_now timestamptz)
returns table (user_id uuid, notice_id uuid, phase text)
language sql stable security definer set search_path = '' as $$
  select hm.user_id, n.id, 'began'
  from public.notices n join public.household_members hm on hm.household_id = n.household_id
  join public.profiles p on p.user_id = hm.user_id
  where n.household_id = p_household and n.ended_at is null and n.dismissed_at is null and n.mail_at <= p_now and n.noticed_at > p_now - interval '1 day' and not p.is_guest
    and case n.kind when 'running-water' then coalesce(p.mail_running_water, hm.role <> 'viewer') else coalesce(p.mail_silent_meter, hm.role <> 'viewer') end
    and not exists (select from private.notice_mails t where t.household_id = n.household_id and t.notice_id = n.id and t.user_id = hm.user_id)
    and (select count(distinct t.began_at) from private.notice_mails t join public.notices o on o.household_id = t.household_id and o.id = t.notice_id
      where t.user_id = hm.user_id and t.household_id = n.household_id and t.began_at > p_now - interval '1 day'
        and (n.kind = 'running-water' or o.kind = 'silent-meter')) < case n.kind when 'running-water' then 4 else 2 end
  union all
  select t.user_id, n.id, 'ended'
  from public.notices n join private.notice_mails t on t.household_id = n.household_id and t.notice_id = n.id and t.ended_at is null
  join public.household_members hm on hm.household_id = n.household_id and hm.user_id = t.user_id
  join public.profiles p on p.user_id = hm.user_id
  where n.household_id = p_household and n.ended_at > p_now - interval '1 day'
    and case n.kind when 'running-water' then coalesce(p.mail_running_water, hm.role <> 'viewer') else coalesce(p.mail_silent_meter, hm.role <> 'viewer') end
$$;

-- One mail for a person and household waits at a time, and says what there is to say when it is sent.
create or replace function private.queue_notice_mails(p_now bigint) returns void
language sql security definer set search_path = '' as $$
  insert into private.waiting_mails (kind, notices_to, notices_of)
  select distinct 'notices', t.user_id, home.household_id
  from (select distinct n.household_id from public.notices n
    where n.ended_at is null and n.dismissed_at is null and n.mail_at <= to_timestamp(p_now) and n.noticed_at > to_timestamp(p_now) - interval '1 day'
      or n.ended_at > to_timestamp(p_now) - interval '1 day') home,
    private.notices_to_mail(home.household_id, to_timestamp(p_now)) t
  on conflict do nothing
$$;

-- What the next mails about notices say, made anew for each try; those that have nothing to say any more are dropped. Answers which are ready.
create function private.write_notice_mails(p_most integer) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  ready bigint[];
  dropped integer;
begin
  loop
    with due as materialized (
      select w.id, w.notices_to, w.notices_of from private.waiting_mails w
      where w.kind = 'notices' and w.due_at <= now() order by w.due_at limit p_most for update skip locked
    ), told as materialized (
      select due.id, (select jsonb_agg(jsonb_build_object('id', t.notice_id, 'phase', t.phase))
        from private.notices_to_mail(due.notices_of, now()) t where t.user_id = due.notices_to) as items
      from due
    ), written as (
      update private.waiting_mails w set notice_items = told.items from told where w.id = told.id and told.items is not null returning w.id
    ), empty as (
      delete from private.waiting_mails w using told where w.id = told.id and told.items is null returning w.id
    )
    select coalesce((select array_agg(written.id) from written), '{}'), (select count(*) from empty) into ready, dropped;
    exit when dropped = 0;
  end loop;
  return ready;
end $$;

-- As before, with what was just written.
create or replace function private.take_waiting_mails(p_most integer, p_lease_s integer, p_operator boolean)
returns table (id bigint, kind text, attempts integer, recipient text, reference text, language text, name text, email text, phone text, topic text,
  subject text, message text, sent_at timestamptz, question text, reason text, entry_key text, answer text, asked_at timestamptz,
  due_at timestamptz, time_zone text, country text, units text, notices jsonb)
language plpgsql security definer set search_path = '' as $$
declare about_notices bigint[];
begin
  delete from private.waiting_mails w where w.kind <> 'contact' and w.created_at < now() - interval '3 days';
  about_notices := private.write_notice_mails(p_most);
  return query
  with due as (
    select w.id from private.waiting_mails w
    where w.due_at <= now() and (p_operator or w.kind <> 'contact') and (w.kind <> 'notices' or w.id = any (about_notices))
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

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
