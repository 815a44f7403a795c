-- An import remembers what its file was and where each column went, so that the same file is known again and goes to the same meters.
alter table public.imports
  -- SHA-256 of the file's content, unpacked; null: from before it was kept.
  add column fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- [{column, meter, unit, kind}]
  add column columns jsonb not null default '[]',
  -- Home Assistant's statistics were read an hour early once: those that may be some, for their household to say.
  add column may_be_early boolean not null default false;
create index imports_fingerprint on public.imports (household_id, fingerprint) where undone_at is null;

-- Who may write says that an import is none of them; nothing else of an import changes by hand.
grant update (may_be_early) on public.imports to authenticated;
create policy imports_settle on public.imports for update to authenticated
  using (household_id = any (private.my_writable_households()))
  with check (household_id = any (private.my_writable_households()) and not may_be_early);

update public.imports i set may_be_early = true
  where i.undone_at is null and i.accepted > 0
    and exists (select from private.import_parts p join public.meters m on m.household_id = p.household_id and m.id = p.meter_id
      where p.household_id = i.household_id and p.import_id = i.id and m.reading_kind = 'counter' and cardinality(p.gaps) > 0
        and p.first_at % 1800 = 0 and not exists (select from unnest(p.gaps) g where g % 3600 <> 0));

drop function private.begin_import(uuid, uuid, uuid, text, uuid[]);
create function private.begin_import(p_household uuid, p_id uuid, p_user uuid, p_file_name text, p_devices uuid[], p_fingerprint text, p_columns jsonb)
returns void
language sql security definer set search_path = '' as $$
  insert into public.imports (household_id, id, user_id, file_name, devices, fingerprint, columns)
  values (p_household, p_id, p_user, left(p_file_name, 200), p_devices, p_fingerprint, p_columns)
$$;
grant execute on function private.begin_import(uuid, uuid, uuid, text, uuid[], text, jsonb), private.default_max_per_hour(text) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
