-- Null: not a home that the person may change.
create or replace function private.watch_folder(p_user uuid, p_household uuid, p_path text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare answer uuid;
begin
  insert into public.watched_folders as w (household_id, set_up_by, path)
  select h.id, p_user, p_path from public.households h where h.id = private.writable_home(p_user, p_household) and h.kind = 'home'
  on conflict (household_id) do update set set_up_by = excluded.set_up_by, path = excluded.path, fault = null
  returning w.household_id into answer;
  return answer;
end $$;

create or replace function private.watched_folders()
returns table (household_id uuid, set_up_by uuid, may_write boolean, has_clock boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query select w.household_id, w.set_up_by, private.writable_home(w.set_up_by, w.household_id) is not null, h.time_zone_chosen
  from public.watched_folders w join public.households h on h.id = w.household_id order by w.household_id;
end $$;

create or replace function private.note_watched_folder(p_household uuid, p_fault text, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.watched_folders set looked_at = p_now, fault = p_fault where household_id = p_household;
end $$;

create or replace function private.is_watched_file_known(p_household uuid, p_fingerprint text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.watched_files f where f.household_id = p_household and f.fingerprint = p_fingerprint);
end $$;

-- Nothing where the household wants it no more.
create or replace function private.note_watched_file(p_household uuid, p_fingerprint text, p_content text, p_name text, p_bytes bigint, p_state text, p_reason text,
  p_import uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.watched_files (household_id, fingerprint, content, name, bytes, state, reason, import_id, seen_at)
  select p_household, p_fingerprint, p_content, left(p_name, 255), p_bytes, p_state, p_reason, p_import, p_now
  from public.watched_folders w where w.household_id = p_household
  on conflict (household_id, fingerprint) do nothing;
end $$;

-- What a file that waits is called; null: none that this person may import.
create or replace function private.watched_file_name(p_user uuid, p_household uuid, p_fingerprint text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select f.name from public.watched_files f
  where f.household_id = private.writable_home(p_user, p_household) and f.household_id = p_household and f.fingerprint = p_fingerprint and f.state <> 'imported'
  );
end $$;

-- A file that waited was imported by somebody.
create or replace function private.settle_watched_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.watched_files f set state = 'imported', reason = null, import_id = new.id
  where f.household_id = new.household_id and f.content = new.fingerprint and f.state <> 'imported';
  return null;
end $$;

create or replace trigger settle_watched_file after update of ended_at on public.imports for each row
  when (old.ended_at is null and new.ended_at is not null and new.error is null) execute function private.settle_watched_file();
create or replace trigger note_watched_folder after insert on public.watched_folders for each row
  execute function private.note_account_change('pull-made', 'path', 'mailed');
create or replace trigger note_watched_folder_change after update of set_up_by, path on public.watched_folders for each row
  when ((old.set_up_by, old.path) is distinct from (new.set_up_by, new.path)) execute function private.note_account_change('pull-changed', 'path', 'mailed');
create or replace trigger note_watched_folder_end after delete on public.watched_folders for each row
  execute function private.note_account_change('pull-removed', 'path');

grant select, delete on public.watched_folders to authenticated;
grant select, update (state) on public.watched_files to authenticated;

create policy watched_folders_read on public.watched_folders for select to authenticated using (household_id = any (private.my_households()));
create policy watched_folders_end on public.watched_folders for delete to authenticated using (household_id = any (private.my_writable_households()));
create policy watched_files_read on public.watched_files for select to authenticated using (household_id = any (private.my_households()));
-- A file is left out by hand; nothing else of it changes so.
create policy watched_files_leave on public.watched_files for update to authenticated
  using (household_id = any (private.my_writable_households())) with check (household_id = any (private.my_writable_households()) and state = 'left');

grant execute on function private.watch_folder, private.watched_folders, private.note_watched_folder, private.is_watched_file_known, private.note_watched_file,
  private.watched_file_name to wattershed_engine;
