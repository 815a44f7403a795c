-- Who comes by another provider is called as that one calls them; and an account that lost its password because somebody
-- else had made it loses the tokens made with it.

create or replace function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wishes jsonb := coalesce(new.raw_user_meta_data::jsonb, '{}');
  configured private.settings := (select s from private.settings s);
  guest boolean := split_part(coalesce(new.email, ''), '@', 2) = configured.guest_domain;
  home uuid;
begin
  insert into public.profiles (user_id, display_name, language, is_guest)
  values (new.id, left(coalesce(wishes ->> 'display_name', wishes ->> 'full_name', wishes ->> 'name', ''), 80),
    case when wishes ->> 'language' in ('en', 'es', 'hi') then wishes ->> 'language' else 'en' end, guest)
  on conflict do nothing;
  if guest and configured.demo_household_id is not null then
    perform private.open_overlay(new.id, configured.demo_household_id);
  else
    insert into public.households (owner_id, kind, time_zone)
    values (new.id, 'home', private.time_zone_or(wishes ->> 'time_zone', 'UTC')) returning id into home;
    insert into public.household_members (household_id, user_id, role) values (home, new.id, 'owner');
  end if;
  return null;
end $$;

-- A guest who becomes a member keeps everything, under their own address.
create or replace function private.settle_guest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_guest = (split_part(coalesce(new.email, ''), '@', 2) = (select guest_domain from private.settings))
  where user_id = new.id;
  return null;
end $$;

-- The name that a person gives themselves is written once: a page that is left between two writes would lose the second.
create or replace function private.follow_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set display_name = left(new.raw_user_meta_data::jsonb ->> 'display_name', 80) where user_id = new.id;
  return null;
end $$;

-- Of somebody who left, their own households go; what they added to another's stays there under its owner.
create or replace function private.forget_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.households where owner_id = old.id;
  update public.connected_devices d set user_id = h.owner_id from public.households h
    where d.user_id = old.id and h.id = d.household_id;
  update public.billing_records b set user_id = h.owner_id from public.households h
    where b.user_id = old.id and h.id = b.household_id;
  update public.ingest_tokens set created_by = null where created_by = old.id;
  delete from public.household_members where user_id = old.id;
  delete from public.profiles where user_id = old.id;
  delete from public.administrators where user_id = old.id;
  delete from public.account_endings where user_id = old.id;
  delete from private.allowances where who = old.id::text;
  delete from private.account_events where user_id = old.id;
  update private.account_events set about = null, name = null where about = old.id;
  return null;
end $$;

create or replace function private.seen(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set last_seen_at = now() where user_id = p_user and last_seen_at < now() - interval '10 minutes';
end $$;

create or replace function private.remove_idle_guests(p_days integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare removed integer;
begin
  delete from auth.users u using public.profiles p
  where p.user_id = u.id and p.is_guest and p.last_seen_at < now() - make_interval(days => p_days);
  get diagnostics removed = row_count;
  return removed;
end $$;

create or replace function private.is_administrator() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.administrators where user_id = private.me());
end $$;

-- What goes with an account, and who could take it over instead. One JSON object.
create or replace function private.ending_facts(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select jsonb_build_object(
    'dueAt', (select e.due_at from public.account_endings e where e.user_id = p_user),
    'households', coalesce((select jsonb_agg(jsonb_build_object(
      'id', h.id,
      'name', h.name,
      'devices', (select count(*) from public.connected_devices d where d.household_id = h.id),
      'bills', (select count(*) from public.billing_records b where b.household_id = h.id),
      'hasReadings', h.has_readings,
      'heir', (select e.heirs ->> h.id::text from public.account_endings e where e.user_id = p_user),
      'members', coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', coalesce(p.display_name, '')) order by m.created_at, m.user_id)
        from public.household_members m left join public.profiles p on p.user_id = m.user_id
        where m.household_id = h.id and m.user_id <> p_user), '[]'::jsonb)
    ) order by h.created_at, h.id) from public.households h where h.owner_id = p_user), '[]'::jsonb)
  )::text
  );
end $$;

