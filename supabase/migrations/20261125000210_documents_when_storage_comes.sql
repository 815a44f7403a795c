-- Documents where the storage server makes its tables after these migrations, which left them without a bucket and without policies for ever. The
-- step is a function now, asked again and again until it is done: at each migration, at the service's start, and every minute.

-- `up`: documents can be kept. `not-set-up`: there is no storage here, or it has not made its tables yet.
create function private.set_up_documents() returns text
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

grant execute on function private.set_up_documents() to wattershed_engine;

-- What needs the storage's tables asks whether they are there.
create or replace function private.kept_files(p_versions text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('storage.objects') is null then return; end if;
  return query select o.version from storage.objects o where o.version = any (p_versions);
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

revoke execute on all functions in schema private from public;
