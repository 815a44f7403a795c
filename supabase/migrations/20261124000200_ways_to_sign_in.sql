-- By which ways somebody signs in, for the export of what is theirs. plpgsql, because a body is looked into only when it runs: two of these tables
-- belong to the backend. Only columns that every auth server has.

create function private.ways_to_sign_in(p_user uuid) returns table (provider text, address text, since timestamptz, last_used_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A hosted backend gives these to who has proved none: nobody signs in by them.
  made_up text := '@no-address.' || coalesce((select s.guest_domain from private.settings s), '');
begin
  return query
  select i.provider::text, coalesce(i.identity_data ->> 'email', i.identity_data ->> 'phone'), i.created_at, i.last_sign_in_at
  from auth.identities i where i.user_id = p_user
    and (i.provider <> 'email' or right(i.identity_data ->> 'email', length(made_up)) is distinct from made_up)
  -- A password that was chosen without an identity of its own, as by a reset.
  union all
  select 'email', u.email::text, u.created_at, null from auth.users u where u.id = p_user and u.encrypted_password <> ''
    and right(u.email, length(made_up)) is distinct from made_up
    and not exists (select from auth.identities i where i.user_id = u.id and i.provider = 'email')
  -- At a hosted backend: there the other provider is the only way in.
  union all
  select l.provider, case when right(u.email, length(made_up)) is distinct from made_up then u.email::text end, l.linked_at, u.last_sign_in_at
  from private.linked_identities l join auth.users u on u.id = l.user_id where l.user_id = p_user
    and not exists (select from auth.identities i where i.user_id = l.user_id and i.provider = l.provider)
  order by 3, 1;
end $$;

grant execute on function private.ways_to_sign_in(uuid) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
