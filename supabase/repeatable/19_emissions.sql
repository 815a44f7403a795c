-- Of a member's household, the earliest first of each utility.
create or replace function private.emission_factors_of(p_user uuid, p_household uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare home constant uuid := private.billing_home(p_user, p_household);
begin
  return (
  select coalesce(jsonb_agg(jsonb_build_object('utility', f.utility, 'validFrom', f.valid_from, 'gPerUnit', f.g_per_unit, 'reference', f.reference)
    order by f.utility, f.valid_from), '[]')
  from public.emission_factors f where f.household_id = home
  );
end $$;

grant select, insert (household_id, utility, valid_from, g_per_unit, reference), update (g_per_unit, reference), delete on public.emission_factors to
  authenticated;
grant execute on function private.emission_factors_of to wattershed_engine;

create policy emission_factors_read on public.emission_factors for select to authenticated
  using (household_id = any (private.my_households()));
create policy emission_factors_add on public.emission_factors for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy emission_factors_change on public.emission_factors for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy emission_factors_remove on public.emission_factors for delete to authenticated
  using (household_id = any (private.my_owned_households()));
