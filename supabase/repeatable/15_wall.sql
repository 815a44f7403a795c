create or replace function private.add_wall_token(p_user uuid, p_household uuid, p_name text, p_hash bytea, p_hint text, p_most integer) returns table (id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query insert into public.wall_tokens (household_id, created_by, name, hash, hint)
  select home, p_user, p_name, p_hash, p_hint from private.writable_home(p_user, p_household) home
  where home is not null and (select count(*) from public.wall_tokens t where t.household_id = home) < p_most
  returning id;
end $$;

-- All that a view shows beside its figures of use and of the open bill, which are read in the name of whoever made it; null for a token that is none (any more).
create or replace function private.read_wall(p_hash bytea) returns json
language plpgsql security definer set search_path = '' as $$
declare used record;
begin
  update public.wall_tokens t set last_used_at = now()
  where t.hash = p_hash and exists (select from public.household_members m where m.household_id = t.household_id and m.user_id = t.created_by)
  returning t.id, t.household_id, t.created_by into used;
  if used.id is null then return null; end if;
  return (
  select json_build_object('token', used.id, 'madeBy', used.created_by, 'household', h.id,
    'home', json_build_object('name', h.name, 'kind', h.kind, 'currency', h.currency, 'units', h.units, 'country', h.country, 'timeZone', h.time_zone,
      'language', coalesce((select p.language from public.profiles p where p.user_id = used.created_by), 'en')),
    'budgets', (select coalesce(json_agg(json_build_object('utility', b.utility, 'amount', trim_scale(b.amount)::text) order by b.utility), '[]'::json)
      from public.budgets b where b.household_id = h.id),
    'lastBill', (select json_build_object('start', b.period_start, 'end', b.period_end, 'currency', b.currency, 'total', b.total_amount::text)
      from public.billing_records b where b.household_id = h.id order by b.period_start desc limit 1),
    'notices', (select coalesce(json_agg(json_build_object('kind', n.kind, 'since', to_char(n.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'utility', n.utility, 'device', d.name, 'room', d.room, 'figures', n.figures) order by n.since desc, n.id), '[]'::json)
      from public.notices n
      left join public.meters m on m.household_id = n.household_id and m.id = n.meter_id
      left join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
      where n.household_id = h.id and n.ended_at is null and n.dismissed_at is null))
  from public.households h where h.id = used.household_id
  );
end $$;

-- Whoever is put out would look in by what they made.
create or replace function private.end_wall_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.wall_tokens where household_id = old.household_id and created_by = old.user_id;
  return null;
end $$;

create trigger end_wall_tokens after delete on public.household_members for each row when (not private.is_worker()) execute function private.end_wall_tokens();
create or replace trigger note_wall_token after insert on public.wall_tokens for each row
  execute function private.note_account_change('wall-token-made', 'name', 'mailed');

grant select (id, household_id, created_by, name, hint, created_at, last_used_at), delete on public.wall_tokens to authenticated;

create policy wall_tokens_read on public.wall_tokens for select to authenticated using (household_id = any (private.my_writable_households()));
create policy wall_tokens_end on public.wall_tokens for delete to authenticated using (household_id = any (private.my_writable_households()));

grant execute on function private.add_wall_token, private.read_wall to wattershed_engine;
