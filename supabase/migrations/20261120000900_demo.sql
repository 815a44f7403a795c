-- The demo household: one template that every guest reads through to. Written once by the service, then minute by minute.
alter table private.settings add column demo_anchor timestamptz, add column demo_token bigint;

create function private.demo_state()
returns table (household_id uuid, token_id bigint, anchor bigint)
language sql stable security definer set search_path = '' as $$
  select demo_household_id, demo_token, extract(epoch from demo_anchor)::bigint from private.settings where demo_household_id is not null
$$;

-- Starts (or starts over) a demo that is not open yet. p_devices: [{key, name, room, utility, parentKey}], containers first.
create function private.begin_demo(p_time_zone text, p_devices jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
  wish record;
  device uuid;
begin
  delete from public.households where kind = 'demo' and id is distinct from (select demo_household_id from private.settings);
  insert into public.households (kind, name, time_zone, currency, country) values ('demo', 'Demo home', p_time_zone, 'EUR', 'ES') returning id into home;
  for wish in select * from jsonb_to_recordset(p_devices) as w (key text, name text, room text, utility text, "parentKey" text) loop
    insert into public.connected_devices (household_id, user_id, name, room, utility)
    values (home, '00000000-0000-0000-0000-000000000000', wish.name, wish.room, wish.utility) returning id into device;
    update public.meters set key = wish.key, reading_kind = 'counter', parent_meter_id =
      (select m.id from public.meters m where m.household_id = home and m.key = wish."parentKey")
    where household_id = home and device_id = device;
  end loop;
  return home;
end $$;

create function private.demo_meters(p_household uuid)
returns table (meter_id bigint, key text, last_at bigint, last_value bigint)
language sql stable security definer set search_path = '' as $$
  select m.id, m.key, extract(epoch from s.last_at)::bigint, s.last_value
  from public.meters m join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
  where m.household_id = p_household and exists (select from public.households h where h.id = p_household and h.kind = 'demo')
$$;

create function private.put_demo_day(p_meter bigint, p_day date, p_n integer, p_first_s integer, p_step_s integer, p_offsets integer[],
  p_first_value bigint, p_deltas bigint[], p_used bigint[], p_estimated bigint[], p_covered_s integer[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.packed_days (household_id, meter_id, day, n, first_s, step_s, offsets, first_value, deltas, sources, used, estimated, covered_s)
  select s.household_id, p_meter, p_day, p_n, p_first_s, p_step_s, p_offsets, p_first_value, p_deltas, array[p_n, 2], p_used, p_estimated, p_covered_s
  from public.meter_state s join public.households h on h.id = s.household_id and h.kind = 'demo' where s.meter_id = p_meter
$$;

create function private.open_demo(p_household uuid, p_anchor bigint) returns bigint
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

grant execute on function private.demo_state(), private.begin_demo(text, jsonb), private.demo_meters(uuid),
  private.put_demo_day(bigint, date, integer, integer, integer, integer[], bigint, bigint[], bigint[], bigint[], integer[]),
  private.open_demo(uuid, bigint) to wattershed_engine;

revoke execute on all functions in schema private from public;
