create or replace function private.my_households() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_worker() then return private.carried('reads')::uuid[]; end if;
  return (select coalesce(array_agg(household_id), '{}') from public.household_members where user_id = private.me());
end $$;

create or replace function private.my_writable_households() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_worker() then return private.carried('writes')::uuid[]; end if;
  return (
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = private.me() and role in ('owner', 'member')
  );
end $$;

create or replace function private.my_owned_households() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_worker() then return private.carried('owns')::uuid[]; end if;
  return (
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = private.me() and role = 'owner'
  );
end $$;

create or replace function private.my_first_household() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
 return private.first_writable_household(private.me());
end $$;

create or replace function private.household_of(p_user uuid, p_household uuid) returns setof public.households
language plpgsql stable set search_path = '' as $$
declare home constant uuid := coalesce(p_household, private.first_household(p_user));
begin
  return query select h.* from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and m.household_id = home;
end $$;

-- Whose pages change when this household's readings do: its members, and the guests who read through to it.
create or replace function private.stream_households(p_user uuid, p_household uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare home constant uuid := private.billing_home(p_user, p_household);
begin
  if home is null then return null; end if;
  return array(select distinct m.template_household_id from public.meters m where m.household_id = home and m.template_household_id is not null) || home;
end $$;

-- From a sign-up to a household, tokens, what waits for a decision, and the demo household's guests.

create or replace function private.time_zone_or(zone text, fallback text) returns text
language sql immutable as $$ select case when private.is_time_zone(zone) then zone else fallback end $$;

-- What a device of the demo is called in another language. What a guest has renamed is none of its names, and stays.
create or replace function private.demo_name(p_name text, p_language text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select n ->> p_language from private.settings s, jsonb_array_elements(s.demo_names) n
    where exists (select from jsonb_each_text(n) w where w.value = p_name) limit 1), p_name);
end $$;

