-- Documents of households that are gone, at a hosted backend: its storage removes a file only while the file's row is there, and only when it is
-- asked itself. So the rows stay, which nobody sees any more, and the household is remembered until the service has asked for them all.

create table private.storage_leftovers (
  household_id uuid primary key,
  since timestamptz not null default now(),
  tries integer not null default 0,
  next_at timestamptz not null default now()
);
create index storage_leftovers_next on private.storage_leftovers (next_at);

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

-- The household whose documents are due, and not due again for a while: longer each time, a day at most. Null: none is.
create function private.take_storage_leftover() returns uuid
language sql security definer set search_path = '' as $$
  update private.storage_leftovers l set tries = l.tries + 1, next_at = now() + least(interval '1 day', interval '1 minute' * 2 ^ least(l.tries, 11))
  where l.household_id = (select due.household_id from private.storage_leftovers due where due.next_at <= now()
    order by due.next_at limit 1 for update skip locked)
  returning l.household_id
$$;

create function private.leftover_documents(p_household uuid, p_most integer) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Never of a household that lives.
  return query select o.name from storage.objects o
  where o.bucket_id = 'bills' and o.name like p_household || '/%' and not exists (select from public.households h where h.id = p_household)
  order by o.name limit p_most;
end $$;

-- None is left. A day later it is looked at once more, for an upload that ended after its household, and then forgotten.
create function private.settle_storage_leftover(p_household uuid) returns void
language sql security definer set search_path = '' as $$
  update private.storage_leftovers set tries = 0, next_at = since + interval '1 day' where household_id = p_household and now() < since + interval '1 day';
  delete from private.storage_leftovers where household_id = p_household and now() >= since + interval '1 day'
$$;

grant execute on function private.take_storage_leftover(), private.leftover_documents(uuid, integer), private.settle_storage_leftover(uuid)
  to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
