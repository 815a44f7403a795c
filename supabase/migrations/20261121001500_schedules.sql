-- Switching at a time of the day, or about the sun, on days of the week. The service works out when each is due and runs it.

-- Where the home stands: for sunrise and sunset alone, so a hundredth of a degree (a kilometre) is enough.
alter table public.households
  add column latitude numeric(4, 2) check (latitude between -90 and 90),
  add column longitude numeric(5, 2) check (longitude between -180 and 180),
  add check ((latitude is null) = (longitude is null));
grant update (latitude, longitude) on public.households to authenticated;

create table public.device_schedules (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  device_id uuid not null,
  is_on boolean not null,
  -- Bit 0 is Monday, bit 6 Sunday.
  days smallint not null default 127 check (days between 1 and 127),
  -- Of the household's day, from 0; or about the sun.
  minute smallint check (minute between 0 and 1439),
  sun text check (sun in ('sunrise', 'sunset')),
  offset_min smallint not null default 0 check (offset_min between -180 and 180),
  is_enabled boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  -- When it is due next; null: never as things stand, or not worked out since it was made or changed.
  next_at timestamptz,
  is_planned boolean not null default false,
  primary key (household_id, id),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade,
  check ((minute is null) <> (sun is null)),
  check (sun is not null or offset_min = 0)
);
create index device_schedules_due on public.device_schedules (is_planned, next_at) where is_enabled;
create index device_schedules_device on public.device_schedules (household_id, device_id);

alter table public.device_schedules enable row level security;
revoke all on public.device_schedules from anon, authenticated;
grant select, delete on public.device_schedules to authenticated;
grant insert (household_id, device_id, is_on, days, minute, sun, offset_min, is_enabled) on public.device_schedules to authenticated;
grant update (is_on, days, minute, sun, offset_min, is_enabled) on public.device_schedules to authenticated;
create policy schedules_read on public.device_schedules for select to authenticated
  using (household_id = any (private.my_households()));
create policy schedules_add on public.device_schedules for insert to authenticated
  with check (household_id = any (private.my_writable_households()));
create policy schedules_change on public.device_schedules for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()));
create policy schedules_remove on public.device_schedules for delete to authenticated
  using (household_id = any (private.my_writable_households()));

create function private.limit_schedules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.connected_devices d where d.household_id = new.household_id and d.id = new.device_id for no key update;
  if (select count(*) from public.device_schedules s where s.household_id = new.household_id and s.device_id = new.device_id) >= 20 then
    raise exception 'a device has at most 20 schedules' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger limit_schedules before insert on public.device_schedules for each row execute function private.limit_schedules();

create function private.forget_next_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.next_at := null;
  new.is_planned := false;
  return new;
end $$;
create trigger forget_next_run before update of is_on, days, minute, sun, offset_min, is_enabled on public.device_schedules
  for each row execute function private.forget_next_run();

create function private.forget_next_runs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.device_schedules set next_at = null, is_planned = false where household_id = new.id;
  return null;
end $$;
create trigger forget_next_runs after update of time_zone, latitude, longitude on public.households
  for each row when (old.time_zone is distinct from new.time_zone or old.latitude is distinct from new.latitude
    or old.longitude is distinct from new.longitude) execute function private.forget_next_runs();

-- Due, or not worked out yet. What it was due at is given back when it is settled, so that of several services one alone runs it.
create function private.schedules_to_look_at(p_now bigint)
returns table (household_id uuid, schedule_id uuid, device_id uuid, is_on boolean, days smallint, minute smallint, sun text, offset_min smallint,
  due_at bigint, time_zone text, latitude numeric, longitude numeric)
language sql stable security definer set search_path = '' as $$
  select s.household_id, s.id, s.device_id, s.is_on, s.days, s.minute, s.sun, s.offset_min,
    extract(epoch from s.next_at)::bigint, h.time_zone, h.latitude, h.longitude
  from public.device_schedules s join public.households h on h.id = s.household_id
  where s.is_enabled and (not s.is_planned or s.next_at <= to_timestamp(p_now))
  order by s.next_at nulls first limit 1000
$$;

-- True for the one that settled it. p_next null: it is never due as things stand.
create function private.settle_schedule(p_household uuid, p_schedule uuid, p_due bigint, p_next bigint) returns boolean
language sql security definer set search_path = '' as $$
  with settled as (
    update public.device_schedules set next_at = to_timestamp(p_next), is_planned = true
    where household_id = p_household and id = p_schedule and next_at is not distinct from to_timestamp(p_due) and is_enabled and not (is_planned and p_due is null)
    returning 1
  ) select exists (select from settled)
$$;

grant execute on function private.schedules_to_look_at(bigint), private.settle_schedule(uuid, uuid, bigint, bigint) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
