-- A new meter adds its own parts, and one that goes takes its own away. Worked out anew for all of the household's meters at each of them,
-- two hundred devices in one request took a minute. A meter that has just been made contains no other; of one that goes, those inside it
-- are told by their key, which changes them.

drop function private.work_out_parts(uuid);
-- p_meter: of this new one alone.
create function private.work_out_parts(p_household uuid, p_meter bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_meter is null then delete from public.meter_parts where household_id = p_household; end if;
  insert into public.meter_parts (household_id, utility, room, device_id, source_household, source_meter, sign, is_root)
  select m.household_id, m.utility, g.room, g.device_id, s.household_id, s.meter_id, g.sign, m.parent_meter_id is null
  from public.meters m
  join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
  left join public.meters up on up.household_id = m.household_id and up.id = m.parent_meter_id
  left join public.connected_devices ud on ud.household_id = up.household_id and ud.id = up.device_id
  cross join lateral (values (d.room, d.id, 1), (ud.room, ud.id, -1)) g (room, device_id, sign)
  cross join lateral (values (m.household_id, m.id), (m.template_household_id, m.template_meter_id)) s (household_id, meter_id)
  where m.household_id = p_household and (p_meter is null or m.id = p_meter)
    and m.register <> 'export' and g.device_id is not null and s.meter_id is not null;
end $$;

create or replace function private.parts_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_op
    when 'INSERT' then perform private.work_out_parts(new.household_id, new.id);
    when 'DELETE' then delete from public.meter_parts p where p.household_id = old.household_id
      and (p.source_household, p.source_meter) in ((old.household_id, old.id), (old.template_household_id, old.template_meter_id));
    else perform private.work_out_parts(new.household_id);
  end case;
  return null;
end $$;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
