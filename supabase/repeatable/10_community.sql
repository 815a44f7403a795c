-- Every word, or its sound, must begin a word of the text; a single letter, or a sound of two, must be all of it.
create or replace function private.search_query(p_text text) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select string_agg('(''' || word || '''' || case when length(word) > 1 then ':*' else '' end
    || case when length(sound) > 2 then ' | ''~' || sound || ''':*' when length(sound) = 2 then ' | ''~' || sound || '''' else '' end || ')', ' & ')::tsquery
  from (select left(word, 60) as word, private.sound_of(left(word, 60)) as sound
    from unnest(string_to_array(private.fold_text(left(p_text, 200)), ' ')) word where word <> '' limit 8) asked
$$;

-- Warmth halves every 36 hours. Kept as a logarithm of what it would be at a fixed instant, it needs no sweep: the order
-- of two posts never changes by itself. A like adds 1, somebody else's reply 2.
create or replace function private.heat_at(p_at timestamptz) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select extract(epoch from p_at - timestamptz '2026-01-01 00:00Z')::double precision / 129600
$$;

create or replace function private.warmer(p_heat double precision, p_weight double precision, p_at timestamptz) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when p_heat is null then added
    else greatest(p_heat, added) + ln(1 + exp(-least(abs(p_heat - added), 700) * ln(2::double precision))) / ln(2::double precision) end
  from (select private.heat_at(p_at) + ln(p_weight) / ln(2::double precision) as added) x
$$;

-- Counters and warmth, whoever writes.
create or replace function private.community_heat(p_post bigint) returns double precision
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select private.heat_at(latest) + ln(sum(weight * exp(greatest(private.heat_at(at) - private.heat_at(latest), -700) * ln(2::double precision)))) / ln(2::double precision)
  from (
    select weight, at, max(at) over () as latest from (
      select 1::double precision as weight, l.created_at as at from public.community_likes l where l.post_id = p_post
      union all
      select 2, r.created_at from public.community_replies r join public.community_posts p on p.id = r.post_id
      where r.post_id = p_post and r.hidden_at is null and (r.author_id is null or r.author_id is distinct from p.author_id)
    ) happened
  ) x group by latest
  );
end $$;

create or replace function private.count_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and new.hidden_at is null and (tg_op = 'INSERT' or old.hidden_at is not null) then
    update public.community_posts p set reply_count = p.reply_count + 1,
      heat = case when new.author_id is null or new.author_id is distinct from p.author_id
        then private.warmer(p.heat, 2, new.created_at) else p.heat end
    where p.id = new.post_id;
  elsif tg_op <> 'INSERT' and old.hidden_at is null and (tg_op = 'DELETE' or new.hidden_at is not null) then
    update public.community_posts p set reply_count = p.reply_count - 1, heat = private.community_heat(p.id) where p.id = old.post_id;
  end if;
  return null;
end $$;

create or replace function private.count_like() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.community_posts p set like_count = p.like_count + 1, heat = private.warmer(p.heat, 1, new.created_at) where p.id = new.post_id;
  else
    update public.community_posts p set like_count = p.like_count - 1, heat = private.community_heat(p.id) where p.id = old.post_id;
  end if;
  return null;
end $$;

create or replace function private.count_reply_like() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.community_replies r set like_count = r.like_count + case tg_op when 'INSERT' then 1 else -1 end
  where r.id = case tg_op when 'INSERT' then new.reply_id else old.reply_id end;
  return null;
end $$;

create or replace function private.mark_post_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.changed_at := now();
  return new;
end $$;

create or replace function private.hide_replies_with_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.community_replies set post_hidden = new.hidden_at is not null where post_id = new.id;
  return null;
end $$;

-- A changed name follows; whoever leaves takes theirs, and posts stay without one.
create or replace function private.rename_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown text := private.clean_line(new.display_name);
begin
  update public.community_posts set author_name = shown where author_id = new.user_id and author_name is distinct from shown;
  update public.community_replies set author_name = shown where author_id = new.user_id and author_name is distinct from shown;
  return null;
end $$;

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

-- Who may do what. These take the person from the service, which has verified the token.
create or replace function private.is_member_account(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles where user_id = p_user and not is_guest);
end $$;

create or replace function private.is_administrator_account(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.administrators where user_id = p_user);
end $$;

-- By the account, and three times as many by the address. Seconds to wait, or 0.
create or replace function private.take_community(p_kind text, p_user uuid, p_address text, p_count integer, p_seconds integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wait integer := private.take_allowance('community-' || p_kind, p_user::text, p_count, p_seconds);
begin
  if wait > 0 then return wait; end if;
  return private.take_allowance('community-' || p_kind, 'address:' || p_address, 3 * p_count, p_seconds);
end $$;

create or replace function private.said(p_outcome text, p_id bigint, p_wait integer) returns private.community_outcome
language sql immutable set search_path = '' as $$ select p_outcome, p_id, p_wait $$;

create or replace function private.community_text_fault(p_title text, p_body text, p_link text, p_place text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_title is not null and length(p_title) not between 1 and 120 then 'invalid:title'
    when length(p_body) > 10000 then 'invalid:body'
    when regexp_count(p_body, 'https?://', 1, 'i') > 10 then 'invalid:links'
    when p_link is not null and (length(p_link) > 500 or p_link !~ '^https?://[^[:space:]<>"\\]+$') then 'invalid:link'
    when length(p_place) > 120 then 'invalid:place'
  end
$$;

create or replace function private.community_publish(p_user uuid, p_address text, p_kind text, p_title text, p_body text, p_link text, p_place text,
  p_starts timestamptz, p_ends timestamptz, p_language text) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  title text := private.clean_line(p_title);
  body text := private.clean_text(p_body);
  link text := nullif(private.clean_line(p_link), '');
  place text := nullif(private.clean_line(p_place), '');
  is_event boolean := p_kind = 'event';
  administrator boolean := private.is_administrator_account(p_user);
  fault text := private.community_text_fault(title, body, link, place);
  wait integer;
  made bigint;
begin
  if not private.is_member_account(p_user) then return private.said('members-only', null, 0); end if;
  if p_kind in ('announcement', 'event') and not administrator then return private.said('forbidden', null, 0); end if;
  if fault is not null then return private.said(fault, null, 0); end if;
  if p_kind <> 'resource' and body = '' then return private.said('invalid:body', null, 0); end if;
  if p_kind = 'resource' and link is null then return private.said('invalid:link', null, 0); end if;
  if is_event and (p_starts is null or p_ends is null or p_ends < p_starts) then return private.said('invalid:endsAt', null, 0); end if;
  wait := private.take_community('post', p_user, p_address, 10, 3600);
  if wait > 0 then return private.said('rate-limited', null, wait); end if;
  insert into public.community_posts as p (kind, title, body, link, place, starts_at, ends_at, language, author_id, author_name, by_administrator)
  select p_kind, title, body, link, case when is_event then place end, case when is_event then date_trunc('second', p_starts) end,
    case when is_event then date_trunc('second', p_ends) end, p_language, p_user, private.clean_line(f.display_name), administrator
  from public.profiles f where f.user_id = p_user returning p.id into made;
  return private.said('ok', made, 0);
end $$;

create or replace function private.community_answer(p_user uuid, p_address text, p_post bigint, p_body text, p_language text) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  body text := private.clean_text(p_body);
  fault text := private.community_text_fault(null, body, null, null);
  about public.community_posts;
  wait integer;
  made bigint;
begin
  if not private.is_member_account(p_user) then return private.said('members-only', null, 0); end if;
  if fault is not null or length(body) not between 1 and 5000 then return private.said(coalesce(fault, 'invalid:body'), null, 0); end if;
  select * into about from public.community_posts p where p.id = p_post and p.hidden_at is null;
  if about.id is null then return private.said('not-found', null, 0); end if;
  if about.closed_at is not null or about.deleted_at is not null then return private.said('discussion-closed', null, 0); end if;
  wait := private.take_community('reply', p_user, p_address, 60, 3600);
  if wait > 0 then return private.said('rate-limited', null, wait); end if;
  insert into public.community_replies as r (post_id, body, language, author_id, author_name, by_administrator)
  select p_post, body, p_language, p_user, private.clean_line(f.display_name), private.is_administrator_account(p_user)
  from public.profiles f where f.user_id = p_user returning r.id into made;
  return private.said('ok', made, 0);
end $$;

create or replace function private.community_edit_post(p_user uuid, p_id bigint, p_title text, p_body text, p_link text, p_place text,
  p_starts timestamptz, p_ends timestamptz) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  new_title text := private.clean_line(p_title);
  new_body text := private.clean_text(p_body);
  new_link text := nullif(private.clean_line(p_link), '');
  new_place text := nullif(private.clean_line(p_place), '');
  fault text := private.community_text_fault(new_title, new_body, new_link, new_place);
begin
  if not private.is_member_account(p_user) then return private.said('members-only', null, 0); end if;
  select * into was from public.community_posts p where p.id = p_id and p.deleted_at is null
    and (p.hidden_at is null or p.author_id = p_user) for no key update;
  if was.id is null then return private.said('not-found', null, 0); end if;
  if was.author_id is distinct from p_user or was.hidden_at is not null then return private.said('forbidden', null, 0); end if;
  if fault is not null then return private.said(fault, null, 0); end if;
  if was.kind <> 'resource' and new_body = '' then return private.said('invalid:body', null, 0); end if;
  if was.kind = 'resource' and new_link is null then return private.said('invalid:link', null, 0); end if;
  if was.kind = 'event' and (p_starts is null or p_ends is null or p_ends < p_starts) then return private.said('invalid:endsAt', null, 0); end if;
  update public.community_posts p set title = new_title, body = new_body, link = new_link,
    place = case when was.kind = 'event' then new_place end,
    starts_at = case when was.kind = 'event' then date_trunc('second', p_starts) end,
    ends_at = case when was.kind = 'event' then date_trunc('second', p_ends) end,
    edited_at = now()
  where p.id = p_id;
  return private.said('ok', p_id, 0);
end $$;

create or replace function private.community_edit_reply(p_user uuid, p_id bigint, p_body text) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_replies;
  new_body text := private.clean_text(p_body);
  fault text := private.community_text_fault(null, new_body, null, null);
begin
  if not private.is_member_account(p_user) then return private.said('members-only', null, 0); end if;
  select * into was from public.community_replies r where r.id = p_id and not r.post_hidden
    and (r.hidden_at is null or r.author_id = p_user) for no key update;
  if was.id is null then return private.said('not-found', null, 0); end if;
  if was.author_id is distinct from p_user or was.hidden_at is not null then return private.said('forbidden', null, 0); end if;
  if fault is not null or length(new_body) not between 1 and 5000 then return private.said(coalesce(fault, 'invalid:body'), null, 0); end if;
  update public.community_replies set body = new_body, edited_at = now() where id = p_id;
  return private.said('ok', was.post_id, 0);
end $$;

-- Without replies a post is gone. With replies its words and its author go: what others wrote stays at its address.
create or replace function private.community_delete_post(p_user uuid, p_id bigint) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
begin
  select * into was from public.community_posts p where p.id = p_id and p.deleted_at is null for update;
  if was.id is null then return private.said('not-found', null, 0); end if;
  if was.author_id is distinct from p_user then
    return private.said(case when was.hidden_at is null then 'forbidden' else 'not-found' end, null, 0);
  end if;
  if exists (select from public.community_replies r where r.post_id = p_id) then
    update public.community_posts set deleted_at = now(), title = '', body = '', link = null, place = null, author_id = null, author_name = null,
      edited_at = null, pinned = false where id = p_id;
  else
    delete from public.community_posts where id = p_id;
  end if;
  return private.said('ok', p_id, 0);
end $$;

create or replace function private.community_delete_reply(p_user uuid, p_id bigint) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_replies;
begin
  select * into was from public.community_replies r where r.id = p_id;
  if was.id is null then return private.said('not-found', null, 0); end if;
  if was.author_id is distinct from p_user then
    return private.said(case when was.hidden_at is null and not was.post_hidden then 'forbidden' else 'not-found' end, null, 0);
  end if;
  delete from public.community_replies where id = p_id;
  return private.said('ok', was.post_id, 0);
end $$;

-- The count after it. Taking a like back costs nothing; a like of one's own is none.
create or replace function private.community_like(p_user uuid, p_address text, p_post bigint, p_reply bigint, p_on boolean) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  wait integer;
  count integer;
begin
  if not private.is_member_account(p_user) then return private.said('members-only', null, 0); end if;
  if p_reply is null then
    select p.author_id into author from public.community_posts p where p.id = p_post and p.hidden_at is null and p.deleted_at is null;
  else
    select r.author_id into author from public.community_replies r where r.id = p_reply and r.hidden_at is null and not r.post_hidden;
  end if;
  if not found then return private.said('not-found', null, 0); end if;
  if p_on and author = p_user then return private.said('forbidden', null, 0); end if;
  if p_on then
    wait := private.take_community('like', p_user, p_address, 300, 3600);
    if wait > 0 then return private.said('rate-limited', null, wait); end if;
  end if;
  if p_reply is null then
    if p_on then insert into public.community_likes (post_id, user_id) values (p_post, p_user) on conflict do nothing;
    else delete from public.community_likes l where l.post_id = p_post and l.user_id = p_user; end if;
    select p.like_count into count from public.community_posts p where p.id = p_post;
  else
    if p_on then insert into public.community_reply_likes (reply_id, user_id) values (p_reply, p_user) on conflict do nothing;
    else delete from public.community_reply_likes l where l.reply_id = p_reply and l.user_id = p_user; end if;
    select r.like_count into count from public.community_replies r where r.id = p_reply;
  end if;
  return private.said('ok', count, 0);
end $$;

create or replace function private.community_report(p_user uuid, p_address text, p_post bigint, p_reply bigint, p_reason text, p_text text)
returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  if not private.is_member_account(p_user) then return private.said('members-only', null, 0); end if;
  if p_reply is null then
    perform from public.community_posts p where p.id = p_post and p.hidden_at is null and p.deleted_at is null;
  else
    perform from public.community_replies r where r.id = p_reply and r.hidden_at is null and not r.post_hidden;
  end if;
  if not found then return private.said('not-found', null, 0); end if;
  wait := private.take_community('report', p_user, p_address, 30, 86400);
  if wait > 0 then return private.said('rate-limited', null, wait); end if;
  insert into public.community_reports (post_id, reply_id, reporter_id, reason, text)
  values (case when p_reply is null then p_post end, p_reply, p_user, p_reason, left(private.clean_text(p_text), 1000))
  on conflict do nothing;
  return private.said('ok', null, 0);
end $$;

create or replace function private.community_moderate(p_user uuid, p_post bigint, p_reply bigint, p_act text, p_why text) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare
  why text := left(private.clean_line(p_why), 300);
begin
  if not private.is_administrator_account(p_user) then return private.said('forbidden', null, 0); end if;
  if p_reply is null then
    perform from public.community_posts p where p.id = p_post and p.deleted_at is null for no key update;
  else
    perform from public.community_replies r where r.id = p_reply for no key update;
  end if;
  if not found then return private.said('not-found', null, 0); end if;
  if p_act in ('hide', 'restore') and p_reply is null then
    update public.community_posts p set hidden_at = case p_act when 'hide' then now() end,
      hidden_by = case p_act when 'hide' then p_user end, hidden_why = case p_act when 'hide' then why end where p.id = p_post;
  elsif p_act in ('hide', 'restore') then
    update public.community_replies r set hidden_at = case p_act when 'hide' then now() end,
      hidden_by = case p_act when 'hide' then p_user end, hidden_why = case p_act when 'hide' then why end where r.id = p_reply;
  elsif p_act in ('pin', 'unpin') and p_reply is null then
    update public.community_posts p set pinned = p_act = 'pin' where p.id = p_post and p.kind = 'announcement';
    if not found then return private.said('forbidden', null, 0); end if;
  elsif p_act in ('close', 'reopen') and p_reply is null then
    update public.community_posts p set closed_at = case p_act when 'close' then coalesce(p.closed_at, now()) end where p.id = p_post;
  elsif p_act <> 'dismiss' then
    return private.said('forbidden', null, 0);
  end if;
  if p_act in ('hide', 'dismiss') then
    update public.community_reports r set settled_at = now(), settled_by = p_user, outcome = case p_act when 'hide' then 'hidden' else 'dismissed' end
    where r.settled_at is null and (case when p_reply is null then r.post_id = p_post else r.reply_id = p_reply end);
  end if;
  return private.said('ok', coalesce((select r.post_id from public.community_replies r where r.id = p_reply), p_post), 0);
end $$;

create or replace function private.show_post(p public.community_posts, p_user uuid, p_most integer, p_rank double precision) returns private.community_shown
language plpgsql stable security definer set search_path = '' as $$
begin
  return (p.id, p.kind, p.title, left(p.body, p_most), p.link, p.place, p.starts_at, p.ends_at, p.language, p.author_name, p.by_administrator,
    coalesce(p.author_id = p_user, false), p.created_at, p.edited_at, p.pinned, p.closed_at is not null, p.deleted_at is not null,
    case when p.hidden_at is not null then coalesce(p.hidden_why, '') end, p.reply_count, p.like_count,
    p_user is not null and exists (select from public.community_likes l where l.post_id = p.id and l.user_id = p_user), p_rank)::private.community_shown;
end $$;

-- A page of a part, after the rank and id that the page before ended with. `sort`: newest, liked, trending, upcoming, past.
create or replace function private.community_list(p_user uuid, p_kind text, p_sort text, p_rank double precision, p_id bigint, p_limit integer)
returns setof private.community_shown
language plpgsql stable security definer set search_path = '' as $$
declare
  post public.community_posts;
begin
  if p_sort = 'newest' then
    for post in select p.* from public.community_posts p
      where p.kind = p_kind and p.hidden_at is null and p.deleted_at is null and (p.pinned, p.id) < (p_rank > 0, p_id)
      order by p.kind desc, p.pinned desc, p.id desc limit p_limit
    loop return next private.show_post(post, p_user, 700, post.pinned::integer); end loop;
  elsif p_sort = 'liked' then
    for post in select p.* from public.community_posts p
      where p.kind = p_kind and p.hidden_at is null and p.deleted_at is null and (p.like_count, p.id) < (least(p_rank, 2147483647)::integer, p_id)
      order by p.kind desc, p.like_count desc, p.id desc limit p_limit
    loop return next private.show_post(post, p_user, 700, post.like_count); end loop;
  elsif p_sort = 'trending' then
    -- Six halvings: what was worth one like nine days ago is not talked about any more.
    for post in select p.* from public.community_posts p
      where p.hidden_at is null and p.deleted_at is null and p.heat is not null and (p.heat, p.id) < (p_rank, p_id)
        and p.heat > private.heat_at(now()) - 6
      order by p.heat desc, p.id desc limit p_limit
    loop return next private.show_post(post, p_user, 700, post.heat); end loop;
  elsif p_sort = 'upcoming' then
    for post in select p.* from public.community_posts p
      where p.kind = 'event' and p.hidden_at is null and p.deleted_at is null and (p.starts_at, p.id) > (to_timestamp(p_rank), p_id)
        and p.ends_at >= now()
      order by p.starts_at, p.id limit p_limit
    loop return next private.show_post(post, p_user, 700, extract(epoch from post.starts_at)::double precision); end loop;
  else
    for post in select p.* from public.community_posts p
      where p.kind = 'event' and p.hidden_at is null and p.deleted_at is null and (p.starts_at, p.id) < (to_timestamp(p_rank), p_id)
        and p.ends_at < now()
      order by p.starts_at desc, p.id desc limit p_limit
    loop return next private.show_post(post, p_user, 700, extract(epoch from post.starts_at)::double precision); end loop;
  end if;
end $$;

-- Newest first. A word of many posts is found among the newest two thousand; a rare one by the index. A slip of the keys is looked for in titles.
create or replace function private.community_search(p_user uuid, p_text text, p_before bigint, p_limit integer) returns setof private.community_shown
language plpgsql stable security definer set search_path = '' as $$
declare
  asked tsquery := private.search_query(p_text);
  folded text := private.fold_text(left(p_text, 100));
  post public.community_posts;
  found_ids bigint[];
begin
  if asked is null then return; end if;
  select array_agg(x.id) into found_ids from (
    select n.id from (select p.id, p.words from public.community_posts p
      where p.id < p_before and p.hidden_at is null and p.deleted_at is null order by p.id desc limit 2000) n
    where n.words @@ asked order by n.id desc limit p_limit) x;
  if coalesce(cardinality(found_ids), 0) < p_limit then
    select array_agg(x.id) into found_ids from (
      select c.id from (select p.id from public.community_posts p
        where p.words @@ asked and p.id < p_before and p.hidden_at is null and p.deleted_at is null limit 5000) c
      order by c.id desc limit p_limit) x;
  end if;
  if found_ids is null and p_before = 9223372036854775807 and length(folded) between 4 and 60 then
    select array_agg(x.id) into found_ids from (
      select p.id from public.community_posts p
      where p.folded_title operator(extensions.%>) folded and p.hidden_at is null and p.deleted_at is null
      order by p.folded_title operator(extensions.<->>) folded, p.id desc limit least(p_limit, 10)) x;
  end if;
  for post in select p.* from public.community_posts p where p.id = any (found_ids) order by p.id desc
  loop return next private.show_post(post, p_user, 700, 0); end loop;
end $$;

-- One post, with all of its words. A hidden one is shown to its author and to administrators, with the reason.
create or replace function private.community_post(p_user uuid, p_id bigint) returns setof private.community_shown
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select shown.* from public.community_posts p cross join lateral private.show_post(p, p_user, 10000, 0) shown
  where p.id = p_id and (p.hidden_at is null or p.author_id = p_user or private.is_administrator_account(p_user));
end $$;

create or replace function private.community_replies_after(p_user uuid, p_post bigint, p_after bigint, p_limit integer)
returns table (id bigint, body text, language text, author_name text, by_administrator boolean, mine boolean, created_at timestamptz,
  edited_at timestamptz, hidden_why text, like_count integer, liked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  administrator boolean := private.is_administrator_account(p_user);
begin
  return query select r.id, r.body, r.language, r.author_name, r.by_administrator, coalesce(r.author_id = p_user, false), r.created_at, r.edited_at,
    case when r.hidden_at is not null then coalesce(r.hidden_why, '') end, r.like_count,
    p_user is not null and exists (select from public.community_reply_likes l where l.reply_id = r.id and l.user_id = p_user)
  from public.community_replies r join public.community_posts p on p.id = r.post_id
  where r.post_id = p_post and r.id > p_after
    and (r.hidden_at is null or r.author_id = p_user or administrator)
    and (p.hidden_at is null or p.author_id = p_user or administrator)
  order by r.id limit p_limit;
end $$;

create or replace function private.community_newest() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(max(p.id), 0) from public.community_posts p);
end $$;

-- No further than there are posts, and never back: another device may have shown more.
create or replace function private.keep_community_seen() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.community_seen := greatest(old.community_seen, least(new.community_seen, private.community_newest()));
  return new;
end $$;

-- Whether others have posted since this person looked.
create or replace function private.community_unread(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.community_posts p
    where p.id > (select f.community_seen from public.profiles f where f.user_id = p_user)
      and p.hidden_at is null and p.deleted_at is null and p.author_id is distinct from p_user);
end $$;

-- What readers of open pages are told: posts that changed since, or that are newer than the newest they know.
create or replace function private.community_news(p_since timestamptz, p_after bigint)
returns table (id bigint, kind text, shown boolean, reply_count integer, like_count integer, changed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select n.id, n.kind, n.shown, n.reply_count, n.like_count, n.changed_at from (
    (select p.id, p.kind, p.hidden_at is null and p.deleted_at is null as shown, p.reply_count, p.like_count, p.changed_at
      from public.community_posts p where p.changed_at > p_since order by p.changed_at desc limit 200)
    union
    (select p.id, p.kind, true, p.reply_count, p.like_count, p.changed_at from public.community_posts p
      where p.id > p_after and p.hidden_at is null and p.deleted_at is null order by p.id desc limit 100)
  ) n;
end $$;

-- For administrators: what waits for a decision, the most reported first, then what they hid last.
create or replace function private.community_queue(p_user uuid)
returns table (post_id bigint, reply_id bigint, title text, body text, author_name text, created_at timestamptz, hidden_at timestamptz,
  hidden_why text, reports json)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query with open_reports as (
    select r.post_id, r.reply_id, min(r.id) as first, count(*) as many,
      json_agg(json_build_object('reason', r.reason, 'text', r.text, 'at', r.created_at) order by r.id) as reports
    from public.community_reports r where r.settled_at is null group by r.post_id, r.reply_id order by count(*) desc, min(r.id) limit 100
  ), items as (
    select o.post_id, o.reply_id, o.many, o.first, o.reports from open_reports o
    union all
    (select p.id, null, 0, null, '[]'::json from public.community_posts p
      where p.hidden_at is not null and p.id not in (select o.post_id from open_reports o where o.post_id is not null)
      order by p.hidden_at desc limit 50)
    union all
    (select null, r.id, 0, null, '[]'::json from public.community_replies r
      where r.hidden_at is not null and r.id not in (select o.reply_id from open_reports o where o.reply_id is not null)
      order by r.hidden_at desc limit 50)
  )
  select coalesce(i.post_id, r.post_id), i.reply_id, p.title, left(coalesce(r.body, p.body), 700), case when i.reply_id is null then p.author_name else r.author_name end,
    coalesce(r.created_at, p.created_at), case when i.reply_id is null then p.hidden_at else r.hidden_at end,
    case when i.reply_id is null then p.hidden_why else r.hidden_why end, i.reports
  from items i left join public.community_replies r on r.id = i.reply_id join public.community_posts p on p.id = coalesce(i.post_id, r.post_id)
  where private.is_administrator_account(p_user)
  order by i.many desc, i.first, coalesce(r.hidden_at, p.hidden_at) desc;
end $$;

-- For the export of one's own data.
create or replace function private.community_own(p_user uuid) returns table (name text, line json)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select 'community_posts', row_to_json(x) from (select p.id, p.kind, p.title, p.body, p.link, p.place, p.starts_at, p.ends_at, p.language,
    p.created_at, p.edited_at, p.hidden_at, p.hidden_why, p.reply_count, p.like_count from public.community_posts p where p.author_id = p_user order by p.id) x
  union all
  select 'community_replies', row_to_json(x) from (select r.id, r.post_id, r.body, r.language, r.created_at, r.edited_at, r.hidden_at, r.hidden_why,
    r.like_count from public.community_replies r where r.author_id = p_user order by r.id) x
  union all
  select 'community_reports', row_to_json(x) from (select r.id, r.post_id, r.reply_id, r.reason, r.text, r.created_at, r.settled_at, r.outcome
    from public.community_reports r where r.reporter_id = p_user order by r.id) x;
end $$;

-- What was made under this key before; else null, and nobody else makes anything under it until this transaction ends.
create or replace function private.sent_before(p_user uuid, p_key uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_user::text || p_key::text, 0));
  return (select s.id from private.community_sent s where s.user_id = p_user and s.key = p_key);
end $$;

-- Keys are kept for a month: nothing waits that long to be sent.
create or replace function private.remember_sent(p_user uuid, p_key uuid, p_made private.community_outcome) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
begin
  if p_made.outcome = 'ok' then
    delete from private.community_sent where user_id = p_user and at < now() - interval '30 days';
    insert into private.community_sent (user_id, key, id) values (p_user, p_key, p_made.id);
  end if;
  return p_made;
end $$;

create or replace function private.community_publish_once(p_key uuid, p_user uuid, p_address text, p_kind text, p_title text, p_body text, p_link text,
  p_place text, p_starts timestamptz, p_ends timestamptz, p_language text) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare before bigint := private.sent_before(p_user, p_key);
begin
  if before is not null then return private.said('ok', before, 0); end if;
  return private.remember_sent(p_user, p_key,
    private.community_publish(p_user, p_address, p_kind, p_title, p_body, p_link, p_place, p_starts, p_ends, p_language));
end $$;

create or replace function private.community_answer_once(p_key uuid, p_user uuid, p_address text, p_post bigint, p_body text, p_language text)
returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare before bigint := private.sent_before(p_user, p_key);
begin
  if before is not null then return private.said('ok', before, 0); end if;
  return private.remember_sent(p_user, p_key, private.community_answer(p_user, p_address, p_post, p_body, p_language));
end $$;

create or replace function private.forget_sent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.community_sent where user_id = old.id;
  return null;
end $$;

create trigger count_reply after insert or delete or update of hidden_at on public.community_replies
  for each row execute function private.count_reply();
create trigger count_like after insert or delete on public.community_likes for each row execute function private.count_like();
create trigger count_reply_like after insert or delete on public.community_reply_likes
  for each row execute function private.count_reply_like();
create trigger mark_post_changed before update on public.community_posts for each row execute function private.mark_post_changed();
create trigger hide_replies_with_post after update of hidden_at on public.community_posts
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function private.hide_replies_with_post();
create trigger rename_author after update of display_name on public.profiles
  for each row when (not private.is_worker() and old.display_name is distinct from new.display_name) execute function private.rename_author();
create trigger keep_community_seen before update of community_seen on public.profiles
  for each row execute function private.keep_community_seen();
create or replace trigger forget_author after delete on auth.users for each row execute function private.forget_author();
create or replace trigger forget_sent after delete on auth.users for each row execute function private.forget_sent();

-- Nobody is given a right to write: that is the functions' below.
grant select (id, kind, title, body, link, place, starts_at, ends_at, language, author_name, by_administrator, created_at, edited_at,
  pinned, closed_at, reply_count, like_count) on public.community_posts to anon, authenticated;
grant select (id, post_id, body, language, author_name, by_administrator, created_at, edited_at, like_count)
  on public.community_replies to anon, authenticated;
grant select on public.community_likes, public.community_reply_likes to authenticated;
grant select (id, post_id, reply_id, reason, text, created_at, settled_at, outcome) on public.community_reports to authenticated;

create policy posts_read on public.community_posts for select to anon, authenticated using (hidden_at is null and deleted_at is null);
create policy replies_read on public.community_replies for select to anon, authenticated using (hidden_at is null and not post_hidden);
create policy likes_read on public.community_likes for select to authenticated using (user_id = private.me());
create policy reply_likes_read on public.community_reply_likes for select to authenticated using (user_id = private.me());
create policy reports_read on public.community_reports for select to authenticated using (private.is_administrator());

grant execute on function private.is_administrator_account, private.community_publish, private.community_answer, private.community_edit_post,
  private.community_edit_reply, private.community_delete_post, private.community_delete_reply, private.community_like, private.community_report,
  private.community_moderate, private.community_list, private.community_search, private.community_post, private.community_replies_after,
  private.community_newest, private.community_unread, private.community_news, private.community_queue, private.community_own, private.community_publish_once,
  private.community_answer_once to wattershed_engine;