-- Null when somebody named is no member of a household that this person owns.
create or replace function private.end_account(p_user uuid, p_heirs jsonb, p_days integer) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz := now() + make_interval(days => p_days);
begin
  if exists (
    select from jsonb_each_text(p_heirs) named (household, heir)
    where not exists (
      select from public.households h join public.household_members m on m.household_id = h.id
      where h.id::text = named.household and h.owner_id = p_user and m.user_id::text = named.heir and m.user_id <> p_user)
  ) then return null; end if;
  -- Asking again changes who takes over, never the day.
  insert into public.account_endings as e (user_id, due_at, heirs) values (p_user, due, p_heirs)
  on conflict (user_id) do update set heirs = excluded.heirs returning e.due_at into due;
  return due;
end $$;

create or replace function private.keep_account(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_endings where user_id = p_user;
  return found;
end $$;

-- A household is handed over as a whole, and whoever lived in one that goes is not left without any.
create or replace function private.end_due_accounts() returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  ending public.account_endings;
  homeless record;
begin
  perform private.take_home_events();
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

-- What somebody wrote, for the export. The policy shows invitations of households that are theirs today: here are all that they made.
create or replace function private.own_writing(p_user uuid) returns table (name text, line json)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select o.name, o.line from private.community_own(p_user) o
  union all
  select 'community_likes', row_to_json(x) from (select l.post_id, null::bigint as reply_id, l.created_at from public.community_likes l where l.user_id = p_user
    union all select null, l.reply_id, l.created_at from public.community_reply_likes l where l.user_id = p_user order by created_at) x
  union all
  select 'contact_messages', row_to_json(x) from (select m.name, m.email, m.phone, m.topic, m.subject, m.message, m.language, m.created_at
    from public.contact_messages m where m.user_id = p_user order by m.created_at) x
  union all
  select 'household_invitations', row_to_json(x) from (select i.household_id, i.role, i.switch_rooms, i.email, i.created_at, i.expires_at, i.used_at, i.revoked_at
    from public.household_invitations i where i.made_by = p_user order by i.created_at) x
  union all
  select 'account_events', row_to_json(x) from (select e.at, e.kind, case when e.about is null then e.name end as name, e.user_agent
    from private.account_events e where e.user_id = p_user order by e.id) x;
end $$;

-- A guest has no address.
create or replace function private.tell_account_ending() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.waiting_mails (kind, ending_of)
  select 'account-ending', new.user_id from public.profiles p where p.user_id = new.user_id and not p.is_guest;
  return null;
end $$;

-- The service's own addresses ask for the session: one that has not shown the factor is none yet.
create or replace function private.session_is_live(p_session uuid) returns boolean
language plpgsql stable security definer set search_path = '' set row_security = off as $$
begin
  return exists (select from auth.sessions s where s.id = p_session and (s.not_after is null or s.not_after > now())
    and (s.aal::text = 'aal2' or not private.has_second_factor(s.user_id)));
end $$;

-- Whether its person has shown lately who they are: by a password, a factor, a mail or another provider.
create or replace function private.session_is_fresh(p_session uuid) returns boolean
language plpgsql stable security definer set search_path = '' set row_security = off as $$
begin
  if to_regclass('auth.mfa_amr_claims') is null then return true; end if;
  return exists (select from auth.mfa_amr_claims a where a.session_id = p_session and a.updated_at > now() - interval '15 minutes');
end $$;

create or replace function private.sessions_of(p_user uuid)
returns table (id uuid, made_at timestamptz, used_at timestamptz, user_agent text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent::text
  from auth.sessions s where s.user_id = p_user and (s.not_after is null or s.not_after > now())
  order by 3 desc limit 100;
end $$;

create or replace function private.end_session(p_user uuid, p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = p_user and s.id = p_session;
  return found;
end $$;

create or replace function private.end_other_sessions(p_user uuid, p_kept uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = p_user and s.id <> p_kept;
end $$;

-- auth.clear_account (boot.sql) calls it, for another provider's proof too. It stays for a hosted backend's trigger, which is not ours to drop.
create or replace function private.forget_tokens_of_user() returns trigger
language plpgsql security definer set search_path = '' as $$ begin return null; end $$;

-- What somebody did in the household of others stays there, as what they added does: under its owner, or under nobody's name.
create or replace function private.forget_deeds() returns trigger
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

create or replace function private.linked_identity(p_provider text, p_subject text) returns table (user_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select l.user_id from private.linked_identities l where l.provider = p_provider and l.subject = p_subject;
end $$;

create or replace function private.link_identity(p_provider text, p_subject text, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.linked_identities where ended_at < now() - interval '90 days';
  insert into private.linked_identities (provider, subject, user_id) values (p_provider, p_subject, p_user);
end $$;

create or replace function private.forget_ended_identity(p_provider text, p_subject text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.linked_identities where provider = p_provider and subject = p_subject and user_id is null;
end $$;

-- Two first sign-ins of one person at once wait for each other, so that they get one account. To the transaction's end.
create or replace function private.take_identity(p_provider text, p_subject text) returns void
language sql security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(p_provider || '/' || p_subject, 0))
$$;

-- Nobody comes back as the same guest, so of a guest nothing is left.
create or replace function private.unlink_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if split_part(coalesce(old.email, ''), '@', 2) = (select guest_domain from private.settings) then
    delete from private.linked_identities where user_id = old.id;
  else
    update private.linked_identities set user_id = null, ended_at = now() where user_id = old.id;
  end if;
  return null;
end $$;

-- An address that was given up leads its next owner to no account that is somebody's by another identity.

-- Whether nobody else has it. Two people of one address wait for each other, to the transaction's end.
create or replace function private.take_account(p_provider text, p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(p_provider || ' account ' || p_user, 0));
  return not exists (select from private.linked_identities l where l.provider = p_provider and l.user_id = p_user);
end $$;

-- Whoever has a second factor and has not shown it is nobody here: neither behind the tables nor behind the service. Policies ask for
-- it where they ask who somebody is, which an index is looked up with: once in a statement. (A restrictive policy is asked for each row.)

-- Only some backends have such factors, so the body is looked into when it runs. `row_security = off`: where the owner of this
-- function may not see them it fails, as without the privilege, instead of finding none.
create or replace function private.has_second_factor(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' set row_security = off as $$
begin
  if to_regclass('auth.mfa_factors') is null then return false; end if;
  return exists (select from auth.mfa_factors f where f.user_id = p_user and f.status::text = 'verified');
end $$;

-- What begin_request carried to a worker of who asks: whose they are is known on the coordinator alone, and only its connections bring it.
create or replace function private.carried(p_what text) returns text
language sql stable as $$ select nullif(current_setting('wattershed.carried', true), '')::jsonb ->> p_what $$;

-- Begins what a person asks for on a Citus cluster: the service calls it with the person's claims, a table API before each request. Policies are judged
-- where the rows are, by what this carries there; and whoever keeps answers hears of what a table API writes, as a worker can tell nobody.
create or replace function private.begin_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  homes constant uuid[] := case when current_setting('citus.propagate_set_commands', true) = 'local' then private.my_households() end;
begin
  if homes is null then return; end if;
  execute format('set local wattershed.carried = %L', jsonb_build_object('me', private.me(), 'reads', homes::text, 'writes', private.my_writable_households()::text,
    'owns', private.my_owned_households()::text, 'switches', private.my_switching_households()::text));
  if current_setting('request.method', true) in ('POST', 'PATCH', 'PUT', 'DELETE') then
    perform private.tell(h, w.what) from unnest(homes) h cross join unnest(array['household', 'notices', 'channels']) w (what);
    perform pg_notify('wattershed_polled', '');
  end if;
end $$;

-- Who asks; null: nobody, or not altogether signed in. No policy asks auth.uid() itself (a test reads the catalogue).
create or replace function private.me() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid;
begin
  if private.is_worker() then return private.carried('me')::uuid; end if;
  me := auth.uid();
  if auth.jwt() ->> 'aal' = 'aal2' or not private.has_second_factor(me) then return me; end if;
  return null;
end $$;

-- By which ways somebody signs in, for the export of what is theirs. plpgsql, because a body is looked into only when it runs: two of these tables
-- belong to the backend. Only columns that every auth server has.

create or replace function private.ways_to_sign_in(p_user uuid) returns table (provider text, address text, since timestamptz, last_used_at timestamptz)
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

create or replace function private.forget_traces_of_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select is_hosted from private.settings) is distinct from false then return null; end if;
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries a where a.payload ->> 'actor_id' in (select g.id::text from gone g);
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id in (select g.id from gone g);
  end if;
  return null;
end $$;

-- Each renewal of a session is two lines there, and nothing else ends them while the service runs.
create or replace function private.forget_old_traces_of_sign_in() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.account_events where at < now() - interval '1 year';
  if (select is_hosted from private.settings) is distinct from false then return; end if;
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries a where a.created_at < now() - interval '90 days';
  end if;
end $$;

-- An address that nobody has proved to be theirs carries no right: no invitation that is bound to it, no mail of a home's data. Its first proof puts
-- whoever sat in the account out; a new password ends the assistant's tokens.

-- Where nobody is asked to confirm, the embedded backend takes every address as confirmed: there auth.is_proved (boot.sql) says what was proved.
-- A hosted backend's own confirmation counts.
create or replace function private.is_proved(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regprocedure('auth.is_proved(uuid)') is not null and (select s.is_hosted from private.settings s) is distinct from true then
    return auth.is_proved(p_user);
  end if;
  return exists (select from auth.users u where u.id = p_user and u.email_confirmed_at is not null);
end $$;

-- Whoever else was let into an account, or was left a way to let others in, when its address is proved for the first time. What it measured stays.
create or replace function private.clear_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seat record;
begin
  delete from public.assistant_tokens where user_id = p_user;
  delete from public.wall_tokens t where t.created_by = p_user or t.household_id in (select h.id from public.households h where h.owner_id = p_user);
  delete from public.data_pushes t where t.created_by = p_user or t.household_id in (select h.id from public.households h where h.owner_id = p_user);
  delete from public.pulls t where t.set_up_by = p_user or t.household_id in (select h.id from public.households h where h.owner_id = p_user);
  delete from public.watched_folders t where t.set_up_by = p_user or t.household_id in (select h.id from public.households h where h.owner_id = p_user);
  delete from public.account_endings where user_id = p_user;
  delete from private.linked_identities where user_id = p_user;
  update public.ingest_tokens t set revoked_at = now()
  where t.revoked_at is null and (t.created_by = p_user or t.household_id in (select h.id from public.households h where h.owner_id = p_user));
  update public.household_invitations i set revoked_at = now()
  where private.is_open(i.used_at, i.revoked_at, i.expires_at, now()) and i.household_id in (select h.id from public.households h where h.owner_id = p_user);
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

-- Whoever chooses a new password does not know who was let in by the one before. A guest's is chosen once, and everything is kept.
create or replace function private.end_assistant_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_guest(new.id) then delete from public.assistant_tokens where user_id = new.id; end if;
  return null;
end $$;

create or replace function private.forget_own_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An address that was never proved may be anybody's.
  delete from public.household_invitations where lower(email) = lower(old.email::text) and private.is_proved(old.id);
  return old;
end $$;

-- After a reset by mail its person is asked what to keep of what lets others into their homes. Of the homes of others: tokens that they made there.
-- `ended`: how many tokens stopped within the hour, as the first proof of an address stops them.
create or replace function private.access_of(p_user uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select json_build_object(
    'households', coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'tokens', x.tokens, 'assistants', x.assistants, 'walls', x.walls,
        'pushes', x.pushes, 'pulls', x.pulls, 'invitations', x.invitations, 'people', x.people)
      order by x.created_at) filter (where concat(x.tokens, x.assistants, x.walls, x.pushes, x.pulls, x.invitations, x.people) <> '[][][][][][][]'), '[]'::json),
    'ended', (select count(*) from public.ingest_tokens t join public.households h on h.id = t.household_id
      where h.owner_id = p_user and t.revoked_at > now() - interval '1 hour'))
  from (
    select h.id, h.name, m.created_at,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'hint', t.hint, 'createdAt', t.created_at, 'usedAt', t.last_used_at,
          'madeBy', case when t.created_by <> p_user then coalesce(p.display_name, '') end) order by t.created_at), '[]'::json)
        from public.ingest_tokens t left join public.profiles p on p.user_id = t.created_by
        where t.household_id = h.id and t.revoked_at is null and (m.role = 'owner' or t.created_by = p_user)) as tokens,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'hint', a.hint, 'createdAt', a.created_at, 'usedAt', a.last_used_at,
          'madeBy', case when a.user_id <> p_user then coalesce(p.display_name, '') end) order by a.created_at), '[]'::json)
        from public.assistant_tokens a left join public.profiles p on p.user_id = a.user_id
        where a.household_id = h.id and (m.role = 'owner' or a.user_id = p_user)) as assistants,
      (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'hint', w.hint, 'createdAt', w.created_at, 'usedAt', w.last_used_at,
          'madeBy', case when w.created_by <> p_user then coalesce(p.display_name, '') end) order by w.created_at), '[]'::json)
        from public.wall_tokens w left join public.profiles p on p.user_id = w.created_by
        where w.household_id = h.id and (m.role = 'owner' or w.created_by = p_user)) as walls,
      (select coalesce(json_agg(json_build_object('kind', d.kind, 'name', d.host, 'createdAt', d.created_at, 'usedAt', d.sent_at,
          'madeBy', case when d.created_by <> p_user then coalesce(p.display_name, '') end) order by d.created_at), '[]'::json)
        from public.data_pushes d left join public.profiles p on p.user_id = d.created_by
        where d.household_id = h.id and (m.role = 'owner' or d.created_by = p_user)) as pushes,
      (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.label, 'createdAt', f.added_at, 'usedAt', f.succeeded_at,
          'madeBy', case when f.set_up_by <> p_user then coalesce(p.display_name, '') end) order by f.added_at), '[]'::json)
        from (select l.id, l.household_id, l.label, l.added_at, l.succeeded_at, l.set_up_by from public.pulls l
          union all select w.household_id, w.household_id, w.path, w.added_at, w.looked_at, w.set_up_by from public.watched_folders w) f
        left join public.profiles p on p.user_id = f.set_up_by
        where f.household_id = h.id and (m.role = 'owner' or f.set_up_by = p_user)) as pulls,
      (select coalesce(json_agg(json_build_object('id', i.id, 'role', i.role, 'email', i.email, 'createdAt', i.created_at, 'expiresAt', i.expires_at)
          order by i.created_at), '[]'::json)
        from public.household_invitations i where i.household_id = h.id and private.is_open(i.used_at, i.revoked_at, i.expires_at, now()) and m.role = 'owner') as invitations,
      (select coalesce(json_agg(json_build_object('userId', o.user_id, 'name', coalesce(p.display_name, ''), 'email', nullif(u.email::text, ''),
          'role', o.role, 'joinedAt', o.created_at, 'seenAt', p.last_seen_at) order by o.created_at, o.user_id), '[]'::json)
        from public.household_members o left join public.profiles p on p.user_id = o.user_id left join auth.users u on u.id = o.user_id
        where o.household_id = h.id and o.user_id <> p_user and m.role = 'owner') as people
    from public.household_members m join public.households h on h.id = m.household_id where m.user_id = p_user
  ) x
  );
