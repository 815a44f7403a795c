create or replace function private.touch_faq_entry() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Who decided and when is the database's to say.
create or replace function private.stamp_faq_decision() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'pending' then new.reason := null; new.entry_id := null; end if;
  if new.status is distinct from old.status then
    new.decided_by := case when new.status <> 'pending' then auth.uid() end;
    new.decided_at := case when new.status <> 'pending' then now() end;
  end if;
  return new;
end $$;

-- Who gave an address hears of the decision, once.
create or replace function private.tell_faq_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_mails where request_id = new.id;
  if new.status <> 'pending' and new.email is not null then
    insert into private.waiting_mails (kind, request_id)
    values (case new.status when 'approved' then 'faq-answered' else 'faq-rejected' end, new.id);
  end if;
  return null;
end $$;

create or replace function private.forget_correspondent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contact_messages where user_id = old.id;
  update public.faq_requests set user_id = null, email = null where user_id = old.id;
  update public.faq_requests set decided_by = null where decided_by = old.id;
  return null;
end $$;

-- The message, and in the same transaction the mails that it asks for. p_confirm: the sender gets a confirmation.
create or replace function private.add_contact_message(p_name text, p_email text, p_phone text, p_topic text, p_subject text, p_message text,
  p_language text, p_user uuid, p_confirm boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  insert into public.contact_messages (name, email, phone, topic, subject, message, language, user_id)
  values (p_name, p_email, p_phone, p_topic, p_subject, p_message, p_language, p_user) returning id into made;
  insert into private.waiting_mails (kind, message_id) values ('contact', made);
  if p_confirm then insert into private.waiting_mails (kind, message_id) values ('contact-received', made); end if;
  return made;
end $$;

-- The same question by the same account or address, still open, is one request.
create or replace function private.add_faq_request(p_question text, p_language text, p_email text, p_user uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  select r.id into made from public.faq_requests r
  where r.status = 'pending' and lower(r.question) = lower(p_question)
    and ((p_user is not null and r.user_id = p_user) or (p_email is not null and lower(r.email) = lower(p_email)));
  if made is null then
    insert into public.faq_requests (question, language, email, user_id) values (p_question, p_language, p_email, p_user)
    returning id into made;
  end if;
  return made;
end $$;

create trigger touch_faq_entry before update on public.faq_entries for each row execute function private.touch_faq_entry();
create trigger stamp_faq_decision before update on public.faq_requests for each row execute function private.stamp_faq_decision();
create trigger tell_faq_decision after update of status on public.faq_requests for each row
  when (new.status is distinct from old.status) execute function private.tell_faq_decision();
create or replace trigger forget_correspondent after delete on auth.users for each row execute function private.forget_correspondent();

grant select, delete on public.contact_messages to authenticated;
grant select on public.faq_entries to anon, authenticated;
grant insert (category, position, is_published, question, answer), update (category, position, is_published, question, answer), delete
  on public.faq_entries to authenticated;
grant select, update (status, reason, entry_id), delete on public.faq_requests to authenticated;

create policy messages_read on public.contact_messages for select to authenticated using (private.is_administrator());
create policy messages_remove on public.contact_messages for delete to authenticated using (private.is_administrator());
create policy faq_read on public.faq_entries for select to anon, authenticated using (is_published or private.is_administrator());
create policy faq_add on public.faq_entries for insert to authenticated with check (private.is_administrator());
create policy faq_change on public.faq_entries for update to authenticated
  using (private.is_administrator()) with check (private.is_administrator());
create policy faq_remove on public.faq_entries for delete to authenticated using (private.is_administrator());
create policy requests_read on public.faq_requests for select to authenticated
  using (user_id = private.me() or private.is_administrator());
create policy requests_decide on public.faq_requests for update to authenticated
  using (private.is_administrator()) with check (private.is_administrator());
create policy requests_remove on public.faq_requests for delete to authenticated using (private.is_administrator());

grant execute on function private.add_contact_message, private.add_faq_request to wattershed_engine;
