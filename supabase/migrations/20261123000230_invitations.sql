-- Sharing a household: who has the link of an invitation may join it, once, in time. On Citus this is a reference table.
create table public.household_invitations (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id) on delete cascade,
  role text not null check (role in ('member', 'viewer')),
  switch_rooms text[] check (private.are_rooms(switch_rooms)),
  -- Null: whoever has the link. Else only this person, and it was sent there.
  email text check (length(email) <= 254),
  -- SHA-256 of the token: the token itself is shown once and kept nowhere but in a mail that waits.
  hash bytea not null unique,
  made_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid,
  revoked_at timestamptz
);
create index household_invitations_of on public.household_invitations (household_id, created_at);
alter table public.household_invitations enable row level security;
revoke all on public.household_invitations from anon, authenticated;
grant select (id, household_id, role, switch_rooms, email, made_by, created_at, expires_at, used_at, used_by, revoked_at)
  on public.household_invitations to authenticated;
create policy invitations_read on public.household_invitations for select to authenticated
  using (household_id = any (private.my_owned_households()));

create function private.is_open(p_invitation public.household_invitations) returns boolean
language sql stable set search_path = '' as $$
  select p_invitation.used_at is null and p_invitation.revoked_at is null and p_invitation.expires_at > now()
$$;
create function private.is_guest(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.is_guest from public.profiles p where p.user_id = p_user), true)
$$;
-- What keeps somebody from what only the owner does; null: nothing. Whoever asks holds the household until they are done.
create function private.owner_fault(p_user uuid, p_household uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  mine text := private.role_in(p_user, p_household);
begin
  if mine is null then return 'not-found'; end if;
  if mine <> 'owner' then return 'forbidden'; end if;
  if private.is_guest(p_user) then return 'guest-account'; end if;
  perform from public.households h where h.id = p_household for no key update;
  -- Somebody may have handed it over while this waited.
  return case when private.role_in(p_user, p_household) = 'owner' then null else 'forbidden' end;
end $$;

-- p_token: where it is to be mailed. An address is written to five times a day at most, whoever asks for it.
create function private.invite(p_user uuid, p_household uuid, p_role text, p_rooms jsonb, p_email text, p_hash bytea, p_token text, p_days integer,
  p_most integer)
returns table (fault text, id uuid, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  fault := private.owner_fault(p_user, p_household);
  if fault is null and (select count(*) from public.household_invitations i where i.household_id = p_household and private.is_open(i)) >= p_most then
    fault := 'invitations-full';
  end if;
  -- A mail names the address of whoever invites: only one that is theirs.
  if fault is null and p_email is not null and exists (select from auth.users u where u.id = p_user and u.email_confirmed_at is null) then
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
create function private.open_invitations(p_user uuid, p_household uuid) returns table (fault text, invitations json)
language plpgsql security definer set search_path = '' as $$
begin
  fault := private.owner_fault(p_user, p_household);
  if fault is null then
    select coalesce(json_agg(json_build_object('id', i.id, 'role', i.role, 'switchRooms', i.switch_rooms, 'email', i.email,
      'createdAt', i.created_at, 'expiresAt', i.expires_at) order by i.created_at), '[]'::json) into invitations
    from public.household_invitations i where i.household_id = p_household and private.is_open(i);
  end if;
  return next;
end $$;

create function private.revoke_invitation(p_user uuid, p_household uuid, p_invitation uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
begin
  if broken is not null then return broken; end if;
  update public.household_invitations i set revoked_at = now()
  where i.household_id = p_household and i.id = p_invitation and private.is_open(i);
  return case when found then null else 'not-found' end;
end $$;

-- Why it cannot be accepted, as far as who has it can do something about it.
create function private.invitation_fault(p_invitation public.household_invitations) returns text
language sql stable set search_path = '' as $$
  select case
    when p_invitation.id is null or p_invitation.revoked_at is not null then 'invitation-unknown'
    when p_invitation.used_at is not null then 'invitation-used'
    when p_invitation.expires_at <= now() then 'invitation-expired' end
$$;
create function private.half_hidden(p_email text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(p_email, '^(.).*@', '\1…@') $$;

create function private.look_at_invitation(p_hash bytea) returns table (fault text, preview json)
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.household_invitations;
begin
  select * into found_one from public.household_invitations i where i.hash = p_hash;
  fault := private.invitation_fault(found_one);
  if fault is null then
    select json_build_object('householdName', h.name, 'invitedBy', coalesce(p.display_name, ''), 'role', found_one.role,
      'switchRooms', found_one.switch_rooms, 'email', private.half_hidden(found_one.email), 'expiresAt', found_one.expires_at) into preview
    from public.households h left join public.profiles p on p.user_id = found_one.made_by where h.id = found_one.household_id;
  end if;
  return next;
end $$;

-- Of several who accept at once the first gets it: the others wait on the row and find it used.
create function private.accept_invitation(p_user uuid, p_hash bytea) returns table (fault text, household_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.household_invitations;
  person record;
begin
  -- The household first, as those do who delete it.
  perform from public.household_invitations i join public.households h on h.id = i.household_id where i.hash = p_hash for key share of h;
  select * into chosen from public.household_invitations i where i.hash = p_hash for update;
  select lower(u.email::text) as email, u.email_confirmed_at is not null as is_confirmed into person from auth.users u where u.id = p_user;
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
      when chosen.email is not null and not person.is_confirmed then 'email-not-confirmed'
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

-- A new owner decides anew who is invited.
create function private.end_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.household_invitations i set revoked_at = now() where i.household_id = new.id and private.is_open(i);
  return null;
end $$;
create trigger end_invitations after update of owner_id on public.households
  for each row when (old.owner_id is distinct from new.owner_id) execute function private.end_invitations();

create function private.forget_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An address that was never proved may be anybody's.
  delete from public.household_invitations
  where used_by = old.id or old.email_confirmed_at is not null and lower(email) = lower(old.email::text);
  update public.household_invitations set made_by = null where made_by = old.id;
  return null;
end $$;
create trigger forget_invitations after delete on auth.users for each row execute function private.forget_invitations();

create function private.forget_old_invitations() returns void
language sql security definer set search_path = '' as $$
  delete from public.household_invitations where least(expires_at, used_at, revoked_at) < now() - interval '30 days'
$$;

grant execute on function private.invite(uuid, uuid, text, jsonb, text, bytea, text, integer, integer), private.open_invitations(uuid, uuid),
  private.revoke_invitation(uuid, uuid, uuid), private.look_at_invitation(bytea), private.accept_invitation(uuid, bytea),
  private.forget_old_invitations(), private.role_in(uuid, uuid) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
