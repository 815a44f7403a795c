-- What a person wrote to others: for the export of their data, and what becomes of it when they leave.

-- Lines of JSON under the name of the table that they come from, each in the order in which it was written.
create function private.own_writing(p_user uuid) returns table (name text, line json)
language sql stable security definer set search_path = '' as $$
  select o.name, o.line from private.community_own(p_user) o
  union all
  select 'community_likes', row_to_json(x) from (select l.post_id, null::bigint as reply_id, l.created_at from public.community_likes l where l.user_id = p_user
    union all select null, l.reply_id, l.created_at from public.community_reply_likes l where l.user_id = p_user order by created_at) x
  union all
  select 'contact_messages', row_to_json(x) from (select m.name, m.email, m.phone, m.topic, m.subject, m.message, m.language, m.created_at
    from public.contact_messages m where m.user_id = p_user order by m.created_at) x
$$;

-- Posts and replies stay, without a name; messages go; what an administrator decided stays decided.
create or replace function private.forget_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.community_likes where user_id = old.id;
  delete from public.community_reply_likes where user_id = old.id;
  update public.community_posts set author_id = null, author_name = null where author_id = old.id;
  update public.community_posts set hidden_by = null where hidden_by = old.id;
  update public.community_replies set author_id = null, author_name = null where author_id = old.id;
  update public.community_replies set hidden_by = null where hidden_by = old.id;
  update public.community_reports set reporter_id = null where reporter_id = old.id;
  update public.community_reports set settled_by = null where settled_by = old.id;
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

grant execute on function private.own_writing(uuid) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