create or replace function private.name_demo(p_names jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.settings set demo_names = p_names where demo_names <> p_names;
end $$;

create or replace function private.rename_demo_devices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
  device record;
begin
  for home in select h.id from public.households h where h.owner_id = new.user_id and h.kind = 'guest' loop
    for device in select d.id, d.name from public.connected_devices d where d.household_id = home loop
      update public.connected_devices d set name = private.demo_name(device.name, new.language)
      where d.household_id = home and d.id = device.id and d.name <> private.demo_name(device.name, new.language);
    end loop;
  end loop;
  return null;
end $$;

-- A guest's household: the demo household's rows that can be changed are copied, its readings are read through.
create or replace function private.open_overlay(p_user uuid, p_demo uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := gen_random_uuid();
  speaks constant text := (select p.language from public.profiles p where p.user_id = p_user);
  -- The demo's rows, as they lie with the demo: the guest's lie elsewhere.
  devices constant jsonb := private.rows_of('public.connected_devices', p_demo);
  meters constant jsonb := private.rows_of('public.meters', p_demo);
  -- The demo's device → the copy, and the demo's meter.
  copies constant jsonb := (select jsonb_object_agg(d ->> 'id', gen_random_uuid()) from jsonb_array_elements(devices) d);
  meter_copies constant jsonb := (select jsonb_object_agg(m ->> 'id', private.next_meter_id())
    from (select m from jsonb_array_elements(meters) m order by (m ->> 'id')::bigint) o);
  guest constant jsonb := jsonb_build_object('household_id', home);
begin
  -- Whole rows, but for what makes them this guest's: a column that comes later is copied too.
  insert into public.households select copy.* from public.households h, jsonb_populate_record(h, jsonb_build_object(
    'id', home, 'owner_id', p_user, 'kind', 'guest', 'created_at', now(), 'has_readings', false)) copy
  where h.id = p_demo;
  insert into public.household_members (household_id, user_id, role) values (home, p_user, 'owner');
  insert into public.connected_devices select copy.* from jsonb_array_elements(devices) d,
    jsonb_populate_record(null::public.connected_devices, d || guest || jsonb_build_object('id', copies -> (d ->> 'id'), 'user_id', p_user,
      'name', private.demo_name(d ->> 'name', speaks))) copy;
  -- The trigger gave every copy a meter; instead it has its model's, which reads through to it.
  delete from public.meters where household_id = home;
  insert into public.meters overriding system value
  select copy.* from jsonb_array_elements(meters) m, jsonb_populate_record(null::public.meters, m || guest || jsonb_build_object(
    'id', meter_copies -> (m ->> 'id'), 'device_id', copies -> (m ->> 'device_id'), 'parent_meter_id', null, 'template_household_id', p_demo,
    'template_meter_id', m -> 'id', 'reading_kind', null, 'quarantined', 0, 'created_at', now())) copy;
  update public.meters m set parent_meter_id = above.id
  from public.meters above, jsonb_array_elements(meters) model
  where m.household_id = home and (model ->> 'id')::bigint = m.template_meter_id
    and above.household_id = home and above.template_meter_id = (model ->> 'parent_meter_id')::bigint;
  insert into public.channels select copy.* from jsonb_array_elements(private.rows_of('public.channels', p_demo)) c,
    jsonb_populate_record(null::public.channels, c || guest || jsonb_build_object('id', gen_random_uuid(), 'device_id', copies -> (c ->> 'device_id'))) copy;
  insert into public.device_schedules select copy.* from jsonb_array_elements(private.rows_of('public.device_schedules', p_demo)) s,
    jsonb_populate_record(null::public.device_schedules, s || guest || jsonb_build_object('id', gen_random_uuid(),
      'device_id', copies -> (s ->> 'device_id'), 'created_by', p_user)) copy;
  insert into public.budgets select copy.* from jsonb_array_elements(private.rows_of('public.budgets', p_demo)) b,
    jsonb_populate_record(null::public.budgets, b || guest) copy;
  insert into public.notices select copy.* from jsonb_array_elements(private.rows_of('public.notices', p_demo)) n,
    jsonb_populate_record(null::public.notices, n || guest || jsonb_build_object('id', gen_random_uuid(), 'meter_id', meter_copies -> (n ->> 'meter_id'))) copy
  where n ->> 'meter_id' is not null;
  return home;
end $$;

-- A home's rows of one of its tables.
create or replace function private.rows_of(p_table regclass, p_household uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare answer jsonb;
begin
  execute format('select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from %s t where t.household_id = $1', p_table) into answer using p_household;
  return answer;
end $$;

create or replace function private.demo_state()
returns table (household_id uuid, token_id bigint, anchor bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select demo_household_id, demo_token, extract(epoch from demo_anchor)::bigint from private.settings where demo_household_id is not null;
end $$;

-- Starts (or starts over) a demo that is not open yet. p_devices: [{key, name, room, utility, parentKey}], containers first.
create or replace function private.begin_demo(p_time_zone text, p_devices jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
  wish record;
  device uuid;
begin
  delete from public.households where kind = 'demo' and id is distinct from (select demo_household_id from private.settings);
  insert into public.households (kind, name, time_zone, currency, country, residents, dwelling)
  values ('demo', 'Demo home', p_time_zone, 'EUR', 'ES', 3, 'flat') returning id into home;
  for wish in select * from jsonb_to_recordset(p_devices) as w (key text, name text, room text, utility text, "parentKey" text) loop
    -- In the order given, as if one after the other had been added.
    insert into public.connected_devices (household_id, user_id, name, room, utility, created_at)
    values (home, '00000000-0000-0000-0000-000000000000', wish.name, wish.room, wish.utility, clock_timestamp()) returning id into device;
    update public.meters set key = wish.key, reading_kind = 'counter', parent_meter_id =
      (select m.id from public.meters m where m.household_id = home and m.key = wish."parentKey")
    where household_id = home and device_id = device;
  end loop;
  update public.households h set has_readings = true where h.id = home;
  return home;
end $$;

-- What the demo's people have set up: p_budgets [{utility, amount}], p_switches [{key, model, isOn, schedules: [{isOn, minute}]}].
create or replace function private.furnish_demo(p_household uuid, p_budgets jsonb, p_switches jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  switch record;
begin
  insert into public.budgets (household_id, utility, amount)
  select p_household, b.utility, b.amount from jsonb_to_recordset(p_budgets) b (utility text, amount numeric);
  for switch in
    select s.*, m.device_id, d.name, d.room from jsonb_to_recordset(p_switches) s (key text, model text, "isOn" boolean, schedules jsonb)
    join public.meters m on m.household_id = p_household and m.key = s.key
    join public.connected_devices d on d.household_id = p_household and d.id = m.device_id
  loop
    update public.connected_devices d set is_active = switch."isOn" where d.household_id = p_household and d.id = switch.device_id;
    insert into public.channels (household_id, source, device, name, room, model, command, is_on, is_online, device_id, is_simulated)
    values (p_household, 'shelly', 'demo-' || switch.key, switch.name, switch.room, switch.model,
      '{"topic": "simulated", "on": "on", "off": "off"}', switch."isOn", true, switch.device_id, true);
    insert into public.device_schedules (household_id, device_id, is_on, minute)
    select p_household, switch.device_id, t."isOn", t.minute from jsonb_to_recordset(switch.schedules) t ("isOn" boolean, minute smallint);
  end loop;
end $$;

-- A leak that is over. Its meter is simulated, so nobody looks at it: the service tells it as it would have told it. Once.
create or replace function private.note_demo_leak(p_household uuid, p_key text, p_since bigint, p_noticed bigint, p_ended bigint, p_figures jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notices (household_id, kind, meter_id, since, noticed_at, ended_at, figures, mail_at)
  select m.household_id, 'running-water', m.id, to_timestamp(p_since), to_timestamp(p_noticed), to_timestamp(p_ended), p_figures, to_timestamp(p_noticed)
  from public.meters m join public.households h on h.id = m.household_id and h.kind = 'demo'
  where m.household_id = p_household and m.key = p_key and not exists (select from public.notices n
    where n.household_id = m.household_id and n.meter_id = m.id and n.since = to_timestamp(p_since));
end $$;

create or replace function private.demo_meters(p_household uuid)
returns table (meter_id bigint, key text, last_at bigint, last_value bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select m.id, m.key, extract(epoch from s.last_at)::bigint, s.last_value
  from public.meters m join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
  where m.household_id = p_household and exists (select from public.households h where h.id = p_household and h.kind = 'demo');
end $$;

create or replace function private.put_demo_day(p_meter bigint, p_day date, p_n integer, p_first_s integer, p_step_s integer, p_offsets integer[],
  p_first_value bigint, p_deltas bigint[], p_used bigint[], p_estimated bigint[], p_covered_s integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.packed_days (household_id, meter_id, day, n, first_s, step_s, offsets, first_value, deltas, sources, used, estimated, covered_s)
  select s.household_id, p_meter, p_day, p_n, p_first_s, p_step_s, p_offsets, p_first_value, p_deltas, array[p_n, 2], p_used, p_estimated, p_covered_s
  from public.meter_state s join public.households h on h.id = s.household_id and h.kind = 'demo' where s.meter_id = p_meter;
end $$;

create or replace function private.open_demo(p_household uuid, p_anchor bigint) returns bigint
language plpgsql security definer set search_path = '' as $$
declare token bigint;
begin
  perform private.rebuild_days(p_household);
  -- No text hashes to 32 zero bytes in practice: this token is used by its id, inside the service.
  insert into public.ingest_tokens (household_id, name, hash) values (p_household, 'demo', decode(repeat('00', 32), 'hex'))
  on conflict (hash) do update set household_id = excluded.household_id, revoked_at = null returning id into token;
  update private.settings set demo_household_id = p_household, demo_anchor = to_timestamp(p_anchor), demo_token = token;
  return token;
end $$;

-- The household that is asked about where none is named: the chosen one, else the one joined first.
create or replace function private.first_household(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select p.current_household from public.profiles p where p.user_id = p_user),
    (select m.household_id from public.household_members m where m.user_id = p_user order by m.created_at, m.household_id limit 1));
end $$;

-- Runs inside the functions below, with their rights.
create or replace function private.home_of(p_user uuid, p_household uuid)
returns table (id uuid, time_zone text, kind text, origin text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query select h.id, h.time_zone, h.kind, case when h.kind <> 'home' then 'simulated' when h.has_readings then 'measured' else 'none' end
  from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and m.household_id = p_household;
end $$;

-- Whoever keeps answers hears when what they stand on besides readings changed: who is a member, which devices and meters there are and how they
-- hang together, and the household's clock. Readings tell of themselves, in the service that wrote them.

create or replace function private.tell_household() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_worker() then return null; end if;
  execute format($query$
    select pg_notify('wattershed_usage', 'database household ' || string_agg(c.id, ','))
    from (select id, (row_number() over (order by id) - 1) / 200 as part from (select distinct %I::text as id from changed) d) c
    group by c.part $query$, tg_argv[0]);
  return null;
end $$;

-- Looked at when a transaction ends: handing over changes two rows and a third.
create or replace function private.check_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
begin
  if tg_argv[0] = 'household' then home := new.id;
  elsif tg_op = 'DELETE' then home := old.household_id;
  else home := new.household_id;
  end if;
  if exists (select from public.households h where h.id = home and h.owner_id is distinct from
      (select m.user_id from public.household_members m where m.household_id = h.id and m.role = 'owner')) then
    raise exception 'the owner of a household is its one member of that role' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What somebody is in a household; null: nothing.
create or replace function private.role_in(p_user uuid, p_household uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.role from public.household_members m where m.household_id = p_household and m.user_id = p_user);
end $$;

-- As a request has them: an array of names, or null.
create or replace function private.rooms_of(p_rooms jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_rooms) = 'array' then array(select jsonb_array_elements_text(p_rooms)) end
$$;

create or replace function private.may_switch(p_user uuid, p_household uuid, p_room text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.household_members m where m.household_id = p_household and m.user_id = p_user
    and case when m.switch_rooms is null then m.role in ('owner', 'member') else p_room = any (m.switch_rooms) end);
end $$;

create or replace function private.i_may_switch(p_household uuid, p_room text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
 return private.may_switch(private.me(), p_household, p_room);
end $$;

create or replace function private.my_switching_households() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_worker() then return private.carried('switches')::uuid[]; end if;
  return (
  select coalesce(array_agg(household_id), '{}') from public.household_members
  where user_id = private.me() and (role in ('owner', 'member') or cardinality(switch_rooms) > 0)
  );
end $$;

-- And that is written to: the chosen one or none, so that nothing goes where nobody looks; without a choice the first that may be written.
create or replace function private.first_writable_household(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select m.household_id from public.household_members m left join public.profiles p on p.user_id = m.user_id
  where m.user_id = p_user and m.role in ('owner', 'member') and m.household_id = coalesce(p.current_household, m.household_id)
  order by m.created_at, m.household_id limit 1
  );
end $$;

-- Whoever keeps answers of one of these households keeps them also as the person's first: that may be another now.
create or replace function private.tell_current_household() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('wattershed_usage', 'database household ' || string_agg(m.household_id::text, ','))
  from public.household_members m where m.user_id = new.user_id having count(*) > 0;
  return null;
end $$;

create or replace function private.is_open(p_used timestamptz, p_revoked timestamptz, p_expires timestamptz, p_now timestamptz) returns boolean
language sql immutable as $$ select p_used is null and p_revoked is null and p_expires > p_now $$;

create or replace function private.is_guest(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select p.is_guest from public.profiles p where p.user_id = p_user), true);
end $$;

-- What keeps somebody from what only the owner does; null: nothing. Whoever asks holds the household until they are done.
create or replace function private.owner_fault(p_user uuid, p_household uuid) returns text
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

-- `fault` says why not; else the invitation waits, and with an address its mail.
create or replace function private.invite(p_user uuid, p_household uuid, p_role text, p_rooms jsonb, p_email text, p_hash bytea, p_token text, p_days integer,
  p_most integer)
returns table (fault text, id uuid, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  fault := private.owner_fault(p_user, p_household);
  if fault is null and (select count(*) from public.household_invitations i where i.household_id = p_household and private.is_open(i.used_at, i.revoked_at, i.expires_at, now())) >= p_most then
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

create or replace function private.open_invitations(p_user uuid, p_household uuid) returns table (fault text, invitations json)
language plpgsql security definer set search_path = '' as $$
begin
  fault := private.owner_fault(p_user, p_household);
  if fault is null then
    select coalesce(json_agg(json_build_object('id', i.id, 'role', i.role, 'switchRooms', i.switch_rooms, 'email', i.email,
      'createdAt', i.created_at, 'expiresAt', i.expires_at) order by i.created_at), '[]'::json) into invitations
    from public.household_invitations i where i.household_id = p_household and private.is_open(i.used_at, i.revoked_at, i.expires_at, now());
  end if;
  return next;
end $$;

create or replace function private.revoke_invitation(p_user uuid, p_household uuid, p_invitation uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
begin
  if broken is not null then return broken; end if;
  update public.household_invitations i set revoked_at = now()
  where i.household_id = p_household and i.id = p_invitation and private.is_open(i.used_at, i.revoked_at, i.expires_at, now());
  return case when found then null else 'not-found' end;
end $$;

-- Why it cannot be accepted, as far as who has it can do something about it.
create or replace function private.invitation_fault(p_revoked timestamptz, p_used timestamptz, p_expires timestamptz) returns text
language sql stable set search_path = '' as $$
  select case
    when p_expires is null or p_revoked is not null then 'invitation-unknown'
    when p_used is not null then 'invitation-used'
    when p_expires <= now() then 'invitation-expired' end
$$;

create or replace function private.half_hidden(p_email text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(p_email, '^(.).*@', '\1…@') $$;

create or replace function private.look_at_invitation(p_hash bytea) returns table (fault text, preview json)
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.household_invitations;
begin
  select * into found_one from public.household_invitations i where i.hash = p_hash;
  fault := private.invitation_fault(found_one.revoked_at, found_one.used_at, found_one.expires_at);
  if fault is null then
    select json_build_object('householdName', h.name, 'invitedBy', coalesce(p.display_name, ''), 'role', found_one.role,
      'switchRooms', found_one.switch_rooms, 'email', private.half_hidden(found_one.email), 'expiresAt', found_one.expires_at) into preview
    from public.households h left join public.profiles p on p.user_id = found_one.made_by where h.id = found_one.household_id;
  end if;
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
  fault := private.invitation_fault(chosen.revoked_at, chosen.used_at, chosen.expires_at);
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

-- A new owner decides anew who is invited.
create or replace function private.end_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.household_invitations i set revoked_at = now() where i.household_id = new.id and private.is_open(i.used_at, i.revoked_at, i.expires_at, now());
  return null;
end $$;

-- What was proved is asked while the account is there to say it (forget_own_invitations); this is the rest.
create or replace function private.forget_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.household_invitations where used_by = old.id;
  update public.household_invitations set made_by = null where made_by = old.id;
  return null;
end $$;

create or replace function private.forget_old_invitations() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.household_invitations where least(expires_at, used_at, revoked_at) < now() - interval '30 days';
end $$;

-- `tokens`: those that they made and that still work. They belong to the household and are known to whoever made them: the owner may end them together
-- with the membership; their own are told to whoever made them; null to others.
create or replace function private.household_people(p_user uuid, p_household uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select json_agg(json_build_object('userId', m.user_id, 'name', coalesce(p.display_name, ''),
    'email', case when me.role = 'owner' or m.user_id = p_user then nullif(u.email::text, '') end,
    'role', m.role, 'switchRooms', m.switch_rooms, 'joinedAt', m.created_at,
    'tokens', case when me.role = 'owner' or m.user_id = p_user then (
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'usedAt', t.last_used_at) order by t.created_at, t.id), '[]'::json)
      from public.ingest_tokens t where t.household_id = m.household_id and t.created_by = m.user_id and t.revoked_at is null) end)
    order by m.role <> 'owner', m.created_at, m.user_id)
  from public.household_members me join public.household_members m on m.household_id = me.household_id
  left join public.profiles p on p.user_id = m.user_id left join auth.users u on u.id = m.user_id
  where me.user_id = p_user and me.household_id = p_household
  );
end $$;

-- p_change: {role, switchRooms}, what is not named stays.
create or replace function private.change_member(p_user uuid, p_household uuid, p_member uuid, p_change jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
begin
  if broken is not null then return broken; end if;
  if p_member = p_user then return 'forbidden'; end if;
  update public.household_members m set role = coalesce(p_change ->> 'role', m.role), 
    switch_rooms = case when p_change ? 'switchRooms' then private.rooms_of(p_change -> 'switchRooms') else m.switch_rooms end
  where m.household_id = p_household and m.user_id = p_member;
  return case when found then null else 'not-found' end;
end $$;

-- Nobody is without a household: pages have something to show, and readings somewhere to go.
create or replace function private.ensure_household(p_user uuid, p_time_zone text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
begin
  if exists (select from public.household_members m where m.user_id = p_user) or not exists (select from auth.users u where u.id = p_user) then
    return;
  end if;
  insert into public.households (owner_id, kind, time_zone) values (p_user, 'home', p_time_zone) returning id into home;
  insert into public.household_members (household_id, user_id, role) values (home, p_user, 'owner');
end $$;

-- Leaving is removing oneself. What somebody made stays; what was theirs alone goes with the membership.
create or replace function private.remove_member(p_user uuid, p_household uuid, p_member uuid, p_end_tokens boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text;
begin
  if p_member = p_user then
    perform from public.households h where h.id = p_household for no key update;
    broken := case private.role_in(p_user, p_household) when 'owner' then 'owner-stays' end;
  else
    broken := private.owner_fault(p_user, p_household);
  end if;
  if broken is not null then return broken; end if;
  delete from public.household_members m where m.household_id = p_household and m.user_id = p_member;
  if not found then return 'not-found'; end if;
  perform private.ensure_household(p_member, h.time_zone) from public.households h where h.id = p_household;
  if p_end_tokens then
    update public.ingest_tokens t set revoked_at = now()
    where t.household_id = p_household and t.created_by = p_member and t.revoked_at is null;
  end if;
  return null;
end $$;

-- All places that say whose a household is, together. Its bills are found by its owner (`billing_records.user_id`).
create or replace function private.hand_over(p_household uuid, p_to uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.household_members set role = 'member' where household_id = p_household and role = 'owner';
  update public.household_members set role = 'owner', switch_rooms = null where household_id = p_household and user_id = p_to;
  update public.households set owner_id = p_to where id = p_household;
  update public.billing_records set user_id = p_to where household_id = p_household and user_id <> p_to;
end $$;

create or replace function private.transfer_household(p_user uuid, p_household uuid, p_to uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
begin
  if broken is not null then return broken; end if;
  if p_to = p_user or private.role_in(p_to, p_household) is null then return 'not-found'; end if;
  perform from public.household_members m where m.household_id = p_household and m.user_id = p_to for update;
  if not found then return 'not-found'; end if;
  -- It would end with their account.
  if exists (select from public.account_endings e where e.user_id = p_to) then return 'account-ending'; end if;
  perform private.hand_over(p_household, p_to);
  return null;
end $$;

-- One more, written as the one that its maker looked at before, and looked at from now on.
create or replace function private.create_household(p_user uuid, p_name text, p_time_zone text, p_most integer) returns table (fault text, id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  known public.households;
begin
  perform from public.profiles p where p.user_id = p_user for update;
  fault := case
    when private.is_guest(p_user) then 'guest-account'
    when p_time_zone is not null and not private.is_time_zone(p_time_zone) then 'body-malformed'
    when (select count(*) from public.households h where h.owner_id = p_user) >= p_most then 'households-full' end;
  if fault is null then
    select * into known from private.household_of(p_user, null);
    insert into public.households as h (owner_id, kind, name, time_zone, currency, units, country)
    values (p_user, 'home', p_name, coalesce(p_time_zone, known.time_zone, 'UTC'), coalesce(known.currency, 'EUR'),
      coalesce(known.units, 'metric'), known.country) returning h.id into id;
    insert into public.household_members (household_id, user_id, role) values (id, p_user, 'owner');
    update public.profiles p set current_household = create_household.id where p.user_id = p_user;
  end if;
  return next;
end $$;

create or replace function private.delete_household(p_user uuid, p_household uuid, p_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  broken text := private.owner_fault(p_user, p_household);
  people uuid[];
  gone public.households;
begin
  if broken is not null then return broken; end if;
  -- Nobody comes in meanwhile.
  perform from public.households h where h.id = p_household for update;
  select array_agg(m.user_id) into people from public.household_members m where m.household_id = p_household;
  delete from public.households h where h.id = p_household and trim(h.name) = trim(p_name) returning * into gone;
  if gone.id is null then return 'name-differs'; end if;
  perform private.ensure_household(person, gone.time_zone) from unnest(people) person;
  return null;
end $$;

-- Chosen once is chosen. UTC is what stands where nobody was asked: whoever means it says so.
create or replace function private.mark_chosen_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- One more home begins in the zone of the one before it.
    new.time_zone_chosen := new.time_zone_chosen or new.kind <> 'home' or new.time_zone <> 'UTC' or new.country is not null
      or exists (select from public.households h where h.owner_id = new.owner_id and h.time_zone_chosen and h.time_zone = new.time_zone);
  else
    new.time_zone_chosen := new.time_zone_chosen or old.time_zone_chosen or new.time_zone <> old.time_zone;
  end if;
  return new;
end $$;

create or replace function private.zone_is_chosen(p_household uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select h.time_zone_chosen from public.households h where h.id = p_household);
end $$;

create constraint trigger check_owner after insert or update on public.households deferrable initially deferred
  for each row when (not private.is_worker()) execute function private.check_owner('household');
create constraint trigger check_owner after insert or update or delete on public.household_members deferrable initially deferred
  for each row when (not private.is_worker()) execute function private.check_owner('member');
create trigger rename_demo_devices after update of language on public.profiles
  for each row when (not private.is_worker() and old.language <> new.language) execute function private.rename_demo_devices();
create trigger tell_current_household after update of current_household on public.profiles
  for each row when (not private.is_worker() and old.current_household is distinct from new.current_household) execute function private.tell_current_household();
create trigger end_invitations after update of owner_id on public.households
  for each row when (not private.is_worker() and old.owner_id is distinct from new.owner_id) execute function private.end_invitations();
create or replace trigger forget_invitations after delete on auth.users for each row execute function private.forget_invitations();
create trigger mark_chosen_zone before insert or update on public.households
  for each row execute function private.mark_chosen_zone();

grant select, update (name, time_zone, currency, units, country, billing_day, latitude, longitude, keep_months, time_zone_chosen,
  residents, dwelling) on
  public.households to authenticated;
grant select on public.household_members, public.administrators to authenticated;
grant select, update (display_name, language, current_household, skips_first_steps,
  community_seen, mail_week) on public.profiles to authenticated;
grant select (id, household_id, role, switch_rooms, email, made_by, created_at, expires_at, used_at, used_by, revoked_at) on
  public.household_invitations to authenticated;

create policy households_read on public.households for select to authenticated
  using (id = any (private.my_households()));
create policy households_change on public.households for update to authenticated
  using (id = any (private.my_owned_households())) with check (id = any (private.my_owned_households()));
create policy members_read on public.household_members for select to authenticated
  using (household_id = any (private.my_households()));
create policy profiles_read on public.profiles for select to authenticated using (user_id = private.me());
create policy profiles_change on public.profiles for update to authenticated
  using (user_id = private.me()) with check (user_id = private.me());
create policy invitations_read on public.household_invitations for select to authenticated
  using (household_id = any (private.my_owned_households()));

grant execute on function private.my_households, private.my_writable_households, private.my_owned_households, private.my_first_household,
  private.i_may_switch, private.my_switching_households to anon;
grant execute on function private.my_households, private.my_writable_households, private.my_owned_households, private.my_first_household,
  private.i_may_switch, private.my_switching_households to authenticated;
grant execute on function private.stream_households, private.first_household, private.demo_state, private.begin_demo, private.demo_meters, private.put_demo_day,
  private.open_demo, private.name_demo, private.furnish_demo, private.note_demo_leak, private.role_in, private.invite, private.open_invitations, private.revoke_invitation, private.look_at_invitation,
  private.accept_invitation, private.forget_old_invitations, private.household_people, private.change_member,
  private.remove_member, private.transfer_household, private.create_household,
  private.delete_household, private.zone_is_chosen to wattershed_engine;

create trigger tell_insert after insert on public.households referencing new table as changed
  for each statement execute function private.tell_household('id');
create trigger tell_update after update on public.households referencing new table as changed
  for each statement execute function private.tell_household('id');
create trigger tell_delete after delete on public.households referencing old table as changed
  for each statement execute function private.tell_household('id');
create trigger tell_insert after insert on public.household_members referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_update after update on public.household_members referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_delete after delete on public.household_members referencing old table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_insert after insert on public.connected_devices referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_update after update on public.connected_devices referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_delete after delete on public.connected_devices referencing old table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_insert after insert on public.meters referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_update after update on public.meters referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_delete after delete on public.meters referencing old table as changed
  for each statement execute function private.tell_household('household_id');
