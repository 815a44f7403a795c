-- Documents of bills, kept in the backend's storage: bucket `bills`, each file as `<household>/<file name>`.

create function private.document_household(p_name text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' then left(p_name, 36)::uuid end
$$;

-- The bytes that a document of this name may have, or null for those who may not write it. Writers of one household
-- wait for each other, so that two at once do not take the same room: volatile, to see what the one before left.
create function private.document_room(p_name text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  home uuid := private.document_household(p_name);
  whole bigint;
begin
  select case h.kind when 'guest' then 20 else 200 end * 1000000 into whole
  from public.households h where h.id = home and h.id = any (private.my_writable_households());
  if whole is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('documents ' || home, 0));
  return whole - coalesce((select sum((o.metadata ->> 'size')::bigint) from storage.objects o
    where o.bucket_id = 'bills' and o.name like home || '/%' and o.name <> p_name), 0);
end $$;

-- Of these stored files, those that some row still stands for: the others may be swept away.
create function private.kept_files(p_versions text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select o.version from storage.objects o where o.version = any (p_versions);
end $$;

create function private.forget_household_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return null; end if;
  -- A hosted backend refuses a plain DELETE here, so that no file is forgotten by mistake.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'bills' and name like old.id || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end $$;
create trigger forget_household_documents after delete on public.households
  for each row execute function private.forget_household_documents();

-- What somebody added to another's household stays there, without their name on it.
create function private.forget_document_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return null; end if;
  update storage.objects set owner = null, owner_id = null where bucket_id = 'bills' and owner_id = old.id::text;
  return null;
end $$;
create trigger forget_document_owner after delete on auth.users
  for each row execute function private.forget_document_owner();

do $$
begin
  -- A backend without storage does without documents.
  if to_regclass('storage.objects') is null then return; end if;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('bills', 'bills', false, 10000000,
      array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv'])
  on conflict (id) do nothing;
  create policy bills_bucket_read on storage.buckets for select to authenticated using (id = 'bills');
  create policy bills_read on storage.objects for select to authenticated
    using (bucket_id = 'bills' and private.document_household(name) = any (private.my_households()));
  create policy bills_add on storage.objects for insert to authenticated
    with check (bucket_id = 'bills' and private.document_household(name) = any (private.my_writable_households())
      and coalesce((metadata ->> 'size')::bigint, 0) <= private.document_room(name));
  create policy bills_change on storage.objects for update to authenticated
    using (bucket_id = 'bills' and private.document_household(name) = any (private.my_writable_households()))
    with check (bucket_id = 'bills' and private.document_household(name) = any (private.my_writable_households())
      and coalesce((metadata ->> 'size')::bigint, 0) <= private.document_room(name));
  create policy bills_remove on storage.objects for delete to authenticated
    using (bucket_id = 'bills' and private.document_household(name) = any (private.my_writable_households()));
end $$;

grant execute on function private.document_household(text), private.document_room(text) to authenticated;
grant execute on function private.kept_files(text[]) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
