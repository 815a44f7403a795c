-- Whoever keeps answers hears when what they stand on besides readings changed: who is a member, which devices and meters there are and how they
-- hang together, and the household's clock. Readings tell of themselves, in the service that wrote them.

create function private.tell_household() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format($query$
    select pg_notify('wattershed_usage', 'database household ' || string_agg(c.id, ','))
    from (select id, (row_number() over (order by id) - 1) / 200 as part from (select distinct %I::text as id from changed) d) c
    group by c.part $query$, tg_argv[0]);
  return null;
end $$;

do $$
declare
  at record;
  event text;
begin
  for at in select * from (values ('households', 'id'), ('household_members', 'household_id'), ('connected_devices', 'household_id'),
      ('meters', 'household_id')) t (name, key) loop
    foreach event in array array['insert', 'update', 'delete'] loop
      execute format('create trigger %I after %s on public.%I referencing %s table as changed for each statement execute function private.tell_household(%L)',
        'tell_' || event, event, at.name, case event when 'delete' then 'old' else 'new' end, at.key);
    end loop;
  end loop;
end $$;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
