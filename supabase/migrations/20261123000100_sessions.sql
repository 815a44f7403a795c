-- The sessions of a person: where they are signed in, and the end of one or of all others. plpgsql, because a body is
-- looked into only when it runs: the table belongs to the backend.

create function private.session_is_live(p_session uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.sessions s where s.id = p_session and (s.not_after is null or s.not_after > now()));
end $$;

create function private.sessions_of(p_user uuid)
returns table (id uuid, made_at timestamptz, used_at timestamptz, user_agent text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent::text
  from auth.sessions s where s.user_id = p_user and (s.not_after is null or s.not_after > now())
  order by 3 desc limit 100;
end $$;

create function private.end_session(p_user uuid, p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = p_user and s.id = p_session;
  return found;
end $$;

create function private.end_other_sessions(p_user uuid, p_kept uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = p_user and s.id <> p_kept;
end $$;

grant execute on function private.session_is_live(uuid), private.sessions_of(uuid), private.end_session(uuid, uuid),
  private.end_other_sessions(uuid, uuid) to wattershed_engine;
revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
