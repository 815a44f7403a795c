-- An address that nobody has proved to be theirs carries no right: no invitation that is bound to it, no mail of a home's data. Its first proof puts
-- whoever sat in the account out; a new password ends the assistant's tokens.

-- Where nobody is asked to confirm, the embedded backend takes every address as confirmed: there auth.is_proved (boot.sql) says what was proved.
-- A hosted backend's own confirmation counts.
create function private.is_proved(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regprocedure('auth.is_proved(uuid)') is not null and (select s.is_hosted from private.settings s) is distinct from true then
    return auth.is_proved(p_user);
  end if;
  return exists (select from auth.users u where u.id = p_user and u.email_confirmed_at is not null);
end $$;

-- Whoever else was let into an account, or was left a way to let others in, when its address is proved for the first time. What it measured stays.
create function private.clear_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seat record;
begin
  delete from public.assistant_tokens where user_id = p_user;
  delete from public.account_endings where user_id = p_user;
  delete from private.linked_identities where user_id = p_user;
  update public.ingest_tokens t set revoked_at = now()
  where t.revoked_at is null and (t.created_by = p_user or t.household_id in (select h.id from public.households h where h.owner_id = p_user));
  update public.household_invitations i set revoked_at = now()
  where private.is_open(i) and i.household_id in (select h.id from public.households h where h.owner_id = p_user);
  -- Also the account itself out of the homes of others: one of them may have been made to read what is added next.
  for seat in
    select m.household_id, m.user_id, h.time_zone from public.households h join public.household_members m on m.household_id = h.id
    where (h.owner_id = p_user) <> (m.user_id = p_user)
  loop
    delete from public.household_members m where m.household_id = seat.household_id and m.user_id = seat.user_id;
    perform private.ensure_household(seat.user_id, seat.time_zone);
  end loop;
  update public.profiles p set current_household = null where p.user_id = p_user;
end $$;

-- auth.clear_account (boot.sql) calls it, for another provider's proof too. At a hosted backend the trigger that did it before is not ours to drop.
create or replace function private.forget_tokens_of_user() returns trigger
language plpgsql security definer set search_path = '' as $$ begin return null; end $$;

-- Whoever chooses a new password does not know who was let in by the one before. A guest's is chosen once, and everything is kept.
create function private.end_assistant_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_guest(new.id) then delete from public.assistant_tokens where user_id = new.id; end if;
  return null;
end $$;
create trigger end_assistant_tokens after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function private.end_assistant_tokens();

-- As before, but that the address is proved.
create or replace function private.invite(p_user uuid, p_household uuid, p_role text, p_rooms jsonb, p_email text, p_hash bytea, p_token text, p_days integer,
  p_most integer)
returns table (fault text, id uuid, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  fault := private.owner_fault(p_user, p_household);
  if fault is null and (select count(*) from public.household_invitations i where i.household_id = p_household and private.is_open(i)) >= p_most then
    fault := 'invitations-full';
  end if;
  -- A mail names the address of whoever invites: only one that is theirs.
  if fault is null and p_email is not null and not private.is_proved(p_user) then
    fault := 'email-not-confirmed';
  end if;
  -- Counted apart from the rows, which go with their household.
  if fault is null and p_email is not null
    and private.take_allowance('invitation-to', encode(sha256(convert_to(lower(p_email), 'utf8')), 'hex'), 5, 86400) > 0 then
    fault := 'rate-limited';
  end if;
  if fault is not null then
    return next;
    return;
  end if;
  insert into public.household_invitations as i (household_id, role, switch_rooms, email, hash, made_by, expires_at)
  values (p_household, p_role, private.rooms_of(p_rooms), p_email, p_hash, p_user, now() + make_interval(days => p_days)) returning i.id, i.expires_at into id, expires_at;
  if p_token is not null then insert into private.waiting_mails (kind, invitation_id, token) values ('invitation', id, p_token); end if;
  return next;
end $$;
create or replace function private.accept_invitation(p_user uuid, p_hash bytea) returns table (fault text, household_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.household_invitations;
  person record;
begin
  -- The household first, as those do who delete it.
  perform from public.household_invitations i join public.households h on h.id = i.household_id where i.hash = p_hash for key share of h;
  select * into chosen from public.household_invitations i where i.hash = p_hash for update;
  select lower(u.email::text) as email, private.is_proved(u.id) as is_proved into person from auth.users u where u.id = p_user;
  fault := private.invitation_fault(chosen);
  -- Who pressed twice is in.
  if fault = 'invitation-used' and chosen.used_by = p_user and private.role_in(p_user, chosen.household_id) is not null then
    return query select null::text, chosen.household_id;
    return;
  end if;
  if fault is null then
    fault := case
      when private.is_guest(p_user) then 'guest-account'
      when private.role_in(p_user, chosen.household_id) is not null then 'already-member'
      when lower(chosen.email) <> coalesce(person.email, '') then 'invitation-other-address'
      when chosen.email is not null and not person.is_proved then 'email-not-confirmed'
      when (select count(*) from public.household_members m where m.user_id = p_user) >= 50 then 'households-full' end;
  end if;
  if fault is null then
    insert into public.household_members (household_id, user_id, role, switch_rooms)
    values (chosen.household_id, p_user, chosen.role, chosen.switch_rooms) on conflict do nothing;
    if not found then fault := 'already-member'; end if;
  end if;
  if fault is null then
    update public.household_invitations i set used_at = now(), used_by = p_user where i.id = chosen.id;
    update public.profiles p set current_household = chosen.household_id where p.user_id = p_user;
    household_id := chosen.household_id;
  end if;
  return next;
end $$;
create or replace function private.notices_to_mail(p_household uuid, p_now timestamptz)
returns table (user_id uuid, notice_id uuid, phase text)
language sql stable security definer set search_path = '' as $$
  with wish as (
    select hm.user_id, k.kind, coalesce(case k.kind when 'running-water' then p.mail_running_water when 'silent-meter' then p.mail_silent_meter
      else p.mail_budget end, hm.role <> 'viewer') as is_wanted
    from public.household_members hm join public.profiles p on p.user_id = hm.user_id
    cross join (values ('running-water'), ('silent-meter'), ('budget-course'), ('budget-most'), ('budget-passed')) k (kind)
    where hm.household_id = p_household and not p.is_guest and private.is_proved(hm.user_id)
  )
  select w.user_id, n.id, 'began'
  from public.notices n join wish w on w.kind = n.kind and w.is_wanted
  where n.household_id = p_household and n.ended_at is null and n.dismissed_at is null and n.mail_at <= p_now and n.noticed_at > p_now - interval '1 day'
    and not exists (select from private.notice_mails t where t.household_id = n.household_id and t.notice_id = n.id and t.user_id = w.user_id)
    and (select count(distinct t.began_at) from private.notice_mails t join public.notices o on o.household_id = t.household_id and o.id = t.notice_id
      where t.user_id = w.user_id and t.household_id = n.household_id and t.began_at > p_now - interval '1 day'
        and (n.kind <> 'silent-meter' or o.kind = 'silent-meter')) < case n.kind when 'silent-meter' then 2 else 4 end
  union all
  -- A budget that is not passed any more is no news.
  select t.user_id, n.id, 'ended'
  from public.notices n join private.notice_mails t on t.household_id = n.household_id and t.notice_id = n.id and t.ended_at is null
  join wish w on w.user_id = t.user_id and w.kind = n.kind and w.is_wanted
  where n.household_id = p_household and n.meter_id is not null and n.ended_at > p_now - interval '1 day'
$$;

-- As before, in two: what was proved is asked while the account is there to say it.
create or replace function private.forget_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.household_invitations where used_by = old.id;
  update public.household_invitations set made_by = null where made_by = old.id;
  return null;
end $$;
create function private.forget_own_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An address that was never proved may be anybody's.
  delete from public.household_invitations where lower(email) = lower(old.email::text) and private.is_proved(old.id);
  return old;
end $$;
create trigger forget_own_invitations before delete on auth.users for each row execute function private.forget_own_invitations();

-- After a reset by mail its person is asked what to keep of what lets others into their homes. Of the homes of others: tokens that they made there.
-- `ended`: how many tokens stopped within the hour, as the first proof of an address stops them.
create function private.access_of(p_user uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'households', coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'tokens', x.tokens, 'invitations', x.invitations, 'people', x.people)
      order by x.created_at) filter (where concat(x.tokens, x.invitations, x.people) <> '[][][]'), '[]'::json),
    'ended', (select count(*) from public.ingest_tokens t join public.households h on h.id = t.household_id
      where h.owner_id = p_user and t.revoked_at > now() - interval '1 hour'))
  from (
    select h.id, h.name, m.created_at,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'hint', t.hint, 'createdAt', t.created_at, 'usedAt', t.last_used_at,
          'madeBy', case when t.created_by <> p_user then coalesce(p.display_name, '') end) order by t.created_at), '[]'::json)
        from public.ingest_tokens t left join public.profiles p on p.user_id = t.created_by
        where t.household_id = h.id and t.revoked_at is null and (m.role = 'owner' or t.created_by = p_user)) as tokens,
      (select coalesce(json_agg(json_build_object('id', i.id, 'role', i.role, 'email', i.email, 'createdAt', i.created_at, 'expiresAt', i.expires_at)
          order by i.created_at), '[]'::json)
        from public.household_invitations i where i.household_id = h.id and private.is_open(i) and m.role = 'owner') as invitations,
      (select coalesce(json_agg(json_build_object('userId', o.user_id, 'name', coalesce(p.display_name, ''), 'email', nullif(u.email::text, ''),
          'role', o.role, 'joinedAt', o.created_at) order by o.created_at, o.user_id), '[]'::json)
        from public.household_members o left join public.profiles p on p.user_id = o.user_id left join auth.users u on u.id = o.user_id
        where o.household_id = h.id and o.user_id <> p_user and m.role = 'owner') as people
    from public.household_members m join public.households h on h.id = m.household_id where m.user_id = p_user
  ) x
$$;

-- Ends what was chosen, as far as it is theirs to end; the rest stays.
create function private.end_access(p_user uuid, p_what jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seat record;
begin
  update public.ingest_tokens t set revoked_at = now()
  from public.household_members m where p_what -> 'tokens' @> to_jsonb(t.id) and t.revoked_at is null and m.household_id = t.household_id and m.user_id = p_user
    and (m.role = 'owner' or t.created_by = p_user);
  update public.household_invitations i set revoked_at = now()
  from public.household_members m where p_what -> 'invitations' @> to_jsonb(i.id) and private.is_open(i) and m.household_id = i.household_id and m.user_id = p_user
    and m.role = 'owner';
  for seat in select * from jsonb_to_recordset(p_what -> 'people') x (household uuid, "userId" uuid) loop
    if seat."userId" <> p_user then perform private.remove_member(p_user, seat.household, seat."userId"); end if;
  end loop;
end $$;

grant execute on function private.is_proved(uuid), private.access_of(uuid), private.end_access(uuid, jsonb) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
