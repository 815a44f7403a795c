-- A post or a reply may be sent again when its answer was lost on the way: the same key makes it once.
create table private.community_sent (
  user_id uuid not null,
  key uuid not null,
  id bigint not null,
  at timestamptz not null default now(),
  primary key (user_id, key)
);
revoke all on private.community_sent from public, anon, authenticated, wattershed_engine;

-- What was made under this key before; else null, and nobody else makes anything under it until this transaction ends.
create function private.sent_before(p_user uuid, p_key uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_user::text || p_key::text, 0));
  return (select s.id from private.community_sent s where s.user_id = p_user and s.key = p_key);
end $$;

-- Keys are kept for a month: nothing waits that long to be sent.
create function private.remember_sent(p_user uuid, p_key uuid, p_made private.community_outcome) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
begin
  if p_made.outcome = 'ok' then
    delete from private.community_sent where user_id = p_user and at < now() - interval '30 days';
    insert into private.community_sent (user_id, key, id) values (p_user, p_key, p_made.id);
  end if;
  return p_made;
end $$;

create function private.community_publish_once(p_key uuid, p_user uuid, p_address text, p_kind text, p_title text, p_body text, p_link text,
  p_place text, p_starts timestamptz, p_ends timestamptz, p_language text) returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare before bigint := private.sent_before(p_user, p_key);
begin
  if before is not null then return private.said('ok', before, 0); end if;
  return private.remember_sent(p_user, p_key,
    private.community_publish(p_user, p_address, p_kind, p_title, p_body, p_link, p_place, p_starts, p_ends, p_language));
end $$;

create function private.community_answer_once(p_key uuid, p_user uuid, p_address text, p_post bigint, p_body text, p_language text)
returns private.community_outcome
language plpgsql security definer set search_path = '' as $$
declare before bigint := private.sent_before(p_user, p_key);
begin
  if before is not null then return private.said('ok', before, 0); end if;
  return private.remember_sent(p_user, p_key, private.community_answer(p_user, p_address, p_post, p_body, p_language));
end $$;

create function private.forget_sent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.community_sent where user_id = old.id;
  return null;
end $$;
create trigger forget_sent after delete on auth.users for each row execute function private.forget_sent();

grant execute on function
  private.community_publish_once(uuid, uuid, text, text, text, text, text, text, timestamptz, timestamptz, text),
  private.community_answer_once(uuid, uuid, text, bigint, text, text)
  to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
