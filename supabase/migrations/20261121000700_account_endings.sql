-- The end of an account: asked for, waited for, then carried out. Until it is due the person may change their mind.

create table public.account_endings (
  user_id uuid primary key,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- Household id → the member who takes it over. A household that is not named here goes with its owner.
  heirs jsonb not null default '{}' check (jsonb_typeof(heirs) = 'object')
);
alter table public.account_endings enable row level security;
revoke all on public.account_endings from anon, authenticated;
grant select on public.account_endings to authenticated;
create policy endings_read on public.account_endings for select to authenticated using (user_id = auth.uid());

-- What goes with an account, and who could take it over instead. One JSON object.
create function private.ending_facts(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'dueAt', (select e.due_at from public.account_endings e where e.user_id = p_user),
    'households', coalesce((select jsonb_agg(jsonb_build_object(
      'id', h.id,
      'name', h.name,
      'devices', (select count(*) from public.connected_devices d where d.household_id = h.id),
      'bills', (select count(*) from public.billing_records b where b.household_id = h.id),
      'hasReadings', h.has_readings,
      'heir', (select e.heirs ->> h.id::text from public.account_endings e where e.user_id = p_user),
      'members', coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', coalesce(p.display_name, '')) order by m.created_at, m.user_id)
        from public.household_members m left join public.profiles p on p.user_id = m.user_id
        where m.household_id = h.id and m.user_id <> p_user), '[]'::jsonb)
    ) order by h.created_at, h.id) from public.households h where h.owner_id = p_user), '[]'::jsonb)
  )::text
$$;

-- Null when somebody named is no member of a household that this person owns.
create function private.end_account(p_user uuid, p_heirs jsonb, p_days integer) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz := now() + make_interval(days => p_days);
begin
  if exists (
    select from jsonb_each_text(p_heirs) named (household, heir)
    where not exists (
      select from public.households h join public.household_members m on m.household_id = h.id
      where h.id::text = named.household and h.owner_id = p_user and m.user_id::text = named.heir and m.user_id <> p_user)
  ) then return null; end if;
  -- Asking again changes who takes over, never the day.
  insert into public.account_endings as e (user_id, due_at, heirs) values (p_user, due, p_heirs)
  on conflict (user_id) do update set heirs = excluded.heirs returning e.due_at into due;
  return due;
end $$;

create function private.keep_account(p_user uuid) returns boolean
language sql security definer set search_path = '' as $$
  with kept as (delete from public.account_endings where user_id = p_user returning 1) select exists (select from kept)
$$;

-- Carries out what is due, a few at a time; says whose accounts went.
create function private.end_due_accounts() returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  ending public.account_endings;
begin
  for ending in select * from public.account_endings where due_at <= now() order by due_at limit 20 for update skip locked loop
    update public.households h set owner_id = m.user_id
    from jsonb_each_text(ending.heirs) named (household, heir), public.household_members m
    where h.id::text = named.household and h.owner_id = ending.user_id
      and m.household_id = h.id and m.user_id::text = named.heir;
    update public.household_members m set role = 'owner' from public.households h
    where h.id = m.household_id and h.owner_id = m.user_id and m.role <> 'owner'
      and ending.heirs ->> h.id::text = m.user_id::text;
    delete from auth.users where id = ending.user_id;
    return next ending.user_id;
  end loop;
end $$;

-- Of somebody who left, their own households go; what they added to another's stays there under its owner.
create or replace function private.forget_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.households where owner_id = old.id;
  update public.connected_devices d set user_id = h.owner_id from public.households h
    where d.user_id = old.id and h.id = d.household_id;
  update public.billing_records b set user_id = h.owner_id from public.households h
    where b.user_id = old.id and h.id = b.household_id;
  update public.ingest_tokens set created_by = null where created_by = old.id;
  delete from public.household_members where user_id = old.id;
  delete from public.profiles where user_id = old.id;
  delete from public.administrators where user_id = old.id;
  delete from public.account_endings where user_id = old.id;
  delete from private.allowances where who = old.id::text;
  return null;
end $$;

grant execute on function private.ending_facts(uuid), private.end_account(uuid, jsonb, integer), private.keep_account(uuid),
  private.end_due_accounts() to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
