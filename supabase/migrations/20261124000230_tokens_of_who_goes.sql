-- Tokens by which readings are sent belong to the household, and are known to whoever made them. The owner sees how many somebody made, and may end
-- them together with the membership.

-- As before, with `tokens`: how many that they made still work; null to others than the owner.
create or replace function private.household_people(p_user uuid, p_household uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_agg(json_build_object('userId', m.user_id, 'name', coalesce(p.display_name, ''),
    'email', case when me.role = 'owner' or m.user_id = p_user then nullif(u.email::text, '') end,
    'role', m.role, 'switchRooms', m.switch_rooms, 'joinedAt', m.created_at,
    'tokens', case when me.role = 'owner' then (select count(*) from public.ingest_tokens t
      where t.household_id = m.household_id and t.created_by = m.user_id and t.revoked_at is null) end)
    order by m.role <> 'owner', m.created_at, m.user_id)
  from public.household_members me join public.household_members m on m.household_id = me.household_id
  left join public.profiles p on p.user_id = m.user_id left join auth.users u on u.id = m.user_id
  where me.user_id = p_user and me.household_id = p_household
$$;

create function private.remove_member(p_user uuid, p_household uuid, p_member uuid, p_end_tokens boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.remove_member(p_user, p_household, p_member);
begin
  if broken is null and p_end_tokens then
    update public.ingest_tokens t set revoked_at = now()
    where t.household_id = p_household and t.created_by = p_member and t.revoked_at is null;
  end if;
  return broken;
end $$;

grant execute on function private.remove_member(uuid, uuid, uuid, boolean) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
