create or replace function private.configure(p_guest_domain text) returns void
language plpgsql security definer set search_path = '' as $$
begin
 update private.settings set guest_domain = p_guest_domain;
end $$;

-- Seconds to wait, or 0 when one more was taken. Calls of one person wait for each other on the row, so no race takes more.
create or replace function private.take_allowance(p_kind text, p_who text, p_count integer, p_seconds integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  opened timestamptz := to_timestamp(floor(extract(epoch from now()) / p_seconds) * p_seconds);
  taken integer;
begin
  insert into private.allowances as a (kind, who, window_start, used) values (p_kind, p_who, opened, 1)
  on conflict (kind, who, window_start) do update set used = a.used + 1 where a.used < p_count
  returning used into taken;
  if taken is not null then return 0; end if;
  return greatest(1, ceil(extract(epoch from opened + make_interval(secs => p_seconds) - now()))::integer);
end $$;

create or replace function private.forget_allowances() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.allowances where window_start < now() - interval '2 days';
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

create or replace function private.mail_queue(out waiting integer, out oldest_at timestamptz, out max_attempts integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer, min(created_at), coalesce(max(attempts), 0) from private.waiting_mails
$$;

-- For the report on this installation's health.
create or replace function private.database_facts(out migration text, out connections integer, out busy integer, out newest_reading timestamptz, out bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('private_migrations.applied') is not null then
    execute 'select max(name) from private_migrations.applied' into migration;
  end if;
  select count(*), count(*) filter (where a.state = 'active') into connections, busy from pg_catalog.pg_stat_activity a
  where a.datname = current_database() and a.backend_type = 'client backend';
  select max(s.last_at) into newest_reading from public.meter_state s
  where s.household_id is distinct from (select demo_household_id from private.settings);
  bytes := pg_database_size(current_database());
end $$;

-- The language chosen on the Profile is also the one of the mails that sign-in sends.
create or replace function private.carry_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users u set raw_user_meta_data = coalesce(u.raw_user_meta_data::jsonb, '{}') || jsonb_build_object('language', new.language)
  where u.id = new.user_id;
  return null;
end $$;

-- What a mail says of its notices.
create or replace function private.mailed_notices(p_household uuid, p_items jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select jsonb_agg(jsonb_build_object('kind', n.kind, 'phase', i.phase, 'device', d.name, 'room', d.room, 'utility', coalesce(n.utility, m.utility), 'since', n.since,
    'endedAt', n.ended_at, 'figures', n.figures) order by i.phase, n.kind, n.since)
  from jsonb_to_recordset(p_items) i (id uuid, phase text)
  join public.notices n on n.household_id = p_household and n.id = i.id
  left join public.meters m on m.household_id = p_household and m.id = n.meter_id
  left join public.connected_devices d on d.household_id = p_household and d.id = m.device_id
  );
end $$;

create or replace function private.take_waiting_mails(p_most integer, p_lease_s integer, p_operator boolean)
returns table (id bigint, kind text, attempts integer, recipient text, reference text, language text, name text, email text, phone text, topic text,
  subject text, message text, sent_at timestamptz, question text, reason text, entry_key text, answer text, asked_at timestamptz,
  due_at timestamptz, time_zone text, country text, units text, notices jsonb, token text, role text, event text, event_name text, user_agent text, html text, notices_to uuid)
language plpgsql security definer set search_path = '' as $$
declare
  about_notices bigint[];
  one record;
  happened private.account_events;
  person uuid;
  told jsonb;
  zone text;
  event text;
  again timestamptz;
begin
  perform private.take_home_events();
  delete from private.waiting_mails w where w.kind <> 'contact' and w.created_at < now() - interval '3 days';
  delete from private.waiting_mails w using public.household_invitations i where i.id = w.invitation_id and not private.is_open(i.used_at, i.revoked_at, i.expires_at, now());
  for one in select w.id, w.report_to, w.report_of from private.waiting_mails w where w.kind = 'report' loop
    if not private.wants_report(one.report_to, one.report_of) then delete from private.waiting_mails w where w.id = one.id; end if;
  end loop;
  about_notices := private.write_notice_mails(p_most);
  -- One after the other: what each tells lies in other places.
  for one in
    select due.* from (
      select w.* from private.waiting_mails w
      where w.due_at <= now() and (p_operator or w.kind <> 'contact') and (w.kind <> 'notices' or w.id = any (about_notices))
      order by w.due_at limit p_most for update skip locked) due order by due.id
  loop
    again := now() + make_interval(secs => greatest(p_lease_s, least(3600, 30 * 2 ^ least(one.attempts, 7))));
    update private.waiting_mails w set attempts = w.attempts + 1, due_at = again where w.id = one.id;
    select e.* into happened from private.account_events e where e.id = one.event_id;
    event := case when happened.id is not null then private.event_name(happened.name, happened.about) end;
    person := coalesce(one.ending_of, one.notices_to, one.report_to, (select v.made_by from public.household_invitations v where v.id = one.invitation_id), happened.user_id);
    told := private.mailed_notices(one.notices_of, one.notice_items);
    select h.time_zone into zone from public.households h where h.id = coalesce(one.notices_of, one.report_of, (
      select v.household_id from public.household_invitations v where v.id = one.invitation_id), private.first_household(coalesce(one.ending_of, happened.user_id)));
    return query select one.id, one.kind, one.attempts + 1,
      case one.kind when 'contact' then null when 'contact-received' then m.email when 'account-ending' then u.email::text
        when 'notices' then u.email::text when 'report' then u.email::text when 'account-event' then u.email::text when 'invitation' then v.email else r.email end,
      left(m.id::text, 8), coalesce(m.language, r.language, p.language), m.name, coalesce(m.email, nullif(case one.kind when 'invitation' then u.email::text end, '')),
      m.phone, m.topic, coalesce(m.subject, one.subject), coalesce(m.message, one.body), coalesce(m.created_at, happened.at),
      coalesce(e.question ->> r.language, e.question ->> 'en', r.question), r.reason, e.key, coalesce(e.answer ->> r.language, e.answer ->> 'en'),
      a.asked_at, coalesce(a.due_at, v.expires_at), coalesce(zone, 'UTC'), home.country, home.units, told,
      one.token, v.role, happened.kind, event, happened.user_agent, one.html, one.notices_to
    from (select) mail left join public.contact_messages m on m.id = one.message_id
    left join public.faq_requests r on r.id = one.request_id left join public.faq_entries e on e.id = r.entry_id
    left join public.account_endings a on a.user_id = one.ending_of
    left join public.household_invitations v on v.id = one.invitation_id
    left join public.households home on home.id = coalesce(one.notices_of, one.report_of, v.household_id)
    left join auth.users u on u.id = person left join public.profiles p on p.user_id = person;
  end loop;
end $$;

-- The service says at each start which of the two it is. Once it is known to be the embedded one, what accounts left there that ended before goes.
create or replace function private.configure_backend(p_is_hosted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.settings set is_hosted = p_is_hosted where is_hosted is distinct from p_is_hosted;
  if not found or p_is_hosted then return; end if;
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries a where a.payload ->> 'actor_id' not in (select u.id::text from auth.users u);
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id not in (select u.id from auth.users u);
  end if;
end $$;

create trigger carry_language after update of language on public.profiles for each row
  when (not private.is_worker() and new.language is distinct from old.language) execute function private.carry_language();

grant execute on function private.configure, private.take_allowance, private.forget_allowances, private.settle_mail, private.mail_queue,
  private.database_facts, private.take_waiting_mails, private.configure_backend to wattershed_engine;
