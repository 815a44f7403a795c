-- Documents of bills, kept in the backend's storage: bucket `bills`, each file as `<household>/<file name>`.

create or replace function private.document_household(p_name text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' then left(p_name, 36)::uuid end
$$;

-- The bytes that a document of this name may have, or null for those who may not write it. Writers of one household
-- wait for each other, so that two at once do not take the same room: volatile, to see what the one before left.
create or replace function private.document_room(p_name text) returns bigint
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

-- What needs the storage's tables asks whether they are there.
create or replace function private.kept_files(p_versions text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return; end if;
  return query select o.version from storage.objects o where o.version = any (p_versions);
end $$;

create or replace function private.forget_household_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return null; end if;
  -- Also one without any: an upload may be under way. And while it is not known yet which backend this is.
  if (select is_hosted from private.settings) is distinct from false then
    insert into private.storage_leftovers (household_id) values (old.id) on conflict do nothing;
    return null;
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'bills' and name like old.id || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end $$;

-- What somebody added to another's household stays there, without their name on it.
create or replace function private.forget_document_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return null; end if;
  update storage.objects set owner = null, owner_id = null where bucket_id = 'bills' and owner_id = old.id::text;
  return null;
end $$;

-- The household whose documents are due, and not due again for a while: longer each time, a day at most. Null: none is.
create or replace function private.take_storage_leftover() returns uuid
language plpgsql security definer set search_path = '' as $$
declare answer uuid;
begin
  update private.storage_leftovers l set tries = l.tries + 1, next_at = now() + least(interval '1 day', interval '1 minute' * 2 ^ least(l.tries, 11))
  where l.household_id = (select due.household_id from private.storage_leftovers due where due.next_at <= now()
    order by due.next_at limit 1 for update skip locked)
  returning l.household_id into answer;
  return answer;
end $$;

create or replace function private.leftover_documents(p_household uuid, p_most integer) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return; end if;
  -- Never of a household that lives.
  return query select o.name from storage.objects o
  where o.bucket_id = 'bills' and o.name like p_household || '/%' and not exists (select from public.households h where h.id = p_household)
  order by o.name limit p_most;
end $$;

-- None is left. A day later it is looked at once more, for an upload that ended after its household, and then forgotten.
create or replace function private.settle_storage_leftover(p_household uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.storage_leftovers set tries = 0, next_at = since + interval '1 day' where household_id = p_household and now() < since + interval '1 day';
  delete from private.storage_leftovers where household_id = p_household and now() >= since + interval '1 day';
end $$;

-- The storage server may make its tables after ours: asked again until it is done, at each migration, at the service's start, and every minute.
-- `up`: documents can be kept. `not-set-up`: there is no storage here, or it has not made its tables yet.
create or replace function private.set_up_documents() returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text[] := array['bills_bucket_read', 'bills_read', 'bills_add', 'bills_change', 'bills_remove'];
  there text[];
  has_bucket boolean;
begin
  if to_regclass('storage.objects') is null or to_regclass('storage.buckets') is null then return 'not-set-up'; end if;
  -- Where the storage server has not come to its limits yet, it goes on by itself.
  if (select count(*) from pg_catalog.pg_attribute a where a.attrelid = to_regclass('storage.buckets') and not a.attisdropped
      and a.attname in ('public', 'file_size_limit', 'allowed_mime_types')) < 3
    or not exists (select from pg_catalog.pg_attribute a where a.attrelid = to_regclass('storage.objects') and a.attname = 'metadata')
    or not exists (select from pg_catalog.pg_class c where c.oid = to_regclass('storage.objects') and c.relrowsecurity)
  then return 'not-set-up'; end if;

  select coalesce(array_agg(p.polname::text), '{}') into there from pg_catalog.pg_policy p
  where p.polrelid in (to_regclass('storage.objects'), to_regclass('storage.buckets')) and p.polname = any (wanted);
  execute $q$select exists (select from storage.buckets b where b.id = 'bills')$q$ into has_bucket;
  if has_bucket and there @> wanted then return 'up'; end if;

  -- Two at once: the second finds it done.
  perform pg_advisory_xact_lock(hashtextextended('set up documents', 0));
  select coalesce(array_agg(p.polname::text), '{}') into there from pg_catalog.pg_policy p
  where p.polrelid in (to_regclass('storage.objects'), to_regclass('storage.buckets')) and p.polname = any (wanted);
  execute $q$
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('bills', 'bills', false, 10000000, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv'])
    on conflict (id) do nothing $q$;
  if not there @> array['bills_bucket_read'] then
    execute $q$create policy bills_bucket_read on storage.buckets for select to authenticated using (id = 'bills')$q$;
  end if;
  if not there @> array['bills_read'] then
    execute $q$
      create policy bills_read on storage.objects for select to authenticated
        using (bucket_id = 'bills' and private.document_household(name) = any (private.my_households())) $q$;
  end if;
  if not there @> array['bills_add'] then
    execute $q$
      create policy bills_add on storage.objects for insert to authenticated
        with check (bucket_id = 'bills' and private.document_household(name) = any (private.my_writable_households())
          and coalesce((metadata ->> 'size')::bigint, 0) <= private.document_room(name)) $q$;
  end if;
  if not there @> array['bills_change'] then
    execute $q$
      create policy bills_change on storage.objects for update to authenticated
        using (bucket_id = 'bills' and private.document_household(name) = any (private.my_owned_households()))
        with check (bucket_id = 'bills' and private.document_household(name) = any (private.my_owned_households())
          and coalesce((metadata ->> 'size')::bigint, 0) <= private.document_room(name)) $q$;
  end if;
  if not there @> array['bills_remove'] then
    execute $q$
      create policy bills_remove on storage.objects for delete to authenticated
        using (bucket_id = 'bills' and private.document_household(name) = any (private.my_owned_households())) $q$;
  end if;
  return 'up';
end $$;

create trigger forget_household_documents after delete on public.households
  for each row when (not private.is_worker()) execute function private.forget_household_documents();
create or replace trigger forget_document_owner after delete on auth.users
  for each row execute function private.forget_document_owner();

grant execute on function private.document_household, private.document_room to authenticated;
grant execute on function private.kept_files, private.take_storage_leftover, private.leftover_documents, private.settle_storage_leftover,
  private.set_up_documents to wattershed_engine;

select private.set_up_documents();
