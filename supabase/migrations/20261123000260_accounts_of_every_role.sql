-- The end of an account, and what it takes along, for whoever owns, shares or only looks at a household.

-- As before; a household is handed over as a whole, and whoever lived in one that goes is not left without any.
create or replace function private.end_due_accounts() returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  ending public.account_endings;
  homeless record;
begin
  for ending in select * from public.account_endings where due_at <= now() order by due_at limit 20 for update skip locked loop
    perform private.hand_over(m.household_id, m.user_id)
    from public.households h join public.household_members m on m.household_id = h.id
    where h.owner_id = ending.user_id and m.user_id <> ending.user_id and ending.heirs ->> h.id::text = m.user_id::text
      and not exists (select from public.account_endings e where e.user_id = m.user_id);
    for homeless in
      select m.user_id, h.time_zone from public.households h join public.household_members m on m.household_id = h.id
      where h.owner_id = ending.user_id and m.user_id <> ending.user_id
    loop
      delete from public.household_members m using public.households h
      where h.owner_id = ending.user_id and m.household_id = h.id and m.user_id = homeless.user_id;
      perform private.ensure_household(homeless.user_id, homeless.time_zone);
    end loop;
    delete from auth.users where id = ending.user_id;
    return next ending.user_id;
  end loop;
end $$;

-- As before, with the invitations that they made: the policy shows those of households that are theirs today.
create or replace function private.own_writing(p_user uuid) returns table (name text, line json)
language sql stable security definer set search_path = '' as $$
  select o.name, o.line from private.community_own(p_user) o
  union all
  select 'community_likes', row_to_json(x) from (select l.post_id, null::bigint as reply_id, l.created_at from public.community_likes l where l.user_id = p_user
    union all select null, l.reply_id, l.created_at from public.community_reply_likes l where l.user_id = p_user order by created_at) x
  union all
  select 'contact_messages', row_to_json(x) from (select m.name, m.email, m.phone, m.topic, m.subject, m.message, m.language, m.created_at
    from public.contact_messages m where m.user_id = p_user order by m.created_at) x
  union all
  select 'household_invitations', row_to_json(x) from (select i.household_id, i.role, i.switch_rooms, i.email, i.created_at, i.expires_at, i.used_at, i.revoked_at
    from public.household_invitations i where i.made_by = p_user order by i.created_at) x
$$;

-- What somebody did in the household of others stays there, as what they added does: under its owner, or under nobody's name.
create function private.forget_deeds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.device_schedules s set is_enabled = false, created_by = h.owner_id from public.households h
    where s.created_by = old.id and h.id = s.household_id;
  update public.imports i set user_id = h.owner_id from public.households h where i.user_id = old.id and h.id = i.household_id;
  update public.repairs r set made_by = h.owner_id from public.households h where r.made_by = old.id and h.id = r.household_id;
  update public.imports set undone_by = null where undone_by = old.id;
  update public.repairs set undone_by = null where undone_by = old.id;
  update public.notices set dismissed_by = null where dismissed_by = old.id;
  update public.device_commands set user_id = null where user_id = old.id;
  return null;
end $$;
create trigger forget_deeds after delete on auth.users for each row execute function private.forget_deeds();

-- An account that lost its password because somebody else had made it: whom they let in, and what they left to let others in, goes as well.
create or replace function private.forget_tokens_of_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  guest record;
begin
  delete from public.assistant_tokens where user_id = new.id;
  delete from public.account_endings where user_id = new.id;
  for guest in
    select m.household_id, m.user_id, h.time_zone from public.households h join public.household_members m on m.household_id = h.id
    where h.owner_id = new.id and m.user_id <> new.id
  loop
    delete from public.household_members m where m.household_id = guest.household_id and m.user_id = guest.user_id;
    perform private.ensure_household(guest.user_id, guest.time_zone);
  end loop;
  update public.household_invitations i set revoked_at = now() from public.households h
  where h.owner_id = new.id and i.household_id = h.id and private.is_open(i);
  update public.ingest_tokens t set revoked_at = now() from public.households h
  where h.owner_id = new.id and t.household_id = h.id and t.revoked_at is null;
  return null;
end $$;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
