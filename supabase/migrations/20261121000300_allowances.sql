-- How often somebody may write what others read, and who may moderate it.

-- One row for each kind of act, who does it and the window it falls in; a sweep takes old ones away.
create table private.allowances (
  kind text not null,
  -- An account's id, or a keyed hash of an address: addresses themselves are never stored.
  who text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (kind, who, window_start)
);

-- Seconds to wait, or 0 when one more was taken. Calls of one person wait for each other on the row, so no race takes more.
create function private.take_allowance(p_kind text, p_who text, p_count integer, p_seconds integer) returns integer
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

create function private.forget_allowances() returns void
language sql security definer set search_path = '' as $$
  delete from private.allowances where window_start < now() - interval '2 days'
$$;

-- For triggers on tables that people write through the table API. PT429 is answered as 429 (too many requests).
create function private.limit_writes(p_kind text, p_count integer, p_seconds integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wait integer := private.take_allowance(p_kind, coalesce(auth.uid()::text, 'nobody'), p_count, p_seconds);
begin
  if wait > 0 then
    raise exception using errcode = 'PT429', message = 'rate-limited', detail = wait::text,
      hint = 'Wait for the seconds in the detail.';
  end if;
end $$;

create function private.is_administrator() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.administrators where user_id = auth.uid())
$$;

-- Signed in, and not a guest: who may write where everybody reads.
create function private.is_member() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where user_id = auth.uid() and not is_guest)
$$;

grant execute on function private.is_administrator(), private.is_member() to anon, authenticated;
grant execute on function private.take_allowance(text, text, integer, integer), private.forget_allowances() to wattershed_engine;

revoke all on private.allowances from public, anon, authenticated, wattershed_engine;
revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