end $$;

-- Ends what was chosen, as far as it is theirs to end; the rest stays.
create or replace function private.end_access(p_user uuid, p_what jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seat record;
begin
  update public.ingest_tokens t set revoked_at = now()
  from public.household_members m where p_what -> 'tokens' @> to_jsonb(t.id) and t.revoked_at is null and m.household_id = t.household_id and m.user_id = p_user
    and (m.role = 'owner' or t.created_by = p_user);
  update public.household_invitations i set revoked_at = now()
  from public.household_members m where p_what -> 'invitations' @> to_jsonb(i.id) and private.is_open(i.used_at, i.revoked_at, i.expires_at, now()) and m.household_id = i.household_id and m.user_id = p_user
    and m.role = 'owner';
  delete from public.assistant_tokens a using public.household_members m
  where p_what -> 'assistants' @> to_jsonb(a.id) and m.household_id = a.household_id and m.user_id = p_user and (m.role = 'owner' or a.user_id = p_user);
  delete from public.wall_tokens w using public.household_members m
  where p_what -> 'walls' @> to_jsonb(w.id) and m.household_id = w.household_id and m.user_id = p_user and (m.role = 'owner' or w.created_by = p_user);
  delete from public.data_pushes d using jsonb_to_recordset(p_what -> 'pushes') x (household uuid, kind text), public.household_members m
  where d.household_id = x.household and d.kind = x.kind and m.household_id = d.household_id and m.user_id = p_user and (m.role = 'owner' or d.created_by = p_user);
  delete from public.pulls f using public.household_members m
  where p_what -> 'pulls' @> to_jsonb(f.id) and m.household_id = f.household_id and m.user_id = p_user and (m.role = 'owner' or f.set_up_by = p_user);
  -- A home has one folder, which goes by the home's id.
  delete from public.watched_folders w using public.household_members m
  where p_what -> 'pulls' @> to_jsonb(w.household_id) and m.household_id = w.household_id and m.user_id = p_user and (m.role = 'owner' or w.set_up_by = p_user);
  for seat in select * from jsonb_to_recordset(p_what -> 'people') x (household uuid, "userId" uuid) loop
    if seat."userId" <> p_user then perform private.remove_member(p_user, seat.household, seat."userId"); end if;
  end loop;
end $$;

-- What happens to an account is kept for its person, for a year, and what is new is mailed to an address that is proved. Of guests nothing is kept. Nobody is kept
-- out, and nothing undone, because a line could not be written.
create or replace function private.note_account_event(p_user uuid, p_kind text, p_name text default null, p_agent text default null, p_is_mailed boolean default false,
  p_about uuid default null, p_at timestamptz default now())
returns void language plpgsql security definer set search_path = '' as $$
declare
  noted bigint;
  is_known boolean;
begin
  if not exists (select from public.profiles p join auth.users u on u.id = p.user_id where p.user_id = p_user and not p.is_guest) then return; end if;
  if p_kind = 'signed-in' then
    -- A browser is known by what it says of itself, but for its version. The first of all is no news either.
    select bool_or(regexp_replace(coalesce(e.user_agent, ''), '[0-9._]+', '', 'g') = regexp_replace(coalesce(p_agent, ''), '[0-9._]+', '', 'g'))
    into is_known from private.account_events e where e.user_id = p_user and e.kind in ('signed-in', 'signed-in-anew');
    p_is_mailed := is_known is false;
    if p_is_mailed then p_kind := 'signed-in-anew'; end if;
  end if;
  insert into private.account_events (user_id, kind, name, user_agent, about, at)
  values (p_user, p_kind, left(p_name, 200), left(p_agent, 400), p_about, p_at) returning id into noted;
  -- What belongs to a sign-up is no news; and whoever is in cannot fill the person's mailbox.
  if p_is_mailed and private.is_proved(p_user)
    and exists (select from auth.users u where u.id = p_user and u.created_at < now() - interval '5 minutes')
    and (select count(*) from private.account_events e where e.user_id = p_user and e.kind = p_kind and e.at > now() - interval '1 hour') <= 5 then
    insert into private.waiting_mails (kind, event_id) values ('account-event', noted);
  end if;
exception when others then
  raise warning 'an event of an account is not kept: %', sqlerrm;
end $$;

-- p_person: whose it is; p_by: who did it.
create or replace function private.note_change(p_household uuid, p_person uuid, p_by uuid, p_kind text, p_name text, p_agent text, p_is_mailed boolean,
  p_at timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare owner constant uuid := (select h.owner_id from public.households h where h.id = p_household);
begin
  perform private.note_account_event(p_person, p_kind, p_name, p_agent, p_is_mailed, null, p_at);
  -- What is made in a home by somebody else is its owner's to know too.
  if owner <> p_person then perform private.note_account_event(owner, p_kind, p_name, null, p_is_mailed, p_person, p_at); end if;
  -- And whoever changes what others made.
  if p_by <> p_person and p_by is distinct from owner then perform private.note_account_event(p_by, p_kind, p_name, null, p_is_mailed, p_person, p_at); end if;
end $$;

-- What triggers on workers kept of their homes: accounts are the coordinator's. Elsewhere there is nothing.
create or replace function private.take_home_events() returns void
language plpgsql security definer set search_path = '' as $$
declare one record;
begin
  if not exists (select 1 from private.home_events) then return; end if;
  for one in delete from private.home_events returning * loop
    if one.kind = 'meter-gone' then
      perform private.note_no_reading(one.household_id);
    else
      perform private.note_change(one.household_id, one.person, one.done_by, one.kind, one.name, null, one.is_mailed, one.at);
    end if;
  end loop;
end $$;

-- Arguments of the trigger: the kind, the column that says what it is called, whether it is mailed.
create or replace function private.note_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  person text := coalesce(changed ->> 'user_id', changed ->> 'created_by', changed ->> 'set_up_by');
begin
  if private.is_worker() then
    insert into private.home_events (household_id, person, done_by, kind, name, is_mailed)
    values ((changed ->> 'household_id')::uuid, person::uuid, private.me(), tg_argv[0], changed ->> tg_argv[1], coalesce(tg_argv[2] = 'mailed', false));
    return null;
  end if;
  if tg_table_name = 'users' then person := changed ->> 'id'; end if;
  if tg_table_name = 'mfa_recovery_codes' then
    person := (select f.user_id from auth.mfa_factors f where f.id = (changed ->> 'factor_id')::uuid);
  end if;
  perform private.note_change((changed ->> 'household_id')::uuid, person::uuid, auth.uid(), tg_argv[0], changed ->> tg_argv[1], changed ->> 'user_agent',
    tg_argv[2] = 'mailed');
  return null;
end $$;

create or replace function private.note_joined() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_account_event(h.owner_id, 'person-joined', null, null, true, new.user_id)
  from public.households h where h.id = new.household_id and h.owner_id <> new.user_id;
  return null;
end $$;

create or replace function private.event_name(p_name text, p_about uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(p_name, (select coalesce(nullif(p.display_name, ''), u.email) from auth.users u left join public.profiles p on p.user_id = u.id where u.id = p_about));
end $$;

-- The newest first, from before one on.
create or replace function private.account_events_of(p_user uuid, p_before bigint, p_most integer)
returns table (id bigint, at timestamptz, kind text, name text, user_agent text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare about uuid;
begin
  perform private.take_home_events();
  for id, at, kind, name, user_agent, about in
    select e.id, e.at, e.kind, e.name, e.user_agent, e.about from private.account_events e
    where e.user_id = p_user and (p_before is null or e.id < p_before) order by e.id desc limit p_most
  loop
    name := private.event_name(name, about);
    return next;
  end loop;
end $$;

create or replace trigger welcome_user after insert on auth.users for each row execute function private.welcome_user();
create or replace trigger follow_name after update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data::jsonb ->> 'display_name' is distinct from old.raw_user_meta_data::jsonb ->> 'display_name'
    and new.raw_user_meta_data::jsonb ->> 'display_name' is not null) execute function private.follow_name();
create or replace trigger settle_guest after update of email on auth.users for each row execute function private.settle_guest();
create or replace trigger forget_user after delete on auth.users for each row execute function private.forget_user();
create trigger tell_account_ending after insert on public.account_endings for each row execute function private.tell_account_ending();
create or replace trigger forget_tokens_of_user after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is not null and new.encrypted_password is null) execute function private.forget_tokens_of_user();
create or replace trigger forget_deeds after delete on auth.users for each row execute function private.forget_deeds();
create or replace trigger unlink_user after delete on auth.users for each row execute function private.unlink_user();
create or replace trigger forget_traces_of_sign_in after delete on auth.users referencing old table as gone
  for each statement execute function private.forget_traces_of_sign_in();
create or replace trigger end_assistant_tokens after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password and old.updated_at is distinct from new.updated_at)
  execute function private.end_assistant_tokens();
create or replace trigger forget_own_invitations before delete on auth.users for each row execute function private.forget_own_invitations();
create or replace trigger note_joined after insert on public.household_members for each row when (not private.is_worker() and new.role <> 'owner') execute function private.note_joined();
create or replace trigger note_token after insert on public.ingest_tokens for each row when (not private.is_worker() and new.created_by is not null)
  execute function private.note_account_change('token-made', 'name', 'mailed');
create or replace trigger note_assistant_token after insert on public.assistant_tokens for each row
  execute function private.note_account_change('assistant-token-made', 'name', 'mailed');

-- Some of these tables only newer backends have, and a hosted one may allow no triggers on them: then its person's log is without these.
do $do$
declare
  one record;
begin
  for one in select * from (values
    ('users', 'note_password', 'after update of encrypted_password',
      $$old.encrypted_password is distinct from new.encrypted_password and new.encrypted_password <> '' and old.updated_at is distinct from new.updated_at$$,
      $$note_account_change('password-changed', '', 'mailed')$$),
    ('users', 'note_address', 'after update of email', $$old.email is distinct from new.email and old.email <> ''$$, $$note_account_change('address-changed', 'email')$$),
    ('sessions', 'note_sign_in', 'after insert', 'true', $$note_account_change('signed-in', '')$$),
    ('mfa_factors', 'note_factor', 'after update of status', $$new.status::text = 'verified' and old.status::text <> 'verified'$$,
      $$note_account_change('factor-added', 'friendly_name', 'mailed')$$),
    ('mfa_factors', 'note_codes', 'after insert', $$new.factor_type::text = 'recovery_code'$$, $$note_account_change('codes-made', '')$$),
    ('mfa_factors', 'note_factor_end', 'after delete', $$old.status::text = 'verified' and old.factor_type::text <> 'recovery_code'$$,
      $$note_account_change('factor-removed', 'friendly_name', 'mailed')$$),
    ('mfa_recovery_codes', 'note_code', 'after update of used_at', 'new.used_at is not null', $$note_account_change('code-used', '', 'mailed')$$),
    ('factor_endings', 'note_lost_factor', 'after insert', 'true', $$note_account_change('factor-lost', '')$$),
    ('webauthn_credentials', 'note_passkey', 'after insert', 'true', $$note_account_change('passkey-added', 'friendly_name', 'mailed')$$),
    ('webauthn_credentials', 'note_passkey_end', 'after delete', 'true', $$note_account_change('passkey-removed', 'friendly_name', 'mailed')$$),
    ('identities', 'note_provider', 'after insert', $$new.provider <> 'email'$$, $$note_account_change('provider-added', 'provider', 'mailed')$$),
    ('identities', 'note_provider_end', 'after delete', $$old.provider <> 'email'$$, $$note_account_change('provider-removed', 'provider', 'mailed')$$)
  ) x (tab, name, event, condition, call) loop
    continue when to_regclass('auth.' || one.tab) is null;
    begin
      execute format('create or replace trigger %I %s on auth.%I for each row when (%s) execute function private.%s', one.name, one.event, one.tab, one.condition, one.call);
    exception when insufficient_privilege or undefined_column then
      raise notice 'what happens in auth.% is not in the log of accounts: %', one.tab, sqlerrm;
    end;
  end loop;
end $do$;

grant select on public.account_endings to authenticated;

create policy administrators_read on public.administrators for select to authenticated using (user_id = private.me());
create policy endings_read on public.account_endings for select to authenticated using (user_id = private.me());

grant execute on function private.session_is_fresh, private.seen, private.remove_idle_guests, private.ending_facts, private.end_account,
  private.keep_account, private.end_due_accounts, private.own_writing, private.session_is_live, private.sessions_of, private.end_session,
  private.end_other_sessions, private.linked_identity, private.link_identity, private.forget_ended_identity, private.take_identity,
  private.take_account, private.ways_to_sign_in, private.forget_old_traces_of_sign_in, private.is_proved, private.access_of, private.end_access, private.account_events_of to wattershed_engine;
grant execute on function private.is_administrator, private.me, private.begin_request to anon;
grant execute on function private.is_administrator, private.me, private.begin_request to authenticated;
