-- How a household shares among its rooms what is nobody's own: what goes by time, and what common areas and the rest of the home cost.
create table public.cost_policies (
  household_id uuid primary key references public.households (id) on delete cascade,
  fixed text not null default 'apart' check (fixed in ('apart', 'by-use', 'evenly')),
  common text not null default 'apart' check (common in ('apart', 'by-use', 'evenly')),
  -- By the names that devices bear; one that no device bears any more says nothing.
  common_rooms text[] not null default '{}' check (cardinality(common_rooms) <= 50 and array_position(common_rooms, null) is null
    and length(array_to_string(common_rooms, '')) <= 2000)
);
alter table public.cost_policies enable row level security;
revoke all on public.cost_policies from anon, authenticated;
grant select, delete, insert (household_id, fixed, common, common_rooms), update (fixed, common, common_rooms) on public.cost_policies to authenticated;
create policy cost_policies_read on public.cost_policies for select to authenticated
  using (household_id = any (private.my_households()));
create policy cost_policies_add on public.cost_policies for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy cost_policies_change on public.cost_policies for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy cost_policies_remove on public.cost_policies for delete to authenticated
  using (household_id = any (private.my_writable_households()));

-- The policy, nulls where none is kept, and the rooms of all devices in use: one bears its part whether or not it has used anything yet.
create function private.cost_sharing(p_household uuid) returns table (fixed text, common text, common_rooms jsonb, rooms jsonb)
language sql stable security definer set search_path = '' as $$
  select c.fixed, c.common, to_jsonb(c.common_rooms),
    (select coalesce(jsonb_agg(distinct d.room), '[]') from public.connected_devices d where d.household_id = p_household and d.is_active)
  from (select) one left join public.cost_policies c on c.household_id = p_household
$$;
grant execute on function private.cost_sharing(uuid) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
