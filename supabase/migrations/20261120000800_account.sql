-- From a sign-up to a household, tokens, what waits for a decision, and the demo household's guests.

create function private.time_zone_or(zone text, fallback text) returns text
language sql immutable as $$ select case when private.is_time_zone(zone) then zone else fallback end $$;

create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wishes jsonb := coalesce(new.raw_user_meta_data::jsonb, '{}');
  configured private.settings := (select s from private.settings s);
  guest boolean := split_part(coalesce(new.email, ''), '@', 2) = configured.guest_domain;
  home uuid;
begin
  insert into public.profiles (user_id, display_name, language, is_guest)
  values (new.id, left(coalesce(wishes ->> 'display_name', ''), 80),
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

-- A guest's household: the demo household's rows that can be changed are copied, its readings are read through.
create function private.open_overlay(p_user uuid, p_demo uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
begin
  insert into public.households (owner_id, kind, name, time_zone, currency, units, country, billing_day)
  select p_user, 'guest', h.name, h.time_zone, h.currency, h.units, h.country, h.billing_day
  from public.households h where h.id = p_demo returning id into home;
  insert into public.household_members (household_id, user_id, role) values (home, p_user, 'owner');
  insert into public.connected_devices (household_id, user_id, name, room, utility, is_active, created_at)
  select home, p_user, d.name, d.room, d.utility, d.is_active, d.created_at from public.connected_devices d where d.household_id = p_demo;
  -- The trigger gave every copy one meter; it takes over its model's key, limits, container and readings.
  update public.meters m set key = model.key, max_per_hour = model.max_per_hour, max_gap_s = model.max_gap_s,
    template_household_id = p_demo, template_meter_id = model.id
  from public.connected_devices copy, public.connected_devices original, public.meters model
  where copy.household_id = home and m.household_id = home and m.device_id = copy.id
    and original.household_id = p_demo and original.name = copy.name and original.room = copy.room and original.utility = copy.utility
    and model.household_id = p_demo and model.device_id = original.id;
  update public.meters m set parent_meter_id = above.id
  from public.meters model, public.meters above
  where m.household_id = home and model.household_id = p_demo and model.id = m.template_meter_id
    and above.household_id = home and above.template_meter_id = model.parent_meter_id;
  return home;
end $$;

create trigger welcome_user after insert on auth.users for each row execute function private.welcome_user();

-- A guest who becomes a member keeps everything, under their own address.
create function private.settle_guest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_guest = (split_part(coalesce(new.email, ''), '@', 2) = (select guest_domain from private.settings))
  where user_id = new.id;
  return null;
end $$;
create trigger settle_guest after update of email on auth.users for each row execute function private.settle_guest();

create function private.forget_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.households where owner_id = old.id;
  delete from public.household_members where user_id = old.id;
  delete from public.profiles where user_id = old.id;
  delete from public.administrators where user_id = old.id;
  return null;
end $$;
create trigger forget_user after delete on auth.users for each row execute function private.forget_user();

create function private.seen(p_user uuid) returns void
language sql security definer set search_path = '' as $$
  update public.profiles set last_seen_at = now() where user_id = p_user and last_seen_at < now() - interval '10 minutes'
$$;

create function private.remove_idle_guests(p_days integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare removed integer;
begin
  delete from auth.users u using public.profiles p
  where p.user_id = u.id and p.is_guest and p.last_seen_at < now() - make_interval(days => p_days);
  get diagnostics removed = row_count;
  return removed;
end $$;

create function private.count_guests() returns integer
language sql stable security definer set search_path = '' as $$ select count(*)::integer from public.profiles where is_guest $$;

create function private.configure(p_guest_domain text) returns void
language sql security definer set search_path = '' as $$ update private.settings set guest_domain = p_guest_domain $$;

create function private.add_token(p_user uuid, p_household uuid, p_name text, p_hash bytea, p_hint text)
returns table (id bigint)
language sql security definer set search_path = '' as $$
  insert into public.ingest_tokens (household_id, name, hash, hint, created_by)
  select m.household_id, p_name, p_hash, p_hint, p_user from public.household_members m
  where m.user_id = p_user and m.role in ('owner', 'member') and (p_household is null or m.household_id = p_household)
  order by m.created_at, m.household_id limit 1
  returning id
$$;

create function private.revoke_token(p_user uuid, p_token bigint) returns boolean
language sql security definer set search_path = '' as $$
  with gone as (
    update public.ingest_tokens t set revoked_at = now()
    where t.id = p_token and t.revoked_at is null and t.household_id in (select m.household_id from public.household_members m
      where m.user_id = p_user and m.role in ('owner', 'member'))
    returning 1
  ) select exists (select from gone)
$$;

create function private.quarantined(p_user uuid, p_household uuid)
returns table (id bigint, meter_id bigint, at timestamptz, value bigint, last_value bigint)
language sql stable security definer set search_path = '' as $$
  select x.id, x.meter_id, x.at, x.value, s.last_value
  from private.household_of(p_user, p_household) home
  join public.quarantined_readings x on x.household_id = home.id
  join public.meter_state s on s.household_id = x.household_id and s.meter_id = x.meter_id
  order by x.at limit 200
$$;

-- `restart`: the counter goes on from that value and the step itself counts as no use. An amount over
-- an interval has nothing to go on from: it is forgotten either way.
create function private.decide_quarantined(p_user uuid, p_id bigint, p_decision text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare x public.quarantined_readings;
begin
  delete from public.quarantined_readings q where q.id = p_id and q.household_id in
    (select m.household_id from public.household_members m where m.user_id = p_user and m.role in ('owner', 'member'))
  returning * into x;
  if x.id is null then return null; end if;
  if p_decision = 'restart' and x.span_s is null then
    update public.meter_state s set revision = s.revision + 1, last_at = x.at, last_value = x.value, last_used = 0, last_span_s = null
    where s.household_id = x.household_id and s.meter_id = x.meter_id and (s.last_at is null or s.last_at < x.at);
    if found then
      insert into public.open_readings (household_id, meter_id, at, value, span_s) values (x.household_id, x.meter_id, x.at, x.value, x.span_s);
      delete from public.quarantined_readings q where q.household_id = x.household_id and q.meter_id = x.meter_id and q.at <= x.at;
    end if;
  end if;
  return x.household_id;
end $$;

grant execute on function private.seen(uuid), private.remove_idle_guests(integer), private.count_guests(), private.configure(text),
  private.add_token(uuid, uuid, text, bytea, text), private.revoke_token(uuid, bigint), private.quarantined(uuid, uuid),
  private.decide_quarantined(uuid, bigint, text), private.is_time_zone(text) to wattershed_engine;

revoke execute on all functions in schema private from public;
