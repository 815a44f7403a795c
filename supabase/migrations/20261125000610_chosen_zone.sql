-- Whether somebody has said where a home is. Until then its days are UTC's, and no bill is closed in them.
alter table public.households add column time_zone_chosen boolean not null default false;
update public.households set time_zone_chosen = true where kind <> 'home' or time_zone <> 'UTC' or country is not null;
grant update (time_zone_chosen) on public.households to authenticated;

-- Chosen once is chosen. UTC is what stands where nobody was asked: whoever means it says so.
create function private.mark_chosen_zone() returns trigger
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
create trigger mark_chosen_zone before insert or update on public.households
  for each row execute function private.mark_chosen_zone();

-- Bills that waited for it are made at once.
create trigger billing_zone_chosen after update of time_zone_chosen on public.households
  for each row when (new.time_zone_chosen and not old.time_zone_chosen) execute function private.billing_home_changed();

create function private.zone_is_chosen(p_household uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select h.time_zone_chosen from public.households h where h.id = p_household
$$;
grant execute on function private.zone_is_chosen(uuid) to wattershed_engine;
revoke execute on all functions in schema private from public;
