-- Each import is kept with what it brought, so that it can be taken back as a whole.
create table public.imports (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  file_name text not null check (length(file_name) <= 200),
  began_at timestamptz not null default now(),
  -- Null: it runs, or was broken off.
  ended_at timestamptz,
  error text,
  rows bigint not null default 0,
  accepted bigint not null default 0,
  duplicate bigint not null default 0,
  rejected bigint not null default 0,
  -- Devices that were made for it.
  devices uuid[] not null default '{}',
  undo_began_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  primary key (household_id, id)
);
alter table public.imports enable row level security;
revoke all on public.imports from anon, authenticated;
grant select on public.imports to authenticated;
create policy imports_read on public.imports for select to authenticated using (household_id = any (private.my_households()));

-- The instants of the readings that were taken, by batch and meter: the first, and the seconds from each to the next.
create table private.import_parts (
  household_id uuid not null,
  import_id uuid not null,
  id bigint generated always as identity,
  meter_id bigint not null,
  first_at bigint not null,
  gaps integer[] not null,
  primary key (household_id, import_id, id),
  foreign key (household_id, import_id) references public.imports (household_id, id) on delete cascade,
  foreign key (household_id, meter_id) references public.meters (household_id, id) on delete cascade
);

create function private.begin_import(p_household uuid, p_id uuid, p_user uuid, p_file_name text, p_devices uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.imports (household_id, id, user_id, file_name, devices) values (p_household, p_id, p_user, left(p_file_name, 200), p_devices)
$$;
create function private.add_import_part(p_household uuid, p_id uuid, p_meter bigint, p_first_at bigint, p_gaps integer[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.import_parts (household_id, import_id, meter_id, first_at, gaps) values (p_household, p_id, p_meter, p_first_at, p_gaps)
$$;
create function private.end_import(p_household uuid, p_id uuid, p_error text, p_rows bigint, p_accepted bigint, p_duplicate bigint, p_rejected bigint)
returns void
language sql security definer set search_path = '' as $$
  update public.imports i set ended_at = now(), error = p_error, rows = p_rows, accepted = p_accepted, duplicate = p_duplicate, rejected = p_rejected
  where i.household_id = p_household and i.id = p_id
$$;

-- Null: no such import that this person may take back, or it is taken back already.
create function private.begin_import_undo(p_user uuid, p_id uuid) returns uuid
language sql security definer set search_path = '' as $$
  update public.imports i set undo_began_at = coalesce(i.undo_began_at, now())
  from public.household_members m
  where i.id = p_id and i.undone_at is null and m.household_id = i.household_id and m.user_id = p_user and m.role in ('owner', 'member')
  returning i.household_id
$$;
-- The latest first: what came later lies on what came before.
create function private.next_import_part(p_household uuid, p_id uuid)
returns table (id bigint, meter_id bigint, first_at bigint, gaps integer[])
language sql stable security definer set search_path = '' as $$
  select p.id, p.meter_id, p.first_at, p.gaps from private.import_parts p
  where p.household_id = p_household and p.import_id = p_id order by p.id desc limit 1
$$;
create function private.drop_import_part(p_household uuid, p_id uuid, p_part bigint) returns void
language sql security definer set search_path = '' as $$
  delete from private.import_parts p where p.household_id = p_household and p.import_id = p_id and p.id = p_part
$$;
-- Devices that the import made go with it, unless something else has measured by them since.
create function private.end_import_undo(p_household uuid, p_id uuid, p_user uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.connected_devices d using public.imports i
  where i.household_id = p_household and i.id = p_id and d.household_id = p_household and d.id = any (i.devices)
    and not exists (select from public.meters m join public.meter_state s on s.household_id = m.household_id and s.meter_id = m.id
      where m.household_id = d.household_id and m.device_id = d.id and s.last_at is not null);
  update public.imports i set undone_at = now(), undone_by = p_user where i.household_id = p_household and i.id = p_id
$$;

-- A meter whose last reading went may be of either kind again; a household whose last reading went shows samples again.
create function private.forget_kind(p_household uuid, p_meter bigint) returns void
language sql security definer set search_path = '' as $$
  update public.meters m set reading_kind = null where m.household_id = p_household and m.id = p_meter and m.reading_kind is not null
$$;
create function private.note_no_readings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.households h set has_readings = false where h.id = new.household_id and h.has_readings
    and not exists (select from public.meters m where m.household_id = h.id and m.reading_kind is not null);
  return null;
end $$;
create trigger note_no_reading after update of reading_kind on public.meters
  for each row when (old.reading_kind is not null and new.reading_kind is null) execute function private.note_no_readings();

grant execute on function private.begin_import(uuid, uuid, uuid, text, uuid[]), private.add_import_part(uuid, uuid, bigint, bigint, integer[]),
  private.end_import(uuid, uuid, text, bigint, bigint, bigint, bigint), private.begin_import_undo(uuid, uuid),
  private.next_import_part(uuid, uuid), private.drop_import_part(uuid, uuid, bigint), private.end_import_undo(uuid, uuid, uuid),
  private.forget_kind(uuid, bigint)
  to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
