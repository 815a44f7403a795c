-- Who asks for the end of an account hears of it by mail, at the address that it has: it may have been somebody else.

alter table private.waiting_mails
  add column ending_of uuid references public.account_endings (user_id) on delete cascade,
  drop constraint waiting_mails_kind_check,
  add constraint waiting_mails_kind_check
    check (kind in ('contact', 'contact-received', 'faq-answered', 'faq-rejected', 'account-ending')),
  drop constraint waiting_mails_check,
  add constraint waiting_mails_check check (num_nonnulls(message_id, request_id, ending_of) = 1);
create unique index waiting_mails_ending on private.waiting_mails (ending_of) where ending_of is not null;

-- A guest has no address.
create function private.tell_account_ending() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.waiting_mails (kind, ending_of)
  select 'account-ending', new.user_id from public.profiles p where p.user_id = new.user_id and not p.is_guest;
  return null;
end $$;
create trigger tell_account_ending after insert on public.account_endings for each row execute function private.tell_account_ending();

-- As before, with what an ending says; p_operator: whether there is somebody to whom messages go.
drop function private.take_waiting_mails(integer, integer);
create function private.take_waiting_mails(p_most integer, p_lease_s integer, p_operator boolean)
returns table (id bigint, kind text, attempts integer, recipient text, reference text, language text, name text, email text, phone text, topic text,
  subject text, message text, sent_at timestamptz, question text, reason text, entry_key text, answer text, asked_at timestamptz,
  due_at timestamptz, time_zone text)
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_mails w where w.kind <> 'contact' and w.created_at < now() - interval '3 days';
  return query
  with due as (
    select w.id from private.waiting_mails w where w.due_at <= now() and (p_operator or w.kind <> 'contact')
    order by w.due_at limit p_most for update skip locked
  ), taken as (
    update private.waiting_mails w set attempts = w.attempts + 1,
      due_at = now() + make_interval(secs => greatest(p_lease_s, least(3600, 30 * 2 ^ least(w.attempts, 7))))
    from due where w.id = due.id returning w.id, w.kind, w.attempts, w.message_id, w.request_id, w.ending_of
  )
  select t.id, t.kind, t.attempts,
    case t.kind when 'contact' then null when 'contact-received' then m.email when 'account-ending' then u.email::text else r.email end,
    left(m.id::text, 8), coalesce(m.language, r.language, p.language), m.name, m.email, m.phone, m.topic, m.subject, m.message, m.created_at,
    coalesce(case r.language when 'es' then e.question_es when 'hi' then e.question_hi else e.question_en end, r.question), r.reason, e.key,
    case r.language when 'es' then e.answer_es when 'hi' then e.answer_hi else e.answer_en end,
    a.asked_at, a.due_at, coalesce((
      select h.time_zone from public.household_members hm join public.households h on h.id = hm.household_id
      where hm.user_id = a.user_id order by hm.created_at, h.id limit 1), 'UTC')
  from taken t left join public.contact_messages m on m.id = t.message_id
  left join public.faq_requests r on r.id = t.request_id left join public.faq_entries e on e.id = r.entry_id
  left join public.account_endings a on a.user_id = t.ending_of
  left join auth.users u on u.id = a.user_id left join public.profiles p on p.user_id = a.user_id
  order by t.id;
end $$;

grant execute on function private.take_waiting_mails(integer, integer, boolean) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
