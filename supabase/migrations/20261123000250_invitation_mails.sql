-- An invitation by mail, in the language of who invites. Their address is in it and nothing that they wrote: nobody can use us to write to others.

alter table private.waiting_mails
  add column invitation_id uuid references public.household_invitations (id) on delete cascade,
  -- What its link is made of, until the mail has gone.
  add column token text,
  drop constraint waiting_mails_kind_check,
  add constraint waiting_mails_kind_check
    check (kind in ('contact', 'contact-received', 'faq-answered', 'faq-rejected', 'account-ending', 'notices', 'invitation')),
  drop constraint waiting_mails_check,
  add constraint waiting_mails_check check (num_nonnulls(message_id, request_id, ending_of, notices_to, invitation_id) = 1
    and (notices_to is null) = (notices_of is null) and (invitation_id is null) = (token is null));
create unique index waiting_mails_invitation on private.waiting_mails (invitation_id) where invitation_id is not null;

-- As before, with invitations that are still open.
drop function private.take_waiting_mails(integer, integer, boolean);
create function private.take_waiting_mails(p_most integer, p_lease_s integer, p_operator boolean)
returns table (id bigint, kind text, attempts integer, recipient text, reference text, language text, name text, email text, phone text, topic text,
  subject text, message text, sent_at timestamptz, question text, reason text, entry_key text, answer text, asked_at timestamptz,
  due_at timestamptz, time_zone text, country text, units text, notices jsonb, token text, role text)
language plpgsql security definer set search_path = '' as $$
declare about_notices bigint[];
begin
  delete from private.waiting_mails w where w.kind <> 'contact' and w.created_at < now() - interval '3 days';
  delete from private.waiting_mails w using public.household_invitations i where i.id = w.invitation_id and not private.is_open(i);
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
    returning w.id, w.kind, w.attempts, w.message_id, w.request_id, w.ending_of, w.notices_to, w.notices_of, w.notice_items, w.invitation_id, w.token
  )
  select t.id, t.kind, t.attempts,
    case t.kind when 'contact' then null when 'contact-received' then m.email when 'account-ending' then u.email::text
      when 'notices' then u.email::text when 'invitation' then v.email else r.email end,
    left(m.id::text, 8), coalesce(m.language, r.language, p.language), m.name, coalesce(m.email, nullif(case t.kind when 'invitation' then u.email::text end, '')), m.phone, m.topic, m.subject, m.message, m.created_at,
    coalesce(case r.language when 'es' then e.question_es when 'hi' then e.question_hi else e.question_en end, r.question), r.reason, e.key,
    case r.language when 'es' then e.answer_es when 'hi' then e.answer_hi else e.answer_en end,
    a.asked_at, coalesce(a.due_at, v.expires_at), coalesce(home.time_zone, (
      select h.time_zone from public.households h where h.id = private.first_household(a.user_id)), 'UTC'),
    home.country, home.units,
    (select jsonb_agg(jsonb_build_object('kind', n.kind, 'phase', i.phase, 'device', d.name, 'room', d.room, 'utility', n.utility, 'since', n.since, 'endedAt', n.ended_at,
        'figures', n.figures) order by i.phase, n.kind, n.since)
      from jsonb_to_recordset(t.notice_items) i (id uuid, phase text)
      join public.notices n on n.household_id = t.notices_of and n.id = i.id
      left join public.meters me on me.household_id = n.household_id and me.id = n.meter_id
      left join public.connected_devices d on d.household_id = me.household_id and d.id = me.device_id),
    t.token, v.role
  from taken t left join public.contact_messages m on m.id = t.message_id
  left join public.faq_requests r on r.id = t.request_id left join public.faq_entries e on e.id = r.entry_id
  left join public.account_endings a on a.user_id = t.ending_of
  left join public.household_invitations v on v.id = t.invitation_id
  left join public.households home on home.id = coalesce(t.notices_of, v.household_id)
  left join auth.users u on u.id = coalesce(a.user_id, t.notices_to, v.made_by)
  left join public.profiles p on p.user_id = coalesce(a.user_id, t.notices_to, v.made_by)
  order by t.id;
end $$;

grant execute on function private.take_waiting_mails(integer, integer, boolean) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
