-- Places in places: a room, the floor around it, the house around that, to any depth.

-- A place lies in no place that lies in it.
create or replace function private.check_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One after the other: two that are said at once could each close the other's ring.
  perform from public.households h where h.id = new.household_id for no key update;
  if exists (
    with recursive up (name) as (
      select new.inside
      union
      select p.inside from up join public.places p on p.household_id = new.household_id and p.name = up.name and p.name <> new.name
    )
    select from up where up.name = new.name
  ) then
    raise exception 'a place lies in no place that lies in it' using errcode = 'check_violation';
  end if;
  if (select count(*) from public.places p where p.household_id = new.household_id) >= 200 and tg_op = 'INSERT' then
    raise exception 'at most 200 places are kept' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- As answers hold it; null where no place lies in another.
create or replace function private.places_of(p_household uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select json_agg(json_build_object('name', p.name, 'inside', p.inside) order by p.name) from public.places p where p.household_id = p_household);
end $$;

grant select, insert (household_id, name, inside), update (inside), delete on public.places to authenticated;

create policy places_read on public.places for select to authenticated using (household_id = any (private.my_households()));
create policy places_add on public.places for insert to authenticated with check (household_id = any (private.my_writable_households()));
create policy places_change on public.places for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
-- What was said is taken back by whoever may say it: nothing is lost by it.
create policy places_remove on public.places for delete to authenticated using (household_id = any (private.my_writable_households()));

create trigger check_place before insert or update on public.places for each row execute function private.check_place();
create trigger tell_insert after insert on public.places referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_update after update on public.places referencing new table as changed
  for each statement execute function private.tell_household('household_id');
create trigger tell_delete after delete on public.places referencing old table as changed
  for each statement execute function private.tell_household('household_id');
