-- What each role may: the owner everything; a member reads, adds, changes and switches, and deletes nothing; a viewer reads. And that a household
-- with an owner has exactly one, who is the same wherever it is written.

do $$
declare
  rule record;
begin
  for rule in select * from (values
      ('connected_devices', 'devices_remove'), ('meters', 'meters_remove'), ('device_schedules', 'schedules_remove'),
      ('tariffs', 'tariffs_remove'), ('price_points', 'price_points_remove'), ('day_colours', 'day_colours_remove'),
      ('billing_cycles', 'billing_cycles_remove'), ('utility_bills', 'utility_bills_remove'), ('budgets', 'budgets_remove'),
      ('cost_policies', 'cost_policies_remove'), ('outdoor_temperatures', 'outdoor_temperatures_remove')) t (name, policy) loop
    execute format('alter policy %I on public.%I using (household_id = any (private.my_owned_households()))', rule.policy, rule.name);
  end loop;
end $$;
alter policy channels_forget on public.channels using (household_id = any (private.my_owned_households()) and device_id is null);
do $$
begin
  -- A backend without storage does without documents.
  if to_regclass('storage.objects') is null then return; end if;
  -- Whoever could rename a document could take it to a household of their own, or write over it.
  alter policy bills_change on storage.objects
    using (bucket_id = 'bills' and private.document_household(name) = any (private.my_owned_households()))
    with check (bucket_id = 'bills' and private.document_household(name) = any (private.my_owned_households())
      and coalesce((metadata ->> 'size')::bigint, 0) <= private.document_room(name));
  alter policy bills_remove on storage.objects
    using (bucket_id = 'bills' and private.document_household(name) = any (private.my_owned_households()));
end $$;

-- A member takes back what they brought themselves; the owner what anybody did.
create or replace function private.begin_import_undo(p_user uuid, p_id uuid) returns uuid
language sql security definer set search_path = '' as $$
  update public.imports i set undo_began_at = coalesce(i.undo_began_at, now())
  from public.household_members m
  where i.id = p_id and i.undone_at is null and m.household_id = i.household_id and m.user_id = p_user
    and (m.role = 'owner' or m.role = 'member' and i.user_id = p_user)
  returning i.household_id
$$;

update public.household_members m set role = 'member' from public.households h
  where h.id = m.household_id and m.role = 'owner' and m.user_id is distinct from h.owner_id;
insert into public.household_members as m (household_id, user_id, role)
  select h.id, h.owner_id, 'owner' from public.households h where h.owner_id is not null
  on conflict (household_id, user_id) do update set role = 'owner' where m.role <> 'owner';
create unique index household_members_owner on public.household_members (household_id) where role = 'owner';

-- Looked at when a transaction ends: handing over changes two rows and a third.
create function private.check_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home uuid;
begin
  if tg_table_name = 'households' then home := new.id;
  elsif tg_op = 'DELETE' then home := old.household_id;
  else home := new.household_id;
  end if;
  if exists (select from public.households h where h.id = home and h.owner_id is distinct from
      (select m.user_id from public.household_members m where m.household_id = h.id and m.role = 'owner')) then
    raise exception 'the owner of a household is its one member of that role' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_owner after insert or update on public.households deferrable initially deferred
  for each row execute function private.check_owner();
create constraint trigger check_owner after insert or update or delete on public.household_members deferrable initially deferred
  for each row execute function private.check_owner();

-- What somebody is in a household; null: nothing.
create function private.role_in(p_user uuid, p_household uuid) returns text
language sql stable security definer set search_path = '' as $$
  select m.role from public.household_members m where m.household_id = p_household and m.user_id = p_user
$$;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
