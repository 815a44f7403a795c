-- What other programs are told of a home's meters: what each has used since it began. Those that were found by Home Assistant's own
-- discovery are there already, and a visitor's demo is nobody's.
create function private.announced_meters(p_household uuid)
returns table (meter_id bigint, device_id uuid, name text, room text, utility text, used bigint)
language sql stable security definer set search_path = '' as $$
  select m.id, d.id, d.name, d.room, m.utility,
    s.used + coalesce((select sum(u.used) from public.usage_month u where u.household_id = m.household_id and u.meter_id = m.id), 0)::bigint
  from public.households h
  join public.meters m on m.household_id = h.id
  join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
  where h.id = p_household and h.kind = 'home' and m.register <> 'export' and s.last_at is not null
    and not exists (select from public.channels c where c.household_id = m.household_id and c.meter_id = m.id and c.source = 'ha-discovery')
  order by m.id limit 500
$$;

grant execute on function private.announced_meters(uuid) to wattershed_engine;
revoke execute on all functions in schema private from public;
